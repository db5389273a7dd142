"""Scopes in Trio, which has an event loop of its own."""

from __future__ import annotations

import gc
from collections.abc import AsyncGenerator
from typing import Any

import pytest

import pyxis

trio: Any = pytest.importorskip("trio")

STATUS = pyxis.Key("trio.status", str, default="none")


def run(work: Any) -> None:
    """Run to the end, or to a deadline."""

    async def main() -> None:
        with trio.fail_after(60):
            await work()

    trio.run(main)


async def status() -> str:
    """Read after a suspension."""
    await trio.lowlevel.checkpoint()
    return STATUS.get()


def test_r20_children_and_threads_inherit() -> None:
    seen: list[str] = []

    async def child() -> None:
        seen.append(await status())

    async def main() -> None:
        async with pyxis.override({STATUS: "trial"}):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(child)
                nursery.start_soon(child)
            seen.append(await trio.to_thread.run_sync(STATUS.get))
        seen.append(await status())

    run(main)
    assert seen == ["trial", "trial", "trial", "none"]


def test_a_cancelled_scope_restores() -> None:
    async def main() -> None:
        with trio.move_on_after(0) as cancelled:
            async with pyxis.override({STATUS: "trial"}):
                await trio.sleep_forever()
        assert cancelled.cancelled_caught
        assert await status() == "none"

    run(main)


@pytest.mark.filterwarnings("ignore:Async generator:ResourceWarning")
def test_an_abandoned_async_generator_restores() -> None:
    ended: list[str] = []

    async def numbers() -> AsyncGenerator[int, None]:
        with pyxis.override({STATUS: "trial"}):
            try:
                yield 1
            finally:
                ended.append(STATUS.get())

    async def main() -> None:
        async for _ in numbers():
            break
        gc.collect()
        while not ended:
            await trio.lowlevel.checkpoint()
        assert await status() == "none"

    run(main)
    assert len(ended) == 1
