"""Shows reports on a terminal as tables, and elsewhere as plain lines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

import click

from .._reports import Report, Result
from .texts import printable

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["MARKS", "ROW_MARKS", "STYLES", "show_report", "styled_console"]

MARKS = {"applied": "✓", "observed": "●", "unsupported": "⊘", "unverified": "?"}
"""What marks each status, so that it can be told without colours."""

ROW_MARKS = {"passed": "✓", "flaky": "≈", "failed": "✗", "interrupted": "!", "not run": "·"}
"""What marks the status of each row."""

STYLES = {
    "applied": "green",
    "observed": "cyan",
    "unsupported": "yellow",
    "unverified": "red",
    "passed": "green",
    "flaky": "yellow",
    "failed": "red",
    "interrupted": "red",
    "not run": "dim",
}
"""The colour of each status."""


def styled_console(file: TextIO) -> Console | None:
    """A console for a terminal, or None where plain lines are better."""
    if not file.isatty():
        return None
    from rich.console import Console

    return Console(file=file, highlight=False, markup=False, emoji=False)


def show_report(report: Report, requested: Mapping[str, str], file: TextIO = sys.stderr) -> None:
    """Shows what became of each variant."""
    if not report:
        return
    rows = [_row(key, requested.get(key), result) for key, result in report.items()]
    console = styled_console(file)
    if console is None:
        for status, key, value, note in rows:
            click.echo(_joined(f"{key}: {status}", value, note), file=file)
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=True, header_style="dim")
    for name in ("variant", "status", "value", "why"):
        table.add_column(name, overflow="fold")
    for status, key, value, note in rows:
        word = Text(f"{MARKS[status]} {status}", STYLES[status])
        table.add_row(Text(key), word, Text(value), Text(note))
    console.print(table)


def _row(key: str, asked: str | None, result: Result) -> tuple[str, str, str, str]:
    notes: Iterable[str | None] = (
        result.reason,
        "not asked for" if asked is None else None,
        f"asked for {asked!r}" if asked is not None and result.value not in (None, asked) else None,
    )
    note = "; ".join(printable(text) for text in notes if text)
    value = "" if result.value is None else printable(result.value) or '""'
    return result.status, printable(key), value, note


def _joined(start: str, value: str, note: str) -> str:
    return f"{start} {value}".rstrip() + (f" ({note})" if note else "")
