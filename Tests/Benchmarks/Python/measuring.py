"""How the benchmarks in Python measure: as Measuring/ does it for C and Swift.

A row compares a subject with a reference in short slices that take turns, by the thread's own
clock, and is printed as a line of JSON with what each slice measured.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import time
from collections.abc import Callable
from typing import NoReturn

# Repeats an operation so many times.
Work = Callable[[int], object]

SLICE_TIME = 2_000_000
WARM_UP_TIME = 20_000_000
# What a row may take: operations that are longer than a slice get fewer slices.
ROW_TIME = 2_000_000_000
FEWEST_SLICES = 10


def fail(sentence: str) -> NoReturn:
    """End the process with status 1: what is measured does not do what it should."""
    raise SystemExit(f"benchmark: it is not true that {sentence}")


def require(holds: bool, sentence: str) -> None:
    """End the process with status 1 and the sentence, unless it holds."""
    if not holds:
        fail(sentence)


class Comparison:
    """The rows that were asked for, and how many slices each has."""

    def __init__(self, description: str) -> None:
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("group", choices=["main"])
        parser.add_argument("--only", default="", metavar="TEXT")
        parser.add_argument("--slices", type=int, default=60, metavar="COUNT")
        options = parser.parse_args()
        require(options.slices >= 2, "there are two slices or more")
        self._only: str = options.only
        self._slices: int = options.slices
        # The first CPU has the most interrupts.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    def wants(self, row: str) -> bool:
        """Return whether a row was asked for."""
        return self._only in row

    def compare(self, row: str, subject: Work, reference: Work) -> None:
        """Print the nanoseconds that one operation of each takes, slice by slice."""
        if not self.wants(row):
            return
        # What was made until now is not looked at again by each collection.
        gc.collect()
        gc.freeze()
        longest = max(run(subject, 1), run(reference, 1))
        duration = max(SLICE_TIME, longest)
        counts = fill(subject, duration), fill(reference, duration)
        warm_up(subject, counts[0])
        warm_up(reference, counts[1])
        pair_time = run(subject, counts[0]) + run(reference, counts[1])
        slices = min(self._slices, max(FEWEST_SLICES, ROW_TIME // pair_time))
        times: tuple[list[float], list[float]] = ([], [])
        for turn in range(slices):
            # Each side is the first of its pair as often as the second.
            for side in (0, 1) if turn % 2 == 0 else (1, 0):
                work = (subject, reference)[side]
                times[side].append(run(work, counts[side]) / counts[side])
        print_line({"row": row, "subject": rounded(times[0]), "reference": rounded(times[1])})


def run(work: Work, count: int) -> int:
    """Return the time that the operations take, by the thread's own clock."""
    start = time.thread_time_ns()
    work(count)
    return time.thread_time_ns() - start


def fill(work: Work, duration: int) -> int:
    """Return how many operations take about this long."""
    count = 1
    spent = run(work, count)
    while spent < duration / 4:
        count *= 2
        spent = run(work, count)
    return max(1, count * duration // spent)


def warm_up(work: Work, count: int) -> None:
    """Repeat slices until what they use is at hand."""
    spent = 0
    while spent < WARM_UP_TIME:
        spent += run(work, count) + 1


def rounded(times: list[float]) -> list[float]:
    """Return numbers with six digits."""
    return [float(f"{time:.6g}") for time in times]


def print_line(members: dict[str, object]) -> None:
    """Print one line, at once."""
    print(json.dumps(members), flush=True)
