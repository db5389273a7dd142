"""Configurations that the library holds."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any

from ._foreign import check
from ._library import library

if TYPE_CHECKING:
    from ._keys import Key

_capture = library.ready.configuration_capture
_release = library.configuration_release


class Captured:
    """A configuration that the library holds: what was in force natively on a thread."""

    __slots__ = ("handle",)

    depth = 0

    def __init__(self, handle: c_void_p | None = None) -> None:
        """Take over a handle, or capture what is in force."""
        if handle is None:
            handle = c_void_p()
            status = _capture(byref(handle))
            if status:
                check(status, "the configuration in force")
        self.handle = handle

    def __del__(self, release: Any = _release) -> None:
        release(self.handle)

    def value(self, key: Key[Any]) -> Any:
        """Return the value of a key."""
        return key._read(self.handle)

    @property
    def _as_parameter_(self) -> c_void_p:
        """What ctypes passes: given as an argument, this object lives as long as the call."""
        return self.handle

    def native(self) -> Captured:
        """Return the native configuration, to be passed to the library."""
        return self
