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
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from photographs import Photograph, Photographer
from pyxis.runner import launch
from pyxis.runner.known_variants import KNOWN_VARIANTS
from screen import screen

SCHEME = "color_scheme"
SIZE = "accessibility.content_size"
CONTRAST = "accessibility.contrast"
SIZES = KNOWN_VARIANTS[SIZE].values
ORDINARY = {SCHEME: "light", SIZE: "medium", CONTRAST: "normal"}


@dataclass
class Checks:
    """Prints one line for each check, and counts them."""

    passed: int = 0
    failed: int = 0

    def check(self, name: str, holds: bool, seen: object) -> None:
        """Counts a check; says what was seen if it does not hold."""
        self.passed += holds
        self.failed += not holds
        print(f"ok       {name}" if holds else f"FAILED   {name}: {seen}", flush=True)

    def check_report(self, name: str, taken: Photograph, expected: Mapping[str, str]) -> None:
        """Checks the results of a window: `STATUS VALUE`, or `STATUS REASON`, by key."""
        seen = {
            key: f"{result.status} {result.reason if result.value is None else result.value}"
            for key, result in taken.report.items()
        }
        problems = [problem.reason for problem in taken.run.problems]
        self.check(f"{name}: report", seen == expected and not problems, (seen, problems))


def check_color_schemes(checks: Checks, photographer: Photographer) -> Photograph:
    """Light and dark; returns the picture that others are compared with."""
    light = photographer.take("light", ORDINARY)
    checks.check_report("light", light, {key: f"applied {ORDINARY[key]}" for key in ORDINARY})
    checks.check("light: background", not light.picture.is_dark, light.picture.background)

    dark = photographer.take("dark", {**ORDINARY, SCHEME: "dark"})
    checks.check_report(
        "dark",
        dark,
        {SCHEME: "applied dark", SIZE: "applied medium", CONTRAST: "applied normal"},
    )
    checks.check("dark: background", dark.picture.is_dark, dark.picture.background)
    changed = dark.picture.differs_from(light.picture)
    checks.check("dark: the whole window changed", changed > 0.9, changed)
    checks.check(
        "dark: text is as large as in light",
        abs(dark.picture.heading_height - light.picture.heading_height) <= 1,
        (dark.picture.heading_height, light.picture.heading_height),
    )
    return light


def check_reports(checks: Checks, light: Photograph) -> None:
    """What one run published: before there is a window, before it shows, and when it shows."""
    reports = {envelope.sequence: envelope for envelope in light.run.processes}
    checks.check("published three times", sorted(reports) == [0, 1, 2], sorted(reports))
    if sorted(reports) != [0, 1, 2]:
        return
    reasons = ["No window has opened yet.", "The window is not on the screen yet."]
    for sequence, reason in enumerate(reasons):
        seen = {key: (r.status, r.reason) for key, r in reports[sequence].report.items()}
        expected = dict.fromkeys(ORDINARY, ("unverified", reason))
        checks.check(f"nothing is applied in report {sequence}", seen == expected, seen)
    checks.check("the last report counts", light.report == reports[2].report, light.report.encode())
    checks.check("one process published", len({e.pid for e in reports.values()}) == 1, reports)


def check_content_sizes(checks: Checks, photographer: Photographer, light: Photograph) -> None:
    """Text grows from size to size, by as much as the sizes say."""
    heights: list[int] = []
    for size in SIZES:
        taken = photographer.take(f"size_{size}", {**ORDINARY, SIZE: size})
        heights.append(taken.picture.heading_height)
        checks.check_report(
            size,
            taken,
            {SCHEME: "applied light", SIZE: f"applied {size}", CONTRAST: "applied normal"},
        )
    # Neighbors among the small sizes may come to the same number of pixels.
    shrinks = heights != sorted(heights)
    grows = not shrinks and all(a < b for a, b in zip(heights, heights[2:], strict=False))
    checks.check("text grows from size to size", grows, heights)
    growth = heights[-1] / light.picture.heading_height
    checks.check("the largest text is 3.3 times the medium one", 3.0 < growth < 3.6, growth)


def check_contrasts(checks: Checks, photographer: Photographer, light: Photograph) -> None:
    """Lines around controls stand out where high contrast was requested, and only there."""
    checks.check(
        "light: lines are faint", light.picture.line_contrast < 2, light.picture.line_contrast
    )
    for scheme in ("light", "dark"):
        name = f"high_contrast_{scheme}"
        taken = photographer.take(name, {**ORDINARY, CONTRAST: "high", SCHEME: scheme})
        checks.check_report(
            name,
            taken,
            {SCHEME: f"applied {scheme}", SIZE: "applied medium", CONTRAST: "applied high"},
        )
        is_dark = taken.picture.is_dark
        checks.check(f"{name}: background", is_dark == (scheme == "dark"), is_dark)
        found = taken.picture.line_contrast
        checks.check(f"{name}: lines stand out", found >= 2, found)


def check_desktop(checks: Checks, photographer: Photographer) -> None:
    """What asks for nothing, or for what nobody knows, looks as the desktop has it."""
    plain = photographer.take("plain", {})
    checks.check("nothing requested: report", not plain.report, plain.report.encode())
    system = photographer.take("system", {SCHEME: "system", SIZE: "large"})
    checks.check_report("system", system, {SCHEME: "applied system", SIZE: "applied large"})
    checks.check(
        "system: text and background are the desktop's",
        system.picture.background == plain.picture.background
        and system.picture.heading_height == plain.picture.heading_height,
        (system.picture.background, system.picture.heading_height),
    )
    unknown = {SCHEME: "dark\x1b[31m", SIZE: "enormous", CONTRAST: "", "locale": "pl_PL"}
    taken = photographer.take("unknown", unknown)
    for key in (SCHEME, SIZE, CONTRAST):
        result = taken.report[key]
        checks.check(
            f"unknown {key}: unsupported, with a reason",
            result.status == "unsupported" and result.value is None and bool(result.reason),
            result,
        )
    locale = taken.report["locale"]
    checks.check("a variant without adapter", locale.status == "unverified", locale)
    checks.check("controls are not printed", b"\x1b" not in taken.run.stdout.data, taken.run.stdout)
    checks.check(
        "unknown: the window is as it was",
        taken.picture.background == plain.picture.background
        and taken.picture.heading_height == plain.picture.heading_height,
        (taken.picture.background, taken.picture.heading_height),
    )


def check_overruled(checks: Checks, photographer: Photographer) -> None:
    """GTK_THEME overrules the settings: they read as requested, and the window does not."""
    requested = {SCHEME: "dark", CONTRAST: "high"}
    taken = photographer.take("overruled", requested, {"GTK_THEME": "Adwaita"})
    checks.check_report(
        "overruled",
        taken,
        {
            SCHEME: "unverified GTK says that color_scheme is light.",
            CONTRAST: "unverified GTK says that accessibility.contrast is normal.",
        },
    )
    checks.check("overruled: background", not taken.picture.is_dark, taken.picture.background)
    taken = photographer.take("overruled_system", {SCHEME: "light"}, {"GTK_THEME": "Adwaita:dark"})
    expected = {SCHEME: "unverified GTK says that color_scheme is dark."}
    checks.check_report("overruled_system", taken, expected)


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
            check_overruled(checks, photographer)
            check_bad_launches(checks, program, photographer)
        except RuntimeError as error:
            checks.check("every launch opens a window", False, error)
    print(f"The pictures are in {os.path.relpath(folder)}.")
    print(f"window checks: {checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
