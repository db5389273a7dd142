"""The private directory of one run."""

from __future__ import annotations

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
    """A directory for one run, 0700, gone when the run is over.

    Reports and payload are in different folders of it: nothing that a host puts beside its
    reports is ever taken for the payload of its child.

    Attributes:
        reports: The absolute path of the folder in which the host publishes.
        descriptor: That folder, opened when it was made: what takes its place later is not read.
    """

    def __init__(self) -> None:
        self._root = os.path.realpath(tempfile.mkdtemp(prefix="pyxis-run-"))
        self.reports = os.path.join(self._root, "reports")
        try:
            os.mkdir(self.reports, 0o700)
            self.descriptor = os.open(self.reports, _OPEN_DIRECTORY)
        except BaseException:
            self._remove()
            raise

    def write_payload(self, payload: bytes) -> str:
        """Writes the payload to a file, 0600, and returns its path."""
        path = os.path.join(self._root, "payload.json")
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
        self._remove()

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _remove(self) -> None:
        # Links are removed, never followed. A host may have taken permissions away: they are put
        # back once, and what still cannot be removed stays.
        if sys.version_info >= (3, 12):
            shutil.rmtree(self._root, onexc=_permit)
        else:
            shutil.rmtree(self._root, onerror=_permit)
        shutil.rmtree(self._root, ignore_errors=True)


def _permit(_function: Callable[..., object], path: str, _error: object) -> None:
    for folder in (os.path.dirname(path), path):
        try:
            if stat.S_ISDIR(os.lstat(folder).st_mode):
                os.chmod(folder, 0o700)
        except OSError:
            continue
