"""Runs the programs that measure, and collects what they print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from .goals import Group

PAYLOAD = '{"version":1,"requested":{"color_scheme":"dark","locale":"pl_PL"}}'
# Rows that need a process for each measurement have that many.
PROCESSES = 31

HERE = Path(__file__).resolve().parent.parent
PACKAGE = HERE.parent.parent / "Bindings" / "Python" / "src"
# By the process's own clock: what other processes do meanwhile does not count.
IMPORT = "import time; start = time.process_time_ns(); import {}; " + (
    "print(time.process_time_ns() - start)"
)


class ProgramError(Exception):
    """A program that could not be run, or that found something wrong."""


@dataclass
class Measurements:
    """What the slices of a row measured."""

    subject: list[float] = field(default_factory=list)
    reference: list[float] = field(default_factory=list)


class Source(Protocol):
    """Runs programs that measure."""

    def run(self, program: str) -> Iterable[tuple[str, Measurements]]:
        """Run what a row calls its program, and yield what was measured, maybe in parts."""


def measure(groups: Sequence[Group], source: Source) -> dict[str, Measurements]:
    """Runs each program that a row needs, and returns what was measured for the rows."""
    measured = {row.name: Measurements() for group in groups for row in group.rows}
    for program in dict.fromkeys(row.program for group in groups for row in group.rows):
        print(f"measuring: {program}", file=sys.stderr, flush=True)
        for name, part in source.run(program):
            if name in measured:
                measured[name].subject += part.subject
                measured[name].reference += part.reference
    return measured


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
        elif program == "python main":
            yield from self.python("speed")
        elif program == "python matrix":
            yield from self.python("matrix")
        elif program == "python import":
            times = import_times(sys.executable, ["pyxis"], PROCESSES, self.library)
            yield "python.import", Measurements(times["pyxis"])
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
        yield from rows(command, PYXIS_BOOTSTRAP=PAYLOAD if group == "prepared" else None)

    def python(self, module: str) -> Iterator[tuple[str, Measurements]]:
        """Measures the Python package, as it is in the sources."""
        command = [sys.executable, str(HERE / "Python" / f"{module}.py"), "main"]
        command += ["--only", self.only, "--slices", str(self.slices)]
        yield from rows(command, **python_variables(self.library))

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


def python_variables(library: Path) -> dict[str, str]:
    """Returns what the environment tells Python about where the modules and the library are."""
    return {
        "PYTHONPATH": os.pathsep.join([str(PACKAGE), str(HERE / "Python")]),
        "PYXIS_LIBRARY": str(library),
    }


def import_times(
    python: str, modules: Sequence[str], processes: int, library: Path
) -> dict[str, list[float]]:
    """Imports modules in processes that take turns, and returns the times by module."""
    times: dict[str, list[float]] = {module: [] for module in modules}
    variables = {
        **python_variables(library),
        # Compiled files are kept, as those of an installed package are, but not in the sources.
        "PYTHONDONTWRITEBYTECODE": None,
        "PYTHONPYCACHEPREFIX": str(library.parent.parent / "bench" / "pycache"),
    }
    for process in range(processes + 1):
        for module in modules:
            command = [python, "-c", IMPORT.format(module)]
            (line,) = run(command, **variables)
            # The first ones may have to compile the files.
            if process > 0:
                times[module].append(float(line))
    return times


def rows(command: list[str], **variables: str | None) -> Iterator[tuple[str, Measurements]]:
    """Runs a program that prints a line of JSON for each row."""
    for line in run(command, **variables):
        members: dict[str, Any] = json.loads(line)
        if "value" in members:
            yield members["row"], Measurements([members["value"]])
        else:
            yield members["row"], Measurements(members["subject"], members["reference"])


def run(command: list[str], **variables: str | None) -> list[str]:
    """Runs a program without a launch payload but the given one, and returns its lines.

    Variables that are None are not there.
    """
    environment = {
        name: value
        for name, value in os.environ.items()
        if "PYXIS" not in name and name not in variables
    }
    environment.update((name, value) for name, value in variables.items() if value is not None)
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise ProgramError(str(error)) from error
    return done.stdout.decode().splitlines()
