"""Scopes: immutable entries over others, down to a configuration that the library captured."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Union

from ._captured import Captured
from ._foreign import Handle, check
from ._frames import Cache, Frame, restore, variable
from ._library import library
from ._origins import Origin

if TYPE_CHECKING:
    from ._detached import Detached
    from ._keys import Key

Entries = dict[Any, Any]
"""Values by their keys. What is in a scope is never changed."""

MERGE = 64
"""So many scopes are merged: a chain of tasks that start one another must not grow for ever."""


class Scope(Frame):
    """Some entries over what was in force where they were set (R17).

    It says what is in force as long as it is open, and is the content of snapshots after that.
    """

    entries: Entries
    below: Layer
    depth: int
    """How many scopes deep it is, the outermost being 1."""

    label: str | None = None
    made: tuple[Handle | Captured, Handle] | None = None
    """The native configuration of the same content, and what it was made from."""
    origins: dict[Any, Origin] | None = None
    """Of merged scopes, where each entry was set."""

    def read(self, key: Key[Any], cache: Cache) -> Any:
        value = self.value(key)
        if not self.closed:
            cache[key] = value
        elif cache is variable.get() and restore(self):
            return key.get()
        return value

    def is_native(self) -> bool:
        return False

    def layer(self) -> Layer:
        return self

    def moved(self) -> Frame:
        scope = scope_over(self.below, self.entries, self.label)
        scope.below, scope.depth, scope.origins = self.below, self.depth, self.origins
        return scope

    def value(self, key: Key[Any]) -> Any:
        """Return the value of a key: of the innermost scope that sets its entry (R1)."""
        found = self.setter(key)
        if found is None:
            return bottom(self).value(key)
        scope, view = found
        value = scope.entries[view]
        return value if view is key else key._decoded(view._encoded(value))

    def setter(self, key: Key[Any]) -> tuple[Scope, Key[Any]] | None:
        """Return the innermost scope that sets a key's entry, and by which of its keys."""
        others = [view for view in key._entry.views.values() if view is not key]
        layer: Layer = self
        while isinstance(layer, Scope):
            entries = layer.entries
            if key in entries:
                return layer, key
            for view in others:
                if view in entries:
                    return layer, view
            layer = layer.below
        return None

    def origin(self, key: Key[Any]) -> Origin:
        """Return where an entry of this scope was set."""
        if self.origins is not None:
            return self.origins[key]
        return Origin("scope", self.depth, self.label)

    def native(self) -> Handle | Captured:
        """Return the native configuration of the same content, to be passed to the library."""
        below = self.below.native()
        if not self.entries:
            return below
        if self.made is None or self.made[0] is not below:
            copy = c_void_p()
            status = library.configuration_copy(below, byref(copy))
            check(status, "the configuration in force")
            made = Handle(copy, library.configuration_release)
            for key, value in self.entries.items():
                key._write(copy, value)
            self.made = (below, made)
        return self.made[1]


Layer = Union[Scope, Captured, "Detached"]


def scope_over(below: Layer, entries: Entries, label: str | None = None) -> Scope:
    """Make a scope of entries over a configuration."""
    scope = Scope()
    scope.entries = entries
    scope.depth = below.depth + 1
    scope.below = below if scope.depth % MERGE else merged(below)
    scope.label = label
    return scope


def scopes_of(layer: Layer) -> list[Scope]:
    """Return the scopes of a layer, the innermost first."""
    scopes = []
    while isinstance(layer, Scope):
        scopes.append(layer)
        layer = layer.below
    return scopes


def bottom(layer: Layer) -> Captured | Detached:
    """Return what is below all scopes."""
    while isinstance(layer, Scope):
        layer = layer.below
    return layer


def merged(layer: Layer) -> Layer:
    """Return one scope with the entries of all."""
    entries: Entries = {}
    origins: dict[Any, Origin] = {}
    for scope in reversed(scopes_of(layer)):
        for key, value in scope.entries.items():
            for view in key._entry.views.values():
                entries.pop(view, None)
            entries[key] = value
            origins[key] = scope.origin(key)
    whole = scope_over(bottom(layer), entries)
    whole.depth = layer.depth
    whole.origins = origins
    return whole
