"""What the library tells of native configurations: contents and origins."""

from __future__ import annotations

from ctypes import byref, c_int32, c_uint32, c_void_p
from typing import Any

from ._captured import Captured
from ._detached import Held
from ._foreign import check, take_buffer
from ._keys import Key
from ._kinds import KINDS
from ._library import library
from ._origins import Origin

_KIND_OF_NUMBER = {kind.number: kind for kind in KINDS.values()}
_SOURCES = {1: "default", 2: "process", 3: "scope"}


def explained(key: Key[Any]) -> Origin:
    """Ask the library."""
    origin, depth, label = c_int32(), c_uint32(), c_void_p()
    status = library.explain(key._entry.number, byref(origin), byref(depth), byref(label))
    check(status, key._entry.what)
    text = take_buffer(label).decode("utf-8") if label else None
    return Origin(_SOURCES[origin.value], depth.value, text)


def described(configuration: object) -> dict[str, Any]:
    """Return the library's description of a native configuration."""
    import json

    buffer = c_void_p()
    check(library.configuration_describe(configuration, byref(buffer)), "the configuration")
    document: dict[str, Any] = json.loads(take_buffer(buffer))
    return document


def held_natively(layer: Captured) -> dict[str, Held]:
    """Return the entries that a native configuration sets, but for capabilities."""
    held = {}
    for entry in described(layer.handle)["entries"]:
        if entry["origin"]["source"] == "default":
            continue
        name, number, kind = entry["name"], c_uint32(), c_int32()
        text = name.encode("utf-8")
        check(library.key_find(text, len(text), byref(number)), f"the entry {name!r}")
        check(library.key_type(number, byref(kind)), f"the entry {name!r}")
        known = _KIND_OF_NUMBER.get(kind.value)
        if known is not None:
            value = known.get(layer.handle, number.value, f"the entry {name!r}")
            held[name] = Held(known.name, value, "redacted" in entry)
    return held
