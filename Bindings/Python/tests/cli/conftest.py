"""Runs the command line as users do: as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Callable

import pytest

DEADLINE = 100
"""How long, in seconds, one command may take before it counts as hanging."""

PUBLISH = (Path(__file__).parents[1] / "runner" / "publish.sh").read_text("utf-8")

Completed = subprocess.CompletedProcess[bytes]
Pyxis = Callable[..., Completed]
Shell = Callable[..., list[str]]


def run_pyxis(
    *arguments: str,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> Completed:
    """Runs `pyxis`, and returns how it ended and what it printed."""
    return subprocess.run(
        [sys.executable, "-m", "pyxis", *arguments],
        input=stdin,
        capture_output=True,
        timeout=DEADLINE,
        env={**os.environ, **(environment or {})},
        cwd=directory,
    )


@pytest.fixture
def pyxis() -> Pyxis:
    """A function that runs the command line."""
    return run_pyxis


@pytest.fixture
def shell() -> Shell:
    """A function that makes a command of a shell script that can publish reports."""

    def command(script: str, *arguments: str) -> list[str]:
        return ["sh", "-c", PUBLISH + script, "host", *arguments]

    return command


@pytest.fixture(autouse=True)
def deadline() -> Iterator[None]:
    """Fails a test that hangs."""

    def expired(_number: int, _frame: object) -> None:
        raise TimeoutError(f"the test took longer than {3 * DEADLINE} s")

    before = signal.signal(signal.SIGALRM, expired)
    signal.alarm(3 * DEADLINE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of the developer's terminal decides what is printed, and no run leaves anything."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "runs").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "runs"))
