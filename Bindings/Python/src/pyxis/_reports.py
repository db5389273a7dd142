"""Reports: what became of each requested variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ctypes import byref, c_int32, c_int64, c_size_t, c_void_p
from typing import NamedTuple

from ._declarations import String
from ._foreign import (
    NO_REPORT_DIRECTORY,
    NOT_PREPARED,
    OK,
    Handle,
    check,
    checked_mapping,
    decoded,
    encoded,
    raise_error,
    take_buffer,
)
from ._library import library
from ._variants import Variants

STATUS_WORDS = {1: "applied", 2: "observed", 3: "unsupported", 4: "unverified"}
STATUS_NUMBERS = {word: number for number, word in STATUS_WORDS.items()}


class Result(NamedTuple):
    """What became of one variant.

    >>> Result.applied("dark")
    Result.applied('dark')
    >>> Result.unsupported("There is no dark theme.").reason
    'There is no dark theme.'
    """

    status: str
    """`applied`, `observed`, `unsupported` or `unverified`."""
    value: str | None = None
    """The value in force; applied and observed results have one (R15)."""
    reason: str | None = None
    """Why there is none; unsupported and unverified results have one (R15)."""

    @classmethod
    def applied(cls, value: str, reason: str | None = None) -> Result:
        """Say that the host applied the variant, and which value is in force."""
        return cls("applied", value, reason)

    @classmethod
    def observed(cls, value: str, reason: str | None = None) -> Result:
        """Say that the host found the value in force already."""
        return cls("observed", value, reason)

    @classmethod
    def unsupported(cls, reason: str, value: str | None = None) -> Result:
        """Say that the host cannot do this, and why."""
        return cls("unsupported", value, reason)

    @classmethod
    def unverified(cls, reason: str, value: str | None = None) -> Result:
        """Say that nobody knows whether the variant is in force, and why."""
        return cls("unverified", value, reason)

    def __repr__(self) -> str:
        if self.status not in STATUS_NUMBERS:
            return f"Result({self.status!r}, {self.value!r}, {self.reason!r})"
        first, second = ("value", "reason")
        if self.status in ("unsupported", "unverified"):
            first, second = second, first
        arguments = repr(getattr(self, first))
        if getattr(self, second) is not None:
            arguments += f", {second}={getattr(self, second)!r}"
        return f"Result.{self.status}({arguments})"


class Report(Mapping[str, Result]):
    """What became of each variant, in the order of the keys' bytes; never changes (R3).

    >>> report = Report.decode('{"variants":{"locale":{"status":"applied","value":"pl_PL"}}}')
    >>> report["locale"].status
    'applied'
    >>> report.covering(Variants({"fixture": "empty"}))["fixture"].status
    'unverified'
    """

    __slots__ = ("_handle", "_results", "errors")

    errors: Mapping[str, BaseException]
    """The exceptions that adapters of this process raised, by the keys of their variants."""

    def __init__(self, results: Mapping[str, Result] | None = None) -> None:
        """Make a report of results, and check it (R15); raise InvalidReportError."""
        given = {} if results is None else checked_mapping(results, "what a report is made of")
        self._take(decoded(library.report_decode, _document(given), "a report"))

    @classmethod
    def decode(cls, text: str | bytes) -> Report:
        """Decode a report from JSON, strictly, and check it (R15).

        Raise MalformedReportError or InvalidReportError.
        """
        return cls._adopt(decoded(library.report_decode, text, "a report"))

    @classmethod
    def _adopt(cls, handle: c_void_p, errors: Mapping[str, BaseException] | None = None) -> Report:
        report = cls.__new__(cls)
        report._take(handle, errors)
        return report

    def _take(self, handle: c_void_p, errors: Mapping[str, BaseException] | None = None) -> None:
        self._handle = Handle(handle, library.report_release)
        self._results = _results(handle)
        self.errors = errors or {}

    def encode(self) -> bytes:
        """Encode the report as JSON."""
        buffer, error = c_void_p(), c_void_p()
        status = library.report_encode(self._handle.value, byref(buffer), byref(error))
        if status != OK:
            raise_error(status, error)
        return take_buffer(buffer)

    def covering(self, requested: Mapping[str, str]) -> Report:
        """Make a report with every requested variant: missing ones become unverified (R25)."""
        variants = requested if isinstance(requested, Variants) else Variants(requested)
        covered = c_void_p()
        status = library.report_covering(self._handle.value, variants._handle.value, byref(covered))
        check(status, "the report")
        return Report._adopt(covered, self.errors)

    def publish(self) -> int | None:
        """Publish this report for the runner; see `publish_report`."""
        return publish_report(self)

    def __getitem__(self, key: str) -> Result:
        return self._results[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __hash__(self) -> int:
        return hash(frozenset(self._results.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return (Report.decode, (self.encode(),))

    def __repr__(self) -> str:
        return f"Report({self._results!r})"


def publish_report(report: Report | None = None) -> int | None:
    """Publish a report for the runner that launched the process; return its number there.

    `prepare` and `apply` publish by themselves, and leave a failure to the diagnostic handler. Call
    this to publish what became of a variant later, or to be sure that a report arrived. Without
    `report` it is the one that the process was prepared with. The number counts what this process
    published, from 0; the runner takes the last.

    Return None if nobody asked for reports, or if there is none yet. Raise ReportNotPublishedError
    with the reason, or InvalidReportError. Any thread may call.

    >>> import pyxis
    >>> pyxis.publish_report() is None
    True
    """
    sequence, error = c_int64(), c_void_p()
    if report is not None and not isinstance(report, Report):
        raise TypeError(f"publish_report() takes a Report, not {type(report).__name__}")
    handle = None if report is None else report._handle.value
    status = library.report_publish(handle, byref(sequence), byref(error))
    if status in (NO_REPORT_DIRECTORY, NOT_PREPARED):
        return None
    if status != OK:
        raise_error(status, error)
    return sequence.value


def _results(handle: c_void_p) -> dict[str, Result]:
    """Return what a handle holds."""
    count, status, key, value, reason = c_size_t(), c_int32(), String(), String(), String()
    check(library.report_count(handle, byref(count)), "the report")
    results = {}
    for index in range(count.value):
        found = library.report_at(
            handle, index, byref(key), byref(status), byref(value), byref(reason)
        )
        check(found, "the report")
        word = STATUS_WORDS[status.value]
        results[key.required()] = Result(word, value.text(), reason.text())
    return results


def _document(results: Mapping[str, Result]) -> bytes:
    """Write results as JSON, which the library then checks."""
    import json

    variants = {}
    for key, result in results.items():
        if not isinstance(result, Result):
            raise TypeError(f"the variant {key!r} needs a Result, not {type(result).__name__}")
        parts = (("status", result.status), ("value", result.value), ("reason", result.reason))
        for name, text in parts:
            if text is not None:
                encoded(text, f"the {name} of the variant {key!r}")
        variants[key] = {name: text for name, text in parts if text is not None}
        encoded(key, "a variant's key")
    return json.dumps({"variants": variants}, ensure_ascii=False).encode("utf-8")
