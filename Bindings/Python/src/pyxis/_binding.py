"""Carries a scope to where it is not inherited: executors, threads, processes, callbacks."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, TypeVar

from ._decorating import scoped
from ._snapshots import Snapshot

R = TypeVar("R")


class Bound(Generic[R]):
    """A function with the snapshot that it runs in; can be pickled if the function can."""

    __name__: str
    __wrapped__: Callable[..., R]

    def __init__(self, function: Callable[..., R], snapshot: Snapshot) -> None:
        self.function = function
        self.snapshot = snapshot
        self._run = scoped(snapshot, function)
        update_wrapper(self, function, updated=())

    def __call__(self, *arguments: Any, **named: Any) -> R:
        """Call the function in its snapshot."""
        return self._run(*arguments, **named)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Bound, (self.function, self.snapshot))

    def __repr__(self) -> str:
        return f"bind({self.function!r})"


def bind(function: Callable[..., R]) -> Bound[R]:
    """Bind a function to what is in force now: it reads that wherever and whenever it is called.

    What carries a scope, and what needs `bind`:

    - inherited: `await`, `asyncio.create_task`, `TaskGroup`, `gather`, `asyncio.to_thread`,
      `loop.call_soon` and `call_later`, and whatever else copies the context;
    - `bind` needed: `loop.run_in_executor`, `ThreadPoolExecutor.submit`, `threading.Thread`
      (Python 3.14's free-threaded builds let threads inherit), `ProcessPoolExecutor` and
      `multiprocessing` with every start method, Dask, `atexit`, signal handlers.

    With processes the function must be importable there, as `pickle` asks. A worker that was forked
    inside a scope reads that scope where nothing is bound.

    >>> import pyxis, threading
    >>> STATUS = pyxis.Key("docs.status", str, default="none")
    >>> with pyxis.override({STATUS: "trial"}):
    ...     work = pyxis.bind(lambda: print(STATUS.get()))
    >>> thread = threading.Thread(target=work)
    >>> thread.start(); thread.join()
    trial
    """
    return Bound(function, Snapshot())
