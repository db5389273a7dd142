#!/usr/bin/env python3
"""Compares the hosts written in C, Python and Swift, which build.sh puts into one folder.

    compare.py FOLDER

The exit status is 1 if the hosts disagree, or if one does what it must not do.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from comparison import decoding, launches
from comparison.hosts import Host
from comparison.suite import Suite


def parse_arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Compares the hosts in C, Python and Swift.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what build.sh made")
    parser.add_argument("--c", type=Path, metavar="HOST", help="another host in C")
    parser.add_argument("--python", type=Path, metavar="HOST", help="another host in Python")
    parser.add_argument("--swift", type=Path, metavar="HOST", help="another host in Swift")
    parser.add_argument("--library", type=Path, help="another library for the host in Python")
    parser.add_argument("-v", "--verbose", action="store_true", help="name what passes, too")
    return parser.parse_args()


def run_suite(hosts: list[Host], verbose: bool) -> int:
    """Makes all comparisons, and returns the exit status."""
    suite = Suite(verbose)
    with tempfile.TemporaryDirectory(prefix="pyxis-hosts-") as name:
        folder = Path(name)
        launches.run(suite, hosts, launches.in_environment())
        launches.run(suite, hosts, launches.values())
        launches.run(suite, hosts, launches.with_files(folder))
        try:
            launches.run(suite, hosts, decoding.preparations(folder))
            for kind in (decoding.PAYLOADS, decoding.REPORTS):
                decoding.run(suite, hosts, kind, decoding.cases(kind))
                decoding.run(suite, hosts, kind, list(decoding.truncated(kind)))
        except OSError as error:
            suite.check("the cases can be read", str(error))
    return suite.finish()


def main() -> int:
    """Compares the hosts, and returns the exit status."""
    options = parse_arguments()
    here = Path(__file__).resolve().parent
    library = options.library or options.folder / "libpyxis.so.1"
    python = options.python or here / "Python" / "host.py"
    hosts = [
        Host("C", (os.path.abspath(options.c or options.folder / "host-c"),)),
        Host("Python", (sys.executable, str(python), "--library", os.path.abspath(library))),
        Host("Swift", (os.path.abspath(options.swift or options.folder / "host-swift"),)),
    ]
    try:
        return run_suite(hosts, options.verbose)
    except BrokenPipeError:  # Nobody reads on; nor does the interpreter have to try at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main())
