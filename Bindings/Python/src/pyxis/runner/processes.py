"""One child process in a session of its own, watched until it ends."""

from __future__ import annotations

import contextlib
import os
import select
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO

from .cancelling import Cancellation
from .outputs import OutputRecorder

__all__ = ["ChildProcess", "OutputCallback"]

OutputCallback = Callable[[str, bytes], None]
"""Is given ``stdout`` or ``stderr`` and what the child just printed there."""

_PIECE = 64 * 1024
_LEFT_IN_PIPE = 1024 * 1024  # What a pipe can hold at most, unless root made it larger.
_AFTER_KILL_SECONDS = 10.0
_LONGEST_WAIT = 24 * 60 * 60.0  # One call can wait for 24 days, and refuses more.


class ChildProcess:
    """A child in its own session, whose outputs are read as they come.

    It is the child that is waited for, and not the end of its outputs: a grandchild that keeps
    them open holds up nobody.

    Attributes:
        pid: The child.
        timed_out: Whether it was ended because its time was over.
        cancelled: Whether it was ended because somebody cancelled it.
        is_stuck: Whether it was still there long after it had been killed.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[bytes, bytes],
        directory: str | None,
        stdin: int | None,
        on_output: OutputCallback | None = None,
    ) -> None:
        self._process = subprocess.Popen(
            command,
            env=environment,
            cwd=directory,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self.pid = self._process.pid
        self.timed_out = False
        self.cancelled = False
        self.is_stuck = False
        self.recorders = {"stdout": OutputRecorder(), "stderr": OutputRecorder()}
        self._on_output = on_output
        try:
            self._exit_watch = _ExitWatch(self.pid)
        except BaseException:
            self._signal_group(signal.SIGKILL)
            self._process.wait()
            raise
        self._last_signal: signal.Signals | None = None

    def watch(self, timeout: float | None, grace: float, cancellation: Cancellation | None) -> int:
        """Waits until the child has ended, and ends it when its time is over.

        Args:
            timeout: How long it may run, in seconds.
            grace: How long its process group has between TERM and KILL, in seconds.
            cancellation: What can end it before.

        Returns:
            The return code as ``subprocess`` has it: negative for a signal.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        with selectors.DefaultSelector() as selector:
            self._register(selector, cancellation)
            self._wait(selector, deadline, grace)
        return self._reap()

    def end(self, grace: float) -> None:
        """Ends the whole group: TERM, and KILL after the grace or at the next interruption."""
        try:
            self._signal_group(signal.SIGTERM)
            self._exit_watch.wait(grace)
        finally:
            self._signal_group(signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_AFTER_KILL_SECONDS)
            self._close()

    def _register(
        self, selector: selectors.BaseSelector, cancellation: Cancellation | None
    ) -> None:
        selector.register(self._exit_watch.descriptor, selectors.EVENT_READ, "exit")
        if cancellation is not None:
            selector.register(cancellation.descriptor, selectors.EVENT_READ, "cancel")
        for name, stream in self._streams():
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, selectors.EVENT_READ, name)

    def _wait(self, selector: selectors.BaseSelector, deadline: float | None, grace: float) -> None:
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            wait = None if left is None else min(left, _LONGEST_WAIT)
            ready = {key.data: key for key, _ in selector.select(wait)}
            if "exit" in ready:
                return
            if "cancel" in ready:
                selector.unregister(ready["cancel"].fileobj)
                self.cancelled = True
                deadline = self._end(grace)
            elif deadline is not None and time.monotonic() >= deadline:
                self.is_stuck = self._last_signal == signal.SIGKILL
                if self.is_stuck:
                    return
                self.timed_out = not self.cancelled
                deadline = self._end(grace)
            for name in self.recorders.keys() & ready.keys():
                if self._read(name, ready[name].fd) == 0:
                    selector.unregister(ready[name].fileobj)

    def _end(self, grace: float) -> float:
        """Takes the next step to end the group, and returns when the one after that is due."""
        is_first = self._last_signal is None
        self._last_signal = signal.SIGTERM if is_first else signal.SIGKILL
        self._signal_group(self._last_signal)
        return time.monotonic() + (grace if is_first else _AFTER_KILL_SECONDS)

    def _reap(self) -> int:
        """Takes what is left in the outputs, and the return code."""
        if self._last_signal is not None:
            # Before the child is reaped: until then no other group can have its number.
            self._signal_group(signal.SIGKILL)
        for name, stream in self._streams():
            left = _LEFT_IN_PIPE
            while left > 0:
                count = self._read(name, stream.fileno())
                if not count:
                    break
                left -= count
        self._close()
        return -signal.SIGKILL if self.is_stuck else self._process.wait()

    def _read(self, name: str, descriptor: int) -> int | None:
        """Reads once; returns how many bytes came, 0 at the end and None where there are none."""
        try:
            piece = os.read(descriptor, _PIECE)
        except BlockingIOError:
            return None
        if piece:
            self.recorders[name].add(piece)
            if self._on_output is not None:
                self._on_output(name, piece)
        return len(piece)

    def _streams(self) -> list[tuple[str, IO[bytes]]]:
        streams = (("stdout", self._process.stdout), ("stderr", self._process.stderr))
        return [(name, stream) for name, stream in streams if stream is not None]

    def _signal_group(self, number: int) -> None:
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def _close(self) -> None:
        self._exit_watch.close()
        for _, stream in self._streams():
            stream.close()


class _ExitWatch:
    """A descriptor that becomes readable when a child has ended; the child stays unreaped."""

    def __init__(self, pid: int) -> None:
        try:
            self.descriptor = os.pidfd_open(pid)
        except (AttributeError, OSError):
            # An older kernel, or a sandbox that knows no such call.
            self.descriptor, writer = os.pipe()
            threading.Thread(target=_wait_for_exit, args=(pid, writer), daemon=True).start()

    def wait(self, seconds: float) -> None:
        """Waits until the child has ended, or for so long, and for no more than a day."""
        if self.descriptor >= 0:
            poll = select.poll()
            poll.register(self.descriptor, select.POLLIN)
            poll.poll(min(seconds, _LONGEST_WAIT) * 1000)

    def close(self) -> None:
        """Gives the descriptor back."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def _wait_for_exit(pid: int, writer: int) -> None:
    with contextlib.suppress(ChildProcessError):
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    os.close(writer)
