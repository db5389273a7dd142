"""What the checks of the shipped library print, and how they count."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

#: How long one command may take, in seconds. No check comes near it.
DEADLINE = 300


@dataclass
class Checklist:
    """Prints one line for each check, and remembers how many passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    #: In CI nothing is skipped: a machine that lacks a tool is a failure there.
    strict: bool = field(default_factory=lambda: os.environ.get("CI") == "true")

    def check(self, name: str, problem: str | None) -> None:
        """Counts a check: passed if there is no problem."""
        if not problem:
            self.passed += 1
            print(f"ok       {name}", flush=True)
        else:
            self.failed += 1
            print(f"FAILED   {name}", flush=True)
            print("         " + problem.strip().replace("\n", "\n         "), flush=True)

    def skip(self, name: str, reason: str) -> None:
        """Counts a check that cannot run here."""
        if self.strict:
            self.check(name, f"cannot run in CI: {reason}")
            return
        self.skipped += 1
        print(f"skipped  {name}: {reason}", flush=True)

    def sum_up(self) -> int:
        """Prints the last line and returns the exit status."""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {self.failed} failed{skipped}")
        return 1 if self.failed or not self.passed else 0


def find_tool(name: str) -> str | None:
    """Returns the path of a program: from PATH, or from beside the Swift compiler."""
    path = shutil.which(name)
    compiler = shutil.which("swiftc")
    if path is None and compiler is not None:
        path = shutil.which(name, path=str(Path(compiler).resolve().parent))
    return path


def run(
    command: Sequence[str | Path],
    *,
    directory: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs a command without input; its output and errors come back as one text."""
    inherited = {
        k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    }
    return subprocess.run(
        [str(part) for part in command],
        cwd=directory,
        env={**inherited, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=DEADLINE,
        check=False,
    )


def shortened(text: str, most: int = 6000) -> str:
    """Leaves out the middle of a long text."""
    return text if len(text) <= most else f"{text[: most // 2]}\n[…]\n{text[-most // 2 :]}"


def problem_of(
    command: Sequence[str | Path],
    *,
    directory: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str | None:
    """Runs a command and returns what went wrong: nothing if its exit status is 0."""
    try:
        done = run(command, directory=directory, environment=environment)
    except subprocess.TimeoutExpired:
        return f"{shlex.join(map(str, command))}\nstill runs after {DEADLINE} s"
    if done.returncode == 0:
        return None
    return (
        f"{shlex.join(map(str, command))}\nexit status {done.returncode}\n{shortened(done.stdout)}"
    )


def need_python(minimum: tuple[int, int]) -> None:
    """Ends the process with one clear line where Python is too old for the checks."""
    if sys.version_info < minimum:
        sys.exit(f"needs Python {minimum[0]}.{minimum[1]} or newer")
