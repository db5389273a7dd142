"""One run of a launch, from its private directory to its result."""

from __future__ import annotations

import errno
import os
import secrets
import signal
import subprocess
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .._reports import Report, Result
from .._variants import Variants
from .cancelling import Cancellation
from .collecting import Collection, Problem, collect, select_report
from .directories import RunDirectory
from .errors import RunnerError
from .limits import PAYLOAD_IN_ENVIRONMENT
from .outcomes import NOT_EXECUTABLE_CODE, NOT_FOUND_CODE, TOOL_ERROR_CODE, Outcome
from .processes import ChildProcess, OutputCallback
from .results import RunResult

if TYPE_CHECKING:
    from .launching import Launch

__all__ = ["LAUNCH_VARIABLES", "Run"]

LAUNCH_VARIABLES = (
    "PYXIS_BOOTSTRAP",
    "PYXIS_BOOTSTRAP_FILE",
    "PYXIS_REPORT_DIR",
    "PYXIS_RUN_ID",
)
"""The variables that a runner sets on the child, and never passes on from its own environment."""

_OUR_OWN_LIMITS = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)


class Run:
    """One run of a launch, from its directory to its result."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._run_id = secrets.token_hex(16)
        self._started = time.time()
        self._clock = time.monotonic()

    def run(self, on_output: OutputCallback | None, cancellation: Cancellation | None) -> RunResult:
        """Launches, waits, collects and cleans up."""
        with RunDirectory() as directory:
            try:
                child = self._start(directory, on_output)
            except (OSError, subprocess.SubprocessError) as error:
                return self._not_executed(error)
            try:
                code = child.watch(self._launch.timeout, self._launch.grace, cancellation)
            except BaseException:
                child.end(self._launch.grace)
                raise
            return self._result(child, code, collect(directory, self._run_id, child.pid))

    def _start(self, directory: RunDirectory, on_output: OutputCallback | None) -> ChildProcess:
        if signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN:
            raise RunnerError("SIGCHLD is ignored here: how a child ends could not be told")
        stdin = None if self._launch.inherit_stdin else subprocess.DEVNULL
        environment = self._environment(directory)
        command, where = self._launch.command, self._launch.directory
        return ChildProcess(command, environment, where, stdin, on_output)

    def _environment(self, directory: RunDirectory) -> dict[bytes, bytes]:
        """The runner's own environment without its launch variables, and what the launch adds."""
        environment = dict(os.environb)
        for name in LAUNCH_VARIABLES:
            environment.pop(name.encode(), None)
        for name, value in self._launch.environment.items():
            environment.pop(os.fsencode(name), None)
            if value is not None:
                environment[os.fsencode(name)] = os.fsencode(value)
        payload = Variants(self._launch.requested).encode()
        if len(payload) <= PAYLOAD_IN_ENVIRONMENT:
            environment[b"PYXIS_BOOTSTRAP"] = payload
        else:
            path = directory.write_payload(payload)
            environment[b"PYXIS_BOOTSTRAP_FILE"] = os.fsencode(path)
        environment[b"PYXIS_REPORT_DIR"] = os.fsencode(directory.reports)
        environment[b"PYXIS_RUN_ID"] = self._run_id.encode()
        return environment

    def _not_executed(self, error: Exception) -> RunResult:
        outcome = _outcome_of_failure(error, self._launch)
        reason = "the host could not be executed"
        report = _covering({}, self._launch.requested, reason)
        return self._build(outcome, "missing", report)

    def _result(self, child: ChildProcess, code: int, found: Collection) -> RunResult:
        own = select_report(found.envelopes, child.pid)
        state = "present" if own else "invalid" if found.refused else "missing"
        reason = {
            "present": "the host reported no result for this variant",
            "invalid": "what the host published is not a valid report",
            "missing": "the host published no report",
        }[state]
        report = _covering(own.report if own else {}, self._launch.requested, reason)
        problems = found.problems
        if child.is_stuck:
            problems = (*problems, Problem("the host is still there, although it was killed"))
        return self._build(
            _outcome_of_child(child, code, self._launch),
            state,
            report,
            processes=found.envelopes,
            problems=problems,
            stdout=child.recorders["stdout"].output(),
            stderr=child.recorders["stderr"].output(),
            pid=child.pid,
        )

    def _build(
        self,
        outcome: Outcome,
        state: str,
        report: Report,
        **rest: object,
    ) -> RunResult:
        return RunResult(
            command=tuple(self._launch.command),
            requested=dict(self._launch.requested),
            run_id=self._run_id,
            outcome=outcome,
            report_state=state,
            report=report,
            started=self._started,
            duration=time.monotonic() - self._clock,
            **rest,  # type: ignore[arg-type]
        )


def _covering(report: Mapping[str, Result], requested: Mapping[str, str], reason: str) -> Report:
    """A report with each requested variant; what is missing is unverified, and why (R25)."""
    missing = dict.fromkeys(requested, Result.unverified(reason))
    return Report({**missing, **report})


def _outcome_of_child(child: ChildProcess, code: int, launch: Launch) -> Outcome:
    if child.timed_out:
        return Outcome("timed_out", reason=f"it ran longer than {launch.timeout:g} s")
    return Outcome("cancelled") if child.cancelled else Outcome.of_return_code(code)


def _outcome_of_failure(error: Exception, launch: Launch) -> Outcome:
    if not isinstance(error, OSError):
        return Outcome("not_executed", code=TOOL_ERROR_CODE, reason=str(error))
    if launch.directory is not None and error.filename == launch.directory:
        reason = f"the working directory {launch.directory!r}: {error.strerror}"
        return Outcome("not_executed", code=TOOL_ERROR_CODE, reason=reason)
    executable = launch.command[0]
    reasons = {
        errno.ENOENT: "it was not found",
        errno.ENOEXEC: "it has no format that can be executed; a script starts with #!",
        errno.E2BIG: "its arguments or its environment are too large",
    }
    reason = reasons.get(error.errno or 0, error.strerror or str(error))
    if error.errno == errno.ENOENT and "/" in executable and os.path.exists(executable):
        reason = "it is there, but what its first line or its header names is not"
    code = NOT_FOUND_CODE if error.errno == errno.ENOENT else NOT_EXECUTABLE_CODE
    if error.errno in _OUR_OWN_LIMITS:
        code = TOOL_ERROR_CODE
    return Outcome("not_executed", code=code, reason=f"{executable!r}: {reason}")
