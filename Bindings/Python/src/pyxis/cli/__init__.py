"""The command line `pyxis`. Needs the extra `cli`."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]

_NEEDED = ("click", "jinja2", "rich", "tomli")


def main() -> None:
    """Runs the command line with the arguments of this process, and exits."""
    _open_standard_files()
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


def _open_standard_files() -> None:
    """Opens nothing in the place of standard files that are closed, before a pipe takes it."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
