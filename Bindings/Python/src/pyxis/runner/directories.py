"""The private directory of one run."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import tempfile
from types import TracebackType

__all__ = ["RunDirectory"]

_OPEN_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


_PASSES = 100_000


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
    with contextlib.suppress(OSError):
        os.chmod(path, 0o700)
        top = os.open(path, _OPEN_DIRECTORY)
        try:
            _empty(top)
        finally:
            os.close(top)
        os.rmdir(path)


def _empty(top: int) -> None:
    """Removes what is in a directory.

    A host can nest directories deeper than paths and recursion go: each pass brings what is in
    one level up to the top. What cannot be removed stays.
    """
    for _ in range(_PASSES):
        removed = 0
        for name in os.listdir(top):
            with contextlib.suppress(OSError):
                _remove_entry(top, name)
                removed += 1
        if not removed:
            return


def _remove_entry(top: int, name: str) -> None:
    if not _is_directory(top, name):
        os.unlink(name, dir_fd=top)
        return
    folder = os.open(name, _OPEN_DIRECTORY, dir_fd=top)
    try:
        for inner in os.listdir(folder):
            if _is_directory(folder, inner):
                os.rename(inner, secrets.token_hex(16), src_dir_fd=folder, dst_dir_fd=top)
            else:
                os.unlink(inner, dir_fd=folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=top)


def _is_directory(folder: int, name: str) -> bool:
    """Whether a name is a directory, whose permissions are given back then."""
    if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
        return False
    os.chmod(name, 0o700, dir_fd=folder)
    return True
