"""Measures what a row of a matrix adds to running the program: matrix.py main [--only TEXT]…."""

from __future__ import annotations

import argparse
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from measuring import print_line, require
from pyxis.runner import Launch, Policy, Row, run_matrix

ROW = "python.matrix"
PROGRAM = ["true"]
JOBS = 2
ROWS = [Row(str(number), {"custom.number": str(number)}) for number in range(200)]
ROUNDS = 5


def plain(_row: Row) -> None:
    """Run the program as anybody would."""
    subprocess.run(PROGRAM, capture_output=True, check=True)


def time_plain() -> int:
    """Return the nanoseconds of running the program once for each row, two at once."""
    start = time.perf_counter_ns()
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(plain, ROWS))
    return time.perf_counter_ns() - start


def time_matrix() -> int:
    """Return the nanoseconds of the matrix."""
    start = time.perf_counter_ns()
    result = run_matrix(Launch(PROGRAM), ROWS, jobs=JOBS, policy=Policy.of(["nothing"]))
    spent = time.perf_counter_ns() - start
    require(result.counts == {"passed": len(ROWS)}, "every row passes")
    return spent


def main() -> None:
    """Measure in rounds; each prints what a row added in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("group", choices=["main"])
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--slices", type=int, metavar="COUNT")
    if parser.parse_args().only not in ROW:
        return
    for _ in range(ROUNDS):
        reference = time_plain()
        print_line({"row": ROW, "value": (time_matrix() - reference) / len(ROWS)})


if __name__ == "__main__":
    main()
