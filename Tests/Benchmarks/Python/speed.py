"""Measures the Python package: speed.py main [--only TEXT] [--slices COUNT]."""

from __future__ import annotations

import os
from contextvars import ContextVar
from itertools import repeat

import pyxis
from measuring import Comparison, require

STATUS = pyxis.Key("bench.status", str, default="none")
VARIABLE: ContextVar[str] = ContextVar("status", default="none")
NAME = "BENCH_STATUS"


def read_key(count: int) -> None:
    """Read an entry."""
    for _ in repeat(None, count):
        STATUS.get()


def read_variable(count: int) -> None:
    """Read a context variable."""
    for _ in repeat(None, count):
        VARIABLE.get()


def read_environment(count: int) -> None:
    """Read a variable of the environment."""
    for _ in repeat(None, count):
        os.environ.get(NAME)


def override_key(count: int) -> None:
    """Open and close a scope with one entry."""
    for _ in repeat(None, count):
        with pyxis.override({STATUS: "trial"}):
            pass


def override_variable(count: int) -> None:
    """Set and reset a context variable."""
    for _ in repeat(None, count):
        token = VARIABLE.set("trial")
        VARIABLE.reset(token)


def check() -> None:
    """Check that each does what it says."""
    require(STATUS.get() == "paid" == VARIABLE.get(), "an entry reads as set")
    require(os.environ.get(NAME) == "paid", "a variable of the environment reads as set")
    with pyxis.override({STATUS: "trial"}):
        require(STATUS.get() == "trial", "an override is read")
    token = VARIABLE.set("trial")
    require(VARIABLE.get() == "trial", "a context variable reads as set")
    VARIABLE.reset(token)
    override_key(1)
    override_variable(1)
    require(STATUS.get() == "paid" == VARIABLE.get(), "an override ends")


def main() -> None:
    """Measure all rows."""
    comparison = Comparison("Measures the Python package.")
    os.environ[NAME] = "paid"
    VARIABLE.set("paid")
    with pyxis.override({STATUS: "paid"}):
        check()
        comparison.compare("python.read.context", read_key, read_variable)
        comparison.compare("python.read.environment", read_key, read_environment)
        comparison.compare("python.override", override_key, override_variable)


if __name__ == "__main__":
    main()
