#!/usr/bin/env python3
"""Compares with other libraries: runs what Peers/run.sh built, and shows the results.

    compare_peers.py LIBDIR FOLDER [--only TEXT] [--slices COUNT]

Writes FOLDER/peers.json. The exit status says whether everything could be measured.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarking.goals import read_goals
from benchmarking.programs import (
    Measurements,
    ProgramError,
    import_times,
    measure,
    python_variables,
    rows,
    run,
)
from benchmarking.results import all_results, machine, write_json

PEERS = Path(__file__).resolve().parent / "Peers"
IMPORTS = {
    "openfeature": "openfeature.api",
    "dynaconf": "dynaconf",
    "pydantic": "pydantic_settings",
}
IMPORT_PROCESSES = 15
DISTRIBUTIONS = ("openfeature-sdk", "dynaconf", "pydantic-settings")
VERSIONS = "import sys, importlib.metadata as m; " + (
    "print('%d.%d.%d' % sys.version_info[:3], *map(m.version, sys.argv[1:]), sep='\\n')"
)


@dataclass(frozen=True)
class PeerPrograms:
    """Where the programs and the library are, and what is asked of them."""

    folder: Path
    library: Path
    only: str
    slices: int

    @property
    def python(self) -> str:
        """The interpreter that has the packages."""
        return str(self.folder / "peers-venv" / "bin" / "python")

    def run(self, program: str) -> Iterator[tuple[str, Measurements]]:
        """Runs what a row calls its program, and yields what was measured."""
        options = ["main", "--only", self.only, "--slices", str(self.slices)]
        if program == "c":
            yield from rows([str(self.folder / "peers-c"), *options])
        elif program == "python":
            command = [self.python, str(PEERS / "Python" / "compare.py"), *options]
            yield from rows(command, **python_variables(self.library))
        else:
            yield from self.imports()

    def imports(self) -> Iterator[tuple[str, Measurements]]:
        """Imports each package in processes that take turns."""
        modules = ["pyxis", *IMPORTS.values()]
        times = import_times(self.python, modules, IMPORT_PROCESSES, self.library)
        for name, module in IMPORTS.items():
            yield f"python.import.{name}", Measurements(times["pyxis"], times[module])

    def versions(self) -> dict[str, str]:
        """Returns the versions of all that is compared."""
        (glib,) = run(["pkg-config", "--modversion", "glib-2.0"])
        (libconfig,) = run(["pkg-config", "--modversion", "libconfig"])
        names = ("Python", *DISTRIBUTIONS)
        lines = run([self.python, "-c", VERSIONS, *DISTRIBUTIONS])
        return {"GLib": glib, "libconfig": libconfig, **dict(zip(names, lines, strict=True))}


def parse_arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Compares with other libraries.")
    parser.add_argument("library", type=Path, metavar="LIBDIR", help="what make lib made")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what Peers/run.sh made")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only the rows whose names contain the text"
    )
    parser.add_argument(
        "--slices", type=int, default=60, metavar="COUNT", help="of each side of a comparison"
    )
    return parser.parse_args()


def main() -> int:
    """Runs the comparisons, and returns the exit status."""
    try:
        from benchmarking import table
    except ImportError:
        print("the table needs rich, which is the Debian package python3-rich", file=sys.stderr)
        return 1
    options = parse_arguments()
    groups = read_goals(PEERS / "peers.json", options.only)
    if not groups:
        print(f"no row has '{options.only}' in its name", file=sys.stderr)
        return 2
    library = (options.library / "libpyxis.so.1").resolve()
    # The interpreter of a virtual environment is a link that must not be followed.
    programs = PeerPrograms(options.folder.absolute(), library, options.only, options.slices)
    try:
        results = all_results(groups, measure(groups, programs))
        here = {**machine(), "peers": programs.versions()}
    except ProgramError as error:
        print(f"bench-peers: {error}", file=sys.stderr)
        return 1
    write_json(options.folder / "peers.json", here, results)
    table.show(groups, {result.row.name: result for result in results}, here)
    return 0


if __name__ == "__main__":
    sys.exit(main())
