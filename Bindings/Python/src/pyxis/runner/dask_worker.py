"""What a Dask worker does for one row: launch it, and say that it has begun."""

from __future__ import annotations

import importlib
import secrets
import threading
from dataclasses import dataclass
from typing import Any

from .cancelling import Cancellation
from .launching import Launch
from .results import RunResult

__all__ = ["WorkerResult", "launch_on_worker"]

_GONE = (None, "cancelled", "forgotten", "released")
_POLL_SECONDS = 0.5


@dataclass(frozen=True)
class WorkerResult:
    """What a worker hands back.

    Attributes:
        token: Which start of the task it was.
        worker: The worker's address.
        result: What came of the launch.
    """

    token: str
    worker: str
    result: RunResult


def launch_on_worker(launch: Launch, topic: str, key: str) -> WorkerResult:
    """Launches a host on the worker that this is called on.

    Args:
        launch: What to launch.
        topic: Where to say that it has begun: if the worker goes away, that is all there is of it.
        key: The task's key; when nobody waits for it any more, the host is ended.
    """
    worker: Any = importlib.import_module("distributed").get_worker()
    token = secrets.token_hex(8)
    worker.log_event(topic, {"key": key, "token": token, "worker": worker.address})
    is_done = threading.Event()
    with Cancellation() as cancellation:
        watch = threading.Thread(
            target=_cancel_when_gone, args=(worker, key, cancellation, is_done), daemon=True
        )
        watch.start()
        try:
            result = launch.run(cancellation=cancellation)
        finally:
            is_done.set()
            watch.join()
    return WorkerResult(token, worker.address, result)


def _cancel_when_gone(
    worker: Any, key: str, cancellation: Cancellation, is_done: threading.Event
) -> None:
    """Ends the launch when the cluster has forgotten its task: threads cannot be interrupted."""
    while not is_done.wait(_POLL_SECONDS):
        task = worker.state.tasks.get(key)
        if getattr(task, "state", None) in _GONE:
            cancellation.set()
            return
