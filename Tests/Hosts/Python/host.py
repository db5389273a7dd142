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
import math
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import (
    POINTER,
    byref,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_void_p,
)
from typing import Any, BinaryIO

EXIT_PREPARATION = 3

OK = 0
NO_PAYLOAD = 1
NOT_FOUND = 2
BUFFER_TOO_SMALL = -8

APPLIED = 1
OBSERVED = 2
UNVERIFIED = 4
STATUS_WORDS = {1: "applied", 2: "observed", 3: "unsupported", 4: "unverified"}

DestroyFunction = ctypes.CFUNCTYPE(None, c_void_p)


class String(ctypes.Structure):
    """`pyxis_string`; a `c_char_p` would end the data at its first NUL."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def text(self) -> str | None:
        """Returns the text, or None if it is absent."""
        if self.data is None:
            return None
        return ctypes.string_at(self.data, self.length).decode("utf-8")

    def required(self) -> str:
        """Returns the text, which must not be absent."""
        text = self.text()
        if text is None:
            raise ValueError("a text that must be there is absent")
        return text


AdapterFunction = ctypes.CFUNCTYPE(None, POINTER(String), POINTER(String), c_void_p, c_void_p)
ConfigureFunction = ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p)


class Adapter(ctypes.Structure):
    """`pyxis_adapter`."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("key", c_char_p),
        ("key_length", c_size_t),
        ("apply", AdapterFunction),
        ("user_data", c_void_p),
        ("destroy", DestroyFunction),
    ]


