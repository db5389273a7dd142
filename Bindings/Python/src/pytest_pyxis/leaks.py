"""Finds overrides that a test or fixture left in force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from .scopes import close, missing, open_scopes

HINT = "open it with `with`, or with the fixture pyxis_override"


class Ledger:
    """Who may have which scopes open in the context of the tests.

    Whatever is open beside these was left by the code that ran last. Scopes that were open before
    the first test, and those of fixtures that are not torn down yet, may stay.
    """

    def __init__(self) -> None:
        self._base: list[Any] = []
        self._of_hooks: list[Any] = []
        self._of_fixtures: dict[Any, list[Any]] = {}
        self._torn_down: list[tuple[Any, str]] = []

    def begin(self) -> None:
        """Takes what is open before a test as given, but for what belongs to fixtures."""
        self._base = missing(open_scopes(), self._fixtures())
        self._of_hooks = []
        self._torn_down = []

    def started(self) -> None:
        """Lets hooks that ran before a test have scopes open until it is torn down."""
        self._of_hooks = self.unexpected()

    def ending(self) -> None:
        """Expects the scopes of hooks to be closed."""
        self._of_hooks = []

    def add(self, fixture: Any, owners: Iterable[Any]) -> None:
        """Lets a fixture have scopes open until it is torn down."""
        owners = list(owners)
        if owners:
            self._of_fixtures.setdefault(fixture, []).extend(owners)

    def remove(self, fixture: Any, name: str) -> None:
        """Expects the scopes of a fixture to be closed."""
        self._torn_down += [(owner, name) for owner in self._of_fixtures.pop(fixture, ())]

    def forget(self, fixture: Any, owner: Any) -> None:
        """Expects one scope of a fixture to be closed, since it just was."""
        owners = self._of_fixtures.get(fixture, [])
        owners[:] = [other for other in owners if other is not owner]

    def unexpected(self, before: Iterable[Any] = ()) -> list[Any]:
        """Returns the open scopes that nobody may have, the outermost first.

        Those that were open before, in this very context, do not count.
        """
        scopes = open_scopes()
        if not scopes:
            return []
        expected = self._expected()
        return missing(scopes, [*expected, *missing(before, expected)])

    def settle(self, before: Iterable[Any] = ()) -> list[str]:
        """Closes what nobody may have open, and says what it was."""
        leaked = self.unexpected(before)
        if not leaked:
            return []
        said = [self._said(owner) for owner in leaked]
        close(leaked)
        return said

    def _expected(self) -> list[Any]:
        return [*self._base, *self._of_hooks, *self._fixtures()]

    def _fixtures(self) -> list[Any]:
        return [owner for owners in self._of_fixtures.values() for owner in owners]

    def _said(self, owner: Any) -> str:
        for other, name in self._torn_down:
            if other is owner:
                return f"the fixture {name!r} left {owner!r} in force"
        return f"{owner!r} was left in force"


def message(where: str, leaks: list[str]) -> str:
    """Says what leaked, and what to do."""
    return "\n".join([f"{where} leaked a scope: {leak}; {HINT}" for leak in leaks])


def fail(outcome: Any, item: pytest.Item, when: str, leaks: list[str]) -> None:
    """Fails a phase of a test; one that failed already keeps its failure, and says this too."""
    where = item.nodeid if when == "call" else f"{when} of {item.nodeid}"
    text = message(where, leaks)
    if outcome.excinfo is None:
        outcome.force_exception(pytest.fail.Exception(text, pytrace=False))
    else:
        item.add_report_section(when, "pyxis", text)
