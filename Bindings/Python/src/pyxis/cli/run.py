"""`pyxis run`: launches one program."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..runner.launching import Launch
from ..runner.policies import Policy
from ..runner.results import RunResult
from .documents import print_json
from .launches import LaunchOptions, warn_of_doubts
from .parameters import launch_options
from .tables import show_report
from .texts import TerminalFilter, printable

__all__ = ["command"]

EPILOG = """\b
Examples:
  pyxis run --set color_scheme=dark --set locale=pl_PL -- ./app --some-option
  pyxis run -s subscription.status=trial --timeout 30s --fail-on unverified -- ./app
  pyxis run -s color_scheme=dark --json -- ./app | jq .report

What the program prints is passed on as it comes; on a terminal, without what would control it. With
--json it is part of the result, and standard output has nothing else."""


@click.command(epilog=EPILOG, context_settings={"allow_interspersed_args": False})
@launch_options
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing about variants, only failures.")
@click.option("--raw", is_flag=True, help="Pass output on to a terminal as it is.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[--] PROGRAM [ARGUMENT]...")
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Launch a program under variants, and say what became of each.

    The exit code is the program's own, or says what failed: see 'pyxis --help'.
    """
    given = LaunchOptions.of(options)
    reads_stdin = given.payload is not None and given.payload.name == "<stdin>"
    launch = given.launch(inherit_stdin=not reads_stdin)
    policy = given.policy()
    warn_of_doubts(launch)
    result = _run(launch, given.rest["as_json"], given.rest["raw"])
    failures = policy.failures(result)
    if given.rest["as_json"]:
        print_json(_document(result, policy))
    elif not given.rest["quiet"]:
        show_report(result.report, result.requested)
        for problem in result.problems:
            click.echo(f"pyxis: note: {problem}", err=True)
    for failure in failures:
        click.echo(f"pyxis: {printable(failure.text)}", err=True)
    ctx.exit(failures[0].code if failures else 0)


def _run(launch: Launch, as_json: bool, raw: bool) -> RunResult:
    if as_json:
        return launch.run()
    outputs = {
        "stdout": _Passing(sys.stdout.buffer, raw),
        "stderr": _Passing(sys.stderr.buffer, raw),
    }
    result = launch.run(on_output=lambda name, piece: outputs[name].add(piece))
    for output in outputs.values():
        output.finish()
    return result


class _Passing:
    """Passes a program's output on."""

    def __init__(self, file: Any, raw: bool) -> None:
        self._file = file
        self._filter = None if raw or not file.isatty() else TerminalFilter()

    def add(self, piece: bytes) -> None:
        self._write(self._filter.add(piece).encode() if self._filter else piece)

    def finish(self) -> None:
        if self._filter:
            self._write(self._filter.finish().encode())

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()


def _document(result: RunResult, policy: Policy) -> dict[str, Any]:
    failures = policy.failures(result)
    return {
        **result.to_json(),
        "failures": [failure.text for failure in failures],
        "exit_code": failures[0].code if failures else 0,
    }
