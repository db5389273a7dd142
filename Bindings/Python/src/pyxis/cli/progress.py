"""Shows how a matrix gets on: on standard error, and as plain lines without a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ..runner.executors import Started
from ..runner.matrix_results import Attempt, MatrixResult, RowResult
from ..runner.matrix_runs import MatrixEvent
from ..runner.policies import Policy
from ..runner.rows import Row
from .tables import ROW_MARKS, STYLES, styled_console
from .texts import printable

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["MatrixProgress", "show_summary"]


class MatrixProgress:
    """Tells what happens to the rows of a matrix."""

    def __init__(self, total: int, policy: Policy, quiet: bool = False) -> None:
        self._total = total
        self._policy = policy
        self._quiet = quiet
        self._done = 0
        self._failed: dict[str, Attempt] = {}
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> MatrixProgress:
        console = None if self._quiet else styled_console(sys.stderr)
        if console is not None:
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeElapsedColumn,
            )

            columns = (
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("{task.description}", markup=False),
            )
            self._bar = Progress(*columns, console=console, transient=True)
            self._task = self._bar.add_task("", total=self._total)
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def tell(self, row: Row, event: MatrixEvent) -> None:
        """Takes the next event of a run."""
        if isinstance(event, Started):
            self._tell_again(row)
            if self._bar is not None and self._task is not None:
                self._bar.update(self._task, description=printable(row.id)[:60])
        elif isinstance(event, Attempt):
            self._failed[row.id] = event
        else:
            self._tell_row(event)

    def _tell_again(self, row: Row) -> None:
        """Says why a row is tried again."""
        attempt = self._failed.pop(row.id, None)
        if attempt is not None:
            where = f" on {attempt.worker}" if attempt.worker else ""
            failures = self._policy.failures(attempt.result)
            reason = failures[0].text if failures else "it failed"
            text = f"{row.id}: attempt {attempt.number}{where}: {reason}; trying again"
            self._print(printable(text), "yellow")

    def _tell_row(self, row: RowResult) -> None:
        self._done += 1
        if self._bar is not None and self._task is not None:
            self._bar.advance(self._task)
        width = len(str(self._total))
        duration = sum(attempt.result.duration for attempt in row.attempts)
        text = f"[{self._done:{width}}/{self._total}] {ROW_MARKS[row.status]} {row.status}"
        text += f"  {printable(row.row.id)} ({duration:.2f} s{_attempts(row)})"
        self._print(text, STYLES[row.status])

    def _print(self, text: str, style: str) -> None:
        if self._quiet:
            return
        if self._bar is None:
            click.echo(text, err=True)
            return
        from rich.text import Text

        self._bar.console.print(Text(text, style))


def show_summary(result: MatrixResult) -> None:
    """Says on standard error how many rows passed, and why the others did not."""
    for row in result.rows:
        if row.status != "failed":
            continue
        click.echo(f"{printable(row.row.id)}:", err=True)
        for failure in row.failures:
            click.echo(f"  {printable(failure)}", err=True)
    counts = ", ".join(f"{count} {status}" for status, count in sorted(result.counts.items()))
    retries = f", {result.retries} retried" if result.retries else ""
    click.echo(f"{counts}{retries} in {result.duration:.1f} s", err=True)


def _attempts(row: RowResult) -> str:
    return f", {len(row.attempts)} attempts" if len(row.attempts) > 1 else ""
