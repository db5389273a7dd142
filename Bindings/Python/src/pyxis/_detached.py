"""Configurations that came from another process: names and values (R7)."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _entries
from ._foreign import Handle, check, error_of
from ._kinds import BY_NAME
from ._library import library

if TYPE_CHECKING:
    from ._keys import Key
    from ._reports import Report
    from ._variants import Variants

TYPE_MISMATCH = -6


class Held(NamedTuple):
    """A native value of an entry, which this process need not know."""

    kind: str
    value: Any
    secret: bool


class Detached:
    """A configuration that no library holds; it stands below scopes as a captured one does."""

    __slots__ = ("_made", "held", "report", "requested")

    depth = 0

    def __init__(self, held: dict[str, Held], requested: Variants, report: Report | None) -> None:
        self.held = held
        self.requested = requested
        self.report = report
        self._made: tuple[int, Handle] | None = None

    def value(self, key: Key[Any]) -> Any:
        """Return the value of a key; raise TypeMismatchError if it was another type there."""
        held = self.held.get(key.name)
        if held is None:
            return key.default
        kind = key._entry.kind.name
        if held.kind != kind:
            raise error_of(
                TYPE_MISMATCH,
                f"the entry {key.name!r} is a {kind} in this process, and a {held.kind} in the one "
                "that the snapshot came from",
            )
        return key._decoded(held.value)

    def native(self) -> Handle:
        """Return a native configuration with the entries that this process knows by now."""
        known = [(entry, name) for name in self.held if (entry := _entries.find(name))]
        if self._made is None or self._made[0] != len(known):
            handle = c_void_p()
            check(library.configuration_create(byref(handle)), "a snapshot")
            made = Handle(handle, library.configuration_release)
            for entry, name in known:
                held = self.held[name]
                if held.kind == entry.kind.name:
                    BY_NAME[held.kind].set(handle, entry.number, held.value, entry.what)
            self._made = (len(known), made)
        return self._made[1]
