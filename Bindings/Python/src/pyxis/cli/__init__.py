"""The command line `pyxis`. Needs the extra `cli`."""

from __future__ import annotations

import sys

__all__ = ["main"]

_NEEDED = ("click", "jinja2", "rich", "tomli")


def main() -> None:
    """Runs the command line with the arguments of this process, and exits."""
    try:
        from .program import run

        code = run(sys.argv[1:])
    except ModuleNotFoundError as error:
        if error.name not in _NEEDED:
            raise
        print(
            f"pyxis: the command line needs {error.name}: pip install 'pyxis-runtime[cli]'",
            file=sys.stderr,
        )
        code = 125
    sys.exit(code)
