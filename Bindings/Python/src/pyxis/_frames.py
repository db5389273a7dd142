"""What is in force: the one context variable, and the frames of the scopes that it holds.

The variable holds a plain dict, the only mapping that the interpreter reads without a call: it
caches the values of keys, and has the scope's frame at `FRAME`. A key that is not there is looked
up by the frame. Dicts refer to frames and frames to the dicts around them, never to their own, so
that what is closed is gone at once.
"""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import TYPE_CHECKING, Any

from ._captured import Captured

if TYPE_CHECKING:
    from ._keys import Key
    from ._scopes import Layer

FRAME = None
"""The key of a cache's frame."""

Cache = dict[Any, Any]


class Frame:
    """What is in force; this class stands for what is in force natively on the thread.

    Nothing is cached for it: native code opens and closes scopes without telling Python. The
    attributes are about one opening, and all that changes.
    """

    owner: Any = None
    """The object that opened it, and will close it."""
    token: Token[Cache] | None = None
    """As long as it is open: how the variable is restored. It knows the context that the frame was
    opened in, and what was in force before."""
    closed = False
    """Whether it was closed in another context than the one that it was opened in."""

    def read(self, key: Key[Any], cache: Cache) -> Any:
        """Return the value of a key that is not cached."""
        return key._effective()

    def is_native(self) -> bool:
        """Whether reads are answered by the library."""
        return True

    def layer(self) -> Layer:
        """Return what is in force as something that does not change."""
        return Captured()

    def moved(self) -> Frame:
        """Return a frame that stands for this one when another was closed below it."""
        raise NotImplementedError


class Uncached(dict[Any, Any]):
    """What the variable holds where the library answers: each read looks the key up."""

    __slots__ = ()

    def __missing__(self, key: Any) -> Any:
        return self[FRAME].read(key, self)


ROOT: Cache = Uncached({FRAME: Frame()})
"""What the variable holds outside of Python's scopes."""

SHARED: Cache = {}
"""What stands for the openings of an owner that was open twice at a time, ever since."""

variable: ContextVar[Cache] = ContextVar("pyxis", default=ROOT)

_get = variable.get
_set = variable.set
_reset = variable.reset


def in_force() -> Cache:
    """Return what is in force, without scopes that were closed in other contexts."""
    cache = _get()
    while cache[FRAME].closed and restore(cache[FRAME]):
        cache = _get()
    return cache


def push(owner: Any, frame: Frame, cache: Cache) -> None:
    """Put a frame in force; `owner` is the object that will close it."""
    outer = in_force()
    frame.owner = owner
    owner._open = cache if owner._open is None else SHARED
    try:
        frame.token = _set(cache)
    except BaseException:
        abandon(owner, cache, outer)
        raise


def abandon(owner: Any, cache: Cache, outer: Cache) -> None:
    """Undo an opening that was interrupted: the variable may be set already or not."""
    if owner._open is cache:
        owner._open = None
    if _get() is cache:
        _set(outer)


def pop(owner: Any) -> None:
    """Take what `owner` opened last out of force.

    Scopes may be closed in any order, and in another context: that of a copy, when an event loop
    closes an abandoned generator, or an unrelated one, when another thread collects it.
    """
    above: list[Cache] = []
    cache: Cache | None = _get()
    while cache is not None and cache[FRAME].owner is not owner:
        above.append(cache)
        cache = previous(cache[FRAME])
    if cache is None:
        # This context knows nothing of it: it was opened elsewhere, if just once we know where.
        opened: Cache | None = owner._open
        if opened is not None and opened is not SHARED:
            owner._open = None
            close_elsewhere(opened)
        return
    if owner._open is cache:
        owner._open = None
    before = previous(cache[FRAME]) or ROOT
    if not restore(cache[FRAME]):
        close_elsewhere(cache)
    _set(before)
    for old in reversed(above):
        _move(old)


def previous(frame: Frame) -> Cache | None:
    """Return what was in force before a frame, as long as it is open."""
    if frame.token is None:
        return None
    old = frame.token.old_value
    return ROOT if old is Token.MISSING else old


def _move(old: Cache) -> None:
    """Put a frame that was in force above what is in force now."""
    frame: Frame = old[FRAME].moved()
    cache: Cache = type(old)(old)
    cache[FRAME] = frame
    owner = frame.owner = old[FRAME].owner
    if owner._open is old:
        owner._open = cache
    frame.token = _set(cache)


def close_elsewhere(cache: Cache) -> None:
    """Have the context that opened a frame restore itself when it reads next.

    Tasks that inherited the frame keep it.
    """
    cache[FRAME].closed = True
    for key in list(cache):
        if key is not FRAME:
            del cache[key]


def restore(frame: Frame) -> bool:
    """Restore what was in force before a frame, if this is the context that it was opened in."""
    token = frame.token
    if token is None:
        return False
    try:
        _reset(token)
    except (ValueError, RuntimeError):
        return False
    frame.token = None
    return True
