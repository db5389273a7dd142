"""The native types of entries: how each is defined, set and read with the library."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_double, c_int32, c_int64, c_size_t, c_uint32, create_string_buffer
from typing import Any

from ._declarations import (
    TYPE_BOOL,
    TYPE_BYTES,
    TYPE_DOUBLE,
    TYPE_INT64,
    TYPE_STRING,
    Bytes,
    String,
)
from ._foreign import BUFFER_TOO_SMALL, check
from ._library import library

_CAPACITY = 256


Reader = Callable[[], Any]


class Kind:
    """One native type. Its values are those of the Python type `python`."""

    __slots__ = ("_get", "_view", "arguments", "name", "number", "python")

    def __init__(
        self,
        number: int,
        name: str,
        python: type[Any],
        view: Callable[[], Any],
        arguments: Callable[[Any], tuple[Any, ...]] = lambda value: (value,),
    ) -> None:
        self.number = number
        self.name = name
        self.python = python
        self.arguments = arguments
        self._view = view
        self._get = getattr(library.quick, f"configuration_get_{name}")

    def define(self, name: bytes, default: Any, flags: int, key: Any, error: Any) -> int:
        """Define a key of this type."""
        function = getattr(library, f"key_define_{self.name}")
        status: int = function(
            name, len(name), *self.arguments(default), flags, byref(key), byref(error)
        )
        return status

    def set(self, configuration: Any, key: int, value: Any, what: str) -> None:
        """Set an entry of a configuration."""
        function = getattr(library, f"configuration_set_{self.name}")
        check(function(configuration, key, *self.arguments(value)), what)

    def get(self, configuration: Any, key: int, what: str) -> Any:
        """Return an entry of a configuration, or the key's default."""
        view = self._view()
        check(self._get(configuration, key, byref(view)), what)
        return self._value(view)

    def reader(self, key: int, what: str) -> Reader:
        """Return a function that reads what is in force natively on the thread."""
        function = getattr(library.ready, f"get_{self.name}")
        number, view = c_uint32(key), self._view

        def read() -> Any:
            value = view()
            status = function(number, byref(value))
            if status:
                check(status, what)
            return value.value

        return read

    def _value(self, view: Any) -> Any:
        return view.value


class _BoolKind(Kind):
    """Booleans, which are 0 or 1 in C."""

    __slots__ = ()

    def reader(self, key: int, what: str) -> Reader:
        read = super().reader(key, what)
        return lambda: read() != 0

    def _value(self, view: Any) -> Any:
        return view.value != 0


class _StringKind(Kind):
    """Strings, whose views are copied."""

    __slots__ = ()

    def reader(self, key: int, what: str) -> Reader:
        read = _copying_reader(library.ready.get_string, key, what)
        return lambda: read().decode("utf-8")

    def _value(self, view: Any) -> Any:
        return view.required()


class _BytesKind(Kind):
    """Byte strings, whose views are copied."""

    __slots__ = ()

    def reader(self, key: int, what: str) -> Reader:
        return _copying_reader(library.ready.get_bytes, key, what)

    def _value(self, view: Any) -> Any:
        return view.copy()


_buffers: list[tuple[Any, Any, Any]] = []
"""Where values of usual sizes are copied to: one for each read that is under way."""


def _buffer() -> tuple[Any, Any, Any]:
    """Make one more buffer, with its length and where that is."""
    length = c_size_t()
    return create_string_buffer(_CAPACITY), length, byref(length)


def _copying_reader(function: Callable[..., int], key: int, what: str) -> Callable[[], bytes]:
    """Return a function that reads into a buffer which is large enough."""
    number, usual = c_uint32(key), c_size_t(_CAPACITY)

    def read() -> bytes:
        # Taken, so that a signal's handler that reads as well finds another one.
        try:
            buffer = _buffers.pop()
        except IndexError:
            buffer = _buffer()
        data, length, length_out = buffer
        status = function(number, data, usual, length_out)
        while status == BUFFER_TOO_SMALL:
            capacity = length.value + 1
            data = create_string_buffer(capacity)
            status = function(number, data, c_size_t(capacity), length_out)
        if status:
            check(status, what)
        # `raw` is faster than `string_at`, and copies the whole buffer.
        value: bytes = data.raw[: length.value]
        _buffers.append(buffer)
        return value

    return read


def _string_arguments(value: str) -> tuple[bytes, int]:
    data = value.encode("utf-8")
    return data, len(data)


def _bytes_arguments(value: bytes) -> tuple[bytes, int]:
    return value, len(value)


BOOL = _BoolKind(TYPE_BOOL, "bool", bool, c_int32)
INT64 = Kind(TYPE_INT64, "int64", int, c_int64)
DOUBLE = Kind(TYPE_DOUBLE, "double", float, c_double)
STRING = _StringKind(TYPE_STRING, "string", str, String, _string_arguments)
BYTES = _BytesKind(TYPE_BYTES, "bytes", bytes, Bytes, _bytes_arguments)

KINDS = {kind.python: kind for kind in (BOOL, INT64, DOUBLE, STRING, BYTES)}
BY_NAME = {kind.name: kind for kind in KINDS.values()}
