"""os.environ: text, for the whole process."""

from __future__ import annotations

import os
from itertools import repeat

from .peer import OTHERS, OVERRIDE, RETRIES, STATUS


class Environment:
    """Variables of the process."""

    name = "environ"

    def __init__(self) -> None:
        os.environ["BENCH_STATUS"] = STATUS
        os.environ["BENCH_RETRIES"] = str(RETRIES)
        for index in range(OTHERS):
            os.environ[f"BENCH_OTHER_{index}"] = "1"

    def read_text(self, count: int) -> object:
        """Read the text."""
        value = None
        for _ in repeat(None, count):
            value = os.environ["BENCH_STATUS"]
        return value

    def read_integer(self, count: int) -> object:
        """Read the integer."""
        value = None
        for _ in repeat(None, count):
            value = int(os.environ["BENCH_RETRIES"])
        return value

    def override_text(self, count: int) -> object:
        """Set the variable, read it and set what it was."""
        value = None
        for _ in repeat(None, count):
            before = os.environ["BENCH_STATUS"]
            os.environ["BENCH_STATUS"] = OVERRIDE
            value = os.environ["BENCH_STATUS"]
            os.environ["BENCH_STATUS"] = before
        return value
