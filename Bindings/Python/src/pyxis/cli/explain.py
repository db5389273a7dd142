"""`pyxis explain`: what variants there are, and what a launch would do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from typing import Any

import click

from .._variants import Variants
from ..runner.known_variants import (
    FAMILIES,
    KNOWN_VARIANTS,
    KnownVariant,
    doubt,
    find_known_variant,
)
from ..runner.launching import Launch
from ..runner.limits import PAYLOAD_IN_ENVIRONMENT
from ..runner.running import LAUNCH_VARIABLES
from .documents import print_json
from .launches import LaunchOptions
from .parameters import launch_options
from .texts import printable

__all__ = ["command"]

EPILOG = """\b
Examples:
  pyxis explain                                    all known variants
  pyxis explain color_scheme                       one of them, and its values
  pyxis explain accessibility.contrast=hihg        whether that looks right
  pyxis explain -s locale=pl_PL -t 30s -- ./app    what a launch would do

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
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Tell what variants there are, or what a launch would do. Nothing is launched."""
    program = ctx.meta.get(_PROGRAM)
    if program is not None:
        given = LaunchOptions.of({**options, "command": program})
        document = _explained_launch(given.launch(), given)
        lines = _launch_lines(document)
    else:
        found = [_explained_variant(text) for text in options["variants"]]
        document = {"variants": found or [_shown(each) for each in _all()]}
        lines = [line for each in found for line in _variant_lines(each)] or _overview()
    if options["as_json"]:
        print_json(document)
    else:
        for line in lines:
            click.echo(line)


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


def _explained_launch(launch: Launch, given: LaunchOptions) -> dict[str, Any]:
    payload = Variants(launch.requested).encode()
    by_file = len(payload) > PAYLOAD_IN_ENVIRONMENT
    used = "PYXIS_BOOTSTRAP_FILE" if by_file else "PYXIS_BOOTSTRAP"
    doubts = [doubt(key, value) for key, value in launch.requested.items()]
    return {
        "command": list(launch.command),
        "executable": _executable(launch),
        "directory": launch.directory or os.getcwd(),
        "requested": dict(launch.requested),
        "payload_bytes": len(payload),
        "payload_variable": used,
        "environment": dict(launch.environment),
        "replaced": [name for name in LAUNCH_VARIABLES if name in os.environ],
        "timeout": launch.timeout,
        "grace": launch.grace,
        "fail_on": sorted(given.policy().words),
        "doubts": [text for text in doubts if text],
    }


def _executable(launch: Launch) -> str | None:
    """The file that would be executed, or None where there is none."""
    name = launch.command[0]
    path = launch.environment.get("PATH", os.environ.get("PATH", os.defpath))
    if "/" not in name:
        return shutil.which(name, path=path)
    file = os.path.join(launch.directory or os.getcwd(), name)
    return file if os.access(file, os.X_OK) and os.path.isfile(file) else None


def _launch_lines(found: dict[str, Any]) -> list[str]:
    executable = found["executable"] or "nothing: it is not there, or cannot be executed"
    way = "a private file" if found["payload_variable"].endswith("FILE") else "the environment"
    limit = "no limit" if found["timeout"] is None else f"{found['timeout']:g} s, then TERM"
    limit += "" if found["timeout"] is None else f", and KILL after {found['grace']:g} s more"
    lines = [
        f"executes   {printable(executable)}",
        f"arguments  {printable(' '.join(found['command'][1:])) or 'none'}",
        f"in         {printable(found['directory'])}",
        f"time       {limit}",
        f"payload    {found['payload_bytes']} bytes through {way}, {found['payload_variable']}",
        "reports    into a private directory, PYXIS_REPORT_DIR, for one PYXIS_RUN_ID",
        f"fails on   its own exit code, {', '.join(found['fail_on']) or 'and nothing else'}",
    ]
    for name, value in found["environment"].items():
        shown = "is taken away" if value is None else printable(value)
        lines.append(f"variable   {printable(name)} {shown}")
    lines += [f"replaces   {name} of this environment" for name in found["replaced"]]
    lines += [
        f"asks for   {printable(key)} = {printable(value)}"
        for key, value in found["requested"].items()
    ]
    return lines + [f"note       {text}" for text in found["doubts"]]
