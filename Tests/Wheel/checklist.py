"""Runs checks one after the other, and counts them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path


class Checklist:
    """The checks of one run."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def check(self, name: str, function: Callable[[], object]) -> None:
        """Runs one check, which raises where something is not as it should be."""
        try:
            function()
        except (
            AssertionError,
            KeyError,
            OSError,
            RuntimeError,
            ValueError,
            subprocess.TimeoutExpired,
        ) as error:
            self.failed += 1
            print(f"FAILED   {name}\n{type(error).__name__}: {error}", flush=True)
        else:
            self.passed += 1
            print(f"ok       {name}", flush=True)


def expect(holds: bool, message: str) -> None:
    """Raises AssertionError unless something holds."""
    if not holds:
        raise AssertionError(message)


def run(
    *command: str | Path,
    folder: Path,
    environment: Mapping[str, str],
    status: int | None = 0,
    deadline: float = 600,
) -> str:
    """Runs a command in exactly this environment, and returns what it prints on both outputs.

    Raises RuntimeError if it exits with another status; None stands for any but 0.
    """
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=deadline,
    )
    if done.returncode != status and (status is not None or done.returncode == 0):
        shown = " ".join(map(str, command))
        raise RuntimeError(f"{shown} exited with {done.returncode}:\n{done.stdout}")
    return done.stdout
