#!/usr/bin/env python3
"""Runs the benchmarks that build.sh built, and shows the results beside the goals.

    benchmark.py LIBDIR FOLDER [--only TEXT] [--slices COUNT] [--update]

Writes FOLDER/results.json and FOLDER/results.svg. The exit status says whether everything could be
measured, and not whether the goals are met.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarking import chart
from benchmarking.goals import read_goals
from benchmarking.programs import ProgramError, Programs, measure
from benchmarking.results import all_results, machine, write_json

HERE = Path(__file__).resolve().parent


def parse_arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Runs the benchmarks.")
    parser.add_argument("library", type=Path, metavar="LIBDIR", help="what make lib made")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what build.sh made")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only the rows whose names contain the text"
    )
    parser.add_argument(
        "--slices", type=int, default=60, metavar="COUNT", help="of each side of a comparison"
    )
    parser.add_argument(
        "--update", action="store_true", help="also draw the chart that the README shows"
    )
    return parser.parse_args()


def main() -> int:
    """Runs the benchmarks, and returns the exit status."""
    try:
        from benchmarking import table
    except ImportError:
        print("the table needs rich, which is the Debian package python3-rich", file=sys.stderr)
        return 1
    options = parse_arguments()
    if options.update and options.only:
        print("--update is for all rows: leave --only out", file=sys.stderr)
        return 2
    groups = read_goals(HERE / "goals.json", options.only)
    if not groups:
        print(f"no row has '{options.only}' in its name", file=sys.stderr)
        return 2
    library = options.library / "libpyxis.so.1"
    programs = Programs(options.folder.resolve(), library.resolve(), options.only, options.slices)
    try:
        results = all_results(groups, measure(groups, programs))
    except ProgramError as error:
        print(f"benchmark: {error}", file=sys.stderr)
        return 1
    by_name = {result.row.name: result for result in results}
    here = machine()
    write_json(options.folder / "results.json", here, results)
    drawing = chart.draw(groups, by_name, here)
    (options.folder / "results.svg").write_text(drawing, encoding="utf-8")
    if options.update:
        (HERE / "results.svg").write_text(drawing, encoding="utf-8")
    table.show(groups, by_name, here)
    return 0


if __name__ == "__main__":
    sys.exit(main())
