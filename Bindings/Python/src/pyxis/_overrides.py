"""Scopes: entries over what is in force, for one piece of work and for nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ._captured import Captured
from ._foreign import encoded
from ._frames import FRAME, ROOT, SHARED, Cache, abandon, in_force, pop, variable
from ._keys import Key
from ._scopes import MERGE, Scope, merged

if TYPE_CHECKING:
    from typing_extensions import Self

F = TypeVar("F", bound=Callable[..., Any])

_get = variable.get
_set = variable.set
_reset = variable.reset


class ScopeBase:
    """What is opened with `with` and `async with`, and decorates functions of every kind."""

    __slots__ = ("_open",)

    _open: Cache | None
    """What this object opened last and has not closed."""

    def __enter__(self) -> Self:
        raise NotImplementedError

    def __exit__(self, kind: object = None, error: object = None, trace: object = None) -> None:
        pop(self)

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(self, *exception: object) -> None:
        self.__exit__()

    def __call__(self, function: F) -> F:
        """Return a function that runs in this scope, opened anew for each call."""
        from ._decorating import scoped

        return scoped(self, function)


class override(ScopeBase):
    """A scope in which some entries have other values (R17).

    A context manager, an async context manager, and a decorator for functions, async functions,
    generators and async generators. One object may be used again, at the same time, and inside
    itself. Each use starts from what is in force there and then. A wrong key or value raises
    TypeError or ValueError, and nothing is in force (R18).

    Tasks that are started inside inherit it; new threads do not: see `bind`. `label` shows in
    `explain`.

    >>> import pyxis
    >>> STATUS = pyxis.Key("docs.status", str, default="none")
    >>> with pyxis.override({STATUS: "trial"}, label="preview"):
    ...     print(STATUS.get(), "from", pyxis.explain(STATUS))
    trial from the scope 'preview' at depth 1
    >>> @pyxis.override({STATUS: "expired"})
    ... def shown():
    ...     return STATUS.get()
    >>> shown(), STATUS.get()
    ('expired', 'none')
    """

    __slots__ = ("_entries", "_label")

    def __init__(self, entries: Mapping[Key[Any], Any], *, label: str | None = None) -> None:
        """Check the entries; `label` shows in `explain`."""
        self._entries = _usual(entries) or accepted(entries)
        self._label = label
        self._open = None
        if label is not None:
            encoded(label, "a scope's label")

    def __enter__(self) -> Self:
        # scope_over() and push(), written out: only reads are more frequent than this.
        outer = _get()
        below: Any = outer[FRAME]
        if type(below) is not Scope or below.closed:
            outer = in_force()
            below = Captured() if outer is ROOT else outer[FRAME].layer()
        scope = Scope()
        scope.depth = depth = below.depth + 1
        scope.below = below if depth % MERGE else merged(below)
        scope.entries = entries = self._entries
        if self._label is not None:
            scope.label = self._label
        scope.owner = self
        cache: Cache = entries.copy()
        self._open = cache if self._open is None else SHARED
        cache[FRAME] = scope
        try:
            scope.token = _set(cache)
        except BaseException:
            abandon(self, cache, outer)
            raise
        return self

    def __exit__(self, kind: object = None, error: object = None, trace: object = None) -> None:
        # The usual case of pop().
        cache = _get()
        scope = cache[FRAME]
        if scope.owner is self and scope.token is not None:
            try:
                _reset(scope.token)
            except (ValueError, RuntimeError):
                pop(self)
                return
            scope.token = None
            if self._open is cache:
                self._open = None
        else:
            pop(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_override, (self._entries, self._label))

    def __repr__(self) -> str:
        label = "" if self._label is None else f", label={self._label!r}"
        return f"override({shown(self._entries)}{label})"


def _override(entries: Mapping[Key[Any], Any], label: str | None) -> override:
    return override(entries, label=label)


def _usual(entries: Mapping[Key[Any], Any]) -> dict[Any, Any] | None:
    """Do what accepted() does if that takes no time: for one entry with a value of its type."""
    try:
        ((key, value),) = entries.items()
        exact = key._exact
    except (AttributeError, TypeError, ValueError):
        return None
    if type(value) is not exact or (exact is str and not value.isascii()):
        return None
    return {key: value}


def accepted(entries: Mapping[Key[Any], Any]) -> dict[Any, Any]:
    """Check entries, and return what readers will get, by the keys."""
    checked: dict[Any, Any] = {}
    if not isinstance(entries, Mapping):
        raise TypeError(
            f"override() takes a mapping of keys to values, not {type(entries).__name__}"
        )
    for key, value in entries.items():
        if type(key) is not Key:
            raise TypeError(f"override() takes pyxis.Key objects, and not {key!r}")
        checked[key] = key._accept(value)
    if len(checked) > 1:
        _check_names(checked)
    return checked


def _check_names(entries: dict[Any, Any]) -> None:
    """Raise if two keys are one entry."""
    names = {key.name for key in entries}
    if len(names) != len(entries):
        for key in entries:
            if key.name not in names:
                raise ValueError(f"the entry {key.name!r} is there twice, by different keys")
            names.remove(key.name)


def shown(entries: Mapping[Key[Any], Any]) -> str:
    """Write entries for people."""
    parts = (
        f"{key.name!r}: {'<redacted>' if key.secret else repr(value)}"
        for key, value in entries.items()
    )
    return "{" + ", ".join(parts) + "}"
