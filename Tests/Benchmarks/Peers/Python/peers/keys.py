"""Pyxis."""

from __future__ import annotations

from contextlib import AbstractContextManager
from itertools import repeat

import pyxis

from .peer import OTHERS, OVERRIDE, RETRIES, STATUS

STATUS_KEY = pyxis.Key("bench.status", str, default="none")
RETRIES_KEY = pyxis.Key("bench.retries", int, default=3)
OTHER_KEYS = [pyxis.Key(f"bench.other.{index}", int, default=0) for index in range(OTHERS)]


class Keys:
    """Keys that are read in a scope."""

    name = "pyxis"

    def scope(self) -> AbstractContextManager[object]:
        """Return the scope that holds the entries."""
        others = dict.fromkeys(OTHER_KEYS, 1)
        return pyxis.override({STATUS_KEY: STATUS, RETRIES_KEY: RETRIES, **others})

    def read_text(self, count: int) -> object:
        """Read the text."""
        value = None
        for _ in repeat(None, count):
            value = STATUS_KEY.get()
        return value

    def read_integer(self, count: int) -> object:
        """Read the integer."""
        value = None
        for _ in repeat(None, count):
            value = RETRIES_KEY.get()
        return value

    def override_text(self, count: int) -> object:
        """Open a scope, and read in it."""
        value = None
        for _ in repeat(None, count):
            with pyxis.override({STATUS_KEY: OVERRIDE}):
                value = STATUS_KEY.get()
        return value
