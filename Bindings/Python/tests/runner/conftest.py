"""Hosts for the tests of the runner: small shell scripts that publish as the contract says."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Callable

import pytest

PUBLISH = (Path(__file__).parent / "publish.sh").read_text("utf-8")

DEADLINE = 150
"""How long, in seconds, anything in these tests may take before it counts as hanging."""

Shell = Callable[..., list[str]]


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
        raise TimeoutError(f"the test took longer than {DEADLINE} s")

    before = signal.signal(signal.SIGALRM, expired)
    signal.alarm(DEADLINE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def own_temporary_directory(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """A directory for temporary files, in which no run leaves anything."""
    import tempfile

    directory = str(tmp_path_factory.mktemp("runs"))
    monkeypatch.setattr(tempfile, "tempdir", directory)
    monkeypatch.setenv("TMPDIR", directory)
    yield directory
    left = [name for name in os.listdir(directory) if name.startswith("pyxis-run-")]
    assert left == []
