"""`pyxis payload`: makes, checks and explains launch payloads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO

import click

from .._variants import Variants
from ..errors import PyxisError
from ..runner.known_variants import doubt, find_known_variant
from ..runner.limits import PAYLOAD_IN_ENVIRONMENT
from .documents import print_json, read_payload, write_file
from .parameters import Assignment, merged
from .texts import printable

__all__ = ["command"]

REFUSED_CODE = 1

EPILOG = """\b
Examples:
  pyxis payload make --set color_scheme=dark > payload.json
  PYXIS_BOOTSTRAP="$(pyxis payload make -s locale=pl_PL)" ./app
  pyxis payload check payload.json
  printenv PYXIS_BOOTSTRAP | pyxis payload explain -"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Make, check and explain launch payloads: what a runner asks a program for."""


@command.command("make")
@click.option(
    "-s",
    "--set",
    "assignments",
    type=Assignment(is_variant=True),
    multiple=True,
    help="Ask for a variant.",
)
@click.option("-p", "--payload", type=click.File("rb"), help="Start from a payload's file, or -.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Write to a file.")
def make(assignments: tuple[tuple[str, str], ...], payload: BinaryIO | None, output: str) -> None:
    """Make a payload."""
    base = read_payload(payload) if payload else {}
    requested = merged("variant", assignments, base)
    for key, value in requested.items():
        text = doubt(key, value)
        if text:
            click.echo(f"pyxis: note: {text}", err=True)
    write_file(output, Variants(requested).encode() + b"\n")


@command.command("check")
@click.argument("file", type=click.File("rb"))
@click.option("-q", "--quiet", is_flag=True, help="Say nothing; the exit code tells.")
@click.pass_context
def check(ctx: click.Context, file: BinaryIO, quiet: bool) -> None:
    """Check a payload's FILE (- is standard input) as strictly as a program does.

    The exit code is 0 where it is fine, and 1 where a program would refuse it.
    """
    data = file.read()
    requested = _decoded(data, file.name, quiet)
    if requested is None:
        ctx.exit(REFUSED_CODE)
    elif not quiet:
        click.echo(f"{file.name}: fine: asks for {_count(requested)}")


@command.command("explain")
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def explain(ctx: click.Context, file: BinaryIO, as_json: bool) -> None:
    """Say what a payload's FILE (- is standard input) asks for, and whether that is known."""
    data = file.read()
    requested = _decoded(data, file.name)
    if requested is None:
        ctx.exit(REFUSED_CODE)
        return
    if as_json:
        print_json({"bytes": len(data), "variants": _explained(requested)})
        return
    way = "the environment" if len(data) <= PAYLOAD_IN_ENVIRONMENT else "a file"
    click.echo(f"{_count(requested)}, {len(data)} bytes; goes through {way}")
    for key, value in requested.items():
        known = find_known_variant(key)
        click.echo(f"{printable(key)} = {printable(value)}")
        click.echo(f"  {doubt(key, value) or (known.meaning if known else '')}")


def _decoded(data: bytes, name: str, quiet: bool = False) -> Variants | None:
    try:
        return Variants.decode(data)
    except PyxisError as error:
        if not quiet:
            click.echo(f"{name}:{_place(data, error)} {error}", err=True)
            for line in _excerpt(data, error.offset):
                click.echo(f"  {line}", err=True)
        return None


def _place(data: bytes, error: PyxisError) -> str:
    if error.offset is None:
        return ""
    before = data[: error.offset]
    line = before.count(b"\n") + 1
    start = before.rfind(b"\n") + 1
    return f"{line}:{len(before[start:].decode('utf-8', 'replace')) + 1}:"


def _excerpt(data: bytes, offset: int | None) -> list[str]:
    """The line around a byte, and a mark below it."""
    if offset is None:
        return []
    start = max(data.rfind(b"\n", 0, offset) + 1, offset - 40)
    end = data.find(b"\n", offset)
    end = min(len(data) if end < 0 else end, offset + 40)
    before, after = (
        printable(part.decode("utf-8", "backslashreplace"))
        for part in (data[start:offset], data[offset:end])
    )
    return [before + after, " " * len(before) + "^"]


def _count(requested: Mapping[str, str]) -> str:
    return "1 variant" if len(requested) == 1 else f"{len(requested)} variants"


def _explained(requested: Mapping[str, str]) -> list[dict[str, Any]]:
    variants = []
    for key, value in requested.items():
        known = find_known_variant(key)
        variants.append(
            {
                "key": key,
                "value": value,
                "known": known is not None,
                "meaning": known.meaning if known else None,
                "values": list(known.values) if known else [],
                "doubt": doubt(key, value),
            }
        )
    return variants
