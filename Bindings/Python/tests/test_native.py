"""One context for all languages (R23): Python's scopes in native code, and the other way round."""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections.abc import Callable
from contextvars import copy_context
from ctypes import byref, c_int64, c_void_p
from typing import Any

import pytest

import pyxis
from pyxis._declarations import OperationFunction
from pyxis._library import library

NUMBER = pyxis.Key("native.number", int, default=3)
NAME = pyxis.Key("native.name", str, default="none")
OTHER = pyxis.Key("native.other", int, default=0)


def natively() -> int:
    """Return what C code on this thread reads."""
    value = c_int64()
    assert library.get_int64(NUMBER._entry.number, byref(value)) == 0
    return value.value


def in_c_scope(number: int, operation: Callable[[], Any]) -> None:
    """Do what a C library does that runs a callback in a scope of its own."""
    configuration = c_void_p()
    assert library.configuration_capture(byref(configuration)) == 0
    assert library.configuration_set_int64(configuration, NUMBER._entry.number, number) == 0
    faults = []

    def call(_: object) -> None:
        try:
            operation()
        except BaseException as error:
            faults.append(error)

    assert library.scope_run(configuration, OperationFunction(call), None) == 0
    assert library.configuration_release(configuration) == 0
    for fault in faults:
        raise fault


def test_a_python_scope_is_not_native_by_itself() -> None:
    with pyxis.override({NUMBER: 5}):
        assert natively() == 3


def test_r23_native_shows_python_scopes_to_native_code() -> None:
    with pyxis.override({NUMBER: 5}, label="preview"):
        with pyxis.native():
            assert natively() == 5
            assert pyxis.explain(NUMBER) == ("scope", 1, "preview")
        assert natively() == 3
        assert pyxis.native(natively)() == 5
    assert natively() == 3


def test_r23_callbacks_read_what_is_in_force_natively() -> None:
    seen: list[tuple[Any, ...]] = []

    def callback() -> None:
        seen.append((NUMBER.get(), NAME.get(), pyxis.current()[NUMBER]))
        with pyxis.override({NUMBER: 8}):
            seen.append((NUMBER.get(), natively(), pyxis.native(natively)()))
        seen.append((NUMBER.get(), natively(), 0))

    with pyxis.override({NUMBER: 5, NAME: "outer"}):
        pyxis.native(in_c_scope)(7, callback)
        assert seen == [(7, "outer", 7), (8, 7, 8), (7, 7, 0)]
        assert NUMBER.get() == 5
        with pyxis.native():
            in_c_scope(9, lambda: seen.append((NUMBER.get(), NAME.get(), 0)))
        assert seen[-1] == (9, "outer", 0)


def test_r23_without_a_python_scope_native_ones_are_read() -> None:
    seen: list[int] = []
    in_c_scope(7, lambda: seen.append(NUMBER.get()))
    assert seen == [7]

    def nested() -> None:
        with pyxis.override({OTHER: 1}):
            assert (NUMBER.get(), OTHER.get()) == (7, 1)
            assert pyxis.native(natively)() == 7
        in_c_scope(8, lambda: seen.append(NUMBER.get()))

    in_c_scope(7, nested)
    assert seen == [7, 8]
    assert NUMBER.get() == 3


def test_r23_deep_interleavings() -> None:
    def descend(depth: int) -> None:
        assert NUMBER.get() == depth
        assert natively() == depth
        if depth == 0:
            return
        with pyxis.override({NUMBER: -depth}):
            assert NUMBER.get() == -depth
            pyxis.native(in_c_scope)(depth - 1, lambda: descend(depth - 1))
            assert NUMBER.get() == -depth
        assert natively() == depth

    in_c_scope(20, lambda: descend(20))
    assert (NUMBER.get(), natively()) == (3, 3)


