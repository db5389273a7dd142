"""`pyxis.h` for ctypes: its structs, its callbacks, and the types of all its functions.

A test compares every line of this file with the header. Handles are `c_void_p`: they are opaque
values. Texts that come out are `String`, since a `c_char_p` would end them at their first NUL.
"""

from __future__ import annotations

import ctypes
from ctypes import (
    CFUNCTYPE,
    POINTER,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_void_p,
)
from typing import Any

ZERO_TERMINATED = ctypes.c_size_t(-1).value

TYPE_BOOL = 1
TYPE_INT64 = 2
TYPE_DOUBLE = 3
TYPE_STRING = 4
TYPE_BYTES = 5
TYPE_CAPABILITY = 6
TYPE_OPAQUE = 7

KEY_SECRET = 1
ADAPTER_KNOWN_VALUES = 1
PREPARE_ANY_THREAD = 1

VARIANT_APPLIED = 1
VARIANT_OBSERVED = 2
VARIANT_UNSUPPORTED = 3
VARIANT_UNVERIFIED = 4

ORIGIN_KEY_DEFAULT = 1
ORIGIN_PROCESS_DEFAULT = 2
ORIGIN_SCOPE = 3


class String(ctypes.Structure):
    """`pyxis_string`: a view of text that another object owns."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def text(self) -> str | None:
        """Return a copy of the text, or None if it is absent."""
        if self.data is None:
            return None
        return ctypes.string_at(self.data, self.length).decode("utf-8")

    def required(self) -> str:
        """Return a copy of a text that is never absent."""
        return ctypes.string_at(self.data, self.length).decode("utf-8")


class Bytes(ctypes.Structure):
    """`pyxis_bytes`: a view of bytes that another object owns."""

    _fields_ = [("data", c_void_p), ("size", c_size_t)]

    def copy(self) -> bytes:
        """Return a copy of the bytes."""
        return ctypes.string_at(self.data, self.size) if self.size else b""


DestroyFunction = CFUNCTYPE(None, c_void_p)
DiagnosticFunction = CFUNCTYPE(None, POINTER(String), c_void_p)
OperationFunction = CFUNCTYPE(None, c_void_p)
AdapterFunction = CFUNCTYPE(None, POINTER(String), POINTER(String), c_void_p, c_void_p)
ConfigureFunction = CFUNCTYPE(c_int32, c_void_p, c_void_p)


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


_HANDLE_OUT = POINTER(c_void_p)
_KEY_OUT = POINTER(c_uint32)
_SIZE_OUT = POINTER(c_size_t)
_INT32_OUT = POINTER(c_int32)
_VIEW_OUT = POINTER(String)
_TEXT: list[Any] = [c_char_p, c_size_t]
_DEFINED: list[Any] = [c_uint32, _KEY_OUT, _HANDLE_OUT]

STATUS_FUNCTIONS: dict[str, list[Any]] = {
    "buffer_release": [c_void_p],
    "error_status": [c_void_p],
    "error_message": [c_void_p, _VIEW_OUT],
    "error_key": [c_void_p, _VIEW_OUT],
    "error_offset": [c_void_p, _SIZE_OUT],
    "error_version": [c_void_p, POINTER(c_int64)],
    "error_release": [c_void_p],
    "diagnostic_set_handler": [DiagnosticFunction, c_void_p, DestroyFunction],
    "key_define_bool": [*_TEXT, c_int32, *_DEFINED],
    "key_define_int64": [*_TEXT, c_int64, *_DEFINED],
    "key_define_double": [*_TEXT, c_double, *_DEFINED],
    "key_define_string": [*_TEXT, *_TEXT, *_DEFINED],
    "key_define_bytes": [*_TEXT, *_TEXT, *_DEFINED],
    "key_define_capability": [*_TEXT, *_DEFINED],
    "key_count": [_SIZE_OUT],
    "key_at": [c_size_t, _KEY_OUT],
    "key_find": [*_TEXT, _KEY_OUT],
    "key_name": [c_uint32, _VIEW_OUT],
    "key_type": [c_uint32, _INT32_OUT],
    "key_flags": [c_uint32, POINTER(c_uint32)],
    "configuration_create": [_HANDLE_OUT],
    "configuration_capture": [_HANDLE_OUT],
    "configuration_copy": [c_void_p, _HANDLE_OUT],
    "configuration_release": [c_void_p],
    "configuration_set_bool": [c_void_p, c_uint32, c_int32],
    "configuration_set_int64": [c_void_p, c_uint32, c_int64],
    "configuration_set_double": [c_void_p, c_uint32, c_double],
    "configuration_set_string": [c_void_p, c_uint32, *_TEXT],
    "configuration_set_bytes": [c_void_p, c_uint32, *_TEXT],
    "configuration_set_capability": [c_void_p, c_uint32, c_void_p, DestroyFunction],
    "configuration_unset": [c_void_p, c_uint32],
    "configuration_get_bool": [c_void_p, c_uint32, _INT32_OUT],
    "configuration_get_int64": [c_void_p, c_uint32, POINTER(c_int64)],
    "configuration_get_double": [c_void_p, c_uint32, POINTER(c_double)],
    "configuration_get_string": [c_void_p, c_uint32, _VIEW_OUT],
    "configuration_get_bytes": [c_void_p, c_uint32, POINTER(Bytes)],
    "configuration_get_capability": [c_void_p, c_uint32, POINTER(c_void_p)],
    "configuration_equal": [c_void_p, c_void_p, _INT32_OUT],
    "configuration_describe": [c_void_p, _HANDLE_OUT],
    "configuration_requested": [c_void_p, _HANDLE_OUT],
    "configuration_report": [c_void_p, _HANDLE_OUT],
    "get_bool": [c_uint32, _INT32_OUT],
    "get_int64": [c_uint32, POINTER(c_int64)],
    "get_double": [c_uint32, POINTER(c_double)],
    "get_string": [c_uint32, c_char_p, c_size_t, _SIZE_OUT],
    "get_bytes": [c_uint32, c_char_p, c_size_t, _SIZE_OUT],
    "get_capability": [c_uint32, POINTER(c_void_p)],
    "explain": [c_uint32, _INT32_OUT, POINTER(c_uint32), _HANDLE_OUT],
    "scope_run": [c_void_p, OperationFunction, c_void_p],
    "scope_run_labeled": [c_void_p, *_TEXT, OperationFunction, c_void_p],
    "scope_open": [c_void_p, _HANDLE_OUT],
    "scope_open_labeled": [c_void_p, *_TEXT, _HANDLE_OUT],
    "scope_close": [c_void_p],
    "variants_create": [_HANDLE_OUT],
    "variants_set": [c_void_p, *_TEXT, *_TEXT],
    "variants_count": [c_void_p, _SIZE_OUT],
    "variants_at": [c_void_p, c_size_t, _VIEW_OUT, _VIEW_OUT],
    "variants_find": [c_void_p, *_TEXT, _VIEW_OUT],
    "variants_decode": [*_TEXT, _HANDLE_OUT, _HANDLE_OUT],
    "variants_encode": [c_void_p, _HANDLE_OUT, _HANDLE_OUT],
    "variants_release": [c_void_p],
    "report_count": [c_void_p, _SIZE_OUT],
    "report_at": [c_void_p, c_size_t, _VIEW_OUT, _INT32_OUT, _VIEW_OUT, _VIEW_OUT],
    "report_find": [c_void_p, *_TEXT, _INT32_OUT, _VIEW_OUT, _VIEW_OUT],
    "report_covering": [c_void_p, c_void_p, _HANDLE_OUT],
    "report_encode": [c_void_p, _HANDLE_OUT, _HANDLE_OUT],
    "report_decode": [*_TEXT, _HANDLE_OUT, _HANDLE_OUT],
    "report_release": [c_void_p],
    "report_publish": [c_void_p, POINTER(c_int64), _HANDLE_OUT],
    "result_set": [c_void_p, c_int32, *_TEXT, *_TEXT],
    "prepare": [POINTER(PrepareOptions), _HANDLE_OUT, _HANDLE_OUT],
    "apply": [c_void_p, POINTER(Adapter), c_size_t, _HANDLE_OUT, _HANDLE_OUT],
}
"""The parameters of every function that returns a `pyxis_status`, by its name without `pyxis_`."""

OTHER_FUNCTIONS: dict[str, tuple[list[Any], Any]] = {
    "version": ([], c_int32),
    "version_string": ([], c_char_p),
    "status_name": ([c_int32], c_char_p),
    "status_text": ([c_int32], c_char_p),
    "buffer_data": ([c_void_p], c_void_p),
    "buffer_size": ([c_void_p], c_size_t),
}
"""Parameters and result of the functions that return something else."""
