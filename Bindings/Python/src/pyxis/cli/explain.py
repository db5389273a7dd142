"""`pyxis explain`: what variants there are, and what a launch would do."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from ..runner.known_variants import (
    FAMILIES,
    KNOWN_VARIANTS,
    KnownVariant,
    doubt,
    find_known_variant,
)
from ..runner.launching import Launch
from ..runner.policies import Policy
from .documents import print_json
from .explained_launch import explained_launch, launch_lines
from .launches import LaunchOptions
from .parameters import launch_options
from .tables import show_report
from .texts import printable

__all__ = ["command"]

EPILOG = """\b
Examples:
  pyxis explain                                    all known variants
  pyxis explain color_scheme                       one of them, and its values
  pyxis explain accessibility.contrast=hihg        whether that looks right
  pyxis explain -s locale=pl_PL -t 30s -- ./app    what a launch would do
  pyxis explain --ask -t 30s -- ./app              which variants a program knows

Programs decide which variants they know. The known ones are those that hosts and runners agree
on."""


_PROGRAM = "pyxis.program"


class WithProgram(click.Command):
    """A command that keeps apart what stands before and after ``--``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Takes the program away, and reads the rest."""
        if "--" in args:
            position = args.index("--")
            ctx.meta[_PROGRAM] = args[position + 1 :]
            args = args[:position]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Shows the program in the usage, too."""
        return [*super().collect_usage_pieces(ctx), "[-- PROGRAM [ARGUMENT]...]"]


@click.command(cls=WithProgram, epilog=EPILOG)
@click.argument("variants", nargs=-1, metavar="[KEY[=VALUE]]...")
@launch_options
@click.option(
    "--ask",
    is_flag=True,
    help="Launch the program once, ask for a value of each known variant, and show its answers.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Tell what variants there are, or what a launch would do.

    Nothing is launched, unless --ask says so.
    """
    program = ctx.meta.get(_PROGRAM)
    if options["ask"]:
        given = LaunchOptions.of({**options, "command": program or ()})
        _ask(ctx, given.launch(), options["as_json"])
        return
    if program is not None:
        given = LaunchOptions.of({**options, "command": program})
        document = explained_launch(given.launch(), given)
        lines = launch_lines(document)
    else:
        found = [_explained_variant(text) for text in options["variants"]]
        document = {"variants": found or [_shown(each) for each in _all()]}
        lines = [line for each in found for line in _variant_lines(each)] or _overview()
    if options["as_json"]:
        print_json(document)
    else:
        for line in lines:
            click.echo(line)


def _ask(ctx: click.Context, launch: Launch, as_json: bool) -> None:
    """Shows what a program says of every known variant, and of those that were set."""
    examples = {key: each.example or each.values[0] for key, each in KNOWN_VARIANTS.items()}
    result = replace(launch, requested={**examples, **launch.requested}).run()
    if as_json:
        print_json(result.to_json())
    else:
        show_report(result.report, result.requested, sys.stdout)
    if result.report_state != "present":
        failures = Policy().failures(result)
        click.echo(f"pyxis: {printable(failures[0].text)}", err=True)
        ctx.exit(failures[0].code)


def _all() -> Sequence[KnownVariant]:
    return (*KNOWN_VARIANTS.values(), *FAMILIES.values())


def _overview() -> list[str]:
    width = max(len(variant.key) for variant in _all())
    return [
        f"{variant.key:{width}}  {variant.meaning}: "
        + (", ".join(variant.values) or f"any text, such as {variant.example}")
        for variant in _all()
    ]


def _shown(variant: KnownVariant | None) -> dict[str, Any]:
    if variant is None:
        return {"known": False}
    return {
        "known": True,
        "key": variant.key,
        "meaning": variant.meaning,
        "values": list(variant.values),
        "example": variant.example or variant.values[0],
    }


def _explained_variant(text: str) -> dict[str, Any]:
    key, equals, value = text.partition("=")
    known = find_known_variant(key)
    example = (known.example or known.values[0]) if known else ""
    return {
        **_shown(known),
        "key": key,
        "value": value if equals else None,
        "doubt": doubt(key, value if equals else example),
    }


def _variant_lines(found: dict[str, Any]) -> list[str]:
    lines = [printable(found["key"])]
    if found["known"]:
        lines.append(f"  {found['meaning']}")
        if found["values"]:
            lines += ["  values:", *(f"    {value}" for value in found["values"])]
        else:
            lines.append(f"  values: any text, such as {found['example']}")
        lines.append(f"  try: pyxis run --set {found['key']}={found['example']} -- ./app")
    if found["doubt"]:
        lines.append(f"  {found['doubt']}")
    elif found["value"] is not None:
        lines.append(f"  {printable(found['value'])!r} is fine")
    return lines
