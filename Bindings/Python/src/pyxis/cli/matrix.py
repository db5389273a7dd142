"""`pyxis matrix`: launches one program under many combinations of variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

import click

from ..runner.errors import MatrixError, RunnerError
from ..runner.executors import Executor, LocalExecutor
from ..runner.launching import Launch
from ..runner.limits import RETRIES
from ..runner.matrices import Matrix
from ..runner.matrix_files import MatrixFile, MatrixFileError, parse_matrix_file
from ..runner.matrix_results import MatrixResult
from ..runner.matrix_runs import MatrixRun
from ..runner.policies import Policy
from ..runner.rows import Row
from ..runner.selecting import select_rows
from .documents import check_can_write, print_json, write_file
from .launches import LaunchOptions, warn_of_doubts
from .parameters import Assignment, launch_options, merged
from .progress import MatrixProgress, show_summary
from .texts import printable

__all__ = ["command"]

EPILOG = """\b
Examples:
  pyxis matrix --axis color_scheme=light,dark --axis locale=pl_PL,ar -- ./app
  pyxis matrix -f variants.toml -k "dark and not =ar" -j 4 --retries 1 -- ./app
  pyxis matrix -f variants.toml --html report.html --junit junit.xml -- ./app
  pyxis matrix -f variants.toml --executor dask://scheduler:8786 -- /opt/app/bin/app

\b
A matrix file:
  timeout = "30s"
  set = { fixture = "demo" }             # of every row
  [axes]
  color_scheme = ["light", "dark"]
  locale = ["pl_PL", "ar"]
  [[exclude]]
  color_scheme = "dark"
  locale = "ar"
  [[row]]                                # one more
  id = "trial"
  set = { subscription.status = "trial" }
  environment = { DEBUG = "1" }

The exit code is 0 where every row passed, and else that of the first row that failed, in the
order of the matrix."""


@click.command(epilog=EPILOG, context_settings={"allow_interspersed_args": False})
@click.option("-f", "--file", type=click.File("rb"), help="Read the matrix from a file, or -.")
@click.option(
    "-a",
    "--axis",
    "axes",
    type=Assignment(is_variant=True),
    multiple=True,
    metavar="KEY=VALUE,VALUE…",
    help="Add an axis, also to those of a file: every value with every value of the others.",
)
@click.option(
    "-k", "select", metavar="EXPRESSION", help="Only rows whose ids match: 'dark and not =ar'."
)
@click.option("-j", "--jobs", type=click.IntRange(1), help="Rows at once. Default: one a core.")
@click.option(
    "--retries", type=click.IntRange(0, RETRIES), help="Try a failed row again, so many times."
)
@click.option("--executor", metavar="URL", help="Where rows run: local, or dask://HOST:PORT.")
@launch_options
@click.option("--list", "only_list", is_flag=True, help="List the rows, and launch nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as JSON.")
@click.option("--html", metavar="FILE", help="Write one self-contained page.")
@click.option("--junit", metavar="FILE", help="Write JUnit's XML, which CI systems read.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[--] PROGRAM [ARGUMENT]...")
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Launch a program under many combinations of variants, several at once."""
    given = LaunchOptions.of(options)
    rest = given.rest
    axes = {key: text.split(",") for key, text in merged("axis", rest["axes"], {}).items()}
    file = _read(rest["file"], axes) if rest["file"] else None
    matrix = file.matrix if file else _matrix(axes)
    rows = select_rows(matrix, rest["select"]) if rest["select"] is not None else list(matrix)
    if not rows:
        raise click.UsageError(f"no row matches {rest['select']!r}")
    if rest["only_list"]:
        _list(rows, rest["as_json"])
        return
    _check_outputs(rest)
    launch = given.launch(file)
    warn_of_doubts(launch, rows)
    result = _run(launch, rows, given.policy(file), file, rest)
    ctx.exit(result.exit_code)


def _run(
    launch: Launch,
    rows: Sequence[Row],
    policy: Policy,
    file: MatrixFile | None,
    rest: Mapping[str, Any],
) -> MatrixResult:
    retries = rest["retries"] if rest["retries"] is not None else file and file.retries
    with MatrixProgress(len(rows), policy, rest["quiet"]) as progress:
        run = MatrixRun(
            launch,
            rows,
            policy=policy,
            retries=retries or 0,
            executor=_executor(rest["executor"], rest["jobs"]),
            on_event=progress.tell,
        )
        try:
            with run:
                run.finish()
        finally:
            # What there is counts, also where somebody or something ended the run.
            progress.stop()
            _write(run.result(), rest)
    return run.result()


def _read(file: BinaryIO, axes: Mapping[str, Sequence[str]]) -> MatrixFile:
    """Reads a matrix file; a fault is shown in its line."""
    data = file.read()
    try:
        return parse_matrix_file(data, file.name, axes)
    except MatrixFileError as error:
        if error.line is None or error.column is None:
            raise
        # Lines as in the error's place: by newlines alone.
        line = data.decode("utf-8-sig", "replace").split("\n")[error.line - 1].rstrip("\r")
        before, after = printable(line[: error.column - 1]), printable(line[error.column - 1 :])
        text = f"{error}\n  {before}{after}\n  {' ' * len(before)}^"
        raise RunnerError(text) from error


def _matrix(axes: Mapping[str, Sequence[str]]) -> Sequence[Row]:
    if not axes:
        raise click.UsageError("there is no matrix: name a file by -f, or axes by --axis")
    try:
        return Matrix(axes)
    except MatrixError as error:
        raise click.UsageError(str(error)) from error


def _executor(url: str | None, jobs: int | None) -> Executor:
    if url in (None, "local"):
        return LocalExecutor(jobs)
    if url is not None and url.startswith("dask://"):
        from ..runner.dask_executor import DaskExecutor

        return DaskExecutor(url[len("dask://") :], jobs)
    raise click.UsageError(f"there is no executor {url!r}: write local, or dask://HOST:PORT")


def _list(rows: Sequence[Row], as_json: bool) -> None:
    if as_json:
        print_json([row.to_json() for row in rows])
        return
    for row in rows:
        click.echo(printable(row.id))


def _check_outputs(rest: Mapping[str, Any]) -> None:
    """Refuses what could not be written, before anything is launched."""
    paths = [path for path in (rest["html"], rest["junit"]) if path]
    if (rest["as_json"] or 0) + paths.count("-") > 1:
        raise click.UsageError("only one result can go to standard output")
    for path in paths:
        check_can_write(path)


def _write(result: MatrixResult, rest: Mapping[str, Any]) -> None:
    if not rest["quiet"]:
        show_summary(result)
    if rest["html"]:
        from .html import html_page

        write_file(rest["html"], html_page(result).encode("utf-8"))
    if rest["junit"]:
        from .junit import junit_xml

        write_file(rest["junit"], junit_xml(result))
    if rest["as_json"]:
        print_json(result.to_json())
