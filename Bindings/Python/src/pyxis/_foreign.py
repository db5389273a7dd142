"""How Python values become arguments of the library's functions, and what they return."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import byref, c_int64, c_size_t, c_void_p
from typing import Any, Callable, NoReturn, Union

from . import errors
from ._declarations import String
from ._library import library

OK = 0
NO_PAYLOAD = 1
NOT_FOUND = 2
NOT_PREPARED = 3
NO_REPORT_DIRECTORY = 4
BUFFER_TOO_SMALL = -8

Text = Union[str, bytes]


def encoded(text: str, what: str) -> bytes:
    """Return a text as UTF-8; `what` names it where that is impossible."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise errors.InvalidUTF8Error(
            f"{what} cannot be written as UTF-8: there is a lone surrogate at index {error.start}",
            status=-4,
            status_name="PYXIS_ERROR_INVALID_UTF8",
        ) from None
    except AttributeError:
        raise TypeError(f"{what} must be a str, not {type(text).__name__}") from None


def checked_mapping(value: Any, what: str) -> Any:
    """Return a mapping; raise TypeError for anything else."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} is a mapping, not {type(value).__name__}")
    return value


def error_of(status: int, message: str) -> errors.PyxisError:
    """Make the exception of a status."""
    kind = errors.BY_STATUS.get(status, errors.PyxisError)
    name = library.status_name(status).decode("ascii")
    return kind(message, status=status, status_name=name)


def check(status: int, what: str) -> None:
    """Raise the exception of a status that is not PYXIS_OK; `what` says what was tried."""
    if status != OK:
        text = library.status_text(status).decode("utf-8")
        raise error_of(status, f"{what}: {text}")


def raise_error(status: int, error: c_void_p) -> NoReturn:
    """Raise what an error object says, and release it."""
    raise take_error(status, error)


def take_error(status: int, error: c_void_p) -> errors.PyxisError:
    """Turn an error object into an exception, and release it."""
    message, key, offset, version = String(), String(), c_size_t(), c_int64()
    library.error_message(error, byref(message))
    taken = error_of(status, message.text() or library.status_text(status).decode("utf-8"))
    if library.error_key(error, byref(key)) == OK:
        taken.key = key.required()
    if library.error_offset(error, byref(offset)) == OK:
        taken.offset = offset.value
    if (
        isinstance(taken, errors.UnsupportedVersionError)
        and library.error_version(error, byref(version)) == OK
    ):
        taken.version = version.value
    library.error_release(error)
    return taken


def take_buffer(buffer: c_void_p) -> bytes:
    """Return a buffer's text, and release it."""
    try:
        return ctypes.string_at(library.buffer_data(buffer), library.buffer_size(buffer))
    finally:
        library.buffer_release(buffer)


class Handle:
    """A handle that this object owns: it releases it once, when nothing refers to it."""

    __slots__ = ("_release", "value")

    def __init__(self, value: c_void_p, release: Callable[[Any], int]) -> None:
        self.value = value
        self._release = release

    @property
    def _as_parameter_(self) -> c_void_p:
        """What ctypes passes: given as an argument, this object lives as long as the call."""
        return self.value

    def __del__(self) -> None:
        self._release(self.value)


def decoded(call: Callable[..., int], text: Text, what: str) -> c_void_p:
    """Decode a text with a function of the library, and return the handle."""
    data = encoded(text, what) if isinstance(text, str) else bytes(memoryview(text))
    handle, error = c_void_p(), c_void_p()
    status = call(data, len(data), byref(handle), byref(error))
    if status != OK:
        raise_error(status, error)
    return handle
