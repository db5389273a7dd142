"""The commands of `pyxis`, each imported when it is used."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import click

from .. import __version__
from ..errors import PyxisError
from .ending import INTERRUPTED_CODE, Terminated, termination_as_exception

__all__ = ["LazyGroup", "program", "run"]

Table = dict[str, tuple[str, str]]
"""Commands by name: the module that has each as `command`, and one line about it."""

COMMANDS: Table = {
    "run": ("run", "Launch a program under variants, and say what became of each."),
    "matrix": ("matrix", "Launch a program under many combinations of variants."),
    "report": ("report", "Show results that were saved."),
    "payload": ("payload", "Make, check and explain launch payloads."),
    "explain": ("explain", "Tell what variants there are, and what a launch would do."),
    "completion": ("completion", "Print the script that completes commands in a shell."),
}


class LazyGroup(click.Group):
    """A group that imports a command when it is used; its help needs none of them."""

    def __init__(self, table: Table, package: str, **options: Any) -> None:
        super().__init__(**options)
        self._table = table
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports a command."""
        if cmd_name not in self._table:
            return None
        module = importlib.import_module(f"{self._package}.{self._table[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds a command, and suggests one where there is none of that name."""
        if args and args[0] not in self._table and not args[0].startswith("-"):
            from ..runner.suggesting import suggestion

            hint = suggestion(args[0], self._table)
            ctx.fail(f"there is no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the table, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._table.items()])


EPILOG = """\b
Examples:
  pyxis run --set color_scheme=dark -- ./app
  pyxis matrix --axis color_scheme=light,dark --axis locale=pl_PL,ar -- ./app
  pyxis matrix -f variants.toml -j 4 --html report.html --junit junit.xml -- ./app
  pyxis explain color_scheme

\b
Exit codes are those of timeout(1):
  the program's own, 128+n where signal n ended it
  121 a variant is not as --fail-on wants it    124 timed out
  122 the program published no report           125 pyxis itself failed
  123 what it published is no valid report      126, 127 it could not be executed
"""


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    package=__package__,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="pyxis")
def program() -> None:
    """Launch programs under variants, and hear what became of each.

    A program that embeds Pyxis is asked for variants, such as color_scheme=dark, and says which of
    them it applied. Data goes to standard output, progress to standard error.
    """


def run(arguments: Sequence[str]) -> int:
    """Runs the command line, and returns its exit code."""
    try:
        return _run(arguments)
    except OSError:
        # Standard error takes nothing: there is nowhere left to say why.
        return 125


def _run(arguments: Sequence[str]) -> int:
    try:
        with termination_as_exception():
            code = program.main(list(arguments), prog_name="pyxis", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
    except PyxisError as error:
        click.echo(f"pyxis: {error}", err=True)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED_CODE
    except Terminated as error:
        return error.code
    except OSError as error:
        click.echo(f"pyxis: {error}", err=True)
    return 125
