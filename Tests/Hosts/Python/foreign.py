"""The part of `pyxis.h` that the host uses, declared for ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
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
from typing import Any

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
    "report_encode": [c_void_p, HANDLE, HANDLE],
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
        buffer = c_void_p()
        self.check(self.report_encode(report, byref(buffer), None), "report_encode")
        data = ctypes.string_at(self.buffer_data(buffer), self.buffer_size(buffer))
        self.check(self.buffer_release(buffer), "buffer_release")
        return data.decode("utf-8")
