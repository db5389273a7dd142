"""Dynaconf: settings for the whole process."""

from __future__ import annotations

from itertools import repeat

from dynaconf import Dynaconf

from .peer import OTHERS, OVERRIDE, RETRIES, STATUS


class Dynamic:
    """Settings of Dynaconf."""

    name = "dynaconf"

    def __init__(self) -> None:
        others = {f"OTHER_{index}": 1 for index in range(OTHERS)}
        self._settings = Dynaconf(STATUS=STATUS, RETRIES=RETRIES, **others)

    def read_text(self, count: int) -> object:
        """Read the text."""
        value = None
        for _ in repeat(None, count):
            value = self._settings.STATUS
        return value

    def read_integer(self, count: int) -> object:
        """Read the integer."""
        value = None
        for _ in repeat(None, count):
            value = self._settings.RETRIES
        return value

    def override_text(self, count: int) -> object:
        """Set the setting, read it and set what it was."""
        value = None
        for _ in repeat(None, count):
            before = self._settings.STATUS
            self._settings.set("STATUS", OVERRIDE)
            value = self._settings.STATUS
            self._settings.set("STATUS", before)
        return value
