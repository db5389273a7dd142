"""Shows one launch of all hosts as tables, with every disagreement in red."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .hosts import Outcome
from .model import problem, same
from .suite import differences

DISAGREEMENT = "bold red"
STATUS_STYLES = {
    "applied": "green",
    "observed": "cyan",
    "unsupported": "yellow",
    "unverified": "magenta",
}
LONGEST_TEXT = 300


class Absent:
    """Stands for what a host did not print."""


ABSENT = Absent()


def shown(value: Any) -> str:
    """Returns a value as text without controls, which could move the cursor."""
    if isinstance(value, Absent):
        return "—"
    text = value if isinstance(value, str) else json.dumps(value)
    escaped = "".join(
        f"\\u{{{ord(character):x}}}"
        if unicodedata.category(character)[0] in "CZ" and character != " "
        else character
        for character in text[:LONGEST_TEXT]
    )
    return escaped + ("…" if len(text) > LONGEST_TEXT else "")


def agree(values: Sequence[Any]) -> bool:
    """Whether all hosts printed the same."""
    return all(
        type(value) is type(values[0]) and (isinstance(value, Absent) or same(value, values[0]))
        for value in values
    )


def look_up(outcome: Outcome, *path: str | int) -> Any:
    """Returns a part of a host's document, or ABSENT."""
    part: Any = outcome.document
    for name in path:
        try:
            part = part[name]
        except (KeyError, IndexError, TypeError):
            return ABSENT
    return part


def names(outcomes: Sequence[Outcome], *path: str | int) -> list[str]:
    """Returns the names of the members that any host printed in a part of its document."""
    found: dict[str, None] = {}
    for outcome in outcomes:
        part = look_up(outcome, *path)
        found.update(dict.fromkeys(part if isinstance(part, Mapping) else ()))
    return list(found)


def new_table(title: str, *columns: str, caption: str | None = None) -> Table:
    """Makes a table as narrow as its content; only the last column of text may wrap."""
    table = Table(
        title=title,
        title_style="bold",
        title_justify="left",
        caption=caption,
        caption_justify="left",
        caption_style="dim",
        box=box.SIMPLE_HEAD,
        header_style="bold",
        show_edge=False,
        padding=(0, 1, 0, 0),
    )
    for column in columns[:-1]:
        table.add_column(column, no_wrap=True)
    table.add_column(columns[-1], overflow="fold")
    return table


def requested_table(outcomes: Sequence[Outcome]) -> Table:
    """Shows what the hosts say was requested."""
    table = new_table("Requested", "Variant", "Value")
    for key in names(outcomes, "requested"):
        values = [look_up(outcome, "requested", key) for outcome in outcomes]
        if agree(values):
            table.add_row(shown(key), shown(values[0]))
            continue
        for outcome, value in zip(outcomes, values, strict=True):
            text = f"{shown(value)} ({outcome.language})"
            table.add_row(Text(shown(key), DISAGREEMENT), Text(text, DISAGREEMENT))
    return table


def steps_table(outcomes: Sequence[Outcome]) -> Table:
    """Shows each entry at each step, as each host sees it."""
    languages = [outcome.language for outcome in outcomes]
    table = new_table(
        "Entries", "Step", "Entry", *languages, caption="Bold: not what it was the step before."
    )
    steps = [look_up(outcome, "steps") for outcome in outcomes]
    count = max((len(list_) for list_ in steps if isinstance(list_, list)), default=0)
    for step in range(count):
        titles = [look_up(outcome, "steps", step, "name") for outcome in outcomes]
        title = Text(shown(titles[0]), "bold" if agree(titles) else DISAGREEMENT)
        for entry in names(outcomes, "steps", step, "entries"):
            values = [look_up(outcome, "steps", step, "entries", entry) for outcome in outcomes]
            style = "" if agree(values) else DISAGREEMENT
            cells = [
                Text(shown(value), style or ("bold cyan" if changed else ""))
                for value, changed in zip(
                    values, changes(outcomes, step, entry, values), strict=True
                )
            ]
            table.add_row(title, Text(shown(entry), style), *cells)
            title = Text()
        table.add_section()
    return table


