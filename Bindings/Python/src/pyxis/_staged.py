"""The configuration that `configure` fills."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import Any, TypeVar

from ._foreign import NOT_FOUND, check
from ._keys import Key
from ._library import library
from ._variants import Variants

T = TypeVar("T")


class StagedConfiguration:
    """The configuration that preparation is about to publish, for `configure` to fill.

    It shows what was requested, and can be used until `configure` returns: InvalidHandleError
    after that. Setting an entry marks no variant as applied (R14).
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: c_void_p) -> None:
        self._handle = handle

    @property
    def requested(self) -> Variants:
        """The variants that the launch requested (R3)."""
        variants = c_void_p()
        status = library.configuration_requested(self._handle, byref(variants))
        check(status, "the staged configuration")
        return Variants._adopt(variants)

    def __getitem__(self, key: Key[T]) -> T:
        return key._read(self._handle)  # type: ignore[no-any-return]

    def __setitem__(self, key: Key[T], value: T) -> None:
        key._write(self._handle, key._accept(value))

    def __delitem__(self, key: Key[Any]) -> None:
        status = library.configuration_unset(self._handle, key._entry.number)
        if status == NOT_FOUND:
            raise KeyError(key.name)
        check(status, key._entry.what)

    def __repr__(self) -> str:
        return "<the staged configuration>"
