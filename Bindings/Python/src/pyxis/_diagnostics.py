"""Messages about what no call could return, such as a second copy of the library."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable
from typing import Any

from ._declarations import DestroyFunction, DiagnosticFunction
from ._foreign import check
from ._library import library

_NONE = DiagnosticFunction()
_NO_DESTROY = DestroyFunction()
_kept: list[Any] = []
"""What the library may call. It is never freed: a call may be on its way out of it."""


def set_diagnostic_handler(handler: Callable[[str], object] | None) -> None:
    """Set where diagnostics go; None restores the default, a line on standard error each.

    The handler may be called on any thread, and native code may make the call. What it raises goes
    to `sys.unraisablehook`. When the interpreter exits, the default is restored.
    """
    if handler is None:
        check(library.diagnostic_set_handler(_NONE, None, _NO_DESTROY), "the handler")
        return
    if not callable(handler):
        raise TypeError(f"a handler is a function, not {type(handler).__name__}")
    _register(handler)


def _register(handler: Callable[[str], object]) -> None:
    """Give the library a function; let go of the handler when the library gives it up."""
    held = [handler]

    def receive(message: Any, _: object) -> None:
        for handler in held:
            handler(message.contents.required())

    functions = (DiagnosticFunction(receive), DestroyFunction(lambda _: held.clear()))
    _kept.append(functions)
    check(library.diagnostic_set_handler(functions[0], None, functions[1]), "the handler")


@atexit.register
def _restore() -> None:
    """Have native code call no Python function from here on."""
    if _kept and not sys.is_finalizing():
        set_diagnostic_handler(None)
