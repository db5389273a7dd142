"""Scopes in asyncio: who inherits them, and for how long."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyxis

STATUS = pyxis.Key("asyncio.status", str, default="none")
NUMBER = pyxis.Key("asyncio.number", int, default=0)


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run to the end, or to a deadline; an error that the loop only reports fails the test."""
    faults: list[Any] = []

    async def main() -> Any:
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        return await asyncio.wait_for(work, 60)

    result = asyncio.run(main())
    assert faults == []
    return result


async def status() -> str:
    """Read after a suspension."""
    await asyncio.sleep(0)
    return STATUS.get()


def test_r19_a_scope_survives_suspensions() -> None:
    async def main() -> None:
        async with pyxis.override({STATUS: "trial"}):
            assert await status() == "trial"
        assert await status() == "none"
        with pyxis.override({STATUS: "trial"}):
            assert await status() == "trial"
        async with pyxis.override({STATUS: "trial"}):
            taken = pyxis.snapshot()
        async with taken:
            assert await status() == "trial"

    run(main())


def test_r19_a_scope_takes_no_turn_of_the_loop() -> None:
    turns: list[str] = []

    async def main() -> None:
        asyncio.get_running_loop().call_soon(turns.append, "a turn")
        async with pyxis.override({STATUS: "trial"}):
            pass
        await decorated()
        assert turns == []

    @pyxis.override({STATUS: "trial"})
    async def decorated() -> None:
        assert STATUS.get() == "trial"

    run(main())


def test_r20_children_inherit() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        later: asyncio.Future[str] = loop.create_future()
        with pyxis.override({STATUS: "trial"}):
            assert list(await asyncio.gather(status(), status())) == ["trial", "trial"]
            assert await asyncio.create_task(status()) == "trial"
            assert await asyncio.to_thread(STATUS.get) == "trial"
            loop.call_soon(lambda: later.set_result(STATUS.get()))
        assert await later == "trial"

    run(main())


def test_r20_a_task_that_outlives_its_scope_keeps_its_snapshot() -> None:
    async def main() -> None:
        go = asyncio.Event()

        async def outlive() -> list[str]:
            await go.wait()
            values = [STATUS.get()]
            with pyxis.override({NUMBER: 1}):
                values.append(STATUS.get())
            return [*values, STATUS.get()]

        with pyxis.override({STATUS: "trial"}):
            task = asyncio.create_task(outlive())
        with pyxis.override({STATUS: "other"}):
            go.set()
            assert await task == ["trial", "trial", "trial"]
        assert STATUS.get() == "none"

    run(main())


def test_r20_executors_do_not_inherit_and_bind_carries() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as pool:
            with pyxis.override({STATUS: "trial"}):
                assert await loop.run_in_executor(pool, STATUS.get) == "none"
                bound = pyxis.bind(STATUS.get)
            assert await loop.run_in_executor(pool, bound) == "trial"
            assert await loop.run_in_executor(pool, STATUS.get) == "none"

    run(main())


def test_r21_hundreds_of_interleaved_tasks_see_their_own() -> None:
    async def work(number: int, scope: pyxis.override) -> None:
        for _ in range(5):
            with scope, pyxis.override({NUMBER: number}):
                await asyncio.sleep(0)
                assert (STATUS.get(), NUMBER.get()) == ("shared", number)
                async with pyxis.override({STATUS: str(number)}):
                    await asyncio.sleep(0)
                    assert (STATUS.get(), NUMBER.get()) == (str(number), number)
            assert (STATUS.get(), NUMBER.get()) == ("none", 0)

    async def main() -> None:
        shared = pyxis.override({STATUS: "shared"})
        await asyncio.gather(*(work(number, shared) for number in range(300)))

    run(main())


def test_a_cancelled_task_restores() -> None:
    async def main() -> None:
        seen = []

        async def work() -> None:
            try:
                with pyxis.override({STATUS: "trial"}):
                    await asyncio.Event().wait()
            finally:
                seen.append(STATUS.get())

        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert seen == ["none"]

    run(main())


@pyxis.override({STATUS: "trial"})
async def decorated_numbers(seen: list[str]) -> AsyncGenerator[int, str]:
    """Read at every resumption, and at the end."""
    try:
        for number in range(3):
            seen.append(await status())
            sent = yield number
            seen.append(f"sent {sent}: {STATUS.get()}")
    finally:
        seen.append(f"end: {await status()}")


def test_a_decorated_async_generator_runs_in_the_scope_and_its_caller_does_not() -> None:
    async def main() -> None:
        seen: list[str] = []
        async for _ in decorated_numbers(seen):
            assert STATUS.get() == "none"
            with pyxis.override({STATUS: "caller"}):
                assert await status() == "caller"
        assert seen == ["trial", "sent None: trial"] * 3 + ["end: trial"]
        generator = decorated_numbers(seen)
        seen.clear()
        await generator.asend(None)  # type: ignore[arg-type]
        assert await generator.asend("x") == 1
        assert seen == ["trial", "sent x: trial", "trial"]
        try:
            await generator.athrow(KeyError("y"))
        except KeyError as error:
            assert error.args == ("y",)
        assert seen[-1] == "end: trial"

    run(main())


def test_an_abandoned_decorated_generator_ends_in_its_scope() -> None:
    async def main() -> None:
        seen: list[str] = []
        async for _ in decorated_numbers(seen):
            break
        gc.collect()
        while not seen[-1].startswith("end"):
            await asyncio.sleep(0)
        assert seen[-1] == "end: trial"
        assert STATUS.get() == "none"

    run(main())


async def plain_numbers() -> AsyncGenerator[int, None]:
    """Open a scope around a yield: its caller is in the scope too, as Python has it."""
    with pyxis.override({STATUS: "trial"}):
        yield 1
        yield 2


def test_an_abandoned_async_generator_restores_and_raises_nothing() -> None:
    async def main() -> None:
        async for _ in plain_numbers():
            assert STATUS.get() == "trial"
            break
        gc.collect()
        for _ in range(3):
            await asyncio.sleep(0)
        assert await status() == "none"
        assert await asyncio.create_task(status()) == "none"

    run(main())


def test_abandoned_generators_of_many_tasks_restore() -> None:
    async def work(number: int) -> None:
        async with pyxis.override({NUMBER: number}):
            async for _ in plain_numbers():
                await asyncio.sleep(0)
                break
            gc.collect()
            for _ in range(3):
                await asyncio.sleep(0)
            assert (STATUS.get(), NUMBER.get()) == ("none", number)

    async def main() -> None:
        await asyncio.gather(*(work(number) for number in range(1, 30)))

    run(main())


def test_a_generator_left_to_the_end_of_the_loop_raises_nothing() -> None:
    held = []

    async def main() -> None:
        generator = plain_numbers()
        held.append(generator)
        await generator.__anext__()

    run(main())
    assert STATUS.get() == "none"


def test_a_bound_coroutine_function_runs_in_its_snapshot() -> None:
    async def main() -> None:
        with pyxis.override({STATUS: "trial"}):
            bound = pyxis.bind(status)
        assert await bound() == "trial"
        assert await asyncio.create_task(bound()) == "trial"
        assert STATUS.get() == "none"

    run(main())
