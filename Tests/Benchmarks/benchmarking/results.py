"""What was measured, row by row."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .goals import Group, Row
from .numbers import Spread
from .programs import Measurements


@dataclass(frozen=True)
class Result:
    """What was measured for one row."""

    row: Row
    subject: Spread
    reference: Spread | None
    figure: Spread
    slices: int

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is met; None if there is none."""
        return None if self.row.goal is None else self.row.goal.is_met(self.figure.median)

    def as_json(self) -> dict[str, Any]:
        """Returns the result for the file of results."""
        goal = self.row.goal
        return {
            "row": self.row.name,
            "subject": {"name": self.row.subject, **self.subject.as_json()},
            "reference": None
            if self.reference is None
            else {"name": self.row.reference, **self.reference.as_json()},
            "unit": self.row.unit,
            "slices": self.slices,
            "figure": self.figure.as_json(),
            "goal": None if goal is None else {goal.kind: goal.limit},
            "met": self.is_met,
        }


def result(row: Row, measurements: Measurements) -> Result | None:
    """Returns a row's result; None if the row could not be measured here.

    The figure of a comparison is taken pair by pair: what disturbs one side disturbs the other.
    """
    subject, reference = measurements.subject, measurements.reference
    if not subject:
        return None
    if row.reference is None:
        figures = [row.figure(value, None) for value in subject]
    else:
        figures = [row.figure(*pair) for pair in zip(subject, reference, strict=True)]
    return Result(
        row,
        Spread.of(subject),
        None if row.reference is None else Spread.of(reference),
        Spread.of(figures),
        len(figures),
    )


def machine() -> dict[str, Any]:
    """Returns on what the results were measured."""
    processor = ""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                processor = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    swift = subprocess.run(
        [os.environ.get("SWIFT", "swift"), "--version"], capture_output=True, text=True, check=False
    )
    version = swift.stdout.partition("Swift version ")[2].split(" ")[0]
    return {
        "processor": processor or platform.machine(),
        "cpus": len(os.sched_getaffinity(0)),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
        "swift": version,
    }


def write_json(path: Path, on: dict[str, Any], results: Iterable[Result]) -> None:
    """Writes all results to a file."""
    document = {"machine": on, "results": [result.as_json() for result in results]}
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def all_results(groups: Iterable[Group], measured: dict[str, Measurements]) -> list[Result]:
    """Returns the results of all rows that could be measured."""
    found = [result(row, measured[row.name]) for group in groups for row in group.rows]
    return [one for one in found if one is not None]
