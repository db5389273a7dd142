"""Where the rows of a matrix run."""

from __future__ import annotations

import contextlib
import os
import queue
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from .cancelling import Cancellation
from .launching import Launch
from .results import RunResult

__all__ = ["Executor", "Finished", "LocalExecutor", "Started", "Task"]

_POLL_SECONDS = 0.5


@dataclass(frozen=True)
class Task:
    """One launch that an executor is given.

    Attributes:
        row: The position of its row in the matrix.
        launch: What to launch.
    """

    row: int
    launch: Launch


@dataclass(frozen=True)
class Started:
    """A task has begun.

    Attributes:
        task: The task.
        worker: The address of the machine that runs it; None for this one.
    """

    task: Task
    worker: str | None = None


@dataclass(frozen=True)
class Finished:
    """A launch of a task is over, and is not tried again by the executor itself.

    Attributes:
        task: The task.
        outcome: What came of it, or what kept the executor from running it.
        worker: The address of the machine that ran it; None for this one.
        is_last: Whether the task is done. A machine that went away lost one launch of it; the
            executor then launches it again on another one, and says so here.
    """

    task: Task
    outcome: RunResult | BaseException
    worker: str | None = None
    is_last: bool = True


class Executor(Protocol):
    """Runs tasks, several at once."""

    def submit(self, task: Task) -> None:
        """Takes one task."""

    def next(self) -> Started | Finished:
        """What happens next, waiting for it. Only called while there are tasks."""

    def close(self) -> None:
        """Ends what is still running, and gives everything back."""

    def rest(self) -> list[Finished]:
        """All that came to an end until it was closed.

        An interruption can come between an event and whoever takes it; nothing is lost by that.
        """


class LocalExecutor:
    """Runs tasks on this machine, a fixed number at once."""

    def __init__(self, jobs: int | None = None) -> None:
        """Starts with no task.

        Args:
            jobs: How many tasks run at once; as many as there are cores by default.
        """
        self._cancellation = Cancellation()
        self._events: queue.SimpleQueue[Started | Finished] = queue.SimpleQueue()
        self._finished: list[Finished] = []
        self._pool = ThreadPoolExecutor(jobs or len(os.sched_getaffinity(0)), "pyxis-matrix")

    def submit(self, task: Task) -> None:
        """Takes one task."""
        future = self._pool.submit(self._run, task)
        future.add_done_callback(lambda done: self._finish(task, done))

    def next(self) -> Started | Finished:
        """What happens next, waiting for it."""
        while True:
            # A signal that comes right before the wait does not end it; Python acts on it after.
            with contextlib.suppress(queue.Empty):
                return self._events.get(timeout=_POLL_SECONDS)

    def close(self) -> None:
        """Ends the hosts that still run, and gives the threads back."""
        # First what waits: otherwise it would start when what runs has ended.
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._cancellation.set()
        self._pool.shutdown()
        self._cancellation.close()

    def rest(self) -> list[Finished]:
        """All that came to an end until it was closed."""
        return list(self._finished)

    def _run(self, task: Task) -> RunResult:
        self._events.put(Started(task))
        return task.launch.run(cancellation=self._cancellation)

    def _finish(self, task: Task, done: Future[RunResult]) -> None:
        if done.cancelled():
            return
        error = done.exception()
        event = Finished(task, done.result() if error is None else error)
        self._finished.append(event)
        self._events.put(event)