def changes(
    outcomes: Sequence[Outcome], step: int, entry: str, values: Sequence[Any]
) -> list[bool]:
    """Says for each host whether an entry is not what it was the step before."""
    if step == 0:
        return [False] * len(values)
    earlier = [look_up(outcome, "steps", step - 1, "entries", entry) for outcome in outcomes]
    return [not agree(pair) for pair in zip(earlier, values, strict=True)]


def report_table(outcomes: Sequence[Outcome]) -> Table:
    """Shows what became of each variant; where the hosts do not agree, for each of them."""
    results = {
        key: [look_up(outcome, "report", key) for outcome in outcomes]
        for key in names(outcomes, "report")
    }
    if all(map(agree, results.values())):
        table = new_table("Report", "Variant", "Status", "Value or reason")
        for key, seen in results.items():
            table.add_row(*result_cells(key, seen[0], None))
        return table
    table = new_table("Report", "Host", "Variant", "Status", "Value or reason")
    for key, seen in results.items():
        if agree(seen):
            table.add_row("all", *result_cells(key, seen[0], None))
            continue
        for outcome, result in zip(outcomes, seen, strict=True):
            cells = result_cells(key, result, DISAGREEMENT)
            table.add_row(Text(outcome.language, DISAGREEMENT), *cells)
    return table


def result_cells(key: str, result: Any, style: str | None) -> list[Text]:
    """Returns the cells of one result."""
    members = result if isinstance(result, dict) else {}
    status = shown(members.get("status", ABSENT))
    parts = [shown(members[name]) for name in ("value", "reason") if name in members]
    return [
        Text(shown(key), style or ""),
        Text(status, style or STATUS_STYLES.get(status, "")),
        Text(" · ".join(parts), style or ""),
    ]


def errors_table(outcomes: Sequence[Outcome]) -> Table:
    """Shows why the preparation failed."""
    table = new_table("Preparation failed", "Host", "Status", "Offset", "Message")
    errors = [look_up(outcome, "error") for outcome in outcomes]
    style = "" if agree(errors) else DISAGREEMENT
    for outcome in outcomes:
        cells = [look_up(outcome, "error", name) for name in ("status", "offset")]
        message = " / ".join(map(shown, outcome.messages.split("\n"))).strip(" /")
        texts = [outcome.language, *map(shown, cells), message]
        table.add_row(*(Text(text, style) for text in texts))
    return table


def faults(outcomes: Sequence[Outcome], requested: Mapping[str, str] | None) -> list[str]:
    """Says what each host did that it must not do."""
    found = []
    for outcome in outcomes:
        fault = outcome.fault
        if fault is None and requested is not None:
            fault = problem(outcome.document, requested)
        if fault:
            found.append(f"{outcome.language}: {fault}")
    return found


def print_differences(console: Console, outcomes: Sequence[Outcome]) -> None:
    """Prints a diff of the first host and each other one that does not agree with it."""
    for other in outcomes[1:]:
        if same(outcomes[0].comparable, other.comparable):
            continue
        for line in differences(outcomes[0], other):
            style = {"+": "green", "-": "red"}.get(line[0], "dim")
            console.print(Text(line, style))


def show(outcomes: Sequence[Outcome], requested: Mapping[str, str] | None) -> int:
    """Shows a launch, and returns the exit status: 1 if something is wrong.

    `requested` is what the launch asked for, where the documents are to be checked against it.
    """
    reconfigure: Callable[..., None] | None = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    console = Console(highlight=False)
    parts = {
        "requested": requested_table,
        "steps": steps_table,
        "report": report_table,
        "error": errors_table,
    }
    usable = [outcome for outcome in outcomes if outcome.fault is None]
    for name, make in parts.items():
        if any(look_up(outcome, name) not in (ABSENT, None, {}) for outcome in usable):
            console.print(make(usable))
            console.print()
    found = faults(outcomes, requested)
    for fault in found:
        console.print(Text(f"✗ {shown(fault)}", DISAGREEMENT))
    agreed = agree([outcome.comparable for outcome in usable])
    if not agreed:
        console.print(Text("✗ The hosts do not agree:", DISAGREEMENT))
        print_differences(console, usable)
    elif not found:
        languages = [outcome.language for outcome in outcomes]
        everyone = f"{', '.join(languages[:-1])} and {languages[-1]}"
        console.print(Text(f"✓ {everyone} agree in everything they see.", "bold green"))
    return 1 if found or not agreed else 0
