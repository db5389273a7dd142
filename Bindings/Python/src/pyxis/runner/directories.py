"""The private directory of one run."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from types import TracebackType

__all__ = ["RunDirectory"]

_OPEN_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class RunDirectory:
    """The directory of one run's reports, 0700, gone when the run is over.

    A payload's file is in a directory of its own: nothing that a host puts beside its reports is
    ever taken for the payload of its child.

    Attributes:
        reports: The absolute path of the directory in which the host publishes.
        descriptor: That directory, opened when it was made: what takes its place is not read.
    """

    def __init__(self) -> None:
        self.reports = _made()
        self._others: list[str] = []
        try:
            self.descriptor = os.open(self.reports, _OPEN_DIRECTORY)
        except BaseException:
            _remove(self.reports)
            raise

    def write_payload(self, payload: bytes) -> str:
        """Writes the payload to a file, 0600, and returns its path."""
        self._others.append(_made())
        path = os.path.join(self._others[-1], "payload.json")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with open(os.open(path, flags, 0o600), "wb") as file:
            file.write(payload)
        return path

    def fault(self) -> str | None:
        """What became of the folder of reports, as a clause, or None where it is still there."""
        ours = os.fstat(self.descriptor)
        try:
            there = os.stat(self.reports, follow_symlinks=False)
        except OSError as error:
            return f"the report directory is gone ({error.strerror})"
        if stat.S_ISLNK(there.st_mode):
            return "the report directory was replaced by a link"
        if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            return "the report directory was replaced by something else"
        return None

    def close(self) -> None:
        """Removes the directory and all that is in it, whatever a host did to it."""
        os.close(self.descriptor)
        for path in (self.reports, *self._others):
            _remove(path)

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _made() -> str:
    return os.path.abspath(tempfile.mkdtemp(prefix="pyxis-run-"))


def _remove(path: str) -> None:
    """Removes a directory. Links are removed, never followed."""
    try:
        os.rmdir(path)
    except FileNotFoundError:
        return
    except OSError:
        _remove_all(path)


def _remove_all(path: str) -> None:
    if os.path.islink(path) or not os.path.isdir(path):
        # A host has put something else in its place.
        with contextlib.suppress(OSError):
            os.unlink(path)
        return
    # A host may have taken permissions away: they are put back once, and what still cannot be
    # removed stays.
    if sys.version_info >= (3, 12):
        shutil.rmtree(path, onexc=_permit)
    else:
        shutil.rmtree(path, onerror=_permit)
    shutil.rmtree(path, ignore_errors=True)


def _permit(_function: Callable[..., object], path: str, _error: object) -> None:
    for folder in (os.path.dirname(path), path):
        try:
            if stat.S_ISDIR(os.lstat(folder).st_mode):
                os.chmod(folder, 0o700)
        except OSError:
            continue