class PrepareOptions(ctypes.Structure):
    """`pyxis_prepare_options`."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("environment", POINTER(c_char_p)),
        ("adapters", POINTER(Adapter)),
        ("adapter_count", c_size_t),
        ("configure", ConfigureFunction),
        ("configure_user_data", c_void_p),
        ("configure_destroy", DestroyFunction),
    ]


HANDLE = POINTER(c_void_p)
VIEW = POINTER(String)
TEXT = [c_char_p, c_size_t]
DEFINED = [c_uint32, POINTER(c_uint32), HANDLE]

# The argument types of every function that this host calls and that returns a pyxis_status.
STATUS_FUNCTIONS: dict[str, list[Any]] = {
    "buffer_release": [c_void_p],
    "configuration_capture": [HANDLE],
    "configuration_get_bool": [c_void_p, c_uint32, POINTER(c_int32)],
    "configuration_get_double": [c_void_p, c_uint32, POINTER(c_double)],
    "configuration_get_int64": [c_void_p, c_uint32, POINTER(c_int64)],
    "configuration_get_string": [c_void_p, c_uint32, VIEW],
    "configuration_release": [c_void_p],
    "configuration_report": [c_void_p, HANDLE],
    "configuration_requested": [c_void_p, HANDLE],
    "configuration_set_bool": [c_void_p, c_uint32, c_int32],
    "configuration_set_double": [c_void_p, c_uint32, c_double],
    "configuration_set_int64": [c_void_p, c_uint32, c_int64],
    "configuration_set_string": [c_void_p, c_uint32, *TEXT],
    "error_key": [c_void_p, VIEW],
    "error_message": [c_void_p, VIEW],
    "error_offset": [c_void_p, POINTER(c_size_t)],
    "error_release": [c_void_p],
    "error_status": [c_void_p],
    "get_bool": [c_uint32, POINTER(c_int32)],
    "get_double": [c_uint32, POINTER(c_double)],
    "get_int64": [c_uint32, POINTER(c_int64)],
    "get_string": [c_uint32, c_void_p, c_size_t, POINTER(c_size_t)],
    "key_define_bool": [*TEXT, c_int32, *DEFINED],
    "key_define_double": [*TEXT, c_double, *DEFINED],
    "key_define_int64": [*TEXT, c_int64, *DEFINED],
    "key_define_string": [*TEXT, *TEXT, *DEFINED],
    "prepare": [POINTER(PrepareOptions), HANDLE, HANDLE],
    "report_at": [c_void_p, c_size_t, VIEW, POINTER(c_int32), VIEW, VIEW],
    "report_count": [c_void_p, POINTER(c_size_t)],
    "report_decode": [*TEXT, HANDLE, HANDLE],
    "report_encode": [c_void_p, HANDLE],
    "report_release": [c_void_p],
    "result_set": [c_void_p, c_int32, *TEXT, *TEXT],
    "scope_close": [c_void_p],
    "scope_open": [c_void_p, HANDLE],
    "variants_at": [c_void_p, c_size_t, VIEW, VIEW],
    "variants_count": [c_void_p, POINTER(c_size_t)],
    "variants_decode": [*TEXT, HANDLE, HANDLE],
    "variants_release": [c_void_p],
}


class PyxisError(Exception):
    """A call that failed, with what its error object said."""

    def __init__(self, status: str, message: str, offset: int | None, key: str | None) -> None:
        super().__init__(message)
        self.status = status
        self.offset = offset
        self.key = key

    def document(self) -> dict[str, Any]:
        """Returns what the hosts print for an error."""
        return {"status": self.status, "offset": self.offset, "key": self.key}


class Library:
    """The functions of the library: `library.get_int64(…)` calls `pyxis_get_int64`."""

    def __init__(self, path: str) -> None:
        self.foreign = ctypes.CDLL(path)
        for name, types in STATUS_FUNCTIONS.items():
            self.declare(name, types, c_int32)
        self.declare("status_name", [c_int32], c_char_p)
        self.declare("buffer_data", [c_void_p], c_void_p)
        self.declare("buffer_size", [c_void_p], c_size_t)

    def declare(self, name: str, argtypes: list[Any], restype: Any) -> None:
        """Gives a foreign function its types."""
        function = self.foreign[f"pyxis_{name}"]
        function.argtypes = argtypes
        function.restype = restype
        setattr(self, name, function)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"pyxis_{name} is not declared")

    def name_of(self, status: int) -> str:
        """Returns the name of a status."""
        name: bytes = self.status_name(status)
        return name.decode("ascii")

    def check(self, status: int, call: str) -> None:
        """Raises if a call that has no reason to fail did."""
        if status != OK:
            raise RuntimeError(f"pyxis_{call} returned {self.name_of(status)}")

    def make(self, call: str, *arguments: Any) -> c_void_p:
        """Calls a function whose last parameter takes a handle, and returns the handle."""
        handle = c_void_p()
        self.check(getattr(self, call)(*arguments, byref(handle)), call)
        return handle

    def take_error(self, status: int, error: c_void_p) -> PyxisError:
        """Turns an error object into an exception, and releases it."""
        if self.error_status(error) != status:
            raise RuntimeError(f"{self.name_of(status)} came with the error of another status")
        message, key, offset = String(), String(), c_size_t()
        self.check(self.error_message(error, byref(message)), "error_message")
        key_status = self.error_key(error, byref(key))
        if key_status != NOT_FOUND:
            self.check(key_status, "error_key")
        offset_status = self.error_offset(error, byref(offset))
        if offset_status != NOT_FOUND:
            self.check(offset_status, "error_offset")
        taken = PyxisError(
            self.name_of(status),
            message.required(),
            offset.value if offset_status == OK else None,
            key.required() if key_status == OK else None,
        )
        self.check(self.error_release(error), "error_release")
        return taken

    def decode(self, call: str, text: bytes) -> c_void_p:
        """Decodes variants or a report."""
        handle, error = c_void_p(), c_void_p()
        status: int = getattr(self, call)(text, len(text), byref(handle), byref(error))
        if status != OK:
            raise self.take_error(status, error)
        return handle

    def variants(self, handle: c_void_p) -> dict[str, str]:
        """Returns all variants of a handle, and releases it."""
        count, key, value = c_size_t(), String(), String()
        self.check(self.variants_count(handle, byref(count)), "variants_count")
        variants = {}
        for index in range(count.value):
            self.check(self.variants_at(handle, index, byref(key), byref(value)), "variants_at")
            variants[key.required()] = value.required()
        self.check(self.variants_release(handle), "variants_release")
        return variants

    def report(self, handle: c_void_p) -> dict[str, dict[str, str]]:
        """Returns all results of a handle, and releases it."""
        count, key, value, reason = c_size_t(), String(), String(), String()
        status = c_int32()
        self.check(self.report_count(handle, byref(count)), "report_count")
        report = {}
        for index in range(count.value):
            found = self.report_at(
                handle, index, byref(key), byref(status), byref(value), byref(reason)
            )
            self.check(found, "report_at")
            parts = (
                ("status", STATUS_WORDS[status.value]),
                ("value", value.text()),
                ("reason", reason.text()),
            )
            report[key.required()] = {name: text for name, text in parts if text is not None}
        self.check(self.report_release(handle), "report_release")
        return report

    def encoded(self, report: c_void_p) -> str:
        """Returns a report's JSON."""
        buffer = self.make("report_encode", report)
        data = ctypes.string_at(self.buffer_data(buffer), self.buffer_size(buffer))
        self.check(self.buffer_release(buffer), "buffer_release")
        return data.decode("utf-8")


