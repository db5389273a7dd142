"""Runs the programs that measure, and collects what they print."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PAYLOAD = '{"version":1,"requested":{"color_scheme":"dark","locale":"pl_PL"}}'
# Rows that need a process for each measurement have that many.
PROCESSES = 31


class ProgramError(Exception):
    """A program that could not be run, or that found something wrong."""


@dataclass
class Measurements:
    """What the slices of a row measured."""

    subject: list[float] = field(default_factory=list)
    reference: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Programs:
    """Where the programs and the libraries are, and what is asked of them."""

    folder: Path
    library: Path
    only: str
    slices: int

    def run(self, program: str) -> Iterator[tuple[str, Measurements]]:
        """Runs what a row calls its program, and yields what was measured, maybe in parts."""
        if program == "load":
            yield "load.time", self.load()
        elif program == "size":
            yield from self.sizes()
        elif program == "counts":
            yield "c.read.allocations", self.allocations()
        else:
            language, group = program.split()
            for _ in range(PROCESSES if group == "prepare" else 1):
                yield from self.benchmark(language, group)
                if group == "prepare":
                    for row, decoding in self.benchmark(language, "decode"):
                        yield row, Measurements(reference=decoding.subject)

    def benchmark(self, language: str, group: str) -> Iterator[tuple[str, Measurements]]:
        """Runs one of the two programs that print a line for each row."""
        command = [str(self.folder / f"benchmark-{language}"), group]
        command += ["--only", self.only, "--slices", str(self.slices)]
        for line in run(command, PYXIS_BOOTSTRAP=PAYLOAD if group == "prepared" else None):
            members: dict[str, Any] = json.loads(line)
            if "value" in members:
                yield members["row"], Measurements([members["value"]])
            else:
                yield members["row"], Measurements(members["subject"], members["reference"])

    def load(self) -> Measurements:
        """Loads either library in processes that take turns."""
        measured = Measurements()
        program = str(self.folder / "benchmark-load")
        libraries = {
            "pyxis": (self.library, measured.subject),
            "empty": (self.folder / "libempty.so", measured.reference),
        }
        for process in range(PROCESSES + 1):
            for name, (library, times) in libraries.items():
                (line,) = run([program, name, str(library)])
                # The first ones may have to read the files.
                if process > 0:
                    times.append(float(line))
        return measured

    def sizes(self) -> Iterator[tuple[str, Measurements]]:
        """Measures the files of both libraries, which are stripped."""
        size = float(self.library.stat().st_size)
        empty = float((self.folder / "libempty.so").stat().st_size)
        yield "load.size", Measurements([size], [empty])
        yield "load.bytes", Measurements([size])

    def allocations(self) -> Measurements:
        """Counts how often reads of each type allocate, and returns the most."""
        lines = [json.loads(line) for line in run([str(self.folder / "counts-c")])]
        counts = {line["operation"]: float(line["allocations"]) for line in lines}
        types = ("bool", "int64", "double", "string")
        return Measurements([max(counts[f"c.read.{type_}"] for type_ in types)])


def run(command: list[str], **variables: str | None) -> list[str]:
    """Runs a program without a launch payload but the given one, and returns its lines."""
    environment = {name: value for name, value in os.environ.items() if "PYXIS" not in name}
    environment.update((name, value) for name, value in variables.items() if value is not None)
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise ProgramError(str(error)) from error
    return done.stdout.decode().splitlines()
