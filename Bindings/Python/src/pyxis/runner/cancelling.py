"""Ends runs from another thread."""

from __future__ import annotations

import os
import threading

__all__ = ["Cancellation"]


class Cancellation:
    """A switch that, once set, ends every run that was given it. Safe from any thread.

    Attributes:
        descriptor: Readable once the switch is set.
    """

    def __init__(self) -> None:
        self.descriptor, self._writer = os.pipe()
        self._lock = threading.Lock()
        self._is_set = False
        self._is_closed = False

    @property
    def is_set(self) -> bool:
        """Whether it was set."""
        return self._is_set

    def set(self) -> None:
        """Ends the runs: TERM, and after their grace KILL."""
        with self._lock:
            if not self._is_set and not self._is_closed:
                self._is_set = True
                os.write(self._writer, b"\0")

    def close(self) -> None:
        """Gives the descriptors back. No run may be using it any more."""
        with self._lock:
            if not self._is_closed:
                self._is_closed = True
                os.close(self.descriptor)
                os.close(self._writer)

    def __enter__(self) -> Cancellation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
