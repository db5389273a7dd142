"""Adapters: host code that applies one variant and says what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ctypes import c_char_p, c_size_t, sizeof
from typing import Any, NamedTuple

from ._declarations import ADAPTER_KNOWN_VALUES, Adapter, AdapterFunction, DestroyFunction
from ._foreign import encoded
from ._library import library
from ._native import AsNative
from ._reports import STATUS_NUMBERS, Report, Result
from ._variants import is_secret

_APPLIED = 1
_UNVERIFIED = 4
_NO_DESTROY = DestroyFunction()


class Variant(NamedTuple):
    """A requested variant, as an adapter gets it."""

    key: str
    value: str

    def __repr__(self) -> str:
        value = "<redacted>" if is_secret(self.key) else repr(self.value)
        return f"Variant(key={self.key!r}, value={value})"


AdapterCallable = Callable[[Variant], Result]


class KnownValues:
    """An adapter whose variant's value is checked first; see `known_values`."""

    def __init__(self, function: AdapterCallable) -> None:
        self.function = function

    def __call__(self, variant: Variant) -> Result:
        """Apply a variant, without a check."""
        return self.function(variant)

    def __repr__(self) -> str:
        return f"known_values({self.function!r})"


def known_values(function: AdapterCallable) -> KnownValues:
    """Return an adapter that runs only for values which its variant is known to have.

    Another value is reported as unsupported, with a reason. It is for `color_scheme`,
    `accessibility.contrast` and `accessibility.content_size`; the adapter of any other key raises
    InvalidArgumentError in `prepare` and `apply`.

    >>> import pyxis
    >>> @pyxis.known_values
    ... def choose_scheme(variant):
    ...     return pyxis.Result.applied(variant.value)
    """
    if not callable(function):
        raise TypeError(f"known_values() takes an adapter, not {type(function).__name__}")
    return KnownValues(function)


class Adapters:
    """The adapters of one call: the array that the library reads, and what they raised.

    It must live until the call is over.
    """

    def __init__(self, adapters: Mapping[str, AdapterCallable]) -> None:
        self.errors: dict[str, BaseException] = {}
        """What adapters raised, by their keys."""
        self.interruption: BaseException | None = None
        """What ends the call: a KeyboardInterrupt, SystemExit and the like."""
        self.count = len(adapters)
        self.array = (Adapter * self.count)(
            *(self._adapter(key, function) for key, function in adapters.items())
        )

    def _adapter(self, key: str, function: AdapterCallable) -> Adapter:
        if not callable(function):
            raise TypeError(
                f"the adapter of {key!r} is not a function, but {type(function).__name__}"
            )
        name = encoded(key, "an adapter's key")

        def apply(variant: Any, value: Any, result: Any, _: object) -> None:
            try:
                if self.interruption is None:
                    self._apply(function, Variant(key, value.contents.required()), result)
            except BaseException as error:
                self.interruption = error
            if self.interruption is not None:
                # Applied without a value is invalid: the library publishes nothing (R13, R15).
                library.result_set(result, _APPLIED, None, 0, None, 0)

        return Adapter(
            struct_size=sizeof(Adapter),
            flags=ADAPTER_KNOWN_VALUES if isinstance(function, KnownValues) else 0,
            key=c_char_p(name),
            key_length=c_size_t(len(name)),
            apply=AdapterFunction(apply),
            destroy=_NO_DESTROY,
        )

    def _apply(self, function: AdapterCallable, variant: Variant, result: Any) -> None:
        """Run an adapter with what is in force natively, and report what it says (R14)."""
        try:
            with AsNative():
                outcome = function(variant)
            fault = _report(outcome, result)
        except Exception as error:
            self.errors[variant.key] = error
            fault = f"The adapter failed: {_described(error)}"
        if fault is not None:
            reason = fault.encode("utf-8", "backslashreplace")
            library.result_set(result, _UNVERIFIED, None, 0, reason, len(reason))

    def report(self, handle: Any) -> Report:
        """Return the report of the call, with what adapters raised."""
        return Report._adopt(handle, self.errors)


def _described(error: Exception) -> str:
    """Describe an exception by its own text, whatever that does."""
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:
        return f"{name}, which cannot be described"
    if text and not isinstance(error, KeyError):
        return text
    return f"{name}: {text}" if text else name


def _report(outcome: Result, result: Any) -> str | None:
    """Give the library what an adapter returned; return what is wrong with it, if anything."""
    if not isinstance(outcome, Result):
        return f"The adapter returned {type(outcome).__name__}, not a pyxis.Result."
    number = STATUS_NUMBERS.get(outcome.status)
    if number is None:
        return f"The adapter returned the status {outcome.status!r}, which there is not."
    texts: list[Any] = []
    for name, text in (("value", outcome.value), ("reason", outcome.reason)):
        data = None if text is None else encoded(text, f"the {name} of an adapter's result")
        texts += (data, 0 if data is None else len(data))
    status: int = library.result_set(result, number, *texts)
    return None if status == 0 else library.status_text(status).decode("utf-8")
