"""What came of one run."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from .._reports import Report
from ..errors import PyxisError
from .collecting import Problem
from .envelopes import Envelope
from .errors import ResultError
from .outcomes import Outcome
from .outputs import Output
from .strict_json import Json

__all__ = ["RESULT_VERSION", "RunResult"]

RESULT_VERSION = 1
"""The version of the JSON in which results are written."""


@dataclass(frozen=True)
class RunResult:
    """What came of one run of a host: everything that is known about it.

    Attributes:
        command: The executable and its arguments.
        requested: The variants that were asked for.
        run_id: Which run it was; 32 hexadecimal digits.
        outcome: How it ended.
        report_state: ``present``, ``missing``, or ``invalid`` where only files were published
            that are no report of this run.
        report: What became of each variant; with a result for each requested one (R25).
        processes: Every report of every process, by process and sequence.
        problems: What else was not as it should be.
        stdout: What it printed on its standard output.
        stderr: What it printed on its standard error.
        pid: The launched process.
        started: When it was launched, in seconds since 1970.
        duration: How long it took, in seconds.
    """

    command: tuple[str, ...]
    requested: Mapping[str, str]
    run_id: str
    outcome: Outcome
    report_state: str
    report: Report
    processes: tuple[Envelope, ...] = ()
    problems: tuple[Problem, ...] = ()
    stdout: Output = field(default_factory=Output)
    stderr: Output = field(default_factory=Output)
    pid: int | None = None
    started: float = 0.0
    duration: float = 0.0

    def to_json(self) -> dict[str, Json]:
        """This result as JSON; :meth:`from_json` reads it."""
        return {
            "version": RESULT_VERSION,
            "kind": "run",
            "command": [shown(part) for part in self.command],
            "requested": dict(self.requested),
            "run_id": self.run_id,
            "outcome": self.outcome.to_json(),
            "report_state": self.report_state,
            "report": json.loads(self.report.encode()),
            "processes": [envelope.to_json() for envelope in self.processes],
            "problems": [problem.to_json() for problem in self.problems],
            "stdout": self.stdout.to_json(),
            "stderr": self.stderr.to_json(),
            "pid": self.pid,
            "started": self.started,
            "duration": self.duration,
        }

    @classmethod
    def from_json(cls, members: Json) -> RunResult:
        """The result that :meth:`to_json` wrote. Unknown members are ignored.

        Raises:
            ResultError: It is no result, or one of another version.
        """
        check_kind(members, "run")
        try:
            return cls(
                command=tuple(members["command"]),
                requested=dict(members["requested"]),
                run_id=members["run_id"],
                outcome=Outcome.from_json(members["outcome"]),
                report_state=members["report_state"],
                report=_report(members["report"]),
                processes=tuple(_envelope(envelope) for envelope in members["processes"]),
                problems=tuple(
                    Problem(problem["reason"], problem["file"]) for problem in members["problems"]
                ),
                stdout=Output.from_json(members["stdout"]),
                stderr=Output.from_json(members["stderr"]),
                pid=members["pid"],
                started=members["started"],
                duration=members["duration"],
            )
        except KeyError as error:
            reason = f"it is no result of a run: the member {error} is missing"
            raise ResultError(reason) from error
        except (AttributeError, LookupError, PyxisError, TypeError, ValueError) as error:
            raise ResultError(f"it is no result of a run ({error!r})") from error


def shown(argument: str) -> str:
    """An argument as text that JSON can carry: bytes that are not UTF-8 are escaped."""
    return os.fsencode(argument).decode("utf-8", "backslashreplace")


def check_kind(members: Json, kind: str) -> None:
    """Refuses JSON that is not of a kind and of this version."""
    if not isinstance(members, dict) or members.get("kind") != kind:
        raise ResultError(f"it is no result of a {kind}")
    version = members.get("version")
    if version != RESULT_VERSION:
        raise ResultError(f"version {version!r} of results is not supported")


def _report(members: Json) -> Report:
    return Report.decode(json.dumps(members))


def _envelope(members: Json) -> Envelope:
    names = ("run_id", "pid", "parent_pid", "sequence", "role")
    run_id, pid, parent_pid, sequence, role = (members[name] for name in names)
    return Envelope(run_id, pid, parent_pid, sequence, role, _report(members["report"]))
