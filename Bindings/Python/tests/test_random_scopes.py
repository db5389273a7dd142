"""Scopes opened and closed at random, in several contexts, compared with a model."""

from __future__ import annotations

import random
from contextvars import Context, copy_context
from typing import Any

import pytest

import pyxis

KEYS = [pyxis.Key(f"random.{number}", int, default=-1) for number in range(3)]


class World:
    """One context: what is open in it, innermost last, each with the values that it shows."""

    def __init__(self, context: Context, frames: list[tuple[Any, list[int]]]) -> None:
        self.context = context
        self.frames = frames

    def values(self) -> list[int]:
        """Return what is in force."""
        return self.frames[-1][1] if self.frames else [-1] * len(KEYS)

    def open(self, chance: random.Random) -> None:
        """Open a scope with some entries."""
        entries = {key: chance.randrange(100) for key in KEYS if chance.random() < 0.5}
        scope = pyxis.override(entries)
        values = [entries.get(key, old) for key, old in zip(KEYS, self.values())]
        self.context.run(scope.__enter__)
        self.frames.append((scope, values))

    def replace(self, taken: tuple[pyxis.Snapshot, list[int]]) -> None:
        """Open a scope with a snapshot."""
        snapshot, values = taken
        scope = pickled(snapshot)
        self.context.run(scope.__enter__)
        self.frames.append((scope, values))

    def close(self, chance: random.Random, inherited: int) -> None:
        """Close one of the scopes that were opened here, mostly the innermost."""
        own = range(inherited, len(self.frames))
        if own:
            index = own[-1] if chance.random() < 0.7 else chance.choice(own)
            scope, _ = self.frames.pop(index)
            self.context.run(scope.__exit__)

    def check(self) -> None:
        """Compare reads, snapshots and native reads with the model."""
        assert self.context.run(lambda: [key.get() for key in KEYS]) == self.values()
        snapshot = self.context.run(pyxis.snapshot)
        assert [snapshot[key] for key in KEYS] == self.values()

    def check_natively(self) -> None:
        """Compare what native code reads with the model."""

        def read() -> list[int]:
            with pyxis.native():
                return [key.get() for key in KEYS]

        assert self.context.run(read) == self.values()


def pickled(snapshot: pyxis.Snapshot) -> pyxis.Snapshot:
    """Return another object with the same content."""
    return snapshot.updated({})


@pytest.mark.parametrize("seed", range(40))
def test_scopes_agree_with_a_model(seed: int) -> None:
    chance = random.Random(seed)
    worlds = [(World(copy_context(), []), 0)]
    snapshots: list[tuple[pyxis.Snapshot, list[int]]] = []
    for _ in range(300):
        world, inherited = chance.choice(worlds)
        action = chance.random()
        if action < 0.45:
            world.open(chance)
        elif action < 0.8:
            world.close(chance, inherited)
        elif action < 0.87 and len(worlds) < 8:
            frames = list(world.frames)
            worlds.append((World(world.context.run(copy_context), frames), len(frames)))
        elif action < 0.92:
            snapshots.append((world.context.run(pyxis.snapshot), world.values()))
        elif snapshots:
            world.replace(chance.choice(snapshots))
        for other, _ in worlds:
            other.check()
        world.check_natively()
    for snapshot, values in snapshots:
        assert [snapshot[key] for key in KEYS] == values
