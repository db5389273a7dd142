"""What the options of a command say about a launch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import click

from ..runner.known_variants import doubt
from ..runner.launching import Launch
from ..runner.limits import GRACE_SECONDS
from ..runner.matrix_files import MatrixFile
from ..runner.policies import Policy
from ..runner.rows import Row
from .documents import read_payload
from .parameters import merged

__all__ = ["LaunchOptions", "warn_of_doubts"]


@dataclass(frozen=True)
class LaunchOptions:
    """The options of :func:`.parameters.launch_options`, and the command after them."""

    command: Sequence[str]
    assignments: Sequence[tuple[str, str]]
    payload: BinaryIO | None
    variables: Sequence[tuple[str, str]]
    removals: Sequence[str]
    directory: str | None
    timeout: float | None
    grace: float | None
    fail_on: Sequence[str]
    rest: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> LaunchOptions:
        """Takes the options that are about the launch out of all options of a command."""
        names = [name for name in cls.__dataclass_fields__ if name != "rest"]
        own = {name: options[name] for name in names}
        return cls(**own, rest={k: v for k, v in options.items() if k not in own})

    def launch(self, file: MatrixFile | None = None, inherit_stdin: bool = False) -> Launch:
        """The launch; what a matrix file says counts where the options say nothing."""
        command = tuple(self.command) or (file.command if file else ())
        if not command:
            raise click.UsageError("there is no program to launch: put it after --")
        requested = read_payload(self.payload) if self.payload else {}
        removals: dict[str, str | None] = dict.fromkeys(self.removals)
        return Launch(
            command,
            merged("variant", self.assignments, {**(file.requested if file else {}), **requested}),
            {
                **(file.environment if file else {}),
                **removals,
                **merged("variable", self.variables, {}),
            },
            self.directory,
            _first(self.timeout, file.timeout if file else None),
            _first(self.grace, file.grace if file else None, GRACE_SECONDS) or 0,
            inherit_stdin,
        )

    def policy(self, file: MatrixFile | None = None) -> Policy:
        """What a run fails on."""
        return Policy.of(self.fail_on or (file.fail_on if file else ()))


def warn_of_doubts(launch: Launch, rows: Iterable[Row] = ()) -> None:
    """Says which variants look like mistakes; hosts decide what they know."""
    asked = [launch.requested, *(row.requested for row in rows)]
    doubts = {doubt(key, value) for requested in asked for key, value in requested.items()}
    for text in sorted(text for text in doubts if text):
        click.echo(f"pyxis: note: {text}", err=True)


def _first(*values: float | None) -> float | None:
    return next((value for value in values if value is not None), None)
