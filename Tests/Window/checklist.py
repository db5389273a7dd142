"""What the checks of windows print, and how they count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from photographs import Photograph
from pyxis.runner.known_variants import KNOWN_VARIANTS

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
