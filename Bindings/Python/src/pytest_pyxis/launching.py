"""Launches of the fixture `pyxis_launch`, and what a failed test says of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pyxis.cli.texts import printable, printable_lines
from pyxis.runner import Launch, Policy, Row, RunResult

from . import matrices, options
from .summary import PROPERTY

OUTPUT_LINES = 40
"""How many lines of each output a failed test shows: the last ones."""


def launched(
    item: pytest.Item,
    command: Sequence[str | os.PathLike[str]],
    requested: Mapping[str, str] | None,
    environment: Mapping[str, str | None] | None,
    directory: str | os.PathLike[str] | None,
    timeout: float | None,
) -> RunResult:
    """Runs a program for a test, with what its row adds."""
    launch = Launch(
        command,  # type: ignore[arg-type]
        timeout=options.timeout(item.config),
        directory=None if directory is None else os.fspath(directory),
    )
    row = matrices.row_of(item)
    if row is not None:
        launch = row.launch(launch)
    own = Row(PROPERTY, requested or {}, environment or {}, timeout)
    return own.launch(launch).run()


def counted(item: pytest.Item, result: RunResult) -> None:
    """Has the reports of a test tell the summary of a launch."""
    statuses = {key: result.report[key].status for key in result.requested}
    item.user_properties.append((PROPERTY, {"outcome": str(result.outcome), "results": statuses}))


def failure_of(item: pytest.Item, result: RunResult, fail_on: Sequence[str] | None) -> str | None:
    """Returns why a launch fails its test, or None."""
    if isinstance(fail_on, str):
        fail_on = [fail_on]
    policy = options.policy(item.config) if fail_on is None else Policy.of(fail_on)
    failures = policy.failures(result)
    if not failures:
        return None
    return "; ".join(printable(failure.text) for failure in failures) + "\n" + described(result)


def described(result: RunResult) -> str:
    """Says what was launched and what became of it, in lines."""
    command = " ".join(printable(part) for part in result.command)
    lines = [f"command: {command}", f"outcome: {printable(str(result.outcome))}"]
    for key, value in result.requested.items():
        found = result.report[key]
        line = f"  {key}={value}: {found.status}"
        if found.value not in (None, value):
            line += f" as {found.value}"
        lines.append(printable(line + (f": {found.reason}" if found.reason else "")))
    lines += [f"problem: {printable(str(problem))}" for problem in result.problems]
    for name in ("stdout", "stderr"):
        lines += _output(name, getattr(result, name))
    return "\n".join(lines)


def _output(name: str, output: Any) -> list[str]:
    text = printable_lines(output.text).rstrip("\n")
    if not text:
        return []
    lines = text.split("\n")
    left_out = len(lines) - OUTPUT_LINES
    shown = lines[-OUTPUT_LINES:]
    title = (
        f"{name} (the last {OUTPUT_LINES} of {len(lines)} lines):" if left_out > 0 else f"{name}:"
    )
    return [title, *(f"  {line}" for line in shown)]
