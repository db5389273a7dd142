"""The fixtures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from .running import LEDGER

if TYPE_CHECKING:
    import os

    from pyxis import Key, Snapshot
    from pyxis.runner import Row, RunResult

    from .leaks import Ledger


@pytest.fixture(autouse=True)
def _pyxis_scope(request: pytest.FixtureRequest) -> Iterator[None]:
    """Overrides what the markers of a test say, after fixtures of wider scopes are set up."""
    item = request.node
    if not any(mark.name in ("pyxis", "pyxis_matrix") for mark in item.iter_markers()):
        yield
        return
    import pyxis

    from .markers import entries_in_force

    found = entries_in_force(item)
    if not found:
        yield
        return
    with pyxis.override(found, label="pytest"):
        yield


class Override:
    """An override that a test opened; `close` or `with` ends it before the test does."""

    def __init__(self, overrider: Overrider, scope: Any) -> None:
        self._overrider = overrider
        self._scope = scope

    def close(self) -> None:
        """Ends the override; a second time, it does nothing."""
        self._overrider._close(self._scope)

    def __enter__(self) -> Override:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<pyxis_override of {self._scope!r}>"


class Overrider:
    """What the fixture `pyxis_override` is: a function that overrides for the rest of the test."""

    def __init__(self, ledger: Ledger | None) -> None:
        self._ledger = ledger
        self._open: list[Any] = []

    def __call__(
        self,
        entries: Mapping[Key[Any] | str, Any] | None = None,
        /,
        *,
        label: str | None = None,
        **values: Any,
    ) -> Override:
        """Overrides entries until the test is over, in the context of the caller.

        Args:
            entries: Values by keys, or by the names of keys.
            label: What `pyxis.explain` calls the scope.
            values: Values by the names of keys.

        Returns:
            An object that ends the override early, by `with` or `close()`.

        Raises:
            TypeError: A value has another type than its key.
            ValueError: A name belongs to no key, or a value is out of range.
        """
        import pyxis

        from .entries import entries_of

        scope = pyxis.override(entries_of((entries or {},), values), label=label)
        scope.__enter__()
        self._open.append(scope)
        if self._ledger is not None:
            self._ledger.add(self, [scope])
        return Override(self, scope)

    def _close(self, scope: Any) -> None:
        if any(scope is other for other in self._open):
            self._open = [other for other in self._open if other is not scope]
            scope.__exit__()
            if self._ledger is not None:
                self._ledger.forget(self, scope)

    def _close_all(self) -> None:
        for scope in reversed(list(self._open)):
            self._close(scope)


@pytest.fixture
def pyxis_override(request: pytest.FixtureRequest) -> Iterator[Overrider]:
    """A function that overrides entries for the rest of the test: pyxis_override({KEY: value})."""
    overrider = Overrider(request.config.stash[LEDGER])
    yield overrider
    overrider._close_all()


@pytest.fixture
def pyxis_snapshot(_pyxis_scope: None) -> Snapshot:
    """The configuration that was in force when the test started: a pyxis.Snapshot."""
    import pyxis

    return pyxis.snapshot()


@pytest.fixture
def pyxis_row(request: pytest.FixtureRequest) -> Row:
    """The row of pyxis_matrix that the test runs for: a pyxis.runner.Row."""
    row = getattr(request, "param", None)
    if row is None:
        raise pytest.UsageError("the fixture pyxis_row needs the marker pyxis_matrix on the test")
    return row  # type: ignore[no-any-return]


class Launcher:
    """What the fixture `pyxis_launch` is: a function that launches a program under variants."""

    def __init__(self, item: pytest.Item) -> None:
        self._item = item

    def __call__(
        self,
        command: Sequence[str | os.PathLike[str]],
        requested: Mapping[str, str] | None = None,
        *,
        environment: Mapping[str, str | None] | None = None,
        directory: str | os.PathLike[str] | None = None,
        timeout: float | None = None,
        fail_on: Sequence[str] | None = None,
        check: bool = True,
    ) -> RunResult:
        """Launches a program, waits for it, and fails the test if something went wrong.

        Args:
            command: The executable and its arguments.
            requested: Variants to ask for, beside those of the test's row of `pyxis_matrix`.
            environment: Variables to add, beside the row's; None takes one away.
            directory: The working directory.
            timeout: How long it may run, in seconds; the row's, else the option pyxis_timeout's.
            fail_on: What to fail on, in the words of `pyxis run --fail-on`, in place of the option
                pyxis_fail_on; by default, a program that ended with another status than 0 or that
                published no valid report.
            check: Whether the test fails; otherwise the result says all.

        Returns:
            The result: outcome, report, output and more.

        Raises:
            pyxis.runner.LaunchError: The launch cannot be described.
        """
        __tracebackhide__ = True
        from .launching import counted, described, failure_of, launched

        result = launched(self._item, command, requested, environment, directory, timeout)
        counted(self._item, result)
        message = failure_of(self._item, result, fail_on) if check else None
        if message is not None:
            pytest.fail(message)
        # Shown if the test fails later.
        self._item.add_report_section("call", "pyxis_launch", described(result))
        return result


@pytest.fixture
def pyxis_launch(request: pytest.FixtureRequest) -> Launcher:
    """A function that launches a program: pyxis_launch(command, {"locale": "ar"})."""
    return Launcher(request.node)
