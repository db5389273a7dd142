"""How the command line ends when a signal ends it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["INTERRUPTED_CODE", "Terminated", "termination_as_exception"]

INTERRUPTED_CODE = 128 + signal.SIGINT

_NUMBERS = (signal.SIGTERM, signal.SIGHUP)


class Terminated(BaseException):
    """The process was told to end, and ends its hosts first."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def _raise(number: int, _frame: object) -> None:
    # A second signal ends the process at once.
    for other in _NUMBERS:
        signal.signal(other, signal.SIG_DFL)
    raise Terminated(number)


@contextmanager
def termination_as_exception() -> Iterator[None]:
    """Turns TERM and HUP into an exception, so that hosts are ended and directories removed."""
    before = {number: signal.getsignal(number) for number in _NUMBERS}
    for number in _NUMBERS:
        # `nohup` asks to ignore HUP, and that holds.
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, _raise)
    if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        # Inherited from a parent that wants no news of its children; we do.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        yield
    finally:
        for number in _NUMBERS:
            signal.signal(number, before[number])
