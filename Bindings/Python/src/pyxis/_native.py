"""The way to native code and back: one context for all languages (R23)."""

from __future__ import annotations

from _thread import _local as local
from _thread import get_ident
from collections.abc import Callable
from ctypes import byref, c_void_p
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ._captured import Captured
from ._declarations import OperationFunction
from ._decorating import LATER, flags_of
from ._foreign import OK, check, encoded
from ._frames import FRAME, Cache, Frame, Uncached, in_force, pop, push
from ._library import library
from ._scopes import Layer, Scope

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

F = TypeVar("F", bound=Callable[..., Any])

WRONG_ORDER = -10


class NativeFrame(Frame):
    """What is in force natively on one thread, for as long as a call takes.

    Tasks and threads that inherit it, and find the call over or elsewhere, read what was in force
    when it began (R20).
    """

    def __init__(self, scope: Layer) -> None:
        self.scope = scope
        self.thread = get_ident()
        self.is_open = True

    def is_native(self) -> bool:
        return self.is_open and self.thread == get_ident()

    def read(self, key: Any, cache: Cache) -> Any:
        return key._effective() if self.is_native() else self.scope.value(key)

    def layer(self) -> Layer:
        return Captured() if self.is_native() else self.scope

    def moved(self) -> Frame:
        return self


class AsNative:
    """Has Python read what is in force natively on this thread, until it is closed."""

    __slots__ = ("_frame", "_open")

    def __init__(self) -> None:
        self._open: Cache | None = None

    def __enter__(self) -> Self:
        self.enter(Captured())
        return self

    def enter(self, scope: Layer) -> None:
        """Begin; `scope` is what tasks that outlive it keep."""
        self._frame = NativeFrame(scope)
        push(self, self._frame, Uncached({FRAME: self._frame}))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._frame.is_open = False
        pop(self)


def callback(function: F) -> F:
    """Return a function for native code to call: it reads what is in force there (R23).

    Needed only for callbacks of calls that were made without `native`, or that native code makes
    from inside its own scopes to functions that Python gave it earlier. Put it below the ctypes
    type: `CFUNCTYPE(None)(pyxis.callback(function))`.
    """

    _check_function(function, "callback()")

    def run(*arguments: Any, **named: Any) -> Any:
        with AsNative():
            return function(*arguments, **named)

    return wraps(function)(run)  # type: ignore[return-value]


def _check_function(function: Any, what: str) -> None:
    """Raise TypeError for what is no function, or one whose body runs after the call."""
    if not callable(function):
        raise TypeError(f"{what} takes a function, not {type(function).__name__}")
    if flags_of(function) & LATER:
        raise TypeError(f"{what} takes a plain function: an async one or a generator runs later")


class Native:
    """Has native code on this thread read what is in force in Python, inside a `with` block.

    The block must not await: what native code reads belongs to the thread.
    """

    __slots__ = ("_as_native", "_scope")

    def __init__(self) -> None:
        self._as_native: AsNative | None = None
        self._scope: c_void_p | None = None

    def __enter__(self) -> Self:
        if self._as_native is not None:
            raise RuntimeError("this native() is open already: call native() for each block")
        frame: Frame = in_force()[FRAME]
        layer = frame.layer()
        self._as_native = AsNative()
        if not frame.is_native():
            self._scope = _opened(layer)
        try:
            self._as_native.enter(layer)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        as_native, self._as_native = self._as_native, None
        self._close()
        if as_native is not None:
            as_native.__exit__(None, None, None)

    def _close(self) -> None:
        scope, self._scope = self._scope, None
        if scope is not None:
            _late.close(scope)


class _Late(local):
    """Native scopes of this thread that were closed while others were open inside them."""

    def __init__(self) -> None:
        self.waiting: list[c_void_p] = []

    def close(self, scope: c_void_p) -> None:
        """Close a scope now, or when those inside it are closed.

        On another thread it stays open until its own ends: nobody else can close it.
        """
        self.waiting.append(scope)
        closed = True
        while closed:
            statuses = [(one, library.scope_close(one)) for one in reversed(self.waiting)]
            self.waiting = [one for one, status in reversed(statuses) if status == WRONG_ORDER]
            closed = any(status == OK for _, status in statuses) and bool(self.waiting)


_late = _Late()


def _opened(layer: Layer) -> c_void_p:
    """Open a native scope with a configuration."""
    scope = c_void_p()
    label = layer.label if isinstance(layer, Scope) else None
    if label is None:
        status = library.scope_open(layer.native(), byref(scope))
    else:
        text = encoded(label, "a scope's label")
        status = library.scope_open_labeled(layer.native(), text, len(text), byref(scope))
    check(status, "a native scope")
    return scope


@overload
def native() -> Native: ...
@overload
def native(function: F) -> F: ...
def native(function: Any = None) -> Any:
    """Have native code read what is in force in Python (R23).

    `native(function)` returns a function that calls a foreign one in a full native scope: Swift
    tasks that are started inside inherit it. `with native():` does so for a block on this thread,
    which must not await. Inside both, Python code that native code calls back reads what is in
    force natively: the innermost scope wins, whichever language opened it.

    >>> import pyxis
    >>> RETRIES = pyxis.Key("docs.retries", int, default=3)
    >>> with pyxis.override({RETRIES: 5}), pyxis.native():
    ...     pass  # Here pyxis_get_int64() gives 5.
    """
    if function is None:
        return Native()
    _check_function(function, "native()")

    def run(*arguments: Any, **named: Any) -> Any:
        return _run(lambda: function(*arguments, **named))

    return wraps(function)(run)


def _run(call: Callable[[], Any]) -> Any:
    """Make a call in a full native scope with what is in force in Python."""
    frame: Frame = in_force()[FRAME]
    layer = frame.layer()
    outcome: list[Any] = []
    error: list[BaseException] = []

    def operation(_: object) -> None:
        try:
            as_native = AsNative()
            as_native.enter(layer)
            try:
                outcome.append(call())
            finally:
                as_native.__exit__(None, None, None)
        except BaseException as raised:
            error.append(raised)

    foreign = OperationFunction(operation)
    if isinstance(layer, Scope) and layer.label is not None:
        text = encoded(layer.label, "a scope's label")
        status = library.scope_run_labeled(layer.native(), text, len(text), foreign, None)
    else:
        status = library.scope_run(layer.native(), foreign, None)
    if error:
        raise error.pop()
    check(status, "a native scope")
    if not outcome:
        # Only a signal's handler can have raised before the operation began.
        raise KeyboardInterrupt
    return outcome.pop()
