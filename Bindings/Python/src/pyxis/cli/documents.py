"""Reads and writes the files that commands are given."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, BinaryIO

import click

from .._variants import Variants
from ..errors import PyxisError
from ..runner.errors import RunnerError

__all__ = ["check_can_write", "print_json", "read_payload", "write_file"]


def print_json(document: Any) -> None:
    """Prints JSON on standard output, in UTF-8 whatever the locale says."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2).encode("utf-8"))


def read_payload(file: BinaryIO) -> Variants:
    """The variants of a payload's file; an error names the file."""
    try:
        return Variants.decode(file.read())
    except PyxisError as error:
        raise RunnerError(f"{file.name}: {error}") from error


def check_can_write(path: str) -> None:
    """Refuses a path that :func:`write_file` could not write to."""
    if path == "-":
        return
    folder = os.path.dirname(os.path.realpath(path))
    if os.path.isdir(path):
        raise click.UsageError(f"{path!r} is a directory")
    if not os.path.isdir(folder):
        raise click.UsageError(f"{path!r}: there is no directory {folder!r}")
    if not os.access(folder, os.W_OK):
        raise click.UsageError(f"{path!r}: {folder!r} cannot be written to")


def write_file(path: str, data: bytes) -> None:
    """Writes a file whole or not at all; ``-`` is standard output."""
    if path == "-":
        click.echo(data, nl=False)
        return
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe: there is nothing to replace.
        with open(path, "wb") as file:
            file.write(data)
        return
    folder, name = os.path.split(os.path.realpath(path))
    descriptor, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, os.path.join(folder, name))
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
