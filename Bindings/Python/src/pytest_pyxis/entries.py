"""Turns names and values that tests write into keys and values to override."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyxis
from pyxis import _entries
from pyxis.runner.suggesting import suggestion

Entries = dict["pyxis.Key[Any]", Any]


def entries_of(arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Entries:
    """Returns the entries of a marker or call: a mapping of keys or names, and values by name.

    Raises:
        TypeError: Something is no mapping, key or name, or a value has another type.
        ValueError: A name belongs to no key, or a value is out of range.
    """
    found: Entries = {}
    if len(arguments) > 1:
        raise TypeError(f"one mapping of keys to values is expected, and not {len(arguments)}")
    for mapping in (*arguments, named):
        if not isinstance(mapping, Mapping):
            raise TypeError(f"a mapping of keys to values is expected, and not {mapping!r}")
        for key, value in mapping.items():
            merge(found, accepted(key, value))
    return found


def merge(entries: Entries, others: Entries) -> None:
    """Adds entries to others, in place of those of the same name."""
    names = {key.name for key in others}
    for key in [key for key in entries if key.name in names]:
        del entries[key]
    entries.update(others)


def accepted(key: Any, value: Any) -> Entries:
    """Returns one entry, of a key or of the key of that name that takes the value."""
    if isinstance(key, pyxis.Key):
        return {key: key._accept(value)}
    if not isinstance(key, str):
        raise TypeError(f"{key!r} is neither a pyxis.Key nor the name of one")
    views = keys_named(key)
    if not views:
        raise ValueError(
            f"no pyxis.Key is called {key!r} in the modules that are imported"
            f"{suggestion(key, names())}"
        )
    fault: Exception | None = None
    for view in views:
        try:
            return {view: view._accept(value)}
        except (TypeError, ValueError) as error:
            fault = fault or error
    assert fault is not None
    raise fault


def keys_named(name: str) -> list[pyxis.Key[Any]]:
    """Returns the keys of an entry: several where Python types share one."""
    entry = _entries.find(name)
    return [] if entry is None else list(entry.views.values())


def names() -> list[str]:
    """Returns the names of all keys."""
    return [name for name, entry in list(_entries._entries.items()) if len(entry.views)]


def parsed(name: str, text: str) -> Entries:
    """Returns the entry that the text of a variant stands for; none where no key has the name.

    Raises:
        ValueError: No key of the name can read the text.
    """
    fault: Exception | None = None
    for key in keys_named(name):
        try:
            return {key: key.parse(text)}
        except ValueError as error:
            fault = fault or error
    if fault is not None:
        raise fault
    return {}


def text_of(name: str, value: Any) -> str:
    """Returns the text that stands for a value as a variant.

    Raises:
        TypeError: The value is no text, and no key says how to write it.
        ValueError: The key does not take the value.
    """
    if type(value) is str:
        parsed(name, value)
        return value
    if not keys_named(name):
        raise TypeError(
            f"the value {value!r} of {name!r} has to be a text, since no pyxis.Key is called so"
        )
    ((key, value),) = accepted(name, value).items()
    native = key._encoded(value)
    if isinstance(native, bool):
        return "true" if native else "false"
    return native.hex() if isinstance(native, bytes) else str(native)
