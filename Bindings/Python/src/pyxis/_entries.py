"""The entries that this process has defined from Python: one for each name (R5)."""

from __future__ import annotations

from ctypes import c_uint32, c_void_p
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from ._declarations import KEY_SECRET
from ._foreign import OK, encoded, raise_error
from ._kinds import Kind

if TYPE_CHECKING:
    from ._keys import Key


class Entry:
    """What a name is in all languages. Keys with different Python types may be views of one."""

    __slots__ = ("default", "kind", "name", "number", "read", "secret", "views", "what")

    def __init__(self, name: str, kind: Kind, default: Any, secret: bool, number: int) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.secret = secret
        self.number = number
        self.what = f"the entry {name!r}"
        self.read = kind.reader(number, self.what)
        """Returns the native value that is in force natively on the thread."""
        self.views: WeakValueDictionary[Any, Key[Any]] = WeakValueDictionary()


_entries: dict[str, Entry] = {}


def define(name: str, kind: Kind, default: Any, secret: bool) -> Entry:
    """Define an entry, or find it where it is the same; raise KeyConflictError where it is not."""
    text = encoded(name, "a key's name")
    number, error = c_uint32(), c_void_p()
    flags = KEY_SECRET if secret else 0
    status = kind.define(text, default, flags, number, error)
    if status != OK:
        raise_error(status, error)
    # Two threads may come here at once: one entry stays.
    return _entries.setdefault(name, Entry(name, kind, default, secret, number.value))


def find(name: str) -> Entry | None:
    """Return the entry that Python defined by that name."""
    return _entries.get(name)
