"""Requested variants: what a runner asks a host for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ctypes import byref, c_size_t, c_uint32, c_void_p

from ._declarations import KEY_SECRET, String
from ._foreign import OK, Handle, check, checked_mapping, decoded, encoded, raise_error, take_buffer
from ._library import library

REDACTED = "<redacted>"


class Variants(Mapping[str, str]):
    """Requested variants: keys with their values, each a non-empty key once; never changes.

    >>> Variants({"locale": "pl_PL", "color_scheme": "dark"}).encode()
    b'{"version":1,"requested":{"color_scheme":"dark","locale":"pl_PL"}}'
    >>> Variants.decode('{"version":1,"requested":{"locale":"pl_PL"}}')["locale"]
    'pl_PL'
    """

    __slots__ = ("_handle", "_values")

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        """Copy the values; raise ValueError for a key that is empty or has a NUL."""
        handle = c_void_p()
        check(library.variants_create(byref(handle)), "variants")
        self._handle = Handle(handle, library.variants_release)
        given = {} if values is None else checked_mapping(values, "what variants are made of")
        for key, value in given.items():
            name = encoded(key, "a variant's key")
            text = encoded(value, f"the value of the variant {key!r}")
            status = library.variants_set(handle, name, len(name), text, len(text))
            check(status, f"the variant {key!r}")
        self._values = _values(handle)

    @classmethod
    def decode(cls, payload: str | bytes) -> Variants:
        """Decode a launch payload as strictly as preparation does, and prepare nothing.

        Raise MalformedPayloadError or UnsupportedVersionError.
        """
        return cls._adopt(decoded(library.variants_decode, payload, "a launch payload"))

    @classmethod
    def _adopt(cls, handle: c_void_p) -> Variants:
        variants = cls.__new__(cls)
        variants._handle = Handle(handle, library.variants_release)
        variants._values = _values(handle)
        return variants

    def encode(self) -> bytes:
        """Encode the launch payload for a child's `PYXIS_BOOTSTRAP`."""
        buffer, error = c_void_p(), c_void_p()
        status = library.variants_encode(self._handle.value, byref(buffer), byref(error))
        if status != OK:
            raise_error(status, error)
        return take_buffer(buffer)

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return (Variants, (self._values,))

    def __repr__(self) -> str:
        shown = {key: REDACTED if is_secret(key) else value for key, value in self.items()}
        return f"Variants({shown!r})"


def _values(handle: c_void_p) -> dict[str, str]:
    """Return what a handle holds, in the order of the keys' bytes."""
    count, key, value = c_size_t(), String(), String()
    check(library.variants_count(handle, byref(count)), "variants")
    values = {}
    for index in range(count.value):
        check(library.variants_at(handle, index, byref(key), byref(value)), "variants")
        values[key.required()] = value.required()
    return dict(sorted(values.items(), key=lambda item: item[0].encode("utf-8")))


def is_secret(name: str) -> bool:
    """Whether a key of that name is defined as secret, in whichever language."""
    key, flags = c_uint32(), c_uint32()
    text = name.encode("utf-8", "surrogatepass")
    if library.key_find(text, len(text), byref(key)) != OK:
        return False
    return library.key_flags(key, byref(flags)) == OK and bool(flags.value & KEY_SECRET)
