#!/usr/bin/python3
"""Checks the wheel and the source archive that `make wheel` built.

Usage: check.py [--from-source] FOLDER

With --from-source it also builds a wheel from the archive, which takes minutes.
"""

import sys
import tempfile
from pathlib import Path

from checklist import Checklist
from installed import check_installed
from sources import check_build, check_source_archive
from wheels import Wheel, check_wheel

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> int:
    """Runs every check, and returns the exit status."""
    from_source = "--from-source" in arguments
    folders = [argument for argument in arguments if argument != "--from-source"]
    if len(folders) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    wheels = list(Path(folders[0]).resolve().glob("*.whl"))
    archives = list(Path(folders[0]).resolve().glob("*.tar.gz"))
    if (len(wheels), len(archives)) != (1, 1):
        print(f"check.py: {folders[0]} has not one wheel and one archive", file=sys.stderr)
        return 1
    checklist = Checklist()
    with tempfile.TemporaryDirectory(prefix="pyxis-wheel-") as temporary:
        work = Path(temporary)
        check_wheel(checklist, Wheel(wheels[0]), ROOT, work)
        source = check_source_archive(checklist, archives[0], ROOT, work)
        check_installed(checklist, wheels[0], ROOT, work)
        if from_source:
            checklist.check("a wheel from the archive", lambda: check_build(source, ROOT))
    print(f"{checklist.passed} passed, {checklist.failed} failed")
    return 1 if checklist.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
