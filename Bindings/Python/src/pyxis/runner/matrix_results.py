"""What came of a matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import PyxisError
from .errors import ResultError
from .outcomes import TOOL_ERROR_CODE
from .policies import Policy
from .results import RESULT_VERSION, RunResult, check_kind, shown
from .rows import Row
from .strict_json import Json

__all__ = ["Attempt", "MatrixResult", "RowResult"]


@dataclass(frozen=True)
class Attempt:
    """One launch of a row.

    Attributes:
        number: Which one it was, from 1.
        result: What came of it.
        worker: The address of the machine that ran it; None for this one.
    """

    number: int
    result: RunResult
    worker: str | None = None

    def to_json(self) -> dict[str, Json]:
        """This attempt as JSON."""
        return {"number": self.number, "worker": self.worker, "run": self.result.to_json()}

    @classmethod
    def from_json(cls, members: Json) -> Attempt:
        """The attempt that :meth:`to_json` wrote."""
        return cls(members["number"], RunResult.from_json(members["run"]), members["worker"])


@dataclass(frozen=True)
class RowResult:
    """What came of one row: every attempt of it.

    Attributes:
        row: The row.
        attempts: Its launches that came to an end, in their order.
        failures: Why the last one counts as failed.
        exit_code: The exit code that stands for the row: 0 where it passed, None where no launch
            of it came to an end.
        was_started: Whether it was launched. Without an attempt it was then interrupted.
    """

    row: Row
    attempts: tuple[Attempt, ...] = ()
    failures: tuple[str, ...] = ()
    exit_code: int | None = None
    was_started: bool = False

    @property
    def status(self) -> str:
        """One of ``passed``, ``flaky`` (passed after failing), ``failed``, ``interrupted``
        (launched, and ended by the runner), and ``not run`` (never launched)."""
        if not self.attempts:
            return "interrupted" if self.was_started else "not run"
        if self.failures:
            return "failed"
        return "passed" if len(self.attempts) == 1 else "flaky"

    @property
    def result(self) -> RunResult | None:
        """The result of the last attempt."""
        return self.attempts[-1].result if self.attempts else None

    def to_json(self) -> dict[str, Json]:
        """This row as JSON."""
        return {
            **self.row.to_json(),
            "status": self.status,
            "failures": list(self.failures),
            "exit_code": self.exit_code,
            "attempts": [attempt.to_json() for attempt in self.attempts],
        }

    @classmethod
    def from_json(cls, members: Json) -> RowResult:
        """The row that :meth:`to_json` wrote."""
        attempts = tuple(Attempt.from_json(attempt) for attempt in members["attempts"])
        failures = tuple(members["failures"])
        # Whatever a file says: a row without an attempt has not passed.
        exit_code = members["exit_code"] if attempts else None
        was_started = bool(attempts) or members["status"] == "interrupted"
        return cls(Row.from_json(members), attempts, failures, exit_code, was_started)


@dataclass(frozen=True)
class MatrixResult:
    """What came of a matrix.

    Attributes:
        command: The executable and its arguments.
        policy: What its rows fail on.
        rows: What came of each row, in the order of the matrix.
        started: When it began, in seconds since 1970.
        duration: How long it took, in seconds.
    """

    command: tuple[str, ...]
    policy: Policy
    rows: tuple[RowResult, ...]
    started: float
    duration: float

    @property
    def counts(self) -> Mapping[str, int]:
        """How many rows have each status."""
        return Counter(row.status for row in self.rows)

    @property
    def retries(self) -> int:
        """How many launches there were beyond the first of each row."""
        return sum(max(0, len(row.attempts) - 1) for row in self.rows)

    @property
    def exit_code(self) -> int:
        """The exit code of the first row that failed; else 0 where all ended, and else 125."""
        failed = (row.exit_code for row in self.rows if row.exit_code)
        return next(failed, 0 if self.is_complete else TOOL_ERROR_CODE)

    @property
    def is_complete(self) -> bool:
        """Whether every row came to an end, with whatever result."""
        return all(row.attempts for row in self.rows)

    def to_json(self) -> dict[str, Json]:
        """This result as JSON; :meth:`from_json` reads it."""
        return {
            "version": RESULT_VERSION,
            "kind": "matrix",
            "command": [shown(part) for part in self.command],
            "policy": sorted(self.policy.words),
            "started": self.started,
            "duration": self.duration,
            "counts": dict(self.counts),
            "retries": self.retries,
            "exit_code": self.exit_code,
            "rows": [row.to_json() for row in self.rows],
        }

    @classmethod
    def from_json(cls, members: Json) -> MatrixResult:
        """The result that :meth:`to_json` wrote. Unknown members are ignored.

        Raises:
            ResultError: It is no result, or one of another version.
        """
        check_kind(members, "matrix")
        try:
            return cls(
                command=tuple(members["command"]),
                policy=Policy(frozenset(members["policy"])),
                rows=tuple(RowResult.from_json(row) for row in members["rows"]),
                started=members["started"],
                duration=members["duration"],
            )
        except KeyError as error:
            reason = f"it is no result of a matrix: the member {error} is missing"
            raise ResultError(reason) from error
        except (AttributeError, LookupError, PyxisError, TypeError, ValueError) as error:
            raise ResultError(f"it is no result of a matrix ({error!r})") from error
