"""Keys: the typed names of entries."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_void_p
from typing import Any, Generic, NoReturn, TypeVar, final, overload

from . import _entries
from ._codecs import Codec, codec_of
from ._frames import FRAME, variable

T = TypeVar("T")

_get = variable.get


@final
class Key(Generic[T]):
    """Names one typed entry, and says what it reads as where nothing sets it (R1).

    The type is `str`, `int`, `float`, `bool` or `bytes`; an enumeration or a `Literal`; or any
    type at all with a pair of functions `parse` and `format`, from and to a string. The values of
    such a type should be immutable: readers share them.

    A name is one entry in all languages of the process. The same definition again gives the same
    key; the same name with another native type, default or secrecy raises KeyConflictError (R5).
    Values of a key with `secret=True` show nowhere: not in a `repr`, a description, an error or a
    report.

    >>> import pyxis
    >>> RETRIES = pyxis.Key("docs.retries", int, default=3)
    >>> RETRIES.get()
    3
    >>> with pyxis.override({RETRIES: 5}):
    ...     RETRIES.get()
    5
    >>> import datetime
    >>> DAY = pyxis.Key(
    ...     "docs.day",
    ...     parse=datetime.date.fromisoformat,
    ...     format=datetime.date.isoformat,
    ...     default=datetime.date(2000, 1, 1),
    ... )
    >>> DAY.parse("2001-02-03")
    datetime.date(2001, 2, 3)
    """

    __slots__ = (
        "__weakref__",
        "_check",
        "_codec",
        "_definition",
        "_entry",
        "_exact",
        "_last",
        "_plain",
    )

    _entry: _entries.Entry
    _codec: Codec
    _definition: tuple[Any, ...]
    _check: Callable[[Any], T]
    """Checks a value that a user gives, and returns what readers get."""
    _exact: type[Any] | None
    """The type whose values need no check; of strings, those that are ASCII."""
    _plain: bool
    _last: tuple[Any, Any]

    @overload
    def __new__(cls, name: str, type: type[T], *, default: T, secret: bool = False) -> Key[T]: ...
    @overload
    def __new__(cls, name: str, type: Any, *, default: T, secret: bool = False) -> Key[T]: ...
    @overload
    def __new__(
        cls,
        name: str,
        *,
        parse: Callable[[str], T],
        format: Callable[[T], str],
        default: T,
        secret: bool = False,
    ) -> Key[T]: ...
    def __new__(
        cls,
        name: str,
        type: Any = None,
        *,
        default: Any,
        parse: Any = None,
        format: Any = None,
        secret: bool = False,
    ) -> Key[Any]:
        """Define a key; see the class."""
        codec = codec_of(type, parse, format, secret)
        try:
            native = codec.to_native(codec.accept(default))
        except (TypeError, ValueError) as error:
            fault: Exception = _told(f"the default of the key {name!r} {error}", error, secret)
        else:
            entry = _entries.define(name, codec.kind, native, secret)
            definition = (type, parse, format)
            known = entry.views.get(definition)
            if known is not None:
                return known
            key = super().__new__(cls)
            key._entry = entry
            key._codec = codec
            key._definition = (*definition, default)
            key._check = codec.accept
            key._exact = type if codec.plain and type is not int else None
            key._plain = codec.plain
            key._last = (None, None)
            return entry.views.setdefault(definition, key)
        raise fault

    @property
    def name(self) -> str:
        """The name, which is the same in all languages."""
        return self._entry.name

    @property
    def default(self) -> T:
        """What the key reads as where nothing sets it."""
        return self._decoded(self._entry.default)  # type: ignore[no-any-return]

    @property
    def secret(self) -> bool:
        """Whether values are left out of everything that people see."""
        return self._entry.secret

    def get(self) -> T:
        """Return the effective value (R6).

        The innermost scope's, else the process default's, else the key's default. Raise ValueError
        if native code set a string that `parse` or the enumeration does not know.
        """
        try:
            return _get()[self]  # type: ignore[no-any-return]
        except KeyError:
            pass
        cache = _get()
        return cache[FRAME].read(self, cache)  # type: ignore[no-any-return]

    def parse(self, text: str) -> T:
        """Turn the text of a variant into a value of this key; raise ValueError.

        Bool reads `true` and `false`, bytes hexadecimal digits, an enumeration the values of its
        members if these are strings, else their names.
        """
        try:
            return self._codec.parse(text)  # type: ignore[no-any-return]
        except (TypeError, ValueError) as error:
            fault = self._fault(error)
        raise fault

    def _fault(self, error: Exception) -> Exception:
        return _told(f"the value of {self.name!r} {error}", error, self.secret)

    def _accept(self, value: Any) -> T:
        try:
            return self._check(value)
        except (TypeError, ValueError) as error:
            fault = self._fault(error)
        raise fault

    def _encoded(self, value: Any) -> Any:
        """Return the native value of a value of this key."""
        return value if self._plain else self._codec.to_native(value)

    def _decoded(self, native: Any) -> Any:
        """Return the value of a native one, which any language may have set."""
        if self._plain:
            return native
        known, value = self._last
        if known == native:
            return value
        try:
            value = self._codec.from_native(native)
        except (TypeError, ValueError) as error:
            fault = self._fault(error)
        else:
            self._last = (native, value)
            return value
        raise fault

    def _effective(self) -> Any:
        """Return what is in force natively on this thread."""
        native = self._entry.read()
        return native if self._plain else self._decoded(native)

    def _read(self, configuration: c_void_p) -> Any:
        """Return the value in a native configuration."""
        entry = self._entry
        return self._decoded(entry.kind.get(configuration, entry.number, entry.what))

    def _write(self, configuration: c_void_p, value: Any) -> None:
        """Set the entry of a native configuration."""
        entry = self._entry
        entry.kind.set(configuration, entry.number, self._encoded(value), entry.what)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_key, (self.name, *self._definition, self.secret))

    def __copy__(self) -> Key[T]:
        return self

    def __deepcopy__(self, memo: Any) -> Key[T]:
        return self

    def __repr__(self) -> str:
        of, parse, _, _ = self._definition
        shown = f"parse={_name_of(parse)}" if of is None else _name_of(of)
        default = "<redacted>" if self.secret else repr(self.default)
        secret = ", secret=True" if self.secret else ""
        return f"Key({self.name!r}, {shown}, default={default}{secret})"


def _key(name: str, of: Any, parse: Any, format: Any, default: Any, secret: bool) -> Key[Any]:
    """Define a key that was pickled."""
    if of is None:
        return Key(name, parse=parse, format=format, default=default, secret=secret)
    return Key(name, of, default=default, secret=secret)


def _name_of(thing: Any) -> str:
    return getattr(thing, "__qualname__", None) or repr(thing)


def _told(message: str, error: Exception, secret: bool) -> Exception:
    """Make an error with a message; of a secret, without the cause, which may repeat the value."""
    told = type(error)(message)
    told.__cause__ = None if secret else error.__cause__
    return told


class Reader(Generic[T]):
    """An attribute of a class that reads as the effective value of a key, at every access (R6).

    >>> import pyxis
    >>> STATUS = pyxis.Key("docs.status", str, default="none")
    >>> class Paywall:
    ...     status = pyxis.Reader(STATUS)
    >>> with pyxis.override({STATUS: "trial"}):
    ...     Paywall().status
    'trial'
    >>> Paywall().status = "trial"
    Traceback (most recent call last):
      ...
    AttributeError: 'status' reads the entry 'docs.status': use pyxis.override() to change it
    """

    __slots__ = ("_name", "key")

    def __init__(self, key: Key[T]) -> None:
        if not isinstance(key, Key):
            raise TypeError(f"a reader needs a Key, not {type(key).__name__}")
        self.key = key
        self._name = key.name

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Reader[T]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any]) -> T: ...
    def __get__(self, instance: object | None, owner: type[Any]) -> Reader[T] | T:
        return self if instance is None else self.key.get()

    def __set__(self, instance: object, value: Any) -> NoReturn:
        raise AttributeError(
            f"{self._name!r} reads the entry {self.key.name!r}: use pyxis.override() to change it"
        )

    def __repr__(self) -> str:
        return f"Reader({self.key!r})"
