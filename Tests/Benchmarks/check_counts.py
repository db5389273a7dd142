#!/usr/bin/env python3
"""Compares what operations cost with thresholds.json.

    check_counts.py FOLDER [--update]

An operation must not allocate more often than it says there, and not execute over 10 % more
instructions. The exit status is 1 if one does. FOLDER is what build.sh made.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from benchmarking.counts import Count, count, has_valgrind
from benchmarking.programs import ProgramError

THRESHOLDS = Path(__file__).resolve().parent / "thresholds.json"
TOLERANCE = 0.1


def parse_arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Checks allocations and instructions.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what build.sh made")
    parser.add_argument("--update", action="store_true", help="write the thresholds anew")
    return parser.parse_args()


def problems(counted: Count, most: Mapping[str, float]) -> list[str]:
    """Says what an operation does more than it should."""
    found = []
    if counted.allocations > most["allocations"]:
        found.append(f"{counted.allocations:g} allocations, not {most['allocations']:g}")
    if counted.instructions is not None:
        change = counted.instructions / most["instructions"] - 1
        if change > TOLERANCE:
            found.append(
                f"{counted.instructions} instructions, {change:.0%} more than"
                f" {most['instructions']:g}"
            )
    return found


def has_improved(counted: Count, most: Mapping[str, float]) -> bool:
    """Whether the thresholds could be lower."""
    if counted.instructions is None:
        return False
    fewer = counted.instructions < most["instructions"] * (1 - TOLERANCE)
    return fewer or counted.allocations < most["allocations"]


def compare(counts: Mapping[str, Count], thresholds: Mapping[str, Mapping[str, float]]) -> int:
    """Prints a line for each operation that is not as it should be, and how many are."""
    failed = improved = 0
    for operation in sorted({*counts, *thresholds}):
        if operation not in counts or operation not in thresholds:
            found = ["it is only in thresholds.json" if operation in thresholds else "it is new"]
        else:
            found = problems(counts[operation], thresholds[operation])
            improved += has_improved(counts[operation], thresholds[operation])
        failed += bool(found)
        for problem in found:
            print(f"FAILED   {operation}: {problem}")
    if not has_valgrind():
        print("skipped  instructions: there is no valgrind")
    if improved:
        print(f"note     {improved} operations cost less than their thresholds: use --update")
    print(f"counts: {len(counts) - failed} operations passed, {failed} failed")
    return 1 if failed else 0


def update(counts: Mapping[str, Count]) -> int:
    """Writes the thresholds anew, one operation a line."""
    if not has_valgrind():
        print("--update needs valgrind, to count instructions", file=sys.stderr)
        return 2
    lines = [
        f'  "{operation}": {{ "allocations": {one.allocations:g},'
        f' "instructions": {one.instructions} }}'
        for operation, one in counts.items()
    ]
    THRESHOLDS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"wrote {len(lines)} thresholds")
    return 0


def main() -> int:
    """Counts, and returns the exit status."""
    options = parse_arguments()
    try:
        counts = {**count(options.folder, "c"), **count(options.folder, "swift")}
    except ProgramError as error:
        print(f"check_counts: {error}", file=sys.stderr)
        return 1
    if options.update:
        return update(counts)
    return compare(counts, json.loads(THRESHOLDS.read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit(main())
