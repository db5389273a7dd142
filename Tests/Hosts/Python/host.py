"""A host written in Python, with the package of Bindings/Python.

It prepares itself from its environment, opens two nested scopes, and prints what it saw as one
JSON document. ../C/host.c and ../Swift do the same; ../compare.py launches the three and compares
them.

    host.py --library libpyxis.so.1                   prepare and print; exit status 3 if it fails
    host.py --library libpyxis.so.1 --decode          decode payloads from standard input
    host.py --library libpyxis.so.1 --decode-reports  decode encoded reports from standard input

A frame of standard input is its length in decimal, a newline, and that many bytes; each gives a
line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

PACKAGE = Path(__file__).resolve().parents[3] / "Bindings" / "Python" / "src"

if TYPE_CHECKING:
    import pyxis

EXIT_PREPARATION = 3


class Host:
    """The entries of this host, its adapters and its scopes."""

    def __init__(self) -> None:
        self.color_scheme = pyxis.Key("color_scheme", str, default="system")
        self.status = pyxis.Key("subscription.status", str, default="none")
        self.scale = pyxis.Key("animation.scale", float, default=1.0)
        self.retries = pyxis.Key("retries", int, default=3)
        self.beta = pyxis.Key("feature.beta", bool, default=False)
        self.keys: list[pyxis.Key[Any]] = [
            self.color_scheme,
            self.status,
            self.scale,
            self.retries,
            self.beta,
        ]

    def configure(self, staged: pyxis.StagedConfiguration) -> None:
        """Copies the requested values into the typed entries."""
        requested = staged.requested
        for key in self.keys:
            if key.name in requested:
                staged[key] = key.parse(requested[key.name])

    def apply_locale(self, variant: pyxis.Variant) -> pyxis.Result:
        """Fails on purpose, as the other hosts do."""
        raise LookupError(f"locale {variant.value} is not installed here")

    def observe_beta(self, _: pyxis.Variant) -> pyxis.Result:
        """Reports what is in force: the staged configuration is the effective one here (R10)."""
        return pyxis.Result.observed("true" if self.beta.get() else "false")

    def prepare(self) -> pyxis.Report | None:
        """Prepares the process, and returns the report; None if nothing was asked for."""
        adapters: dict[str, Callable[[pyxis.Variant], pyxis.Result]] = {
            "color_scheme": lambda variant: pyxis.Result.applied(variant.value),
            "locale": self.apply_locale,
            "feature.beta": self.observe_beta,
        }
        return pyxis.prepare(adapters, self.configure)

    def step(self, name: str) -> dict[str, Any]:
        """Reads every entry: as the effective value, from a snapshot, and as native code does."""
        entries = {key.name: key.get() for key in self.keys}
        configuration = pyxis.snapshot()
        snapshot = {key.name: configuration[key] for key in self.keys}
        with pyxis.native():
            native = {key.name: key.get() for key in self.keys}
        if not entries == snapshot == native:
            raise RuntimeError(f"{entries} is effective, but {snapshot} captured, {native} native")
        return {"name": name, "entries": entries}

    def steps(self) -> list[dict[str, Any]]:
        """Opens the scopes, and reads every entry at each step."""
        steps = [self.step("before")]
        with pyxis.override({self.status: "trial", self.retries: 5}):
            steps.append(self.step("outer scope"))
            beta = self.beta.get()
            with pyxis.override({self.color_scheme: "light", self.scale: 0.5, self.beta: not beta}):
                steps.append(self.step("inner scope"))
            steps.append(self.step("outer again"))
        steps.append(self.step("after"))
        return steps

    def reports(self, returned: pyxis.Report | None) -> dict[str, Any]:
        """Returns the report that was published, and the one that preparation returned, encoded."""
        published = pyxis.current().report
        if (published is None) != (returned is None):
            raise RuntimeError(f"preparation returned {returned}, and published {published}")
        if published is None or returned is None:
            return {"report": None, "encoded": None}
        return {"report": document_of(published), "encoded": returned.encode().decode("utf-8")}

    def run(self) -> dict[str, Any]:
        """Prepares, opens the scopes, and returns the document."""
        report = self.prepare()
        return {
            "prepared": report is not None,
            "requested": dict(pyxis.current().requested),
            "steps": self.steps(),
            **self.reports(report),
        }


def document_of(report: pyxis.Report) -> dict[str, dict[str, str]]:
    """Returns what the hosts print for a report."""
    return {
        key: {name: text for name, text in result._asdict().items() if text is not None}
        for key, result in report.items()
    }


def document_of_error(error: Exception) -> dict[str, Any]:
    """Returns what the hosts print for an error."""
    if isinstance(error, pyxis.PyxisError):
        return {"status": error.status_name, "offset": error.offset, "key": error.key}
    # Python raises what configure raised as it is; the other languages have a status for it.
    return {"status": "PYXIS_ERROR_CONFIGURE_FAILED", "offset": None, "key": None}


def write(document: dict[str, Any]) -> None:
    """Prints a document as a line of UTF-8, whatever the locale."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


def complain(message: str) -> None:
    """Writes a message to standard error as UTF-8, whatever the locale."""
    sys.stderr.buffer.write(message.encode("utf-8") + b"\n")


def frames(stream: BinaryIO) -> Iterator[bytes]:
    """Yields the frames of a stream."""
    while line := stream.readline():
        length = int(line)
        frame = stream.read(length)
        if len(frame) != length:
            raise EOFError("a frame is cut short")
        yield frame


def decode(what: str) -> None:
    """Decodes each frame of standard input, and prints a line for it."""
    for index, frame in enumerate(frames(sys.stdin.buffer)):
        try:
            if what == "requested":
                write({what: dict(pyxis.Variants.decode(frame))})
            else:
                write({what: document_of(pyxis.Report.decode(frame))})
        except pyxis.PyxisError as error:
            complain(f"frame {index}: {error}")
            write({"error": document_of_error(error)})


def load(library: str | None) -> None:
    """Imports the package, with the library that is named or the one that it finds."""
    global pyxis
    if library is not None:
        os.environ["PYXIS_LIBRARY"] = os.path.abspath(library)
    sys.path.insert(0, str(PACKAGE))
    import pyxis


def main() -> int:
    """Runs the host, and returns its exit status."""
    parser = argparse.ArgumentParser(description="A Pyxis host written in Python.")
    parser.add_argument("--library", help="what to load")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--decode", action="store_true", help="decode launch payloads")
    modes.add_argument("--decode-reports", action="store_true", help="decode encoded reports")
    options = parser.parse_args()
    load(options.library)
    if options.decode or options.decode_reports:
        decode("requested" if options.decode else "report")
        return 0
    try:
        write({"language": "Python", **Host().run()})
    except (pyxis.PyxisError, ValueError) as error:
        complain(str(error))
        write({"language": "Python", "error": document_of_error(error)})
        return EXIT_PREPARATION
    return 0


if __name__ == "__main__":
    sys.exit(main())
