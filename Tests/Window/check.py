#!/usr/bin/python3
"""Launches the GTK example under variants, and compares its reports with what can be seen.

    check.py PROGRAM FOLDER

Leaves a picture of each window in the folder. The exit status is 1 if a report is not what was
expected, or a picture does not show what the report says.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from checklist import ORDINARY, Checks
from desktops import check_dark_desktop, check_desktop, check_overruled
from looks import check_color_schemes, check_content_sizes, check_contrasts, check_reports
from photographs import Photographer
from pyxis.runner import launch
from screen import screen


def check_bad_launches(checks: Checks, program: Path, photographer: Photographer) -> None:
    """What cannot be prepared, or has no display, ends with a message."""
    malformed = launch(
        ["env", 'PYXIS_BOOTSTRAP={"version":1}', program],
        environment=photographer.environment,
        timeout=60,
    )
    message = malformed.stderr.text
    checks.check("malformed payload", malformed.outcome.code == 1 and "byte" in message, message)
    nowhere = launch(
        [program],
        ORDINARY,
        environment={**photographer.environment, "DISPLAY": ":nowhere"},
        timeout=60,
    )
    statuses = {key: result.status for key, result in nowhere.report.items()}
    checks.check(
        "no display",
        nowhere.outcome.code == 1 and statuses == dict.fromkeys(ORDINARY, "unverified"),
        (nowhere.outcome, statuses, nowhere.stderr.text),
    )


def main() -> int:
    """Makes all checks, and returns the exit status."""
    program, folder = (Path(argument).resolve() for argument in sys.argv[1:])
    checks = Checks()
    # Ended by TERM, it still ends its screen.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    with screen() as display:
        photographer = Photographer(program, display, folder)
        try:
            light = check_color_schemes(checks, photographer)
            check_reports(checks, light)
            check_contrasts(checks, photographer, light)
            check_content_sizes(checks, photographer, light)
            check_desktop(checks, photographer)
            check_dark_desktop(checks, photographer, folder)
            check_overruled(checks, photographer)
            check_bad_launches(checks, program, photographer)
        except RuntimeError as error:
            checks.check("every launch opens a window", False, error)
    print(f"The pictures are in {os.path.relpath(folder)}.")
    print(f"window checks: {checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
