"""What happens around every test: its coroutine sees its scopes, and leaks are found."""

from __future__ import annotations

import contextvars
import functools
import inspect
import sys
from collections.abc import Generator
from contextlib import ExitStack
from typing import Any

import pytest

from . import options
from .leaks import Ledger, fail
from .scopes import again, missing, open_scopes

LEDGER = pytest.StashKey["Ledger | None"]()
"""The ledger of a session, or None where leaks are not checked."""


def _renew_context(instance: Any) -> None:
    """Has an asynchronous TestCase run in this context, and not in that it was made in."""
    if isinstance(getattr(instance, "_asyncioTestContext", None), contextvars.Context):
        instance._asyncioTestContext = contextvars.copy_context()


class Runs:
    """The hooks around tests and fixtures."""

    def __init__(self, config: pytest.Config) -> None:
        self._ledger = Ledger() if options.leak_check(config) else None
        self._leaks: list[str] = []
        config.stash[LEDGER] = self._ledger

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None, Any, None]:
        """Takes what is open as given."""
        self._leaks = []
        if self._ledger is not None:
            self._ledger.begin()
        yield
        if self._ledger is not None:
            self._ledger.started()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, None]:
        """Attributes the scopes that a fixture opened to it."""
        before = self._ledger.unexpected() if self._ledger is not None else []
        yield
        if self._ledger is not None:
            self._ledger.add(fixturedef, missing(self._ledger.unexpected(), before))

    @pytest.hookimpl(trylast=True)
    def pytest_fixture_post_finalizer(self, fixturedef: Any) -> None:
        """Expects the scopes of a fixture to be closed."""
        if self._ledger is not None:
            self._ledger.remove(fixturedef, fixturedef.argname)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, None]:
        """Has a coroutine run in the scopes of this context, and checks what the test left."""
        _renew_context(getattr(item, "instance", None))
        function = getattr(item, "obj", None)
        wrapped = inspect.iscoroutinefunction(function) and "pyxis" in sys.modules
        if wrapped:
            item.obj = self._carried(function)  # type: ignore[attr-defined]
        outcome = yield
        if wrapped:
            item.obj = function  # type: ignore[attr-defined]
        self._check(outcome, item, "call")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, Any, None]:
        """Checks what the fixtures left."""
        if self._ledger is not None:
            self._ledger.ending()
        outcome = yield
        self._check(outcome, item, "teardown")

    def _check(self, outcome: Any, item: pytest.Item, when: str) -> None:
        if self._ledger is not None:
            leaks, self._leaks = [*self._leaks, *self._ledger.settle()], []
            if leaks:
                fail(outcome, item, when, leaks)

    def _carried(self, function: Any) -> Any:
        """Returns a coroutine function that runs in the scopes that are open here.

        Event loops may run it in a context that was copied before these were opened.
        """
        outer = open_scopes()

        @functools.wraps(function)
        async def run(*arguments: Any, **named: Any) -> Any:
            __tracebackhide__ = True
            with ExitStack() as stack:
                for owner in missing(outer, open_scopes()):
                    scope = again(owner)
                    if scope is not None:
                        stack.enter_context(scope)
                before = open_scopes()
                try:
                    return await function(*arguments, **named)
                finally:
                    if self._ledger is not None:
                        self._leaks += self._ledger.settle(before)

        return run
