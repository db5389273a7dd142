"""Runs the rows of a matrix, and tries failed ones again."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Callable, Union

from .._reports import Report, Result
from .errors import LaunchError
from .executors import Executor, Finished, LocalExecutor, Started, Task
from .launching import Launch
from .matrix_results import Attempt, MatrixResult, RowResult
from .outcomes import TOOL_ERROR_CODE, Outcome
from .policies import Policy
from .results import RunResult
from .rows import Row

__all__ = ["MatrixEvent", "MatrixRun", "run_matrix"]

MatrixEvent = Union[Started, Attempt, RowResult]


class MatrixRun:
    """One run of a matrix. What is there of its result can be taken at any time.

    >>> rows = [Row("one", {}), Row("two", {}, {"WHICH": "2"})]
    >>> with MatrixRun(Launch(["sh", "-c", "exit ${WHICH:-0}"]), rows) as run:
    ...     result = run.finish()
    >>> [(row.row.id, row.status, row.exit_code) for row in result.rows]
    [('one', 'passed', 0), ('two', 'failed', 2)]
    """

    def __init__(
        self,
        launch: Launch,
        rows: Iterable[Row],
        *,
        policy: Policy | None = None,
        retries: int = 0,
        executor: Executor | None = None,
        on_event: Callable[[Row, MatrixEvent], None] | None = None,
    ) -> None:
        """Describes the run; it starts in :meth:`finish`.

        Args:
            launch: What all rows have in common.
            rows: The rows.
            policy: What a row fails on, beside its host's exit code.
            retries: How often a row that failed is tried again.
            executor: Where the rows run; on all cores of this machine by default. It is closed
                with the run, and also where the run cannot be described.
            on_event: Is told on the calling thread when a launch starts, when it is over, and
                when its row is done.

        Raises:
            LaunchError: A row asks for what no launch can carry.
        """
        self._launch = launch
        self._rows: Sequence[Row] = tuple(rows)
        self._executor = executor or LocalExecutor()
        try:
            self._tasks = [Task(n, _launch_of(row, launch)) for n, row in enumerate(self._rows)]
        except BaseException:
            self._executor.close()
            raise
        self._policy = policy or Policy()
        self._retries = retries
        self._on_event = on_event or (lambda _row, _event: None)
        self._attempts: list[list[Attempt]] = [[] for _ in self._rows]
        self._failed = [0] * len(self._rows)
        self._launched: set[int] = set()
        self._started = time.time()
        self._clock = time.monotonic()

    def finish(self) -> MatrixResult:
        """Runs all rows, and waits for them.

        Raises:
            RunnerError: The executor cannot go on. :meth:`result` has what there is.
        """
        for task in self._tasks:
            self._executor.submit(task)
        open_tasks = len(self._tasks)
        while open_tasks:
            event = self._executor.next()
            if isinstance(event, Started):
                self._launched.add(event.task.row)
                self._on_event(self._rows[event.task.row], event)
            elif self._take(event) and event.is_last:
                open_tasks -= 1
        return self.result()

    def result(self) -> MatrixResult:
        """What there is so far.

        Rows that are not done are ``interrupted`` or ``not run``, or have what they have.
        """
        return MatrixResult(
            command=tuple(self._launch.command),
            policy=self._policy,
            rows=tuple(self._row_result(position) for position in range(len(self._rows))),
            started=self._started,
            duration=time.monotonic() - self._clock,
        )

    def close(self) -> None:
        """Ends what is still running. What had come to its end before is kept."""
        self._executor.close()
        for event in self._executor.rest():
            result = event.outcome
            if not isinstance(result, RunResult):
                continue
            if result.outcome.kind != "cancelled":
                self._keep(event, result)
            elif result.pid is not None:
                # Its start may not have been taken.
                self._launched.add(event.task.row)

    def __enter__(self) -> MatrixRun:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _take(self, event: Finished) -> bool:
        """Takes the end of a launch; returns whether its row is done."""
        position = event.task.row
        result = self._result_of(event)
        self._on_event(self._rows[position], self._keep(event, result))
        if not event.is_last:
            return False
        if self._policy.failures(result) and self._failed[position] < self._retries:
            self._failed[position] += 1
            self._executor.submit(event.task)
            return False
        self._on_event(self._rows[position], self._row_result(position))
        return True

    def _keep(self, event: Finished, result: RunResult) -> Attempt:
        """Keeps what came of a launch, once."""
        attempts = self._attempts[event.task.row]
        for attempt in attempts:
            if attempt.result is result:
                return attempt
        attempts.append(Attempt(len(attempts) + 1, result, event.worker))
        return attempts[-1]

    def _result_of(self, event: Finished) -> RunResult:
        if isinstance(event.outcome, RunResult):
            return event.outcome
        if not isinstance(event.outcome, (LaunchError, OSError)):
            raise event.outcome
        # It is about this launch alone, such as a full disk.
        launch, reason = event.task.launch, str(event.outcome)
        return unlaunched(launch, Outcome("not_executed", code=TOOL_ERROR_CODE, reason=reason))

    def _row_result(self, position: int) -> RowResult:
        attempts = self._attempts[position]
        failures = self._policy.failures(attempts[-1].result) if attempts else ()
        return RowResult(
            self._rows[position],
            tuple(attempts),
            tuple(failure.text for failure in failures),
            (failures[0].code if failures else 0) if attempts else None,
            bool(attempts) or position in self._launched,
        )


def run_matrix(
    launch: Launch,
    rows: Iterable[Row],
    *,
    policy: Policy | None = None,
    retries: int = 0,
    jobs: int | None = None,
) -> MatrixResult:
    """Runs the rows of a matrix on this machine, several at once.

    Args:
        launch: What all rows have in common.
        rows: The rows.
        policy: What a row fails on, beside its host's exit code.
        retries: How often a row that failed is tried again.
        jobs: How many rows run at once; as many as there are cores by default.

    Raises:
        LaunchError: A row asks for what no launch can carry.
    """
    executor = LocalExecutor(jobs)
    with MatrixRun(launch, rows, policy=policy, retries=retries, executor=executor) as run:
        return run.finish()


def unlaunched(launch: Launch, outcome: Outcome) -> RunResult:
    """The result of a launch of which nothing came back."""
    reason = f"the host {outcome}"
    report = Report(dict.fromkeys(launch.requested, Result.unverified(reason)))
    command, requested = tuple(launch.command), dict(launch.requested)
    return RunResult(command, requested, "", outcome, "missing", report, started=time.time())


def _launch_of(row: Row, launch: Launch) -> Launch:
    try:
        return row.launch(launch)
    except LaunchError as error:
        raise LaunchError(f"the row {row.id!r}: {error}") from error
