"""The envelope in which a host's report travels to the runner."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NoReturn

from .._reports import Report
from ..errors import MalformedReportError, UnsupportedVersionError
from .strict_json import Json, decode_json, decode_object, malformed

__all__ = ["ENVELOPE_VERSION", "Envelope", "decode_envelope", "is_run_id"]

ENVELOPE_VERSION = 1
"""The version of the envelopes that are read and written."""

_LARGEST_PROCESS = 2**31 - 1
_LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Envelope:
    """One published report, and who published it.

    Attributes:
        run_id: The run that the report is for.
        pid: The process that published it.
        parent_pid: That process' parent.
        sequence: How many reports that process had published before.
        role: ``host``, or ``forked`` for a child of ``fork()``.
        report: The report.
    """

    run_id: str
    pid: int
    parent_pid: int
    sequence: int
    role: str
    report: Report

    def to_json(self) -> dict[str, Json]:
        """This envelope as the contract's JSON."""
        return {
            "version": ENVELOPE_VERSION,
            "run_id": self.run_id,
            "pid": self.pid,
            "parent_pid": self.parent_pid,
            "sequence": self.sequence,
            "role": self.role,
            "report": json.loads(self.report.encode()),
        }


def decode_envelope(data: bytes) -> Envelope:
    """Decodes what a host published. Unknown members are ignored.

    Raises:
        MalformedReportError: The text does not follow the contract; see ``offset``.
        UnsupportedVersionError: It is of another version.
        InvalidReportError: A result lacks its value or its reason (R15).
    """
    return _Decoder(data).envelope()


def is_run_id(text: str) -> bool:
    """Whether a text is what names a run: 32 lower-case hexadecimal digits."""
    return len(text) == 32 and all(digit in "0123456789abcdef" for digit in text)


class _Decoder:
    """One text, read as the contract says."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        # The report is the library's to decode.
        self._members, self._places = decode_object(data, unread="report")

    def envelope(self) -> Envelope:
        version = self._integer("version", -_LARGEST - 1, _LARGEST)
        if version != ENVELOPE_VERSION:
            error = UnsupportedVersionError(f"version {version} of envelopes is not supported")
            error.version = version
            raise error
        run_id = self._text("run_id")
        if not is_run_id(run_id):
            self._refuse("run_id", "is not 32 lower-case hexadecimal digits")
        role = self._text("role")
        if role not in ("host", "forked"):
            self._refuse("role", "is neither 'host' nor 'forked'")
        pid = self._integer("pid", 1, _LARGEST_PROCESS)
        parent_pid = self._integer("parent_pid", 1, _LARGEST_PROCESS)
        sequence = self._integer("sequence", 0, _LARGEST)
        return Envelope(run_id, pid, parent_pid, sequence, role, self._report())

    def _report(self) -> Report:
        self._member("report")
        place = self._places["report"]
        text = self._data[place]
        try:
            report = Report.decode(text)
        except MalformedReportError as error:
            # Its offset counts from where the report starts.
            offset = place.start + (error.offset or 0)
            reason = str(error).partition(": ")[2].rstrip(".")
            raise malformed(reason or str(error), offset) from None
        if text.count(b"{") + text.count(b"[") > len(report) + 2:
            # There is more in it than results: how deep that nests counts from the envelope.
            decode_json(self._data)
        return report

    def _text(self, name: str) -> str:
        value = self._member(name)
        if not isinstance(value, str):
            self._refuse(name, "is not a string")
        return value

    def _integer(self, name: str, least: int, most: int) -> int:
        value = self._member(name)
        if not isinstance(value, int) or isinstance(value, bool):
            self._refuse(name, "is not an integer")
        if not least <= value <= most:
            self._refuse(name, f"is not in {least}...{most}")
        return value

    def _member(self, name: str) -> Json:
        if name not in self._members:
            raise malformed(f"the member {name!r} is missing", 0)
        return self._members[name]

    def _refuse(self, name: str, reason: str) -> NoReturn:
        raise malformed(f"{name!r} {reason}", self._places[name].start)
