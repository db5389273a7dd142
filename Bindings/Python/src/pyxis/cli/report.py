"""`pyxis report`: shows results that were saved."""

from __future__ import annotations

import sys
from typing import BinaryIO, Union

import click

from .._reports import Report
from ..errors import PyxisError
from ..runner.envelopes import decode_envelope
from ..runner.errors import ResultError
from ..runner.matrix_results import Attempt, MatrixResult, RowResult
from ..runner.outcomes import TOOL_ERROR_CODE
from ..runner.results import RunResult
from ..runner.selecting import select_rows
from ..runner.strict_json import decode_object
from .documents import print_json, write_file
from .progress import show_summary
from .tables import ROW_MARKS, show_report
from .texts import printable, printable_lines

__all__ = ["command"]

Saved = Union[MatrixResult, RunResult, Report]

EPILOG = """\b
Examples:
  pyxis matrix -f variants.toml --json -- ./app > result.json
  pyxis report show result.json
  pyxis report show -k "locale=ar" --output result.json
  pyxis report show result.json --html report.html --junit junit.xml"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Show results that were saved: of a run, of a matrix, or a report that a program published."""


@command.command("show", epilog=EPILOG)
@click.argument("file", type=click.File("rb"))
@click.option("-k", "select", metavar="EXPRESSION", help="Only rows whose ids match.")
@click.option("--output", is_flag=True, help="Show what the program printed, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--html", metavar="FILE", help="Write one self-contained page.")
@click.option("--junit", metavar="FILE", help="Write JUnit's XML.")
@click.pass_context
def show(
    ctx: click.Context,
    file: BinaryIO,
    select: str | None,
    output: bool,
    as_json: bool,
    html: str | None,
    junit: str | None,
) -> None:
    """Show the result in FILE (- is standard input).

    The exit code is 0 where the whole result was shown, also where rows of it failed, and 125 where
    rows of a matrix that was interrupted never came to an end.
    """
    try:
        saved = _load(file.read())
    except PyxisError as error:
        raise ResultError(f"{file.name}: {error}") from error
    if select is not None:
        saved = _selected(saved, select)
    if html:
        from .html import html_page

        write_file(html, html_page(_as_matrix(saved)).encode("utf-8"))
    if junit:
        from .junit import junit_xml

        write_file(junit, junit_xml(_as_matrix(saved)))
    if as_json:
        print_json(saved.to_json() if not isinstance(saved, Report) else _report_json(saved))
    elif not (html or junit):
        _show(saved, output)
    if isinstance(saved, MatrixResult) and not saved.is_complete:
        click.echo("pyxis: the matrix was interrupted: not every row came to its end", err=True)
        ctx.exit(TOOL_ERROR_CODE)


def _load(data: bytes) -> Saved:
    """What kind of result a text is, and the result."""
    members, _ = decode_object(data)
    if members.get("kind") == "matrix":
        return MatrixResult.from_json(members)
    if members.get("kind") == "run":
        return RunResult.from_json(members)
    if "run_id" in members and "report" in members:
        return decode_envelope(data).report
    if "variants" in members:
        return Report.decode(data)
    raise ResultError("it is neither a result of pyxis nor a report")


def _selected(saved: Saved, expression: str) -> Saved:
    if not isinstance(saved, MatrixResult):
        raise click.UsageError("only a matrix has rows to select")
    chosen = {row.id for row in select_rows([row.row for row in saved.rows], expression)}
    rows = tuple(row for row in saved.rows if row.row.id in chosen)
    if not rows:
        raise click.UsageError(f"no row matches {expression!r}")
    return MatrixResult(saved.command, saved.policy, rows, saved.started, saved.duration)


def _as_matrix(saved: Saved) -> MatrixResult:
    """A result as a matrix, of one row if it is one run."""
    from ..runner.policies import Policy
    from ..runner.rows import Row

    if isinstance(saved, MatrixResult):
        return saved
    if isinstance(saved, Report):
        raise click.UsageError("a report alone makes no page: save a result with --json")
    policy = Policy()
    failures = policy.failures(saved)
    row = RowResult(
        Row("run", saved.requested),
        (Attempt(1, saved),),
        tuple(failure.text for failure in failures),
        failures[0].code if failures else 0,
    )
    return MatrixResult(saved.command, policy, (row,), saved.started, saved.duration)


def _report_json(report: Report) -> object:
    members, _ = decode_object(report.encode())
    return members


def _show(saved: Saved, output: bool) -> None:
    stdout = sys.stdout
    if isinstance(saved, Report):
        show_report(saved, {key: result.value or "" for key, result in saved.items()}, stdout)
        return
    if isinstance(saved, RunResult):
        _show_run(saved, output)
        return
    for row in saved.rows:
        click.echo(f"{ROW_MARKS[row.status]} {row.status}  {printable(row.row.id)}")
        for failure in row.failures:
            click.echo(f"  {printable(failure)}")
        for attempt in row.attempts:
            if len(row.attempts) > 1:
                where = f" on {attempt.worker}" if attempt.worker else ""
                click.echo(f"  attempt {attempt.number}{where}:")
            _show_run(attempt.result, output)
    show_summary(saved)


def _show_run(result: RunResult, output: bool) -> None:
    show_report(result.report, result.requested, sys.stdout)
    click.echo(f"the host {printable(str(result.outcome))} after {result.duration:.2f} s")
    for problem in result.problems:
        click.echo(f"note: {printable(str(problem))}")
    if output:
        for name in ("stdout", "stderr"):
            text = printable_lines(getattr(result, name).text)
            if text:
                click.echo(f"--- {name}\n{text.rstrip()}")
