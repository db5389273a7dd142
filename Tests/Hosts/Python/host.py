"""A host written in Python with ctypes alone: what `pyxis.h` promises is all that it uses.

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
import ctypes
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import byref, c_void_p
from typing import Any, BinaryIO

from entries import PARSE, Key
from foreign import (
    APPLIED,
    NO_PAYLOAD,
    NOT_FOUND,
    OBSERVED,
    UNVERIFIED,
    Adapter,
    AdapterFunction,
    ConfigureFunction,
    Library,
    PrepareOptions,
    PyxisError,
)

EXIT_PREPARATION = 3


class Host:
    """The entries of this host, its adapters and its scopes."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.color_scheme = Key(library, "string", "color_scheme", "system")
        self.status = Key(library, "string", "subscription.status", "none")
        self.scale = Key(library, "double", "animation.scale", 1.0)
        self.retries = Key(library, "int64", "retries", 3)
        self.beta = Key(library, "bool", "feature.beta", False)
        self.keys = [self.color_scheme, self.status, self.scale, self.retries, self.beta]
        self.callbacks: list[Any] = []  # Kept for as long as the library can call them.

    def configure(self, configuration: int | None, _: int | None) -> int:
        """Copies the requested values into the typed entries."""
        try:
            staged = c_void_p(configuration)
            requested = self.library.variants(self.library.make("configuration_requested", staged))
            for key in self.keys:
                if key.name in requested:
                    key.set(staged, PARSE[key.kind](requested[key.name]))
        except Exception as error:
            print(f"configure: {error}", file=sys.stderr)
            return 1
        return 0

    def adapter(self, name: str, apply: Callable[[str], tuple[int, str]]) -> Adapter:
        """Makes an adapter of a function from value to status and value in force."""

        def run(_key: Any, value: Any, result: int | None, _data: int | None) -> None:
            try:
                status, text = apply(value.contents.required())
                encoded = text.encode("utf-8")
                code = self.library.result_set(result, status, encoded, len(encoded), None, 0)
                self.library.check(code, "result_set")
            except Exception as error:
                reason = f"The adapter failed: {error}".encode()
                self.library.result_set(result, UNVERIFIED, None, 0, reason, len(reason))

        callback = AdapterFunction(run)
        encoded = name.encode("utf-8")
        self.callbacks += [callback, encoded]
        return Adapter(ctypes.sizeof(Adapter), 0, encoded, len(encoded), callback)

    def apply_locale(self, value: str) -> tuple[int, str]:
        """Fails on purpose, as the other hosts do."""
        raise LookupError(f"locale {value} is not installed here")

    def observe_beta(self, _: str) -> tuple[int, str]:
        """Reports what is in force: the staged configuration is the effective one here (R10)."""
        return OBSERVED, "true" if self.beta.effective() else "false"

    def prepare(self) -> c_void_p | None:
        """Prepares the process, and returns the report; None if nothing was asked for."""
        adapters = (Adapter * 3)(
            self.adapter("color_scheme", lambda value: (APPLIED, value)),
            self.adapter("locale", self.apply_locale),
            self.adapter("feature.beta", self.observe_beta),
        )
        callback = ConfigureFunction(self.configure)
        self.callbacks.append(callback)
        options = PrepareOptions(
            struct_size=ctypes.sizeof(PrepareOptions),
            adapters=adapters,
            adapter_count=len(adapters),
            configure=callback,
        )
        report, error = c_void_p(), c_void_p()
        status: int = self.library.prepare(byref(options), byref(report), byref(error))
        if status < 0:
            raise self.library.take_error(status, error)
        if status == NO_PAYLOAD:
            return None
        self.library.check(status, "prepare")
        return report

    @contextmanager
    def override(self, entries: dict[Key, Any]) -> Iterator[None]:
        """Opens a scope with some entries changed."""
        configuration = self.library.make("configuration_capture")
        for key, value in entries.items():
            key.set(configuration, value)
        scope = self.library.make("scope_open", configuration)
        self.library.check(
            self.library.configuration_release(configuration), "configuration_release"
        )
        try:
            yield
        finally:
            self.library.check(self.library.scope_close(scope), "scope_close")

    def step(self, name: str) -> dict[str, Any]:
        """Reads every entry, as the effective value and from a snapshot, which must agree."""
        entries = {key.name: key.effective() for key in self.keys}
        configuration = self.library.make("configuration_capture")
        snapshot = {key.name: key.get(configuration) for key in self.keys}
        self.library.check(
            self.library.configuration_release(configuration), "configuration_release"
        )
        if snapshot != entries:
            raise RuntimeError(f"the snapshot {snapshot} is not what is effective: {entries}")
        return {"name": name, "entries": entries}

    def steps(self) -> list[dict[str, Any]]:
        """Opens the scopes, and reads every entry at each step."""
        steps = [self.step("before")]
        with self.override({self.status: "trial", self.retries: 5}):
            steps.append(self.step("outer scope"))
            inner = {self.color_scheme: "light", self.scale: 0.5}
            with self.override({**inner, self.beta: not self.beta.effective()}):
                steps.append(self.step("inner scope"))
            steps.append(self.step("outer again"))
        steps.append(self.step("after"))
        return steps

    def reports(self, returned: c_void_p | None, configuration: c_void_p) -> dict[str, Any]:
        """Returns the report that was published, and the one that preparation returned, encoded."""
        published = c_void_p()
        status = self.library.configuration_report(configuration, byref(published))
        if status == NOT_FOUND and returned is None:
            return {"report": None, "encoded": None}
        self.library.check(status, "configuration_report")
        if returned is None:
            raise RuntimeError("there is a report, but preparation returned none")
        encoded = self.library.encoded(returned)
        self.library.check(self.library.report_release(returned), "report_release")
        return {"report": self.library.report(published), "encoded": encoded}

    def run(self) -> dict[str, Any]:
        """Prepares, opens the scopes, and returns the document."""
        report = self.prepare()
        configuration = self.library.make("configuration_capture")
        requested = self.library.make("configuration_requested", configuration)
        document = {
            "prepared": report is not None,
            "requested": self.library.variants(requested),
            "steps": self.steps(),
            **self.reports(report, configuration),
        }
        self.library.check(
            self.library.configuration_release(configuration), "configuration_release"
        )
        return document


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


def decode(library: Library, what: str) -> None:
    """Decodes each frame of standard input, and prints a line for it."""
    for index, frame in enumerate(frames(sys.stdin.buffer)):
        try:
            if what == "requested":
                write({what: library.variants(library.decode("variants_decode", frame))})
            else:
                write({what: library.report(library.decode("report_decode", frame))})
        except PyxisError as error:
            complain(f"frame {index}: {error}")
            write({"error": error.document()})


def main() -> int:
    """Runs the host, and returns its exit status."""
    parser = argparse.ArgumentParser(description="A Pyxis host written in Python.")
    parser.add_argument("--library", default="libpyxis.so.1", help="what to load")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--decode", action="store_true", help="decode launch payloads")
    modes.add_argument("--decode-reports", action="store_true", help="decode encoded reports")
    options = parser.parse_args()
    library = Library(options.library)
    if options.decode or options.decode_reports:
        decode(library, "requested" if options.decode else "report")
        return 0
    try:
        write({"language": "Python", **Host(library).run()})
    except PyxisError as error:
        complain(str(error))
        write({"language": "Python", "error": error.document()})
        return EXIT_PREPARATION
    return 0


if __name__ == "__main__":
    sys.exit(main())
