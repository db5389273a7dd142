"""Which scopes are open, and whose they are."""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any


def open_scopes() -> list[Any]:
    """Returns the objects whose scopes are open in this context, the outermost first.

    Costs nothing where nobody has imported `pyxis`.
    """
    frames = sys.modules.get("pyxis._frames")
    if frames is None:
        return []
    owners = []
    cache = frames.in_force()
    while cache is not None and cache is not frames.ROOT:
        frame = cache[frames.FRAME]
        if frame.owner is not None and not frame.closed:
            owners.append(frame.owner)
        cache = frames.previous(frame)
    return owners[::-1]


def missing(owners: Iterable[Any], expected: Iterable[Any]) -> list[Any]:
    """Returns those owners that are not among others, as often as each is there."""
    left = Counter(map(id, expected))
    found = []
    for owner in owners:
        left[id(owner)] -= 1
        if left[id(owner)] < 0:
            found.append(owner)
    return found


def close(owners: Iterable[Any]) -> None:
    """Closes scopes, the innermost first."""
    from pyxis import _frames

    for owner in reversed(list(owners)):
        _frames.pop(owner)


def again(owner: Any) -> Any:
    """Returns an object of its own that opens the same scope, or None if there is no such."""
    import pyxis

    if type(owner) is pyxis.override:
        return copy.copy(owner)
    return owner.updated({}) if type(owner) is pyxis.Snapshot else None
