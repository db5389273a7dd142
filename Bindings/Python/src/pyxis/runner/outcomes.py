"""How a run ended."""

from __future__ import annotations

import signal as signals
from dataclasses import dataclass

from .strict_json import Json

__all__ = ["Outcome"]

TIMED_OUT_CODE = 124
TOOL_ERROR_CODE = 125
NOT_EXECUTABLE_CODE = 126
NOT_FOUND_CODE = 127
SIGNAL_BASE_CODE = 128


@dataclass(frozen=True)
class Outcome:
    """How a run ended.

    Attributes:
        kind: ``exited``, ``signalled``, ``timed_out``, ``not_executed``, ``cancelled`` (the
            runner ended it) or ``lost`` (the machine that ran it went away).
        code: The exit code, where it exited; the one that stands for it, where it was not
            executed (127 not found, 126 not executable, 125 anything else).
        signal: The signal that ended it, where one did.
        reason: What more there is to say.
    """

    kind: str
    code: int | None = None
    signal: int | None = None
    reason: str | None = None

    @classmethod
    def of_return_code(cls, code: int) -> Outcome:
        """The outcome of a process that ended by itself, from what ``subprocess`` says."""
        return cls("signalled", signal=-code) if code < 0 else cls("exited", code=code)

    @property
    def is_success(self) -> bool:
        """Whether it exited by itself with code 0."""
        return self.kind == "exited" and self.code == 0

    @property
    def exit_code(self) -> int:
        """The exit code that stands for this outcome, as ``timeout(1)`` has it."""
        if self.kind in ("exited", "not_executed"):
            return TOOL_ERROR_CODE if self.code is None else self.code
        if self.kind == "signalled" and self.signal is not None:
            return SIGNAL_BASE_CODE + self.signal
        return TIMED_OUT_CODE if self.kind == "timed_out" else TOOL_ERROR_CODE

    def __str__(self) -> str:
        words = {
            "exited": f"exited with {self.code}",
            "signalled": f"ended by {signal_name(self.signal)}",
            "timed_out": "timed out",
            "not_executed": "could not be executed",
            "cancelled": "was cancelled",
            "lost": "was lost",
        }[self.kind]
        return f"{words}: {self.reason}" if self.reason else words

    def to_json(self) -> dict[str, Json]:
        """This outcome as JSON, without what it does not have."""
        members: dict[str, Json] = {"kind": self.kind}
        for name in ("code", "signal", "reason"):
            if getattr(self, name) is not None:
                members[name] = getattr(self, name)
        if self.signal is not None:
            members["signal_name"] = signal_name(self.signal)
        return members

    @classmethod
    def from_json(cls, members: Json) -> Outcome:
        """The outcome that :meth:`to_json` wrote."""
        return cls(*(members.get(name) for name in ("kind", "code", "signal", "reason")))


def signal_name(number: int | None) -> str:
    """The name of a signal, such as ``SIGKILL``."""
    if number is None:
        return "a signal"
    try:
        return signals.Signals(number).name
    except ValueError:
        return f"signal {number}"
