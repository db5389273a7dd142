"""What operations cost in allocations and instructions, which every run counts the same."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .programs import run

# `counting_repetitions` of Counting.h: what one dump of callgrind covers.
REPETITIONS = 1000


@dataclass(frozen=True)
class Count:
    """What one operation costs."""

    allocations: float
    # None without valgrind.
    instructions: int | None


def has_valgrind() -> bool:
    """Whether instructions can be counted."""
    return shutil.which("valgrind") is not None


def count(folder: Path, language: str) -> dict[str, Count]:
    """Counts the operations of one of the two programs, with instructions where possible."""
    program = str((folder / f"counts-{language}").resolve())
    with tempfile.TemporaryDirectory(prefix="pyxis-counts-") as name:
        command = [program]
        if has_valgrind():
            output = f"--callgrind-out-file={name}/callgrind"
            # What other threads of the process do meanwhile is no part of an operation.
            options = ["--quiet", "--tool=callgrind", "--separate-threads=yes", output]
            command = ["valgrind", *options, program]
        lines: list[dict[str, Any]] = [json.loads(line) for line in run(command)]
        instructions: dict[str, int] = {}
        for operation, taken in dumps(Path(name)):
            instructions[operation] = max(taken, instructions.get(operation, 0))
    return {
        line["operation"]: Count(line["allocations"], instructions.get(line["operation"]))
        for line in lines
    }


def dumps(folder: Path) -> Iterator[tuple[str, int]]:
    """Reads the dumps of callgrind: an operation, and what one of it took on one thread."""
    for path in folder.iterdir():
        name, total = "", 0
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("desc: Trigger: Client Request: "):
                name = line.rpartition(" ")[2]
            elif line.startswith("summary: "):
                total = int(line.split()[1])
                break
        if name:
            yield name, round(total / REPETITIONS)
