"""Typed entries of configurations, and how their values are read from text."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Callable
from ctypes import byref, c_double, c_int32, c_int64, c_size_t, c_uint32, c_void_p
from typing import Any

from foreign import BUFFER_TOO_SMALL, OK, Library, String

NATIVE: dict[str, Any] = {"bool": c_int32, "int64": c_int64, "double": c_double, "string": String}


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
