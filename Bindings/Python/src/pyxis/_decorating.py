"""Runs functions of every kind inside a scope: plain, async, generators and async generators.

The body of a generator runs in the scope whenever it runs, and its caller never does.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from functools import partial, wraps
from typing import Any, TypeVar

from ._frames import variable

F = TypeVar("F", bound=Callable[..., Any])

_GENERATOR, _COROUTINE, _ASYNC_GENERATOR = 0x20, 0x80, 0x200

LATER = _GENERATOR | _COROUTINE | _ASYNC_GENERATOR
"""The flags of functions whose bodies run after the call."""


def flags_of(function: Any) -> int:
    """Return what kind of function a callable runs, as the flags of its code."""
    while isinstance(function, partial):
        function = function.func
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None:
        code = getattr(vars(type(function)).get("__call__"), "__code__", None)
    return getattr(code, "co_flags", 0)


def scoped(scope: Any, function: F) -> F:
    """Return a function that does the same, in a scope that is opened anew for each call."""
    if not callable(function) or isinstance(function, type):
        what = "a class" if isinstance(function, type) else type(function).__name__
        raise TypeError(f"only functions can be decorated with a scope, not {what}")
    flags = flags_of(function)
    run = _RUNNERS.get(flags & LATER, _plain)
    return wraps(function)(run(scope, function))  # type: ignore[return-value]


def _plain(scope: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    def run(*arguments: Any, **named: Any) -> Any:
        with scope:
            return function(*arguments, **named)

    return run


def _coroutine(scope: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    async def run(*arguments: Any, **named: Any) -> Any:
        with scope:
            return await function(*arguments, **named)

    return run


class _Resumption:
    """Puts a generator's scopes in force while its body runs, and the caller's while not."""

    __slots__ = ("_callers", "_own")

    def __init__(self, scope: Any) -> None:
        self._callers = variable.get()
        with scope:
            self._own = variable.get()

    def __enter__(self) -> None:
        self._callers = variable.get()
        variable.set(self._own)

    def __exit__(self, *exception: object) -> None:
        self._own = variable.get()
        variable.set(self._callers)


def _generator(scope: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    def run(*arguments: Any, **named: Any) -> Generator[Any, Any, Any]:
        body = _Resumption(scope)
        with body:
            generator = function(*arguments, **named)
        step: Callable[[], Any] = partial(next, generator)
        while True:
            try:
                with body:
                    value = step()
            except StopIteration as stop:
                return stop.value
            try:
                sent = yield value
            except GeneratorExit:
                with body:
                    generator.close()
                raise
            except BaseException as error:
                step = partial(generator.throw, error)
            else:
                step = partial(generator.send, sent)

    return run


def _async_generator(scope: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    async def run(*arguments: Any, **named: Any) -> AsyncGenerator[Any, Any]:
        body = _Resumption(scope)
        with body:
            generator = function(*arguments, **named)
        step: Callable[[], Coroutine[Any, Any, Any]] = generator.__anext__
        while True:
            try:
                with body:
                    value = await step()
            except StopAsyncIteration:
                return
            try:
                sent = yield value
            except GeneratorExit:
                with body:
                    await generator.aclose()
                raise
            except BaseException as error:
                step = partial(generator.athrow, error)
            else:
                step = partial(generator.asend, sent)

    return run


_RUNNERS = {
    _GENERATOR: _generator,
    _COROUTINE: _coroutine,
    _ASYNC_GENERATOR: _async_generator,
}
