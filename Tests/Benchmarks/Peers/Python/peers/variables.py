"""contextvars of the standard library: one variable for each entry."""

from __future__ import annotations

from contextvars import ContextVar
from itertools import repeat

from .peer import OVERRIDE, RETRIES, STATUS

STATUS_VARIABLE: ContextVar[str] = ContextVar("status", default="none")
RETRIES_VARIABLE: ContextVar[int] = ContextVar("retries", default=3)


class Variables:
    """Context variables."""

    name = "contextvars"

    def __init__(self) -> None:
        STATUS_VARIABLE.set(STATUS)
        RETRIES_VARIABLE.set(RETRIES)

    def read_text(self, count: int) -> object:
        """Read the text."""
        value = None
        for _ in repeat(None, count):
            value = STATUS_VARIABLE.get()
        return value

    def read_integer(self, count: int) -> object:
        """Read the integer."""
        value = None
        for _ in repeat(None, count):
            value = RETRIES_VARIABLE.get()
        return value

    def override_text(self, count: int) -> object:
        """Set the variable, read it and reset it."""
        value = None
        for _ in repeat(None, count):
            token = STATUS_VARIABLE.set(OVERRIDE)
            value = STATUS_VARIABLE.get()
            STATUS_VARIABLE.reset(token)
        return value
