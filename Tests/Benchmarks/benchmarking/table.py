"""Shows results as a table in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .goals import Group, Row
from .numbers import quantity, ratio
from .results import Result

# How wide the table is where there is no terminal to fit.
WIDTH_OF_FILES = 110


def spread_text(result: Result) -> str:
    """Returns where the middle 80 % of a row's figures lie."""
    if result.slices == 1:
        return ""
    low, high = result.figure.low, result.figure.high
    if result.row.reference is None:
        return f"{quantity(low, result.row.unit)} … {quantity(high, result.row.unit)}"
    return f"{ratio(low)} … {ratio(high)}"


def cells(row: Row, result: Result | None) -> list[Text]:
    """Returns the cells of one row."""
    names = Text(row.subject)
    if row.reference is not None:
        names.append(f"\n  beside {row.reference}", "dim")
    if result is None:
        return [names, Text("not measured here", "yellow")]
    times = Text(quantity(result.subject.median, row.unit))
    if result.reference is not None:
        times.append(f"\n{quantity(result.reference.median, row.unit)}", "dim")
    style = {True: "green", False: "bold red", None: ""}[result.is_met]
    mark = {True: "✓", False: "✗", None: ""}[result.is_met]
    return [
        names,
        times,
        Text(row.figure_text(result.figure.median), style),
        Text(spread_text(result), "dim"),
        Text(row.goal_text),
        Text(mark, style),
    ]


def new_table(with_goals: bool) -> Table:
    """Makes a table without rows."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("", overflow="fold", min_width=30)
    table.add_column("Median", justify="right", no_wrap=True)
    table.add_column("Ratio", justify="right", no_wrap=True)
    table.add_column("10 … 90 %", justify="right", no_wrap=True)
    if with_goals:
        table.add_column("Goal", no_wrap=True)
        table.add_column("", no_wrap=True)
    return table


def show(
    groups: Sequence[Group], results: Mapping[str, Result], machine: Mapping[str, Any]
) -> None:
    """Prints all groups, and how many goals are met."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH_OF_FILES
    table = new_table(any(row.goal for group in groups for row in group.rows))
    for group in groups:
        table.add_row(Text(group.title, "bold"))
        for row in group.rows:
            table.add_row(*cells(row, results.get(row.name))[: len(table.columns)])
        table.add_section()
    console.print(table)
    with_goal = [result for result in results.values() if result.is_met is not None]
    met = sum(1 for result in with_goal if result.is_met)
    if with_goal:
        console.print(f"Goals: {met} of {len(with_goal)} met.", style="bold")
    versions = {"Swift": machine["swift"], **machine.get("peers", {})}
    console.print(
        "A ratio is the median of those of slice pairs, measured in turns on one machine: "
        f"{machine['processor']}, {machine['cpus']} CPUs, {machine['system']}, "
        f"{', '.join(f'{name} {version}' for name, version in versions.items())}.",
        style="dim",
    )
