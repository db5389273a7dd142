"""Runs the rows of a matrix on the workers of a Dask cluster."""

from __future__ import annotations

import contextlib
import importlib
import queue
import uuid
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from .. import __version__
from .dask_worker import WorkerResult, launch_on_worker
from .errors import RunnerError
from .executors import Finished, Started, Task
from .matrix_runs import unlaunched
from .outcomes import Outcome

__all__ = ["DaskExecutor"]

_CONNECT_SECONDS = 10
_POLL_SECONDS = 1.0


@dataclass
class _Open:
    """A task that the cluster has, and the starts of it that are not accounted for."""

    task: Task
    future: Any
    starts: dict[str, str] = field(default_factory=dict)


class DaskExecutor:
    """Runs tasks on a cluster that is there already.

    The cluster runs a task again when the worker that had it goes away. Each such loss is told as
    a launch of its own, which came to nothing, so that it is counted and seen.

    The workers need the same version of this package, and the program that is launched.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        """Connects to a scheduler.

        Args:
            address: Its ``host:port``.
            jobs: How many tasks the cluster has at once; all of them by default.

        Raises:
            RunnerError: It cannot be reached, has no workers, or Dask is not installed.
        """
        self._address = address
        self._jobs = jobs
        self._open: dict[str, _Open] = {}
        self._waiting: deque[Task] = deque()
        self._ready: deque[Started | Finished] = deque()
        self._finished: list[Finished] = []
        self._events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._topic = f"pyxis-{uuid.uuid4().hex}"
        self._count = 0
        self._client = _connected(address)
        try:
            self._client.subscribe_topic(self._topic, lambda event: self._events.put(event[1]))
            self._client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except (OSError, TimeoutError) as error:
            self._client.close()
            raise RunnerError(f"the Dask scheduler at {address} has no workers") from error

    def submit(self, task: Task) -> None:
        """Takes one task."""
        if self._jobs is not None and len(self._open) >= self._jobs:
            self._waiting.append(task)
            return
        self._count += 1
        key = f"{self._topic}-{self._count}"
        future = self._client.submit(
            launch_on_worker, task.launch, self._topic, key, key=key, pure=False
        )
        self._open[key] = _Open(task, future)
        future.add_done_callback(self._events.put)

    def next(self) -> Started | Finished:
        """What happens next, waiting for it.

        Raises:
            RunnerError: The scheduler went away, or the workers cannot run anything.
        """
        while not self._ready:
            try:
                event = self._events.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                self._check_connection()
                continue
            self._take(event)
        return self._ready.popleft()

    def close(self) -> None:
        """Takes back what the cluster has not finished, and disconnects."""
        self._waiting.clear()
        for open_task in list(self._open.values()):
            with contextlib.suppress(RunnerError):
                if open_task.future.status == "finished":
                    self._take_end(open_task.future)
        futures = [open_task.future for open_task in self._open.values()]
        self._open.clear()
        if self._client.status == "running":
            self._client.cancel(futures, force=True)
        self._client.close()

    def rest(self) -> list[Finished]:
        """All that came to an end until it was closed."""
        return list(self._finished)

    def _take(self, event: Any) -> None:
        if isinstance(event, dict):
            self._take_start(event)
        else:
            self._take_end(event)

    def _take_start(self, event: dict[str, str]) -> None:
        open_task = self._open.get(event["key"])
        if open_task is None:
            return
        # The cluster starts a task twice only when it has lost sight of the first time.
        self._lose(open_task)
        open_task.starts[event["token"]] = event["worker"]
        self._ready.append(Started(open_task.task, event["worker"]))

    def _take_end(self, future: Any) -> None:
        open_task = self._open.get(future.key)
        if open_task is None:
            return
        if future.status not in ("finished", "error"):
            raise RunnerError(f"the Dask scheduler at {self._address} went away")
        error = future.exception() if future.status == "error" else None
        if error is None:
            done: WorkerResult = future.result()
            open_task.starts.pop(done.token, None)
            self._lose(open_task)
            self._tell(Finished(open_task.task, done.result, done.worker))
        elif type(error).__name__ == "KilledWorker":
            self._lose(open_task)
            self._tell(Finished(open_task.task, _lost(open_task.task, str(error))))
        else:
            raise _worker_error(error)
        del self._open[future.key]
        if self._waiting:
            self.submit(self._waiting.popleft())

    def _lose(self, open_task: _Open) -> None:
        """Tells of the starts of which nothing will come."""
        for worker in open_task.starts.values():
            lost = _lost(open_task.task, f"the worker {worker} went away")
            self._tell(Finished(open_task.task, lost, worker, is_last=False))
        open_task.starts.clear()

    def _tell(self, event: Finished) -> None:
        self._finished.append(event)
        self._ready.append(event)

    def _check_connection(self) -> None:
        if self._client.status in ("closing", "closed"):
            raise RunnerError(f"the Dask scheduler at {self._address} went away")


def _connected(address: str) -> Any:
    try:
        distributed = importlib.import_module("distributed")
    except ModuleNotFoundError as error:
        needed = f"the executor dask:// needs {error.name}"
        raise RunnerError(f"{needed}: pip install 'pyxis-runtime[dask]'") from error
    url = address if "://" in address else f"tcp://{address}"
    try:
        return distributed.Client(url, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise RunnerError(f"there is no Dask scheduler at {address}: {error}") from error


def _lost(task: Task, reason: str) -> Any:
    return unlaunched(task.launch, Outcome("lost", reason=reason))


def _worker_error(error: BaseException) -> RunnerError:
    """The error for what a worker could not even begin."""
    causes: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        causes.append(f"{type(cause).__name__}: {cause}")
        cause = cause.__cause__
    text = "; ".join(causes)
    if "No module named 'pyxis" in text:
        text = f"they have no pyxis: install pyxis-runtime {__version__} on them"
    return RunnerError(f"the Dask workers cannot launch: {text}")