class Key:
    """One typed entry. `kind` is how the functions of its type are called."""

    def __init__(self, library: Library, kind: str, name: str, default: Any) -> None:
        self.library = library
        self.kind = kind
        self.name = name
        key, error = c_uint32(), c_void_p()
        encoded = name.encode("utf-8")
        define = getattr(library, f"key_define_{kind}")
        status: int = define(
            encoded, len(encoded), *self.foreign(default), 0, byref(key), byref(error)
        )
        if status != OK:
            raise library.take_error(status, error)
        self.key = key

    def foreign(self, value: Any) -> tuple[Any, ...]:
        """Returns the arguments that a value is."""
        if self.kind != "string":
            return (value,)
        encoded = value.encode("utf-8")
        return (encoded, len(encoded))

    def set(self, configuration: c_void_p, value: Any) -> None:
        """Sets this entry of a configuration."""
        call = f"configuration_set_{self.kind}"
        status = getattr(self.library, call)(configuration, self.key, *self.foreign(value))
        self.library.check(status, call)

    def get(self, configuration: c_void_p) -> Any:
        """Returns this entry of a configuration."""
        value = NATIVE[self.kind]()
        call = f"configuration_get_{self.kind}"
        status = getattr(self.library, call)(configuration, self.key, byref(value))
        self.library.check(status, call)
        return value.required() if isinstance(value, String) else self.python(value.value)

    def effective(self) -> Any:
        """Returns the effective value."""
        if self.kind == "string":
            return self.effective_string()
        value = NATIVE[self.kind]()
        call = f"get_{self.kind}"
        self.library.check(getattr(self.library, call)(self.key, byref(value)), call)
        return self.python(value.value)

    def effective_string(self) -> str:
        """Returns the effective value of a string entry, of whatever length."""
        length = c_size_t()
        status = self.library.get_string(self.key, None, 0, byref(length))
        if status != BUFFER_TOO_SMALL:
            raise RuntimeError(f"pyxis_get_string returned {self.library.name_of(status)}")
        buffer = ctypes.create_string_buffer(length.value + 1)
        status = self.library.get_string(self.key, buffer, len(buffer), byref(length))
        self.library.check(status, "get_string")
        return buffer.raw[: length.value].decode("utf-8")

    def python(self, value: Any) -> Any:
        """Turns what a number came as into a Python value."""
        if self.kind != "bool":
            return value
        if value not in (0, 1):
            raise ValueError(f"a boolean came out as {value}")
        return value == 1


NATIVE: dict[str, Any] = {"bool": c_int32, "int64": c_int64, "double": c_double, "string": String}


def parse_int64(text: str) -> int:
    """Reads `-?[0-9]+` within the range of int64, and nothing else."""
    if re.fullmatch(r"-?[0-9]+", text) is None or not -(2**63) <= int(text) < 2**63:
        raise ValueError(f"{text!r} is not an integer")
    return int(text)


def parse_double(text: str) -> float:
    """Reads a finite number as JSON writes it, and nothing else."""
    number = r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?"
    if re.fullmatch(number, text) is None or not math.isfinite(float(text)):
        raise ValueError(f"{text!r} is not a number")
    return float(text)


def parse_bool(text: str) -> bool:
    """Reads `true` or `false`, and nothing else."""
    if text not in ("true", "false"):
        raise ValueError(f"{text!r} is not a boolean")
    return text == "true"


PARSE: dict[str, Callable[[str], Any]] = {
    "bool": parse_bool,
    "int64": parse_int64,
    "double": parse_double,
    "string": str,
}


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
