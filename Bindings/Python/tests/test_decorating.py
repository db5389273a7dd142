"""Scopes as decorators."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Generator, Iterator
from typing import Any

import pytest

import pyxis

STATUS = pyxis.Key("decorating.status", str, default="none")
TRIAL = pyxis.override({STATUS: "trial"})


@TRIAL
def plain(prefix: str, *, suffix: str = "") -> str:
    """A docstring."""
    return prefix + STATUS.get() + suffix


@TRIAL
def numbers(seen: list[str]) -> Generator[str, str, str]:
    """Read at every resumption."""
    sent = ""
    try:
        while sent != "stop":
            seen.append(STATUS.get())
            sent = yield STATUS.get() + str(sent)
    finally:
        seen.append("end " + STATUS.get())
    return "result"


def test_a_function_runs_in_the_scope() -> None:
    assert plain("a ", suffix=" z") == "a trial z"
    assert STATUS.get() == "none"
    assert plain.__name__ == "plain"
    assert plain.__doc__ == "A docstring."
    assert str(inspect.signature(plain)) == "(prefix: 'str', *, suffix: 'str' = '') -> 'str'"


def test_each_call_starts_from_what_is_in_force_there() -> None:
    other = pyxis.Key("decorating.other", int, default=1)

    @TRIAL
    def read() -> tuple[str, int]:
        return STATUS.get(), other.get()

    with pyxis.override({other: 2}):
        assert read() == ("trial", 2)
    assert read() == ("trial", 1)


def test_a_recursive_function_opens_it_again() -> None:
    @TRIAL
    def descend(depth: int) -> list[str]:
        with pyxis.override({STATUS: str(depth)}):
            return [STATUS.get(), *(descend(depth - 1) if depth else [])]

    assert descend(3) == ["3", "2", "1", "0"]


def test_a_generator_runs_in_the_scope_and_its_caller_does_not() -> None:
    seen: list[str] = []
    generator = numbers(seen)
    assert inspect.isgeneratorfunction(numbers)
    assert next(generator) == "trial"
    assert STATUS.get() == "none"
    with pyxis.override({STATUS: "caller"}):
        assert generator.send("x") == "trialx"
        assert STATUS.get() == "caller"
    with pytest.raises(StopIteration) as stopped:
        generator.send("stop")
    assert stopped.value.value == "result"
    assert seen == ["trial", "trial", "end trial"]
    assert STATUS.get() == "none"


def test_what_is_thrown_into_a_generator_and_its_end_are_in_the_scope() -> None:
    seen: list[str] = []
    generator = numbers(seen)
    next(generator)
    with pytest.raises(KeyError):
        generator.throw(KeyError())
    generator = numbers(seen)
    next(generator)
    generator.close()
    next(numbers(seen))
    assert seen == ["trial", "end trial"] * 3
    assert STATUS.get() == "none"


def test_scopes_that_a_generator_opens_inside_stay_inside() -> None:
    @TRIAL
    def nested() -> Iterator[str]:
        with pyxis.override({STATUS: "inner"}):
            yield STATUS.get()
            yield STATUS.get()
        yield STATUS.get()

    with pyxis.override({STATUS: "caller"}):
        for value, expected in zip(nested(), ("inner", "inner", "trial")):
            assert value == expected
            assert STATUS.get() == "caller"
    assert STATUS.get() == "none"


def test_two_generators_may_be_interleaved() -> None:
    @pyxis.override({STATUS: "a"})
    def first() -> Iterator[str]:
        yield STATUS.get()
        yield STATUS.get()

    @pyxis.override({STATUS: "b"})
    def second() -> Iterator[str]:
        yield STATUS.get()
        yield STATUS.get()

    assert list(zip(first(), second())) == [("a", "b"), ("a", "b")]


def test_methods_partials_and_callable_objects() -> None:
    class Holder:
        @TRIAL
        def method(self) -> str:
            return STATUS.get()

        @classmethod
        @TRIAL
        def of_class(cls) -> str:
            return STATUS.get()

        @staticmethod
        @TRIAL
        def static() -> str:
            return STATUS.get()

        def __call__(self) -> Iterator[str]:
            yield STATUS.get()

    assert [Holder().method(), Holder.of_class(), Holder.static()] == ["trial"] * 3
    assert TRIAL(functools.partial(plain, "x "))() == "x trial"
    assert list(TRIAL(Holder())()) == ["trial"]
    assert TRIAL(STATUS.get)() == "trial"


@pytest.mark.parametrize("wrong", [3, None, str, pyxis.Snapshot])
def test_what_is_no_function_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="only functions can be decorated"):
        TRIAL(wrong)


def test_a_snapshot_decorates() -> None:
    with TRIAL:
        taken = pyxis.snapshot()

    @taken
    def read() -> str:
        return STATUS.get()

    assert read() == "trial"
