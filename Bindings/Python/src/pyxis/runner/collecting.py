"""Reads the reports that the processes of one run published."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..errors import PyxisError
from .directories import RunDirectory
from .envelopes import Envelope, decode_envelope
from .errors import RunnerError
from .limits import (
    MEBIBYTE,
    NAME_COUNT,
    PROBLEM_COUNT,
    REPORT_BYTES,
    REPORT_BYTES_IN_ALL,
    REPORT_COUNT,
)
from .strict_json import Json

__all__ = ["Collection", "Problem", "collect", "select_report"]

_REPORT_NAME = re.compile(r"pyxis-.*\.json", re.DOTALL)
_TEMPORARY_NAME = re.compile(r"\.pyxis-.*\.tmp", re.DOTALL)
_SEQUENCE = re.compile(r"pyxis-(\d{1,18})-(\d{1,18})-")
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY


@dataclass(frozen=True)
class Problem:
    """Something in a run that was not as it should be.

    Attributes:
        reason: What is wrong.
        file: The name of the file that it is about, with what cannot be shown escaped.
    """

    reason: str
    file: str | None = None

    def __str__(self) -> str:
        return self.reason if self.file is None else f"{self.file}: {self.reason}"

    def to_json(self) -> dict[str, Json]:
        """This problem as JSON."""
        return {"file": self.file, "reason": self.reason}


@dataclass(frozen=True)
class Collection:
    """What was found in a report directory.

    Attributes:
        envelopes: The reports, by process and sequence.
        problems: What was not as it should be, at most :data:`PROBLEM_COUNT` of them.
        refused: How many files had a report's name and were none of this run.
    """

    envelopes: tuple[Envelope, ...]
    problems: tuple[Problem, ...]
    refused: int = 0


def collect(directory: RunDirectory, run_id: str, launched_pid: int | None) -> Collection:
    """Reads what was published. A bad file never hides the good ones.

    Args:
        directory: Where the run's processes published.
        run_id: The run; reports of others are problems.
        launched_pid: The process that was launched: its reports are read first, so that a flood
            by another process does not hide them.
    """
    problems: list[Problem] = []
    fault = directory.fault()
    if fault:
        problems.append(Problem(fault))
    # A host may have taken its own permissions away; that hides nothing.
    os.fchmod(directory.descriptor, 0o700)
    names = _names(directory.descriptor, launched_pid, problems)
    found = sorted(
        _read_all(directory.descriptor, names, run_id, problems),
        # Of two with one number, as of a process that executed another program, the one that was
        # written last comes last.
        key=lambda each: (each[1].pid, each[1].sequence, each[0]),
    )
    envelopes = [envelope for _, envelope in found]
    refused = len(names) - len(envelopes)
    surplus = len(problems) - PROBLEM_COUNT
    if surplus > 0:
        del problems[PROBLEM_COUNT:]
        problems.append(Problem(f"there are {surplus} more problems"))
    return Collection(tuple(envelopes), tuple(problems), refused)


def select_report(envelopes: Iterable[Envelope], launched_pid: int) -> Envelope | None:
    """The report that speaks for the run: the last one of the launched process.

    Where that process published none, it is its child's, and else that of the lowest process.
    """
    last: dict[int, Envelope] = {}
    for envelope in envelopes:
        known = last.get(envelope.pid)
        if envelope.role == "host" and (known is None or envelope.sequence >= known.sequence):
            last[envelope.pid] = envelope
    if launched_pid in last:
        return last[launched_pid]
    children = [pid for pid, envelope in last.items() if envelope.parent_pid == launched_pid]
    candidates = children or list(last)
    return last[min(candidates)] if candidates else None


def _names(descriptor: int, launched_pid: int | None, problems: list[Problem]) -> list[str]:
    """The names of reports, those of the launched process first and its last ones before."""
    names = []
    with os.scandir(descriptor) as entries:
        for count, entry in enumerate(entries):
            if count == NAME_COUNT:
                reason = f"more than {NAME_COUNT} names: the others were not looked at"
                problems.insert(0, Problem(reason))
                break
            if _REPORT_NAME.fullmatch(entry.name):
                names.append(entry.name)
            elif not _TEMPORARY_NAME.fullmatch(entry.name):
                problems.append(Problem("it is no report's name", _shown(entry.name)))
    names.sort(key=lambda name: _order(name, launched_pid))
    if len(names) > REPORT_COUNT:
        reason = f"{len(names)} reports: only {REPORT_COUNT} were read"
        problems.insert(0, Problem(reason))
        del names[REPORT_COUNT:]
    return names


def _order(name: str, launched_pid: int | None) -> tuple[bool, int, int, str]:
    found = _SEQUENCE.match(name)
    pid, sequence = (int(found[1]), int(found[2])) if found else (0, 0)
    return (pid != launched_pid, pid, -sequence, name)


def _read_all(
    descriptor: int, names: list[str], run_id: str, problems: list[Problem]
) -> Iterator[tuple[int, Envelope]]:
    """Reads files, and yields each report with the time at which it was written."""
    room = REPORT_BYTES_IN_ALL
    for position, name in enumerate(names):
        try:
            written, data = _read(descriptor, name)
            if len(data) > room:
                reason = f"reports of more than {REPORT_BYTES_IN_ALL // MEBIBYTE} MiB"
                left = len(names) - position
                problems.insert(0, Problem(f"{reason}: {left} were not read"))
                return
            room -= len(data)
            envelope = decode_envelope(data)
        except OSError as error:
            problems.append(Problem(f"it cannot be read ({error.strerror})", _shown(name)))
        except PyxisError as error:
            problems.append(Problem(str(error), _shown(name)))
        else:
            if envelope.run_id == run_id:
                yield written, envelope
            else:
                problems.append(Problem("it belongs to another run", _shown(name)))


def _read(descriptor: int, name: str) -> tuple[int, bytes]:
    """Reads one file, if it is one that a host may have published, and when it was written."""
    try:
        file = os.open(name, _OPEN, dir_fd=descriptor)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise RunnerError("it is a link") from None
        raise
    try:
        return _read_file(file)
    finally:
        os.close(file)


def _read_file(file: int) -> tuple[int, bytes]:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode):
        raise RunnerError("it is not a regular file")
    if status.st_uid != os.geteuid():
        raise RunnerError("it belongs to another user")
    pieces: list[bytes] = []
    room = REPORT_BYTES if status.st_size <= REPORT_BYTES else -1
    # It may grow while it is read.
    while room >= 0:
        piece = os.read(file, MEBIBYTE)
        if not piece:
            return status.st_mtime_ns, b"".join(pieces)
        pieces.append(piece)
        room -= len(piece)
    raise RunnerError(f"it is longer than {REPORT_BYTES // MEBIBYTE} MiB")


def _shown(name: str) -> str:
    """A file's name as text: what is not UTF-8 or cannot be printed is escaped."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in text
    )