def test_a_callback_that_is_told_reads_natively_without_native() -> None:
    seen: list[int] = []

    @pyxis.callback
    def told() -> None:
        seen.append(NUMBER.get())

    with pyxis.override({NUMBER: 5}):
        in_c_scope(7, told)
        in_c_scope(7, lambda: seen.append(NUMBER.get()))
    assert seen == [7, 5]


def test_a_foreign_function_is_called_with_its_arguments() -> None:
    absolute = ctypes.CDLL(None).llabs
    absolute.argtypes, absolute.restype = [c_int64], c_int64
    with pyxis.override({NUMBER: 5}):
        assert pyxis.native(absolute)(-7) == 7


@pytest.mark.parametrize("raised", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_r18_what_is_raised_inside_passes(raised: type[BaseException]) -> None:
    def fail() -> None:
        raise raised("inside")

    with pyxis.override({NUMBER: 5}):
        with pytest.raises(raised, match="inside"):
            pyxis.native(fail)()
        with pytest.raises(raised, match="inside"), pyxis.native():
            fail()
        assert NUMBER.get() == 5
        assert natively() == 3


def test_a_thread_that_inherits_native_reads_what_was_in_force_in_python() -> None:
    async def main() -> None:
        with pyxis.override({NUMBER: 5}):
            with pyxis.native():
                task = asyncio.create_task(later())
                # No await may be here, but for what another thread does meanwhile.
                future = asyncio.to_thread(NUMBER.get)
                thread_read = asyncio.ensure_future(future)
            assert await thread_read == 5
            assert await task == 5

    async def later() -> int:
        await asyncio.sleep(0)
        return NUMBER.get()

    asyncio.run(asyncio.wait_for(main(), 60))


def test_native_blocks_that_are_interleaved_restore() -> None:
    with pyxis.override({NUMBER: 5}):
        outer = pyxis.native().__enter__()
    with pyxis.override({NUMBER: 6}):
        inner = pyxis.native().__enter__()
        outer.__exit__()
        assert natively() == 6
        inner.__exit__()
        assert NUMBER.get() == 6
    assert (NUMBER.get(), natively()) == (3, 3)


def test_native_that_another_thread_closes_leaves_that_thread_alone() -> None:
    opened = []

    def work() -> None:
        with pyxis.override({NUMBER: 5}):
            opened.append(pyxis.native().__enter__())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    opened[0].__exit__()
    assert (NUMBER.get(), natively()) == (3, 3)
    with pyxis.override({NUMBER: 6}), pyxis.native():
        assert natively() == 6
    assert natively() == 3


def test_native_is_one_block_for_each_call() -> None:
    block = pyxis.native()
    with block, pytest.raises(RuntimeError, match="open already"):
        block.__enter__()
    with pytest.raises(TypeError, match="takes a function"):
        pyxis.native(3)  # type: ignore[call-overload]


def test_what_runs_after_the_call_is_refused() -> None:
    async def later() -> None:
        pass

    def generator() -> Any:
        yield

    for function in (later, generator):
        with pytest.raises(TypeError, match="runs later"):
            pyxis.native(function)
        with pytest.raises(TypeError, match="runs later"):
            pyxis.callback(function)
    with pytest.raises(TypeError, match="takes a function, not int"):
        pyxis.callback(3)  # type: ignore[type-var]


def test_another_thread_with_a_copy_of_the_context_reads_what_python_had() -> None:
    seen = []
    with pyxis.override({NUMBER: 5}), pyxis.native():
        context = copy_context()
        thread = threading.Thread(target=lambda: seen.append(context.run(NUMBER.get)))
        thread.start()
        thread.join(60)
    assert seen == [5]


def test_a_million_reads_leave_memory_flat() -> None:
    """Field: no result leaks, natively or in a scope."""
    import resource

    def read() -> None:
        for _ in range(20_000):
            NAME.get()
            NUMBER.get()
            with pyxis.override({NUMBER: 5}):
                NAME.get()

    read()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(10):
        read()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2_000
