"""The rows that there are, and what is wanted of each: goals.json."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .numbers import TIMES, quantity, ratio


@dataclass(frozen=True)
class Goal:
    """What is wanted of a row's figure."""

    kind: str
    limit: float

    @property
    def is_lower_better(self) -> bool:
        """Whether the figure must not be above the limit."""
        return self.kind == "at_most"

    def is_met(self, figure: float) -> bool:
        """Whether a figure is good enough."""
        return figure <= self.limit if self.is_lower_better else figure >= self.limit

    def share(self, figure: float) -> float:
        """How much a figure uses of what the goal allows: 1 is just good enough, 0.5 half of it."""
        if self.is_lower_better and self.limit == 0:
            return 0 if figure == 0 else math.inf
        return figure / self.limit if self.is_lower_better else self.limit / figure


@dataclass(frozen=True)
class Row:
    """One comparison, or one number."""

    name: str
    program: str
    subject: str
    reference: str | None
    unit: str
    goal: Goal | None

    def figure(self, subject: float, reference: float | None) -> float:
        """Returns the figure that the row's goal is about."""
        if reference is None:
            return subject
        if self.goal is not None and self.goal.kind == "faster":
            return reference / subject
        return subject / reference

    def figure_text(self, figure: float) -> str:
        """Returns a figure as people read it."""
        if self.reference is None:
            return quantity(figure, self.unit)
        return f"{ratio(figure)}{TIMES}"

    @property
    def goal_text(self) -> str:
        """The goal as people read it; empty if there is none."""
        if self.goal is None:
            return ""
        sign = "≤" if self.goal.is_lower_better else "≥"
        if self.reference is None:
            return f"{sign} {quantity(self.goal.limit, self.unit)}"
        faster = " faster" if self.goal.kind == "faster" else ""
        return f"{sign} {self.goal.limit:g}{TIMES}{faster}"


@dataclass(frozen=True)
class Group:
    """Rows that belong together."""

    title: str
    rows: tuple[Row, ...]


def read_row(members: dict[str, Any]) -> Row:
    """Reads one row of goals.json."""
    goal = next((Goal(kind, limit) for kind, limit in members.get("goal", {}).items()), None)
    if goal is not None and goal.kind not in ("at_most", "at_least", "faster"):
        raise ValueError(f"{members['row']}: '{goal.kind}' is no kind of goal")
    return Row(
        members["row"],
        members["program"],
        members["subject"],
        members.get("reference"),
        members["unit"],
        goal,
    )


def read_goals(path: Path, only: str) -> list[Group]:
    """Reads the groups of rows whose names contain a text."""
    document = json.loads(path.read_text(encoding="utf-8"))
    groups = [
        Group(
            members["title"],
            tuple(read_row(row) for row in members["rows"] if only in row["row"]),
        )
        for members in document["groups"]
    ]
    return [group for group in groups if group.rows]
