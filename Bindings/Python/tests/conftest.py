"""What the tests of the package share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent

import pytest

DEADLINE = 60
"""How long, in seconds, a child process may take before it counts as hanging."""

Python = Callable[..., "subprocess.CompletedProcess[str]"]


def run_python(
    code: str, environment: Mapping[str, str] | Mapping[bytes, bytes] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program with this interpreter and this package; it must end with status 0."""
    inherited = {**os.environb}
    for name in list(inherited):
        if name.startswith(b"PYXIS_") and name != b"PYXIS_LIBRARY":
            del inherited[name]
    for key, value in (environment or {}).items():
        inherited[os.fsencode(key)] = os.fsencode(value)
    ended = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", dedent(code)],
        env=inherited,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
    )
    assert ended.returncode == 0, f"status {ended.returncode}\n{ended.stdout}{ended.stderr}"
    return ended


@pytest.fixture(autouse=True)
def deadline() -> Iterator[None]:
    """Fails a test that hangs."""

    def expired(_number: int, _frame: object) -> None:
        raise TimeoutError("the test took too long")

    before = signal.signal(signal.SIGALRM, expired)
    signal.alarm(2 * DEADLINE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def python() -> Python:
    """A function that runs a Python program in a process that is not prepared."""
    return run_python


@pytest.fixture
def cases() -> Path:
    """The folder of the cases that all languages are tested with."""
    return Path(__file__).parents[3] / "Tests" / "PyxisCoreTests" / "Cases"
