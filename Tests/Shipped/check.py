#!/usr/bin/env python3
"""Checks the library that `make lib` built, as a stranger who got it would use it.

Prints a line for each check and ends with how many passed and failed; the exit status is 1 if one
failed. A check whose tool is not on this machine is skipped, and says so; with CI=true in the
environment it fails.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from binary import SONAME, check_binary
from checklist import Checklist, need_python
from consumers import check_installations, check_rust
from examples import check_examples
from header import Header, check_header
from loading import check_loading

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    """Runs all checks and returns the exit status."""
    library = ROOT / "build" / "lib" / SONAME
    if not library.is_file():
        print(f"there is no {library}: run 'make lib' first", file=sys.stderr)
        return 1
    header = Header.read(ROOT / "Include" / "pyxis.h")
    checklist = Checklist()
    with tempfile.TemporaryDirectory(prefix="pyxis shipped ") as name:
        scratch = Path(name)
        check_binary(checklist, library, header.functions, ROOT)
        check_header(checklist, header, scratch)
        check_examples(checklist, header, library, scratch)
        check_loading(checklist, header.path, library, scratch)
        check_rust(checklist, library.parent, scratch)
        check_installations(checklist, ROOT, scratch)
    return checklist.sum_up()


if __name__ == "__main__":
    need_python((3, 11))
    sys.exit(main())
