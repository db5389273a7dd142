"""Snapshots: configurations that keep their values."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import byref, c_int32, c_void_p
from typing import TYPE_CHECKING, Any, TypeVar

from ._describing import described, explained, held_natively
from ._detached import Detached, Held
from ._foreign import NOT_FOUND, check
from ._frames import FRAME, in_force, push
from ._keys import Key
from ._library import library
from ._origins import Origin
from ._overrides import ScopeBase, accepted
from ._reports import Report
from ._scopes import Layer, Scope, bottom, scope_over, scopes_of
from ._variants import REDACTED, Variants

if TYPE_CHECKING:
    from typing_extensions import Self

T = TypeVar("T")


class Snapshot(ScopeBase):
    """An immutable configuration: it keeps its values after the scope is gone (R2, R7).

    `with snapshot:` puts it in force in place of everything else (R17), and it decorates functions
    like `override`. It can be pickled: names and values travel, those of secret keys included, so
    that a worker process reads what was in force here. Capabilities of native code stay behind.

    >>> import pyxis
    >>> STATUS = pyxis.Key("docs.status", str, default="none")
    >>> with pyxis.override({STATUS: "trial"}):
    ...     taken = pyxis.snapshot()
    >>> taken[STATUS], STATUS.get()
    ('trial', 'none')
    >>> with taken:
    ...     STATUS.get()
    'trial'
    """

    __slots__ = ("_layer", "_values")

    def __init__(self) -> None:
        """Take a snapshot of what is in force."""
        self._take(in_force()[FRAME].layer())

    @classmethod
    def _of(cls, layer: Layer) -> Snapshot:
        snapshot = cls.__new__(cls)
        snapshot._take(layer)
        return snapshot

    def _take(self, layer: Layer) -> None:
        self._layer = layer
        self._values: dict[Any, Any] = {}
        self._open = None

    def __enter__(self) -> Self:
        scope = scope_over(self._layer, {})
        push(self, scope, {FRAME: scope})
        return self

    def __getitem__(self, key: Key[T]) -> T:
        """Return the value of a key in this configuration (R1)."""
        try:
            return self._values[key]  # type: ignore[no-any-return]
        except KeyError:
            pass
        if not isinstance(key, Key):
            raise TypeError(f"a configuration is read with a pyxis.Key, not {type(key).__name__}")
        value = self._values[key] = self._layer.value(key)
        return value  # type: ignore[no-any-return]

    def updated(self, entries: Mapping[Key[Any], Any]) -> Snapshot:
        """Return another snapshot, with some entries changed; this one stays as it is (R2)."""
        return Snapshot._of(scope_over(self._layer, accepted(entries)))

    @property
    def requested(self) -> Variants:
        """The variants that the launch requested; none before preparation (R3, R22)."""
        lowest = bottom(self._layer)
        if isinstance(lowest, Detached):
            return lowest.requested
        variants = c_void_p()
        status = library.configuration_requested(lowest.handle, byref(variants))
        check(status, "the requested variants")
        return Variants._adopt(variants)

    @property
    def report(self) -> Report | None:
        """The launch report, which scopes never change; None before preparation (R3, R22)."""
        lowest = bottom(self._layer)
        if isinstance(lowest, Detached):
            return lowest.report
        report = c_void_p()
        status = library.configuration_report(lowest.handle, byref(report))
        if status == NOT_FOUND:
            return None
        check(status, "the report")
        return Report._adopt(report)

    def explain(self, key: Key[Any]) -> Origin:
        """Say where the value of a key comes from."""
        check_key(key, "explain()")
        if isinstance(self._layer, Scope):
            found = self._layer.setter(key)
            if found is not None:
                return found[0].origin(found[1])
        lowest = bottom(self._layer)
        if isinstance(lowest, Detached):
            return Origin("configuration" if key.name in lowest.held else "default")
        for entry in described(lowest.handle)["entries"]:
            if entry["name"] == key.name:
                return Origin(**entry["origin"])
        return Origin("default")

    def describe(self) -> dict[str, Any]:
        """Describe the configuration for people, as what `json.dumps` writes.

        `entries` has name, type, value and origin of each key of the process, in the order of the
        names; then there is what was `requested`, and the `report`. Values of secret keys are left
        out, and their entries have `redacted`.
        """
        document = described(self._layer.native())
        origins: dict[str, Origin] = {}
        for scope in reversed(scopes_of(self._layer)):
            origins.update((key.name, scope.origin(key)) for key in scope.entries)
        for entry in document["entries"]:
            origin = origins.get(entry["name"])
            if origin is not None:
                parts = origin._asdict().items()
                entry["origin"] = {name: part for name, part in parts if part is not None}
        return document

    def _held(self) -> dict[str, Held]:
        """Return the entries that are set, by their names."""
        lowest = bottom(self._layer)
        held = dict(lowest.held) if isinstance(lowest, Detached) else held_natively(lowest)
        for scope in reversed(scopes_of(self._layer)):
            for key, value in scope.entries.items():
                held[key.name] = Held(key._entry.kind.name, key._encoded(value), key.secret)
        return held

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        if isinstance(bottom(self._layer), Detached) or isinstance(bottom(other._layer), Detached):
            return (self._held(), self.requested, self.report) == (
                other._held(),
                other.requested,
                other.report,
            )
        equal = c_int32()
        one, two = self._layer.native(), other._layer.native()
        check(library.configuration_equal(one, two, byref(equal)), "two snapshots")
        return bool(equal.value)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        held = {name: tuple(entry) for name, entry in self._held().items()}
        report = self.report
        return (_snapshot, (held, dict(self.requested), report and report.encode()))

    def __copy__(self) -> Snapshot:
        return self

    def __deepcopy__(self, memo: Any) -> Snapshot:
        return self

    def __repr__(self) -> str:
        parts = []
        for name, held in sorted(self._held().items()):
            parts.append(f"{name!r}: {REDACTED if held.secret else repr(held.value)}")
        return "Snapshot({" + ", ".join(parts) + "})"


def _snapshot(
    held: dict[str, tuple[str, Any, bool]], requested: dict[str, str], report: bytes | None
) -> Snapshot:
    """Make a snapshot that was pickled."""
    entries = {name: Held(*entry) for name, entry in held.items()}
    decoded = None if report is None else Report.decode(report)
    return Snapshot._of(Detached(entries, Variants(requested), decoded))


def snapshot() -> Snapshot:
    """Take a snapshot of what is in force (R7)."""
    return Snapshot()


def current() -> Snapshot:
    """Return the configuration in force: `current()[KEY]`, `current().requested`, and more.

    A configuration is a value, so that this is a snapshot too.
    """
    return Snapshot()


def explain(key: Key[Any]) -> Origin:
    """Say where the effective value of a key comes from.

    >>> import pyxis
    >>> STATUS = pyxis.Key("docs.status", str, default="none")
    >>> pyxis.explain(STATUS)
    Origin(source='default', depth=0, label=None)
    """
    check_key(key, "explain()")
    if in_force()[FRAME].is_native():
        return explained(key)
    return Snapshot().explain(key)


def check_key(key: object, what: str) -> None:
    """Raise TypeError if something is no key."""
    if not isinstance(key, Key):
        raise TypeError(f"{what} takes a pyxis.Key, not {type(key).__name__}")
