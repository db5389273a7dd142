"""Writes a matrix as JUnit's XML, which CI systems read."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from xml.etree import ElementTree

from ..runner.matrix_results import Attempt, MatrixResult, RowResult
from .texts import printable_lines

__all__ = ["junit_xml"]

# What XML 1.0 cannot carry, not even escaped.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(result: MatrixResult) -> bytes:
    """The XML: one suite, and in it one case for each row."""
    counts = result.counts
    attributes = {
        "name": "pyxis",
        "tests": str(len(result.rows)),
        "failures": str(counts.get("failed", 0)),
        "errors": str(counts.get("interrupted", 0)),
        "skipped": str(counts.get("not run", 0)),
        "time": f"{result.duration:.3f}",
    }
    root = ElementTree.Element("testsuites", attributes)
    suite = ElementTree.SubElement(root, "testsuite", attributes)
    started = datetime.fromtimestamp(result.started, timezone.utc)
    suite.set("timestamp", started.strftime("%Y-%m-%dT%H:%M:%S"))
    for row in result.rows:
        suite.append(_case(row, result))
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _case(row: RowResult, result: MatrixResult) -> ElementTree.Element:
    duration = sum(attempt.result.duration for attempt in row.attempts)
    case = ElementTree.Element("testcase")
    case.set("classname", _legal(" ".join(result.command)) or "pyxis")
    case.set("name", _legal(row.row.id))
    case.set("time", f"{duration:.3f}")
    if row.status == "not run":
        ElementTree.SubElement(case, "skipped", message="it was not run")
        return case
    _add_properties(case, row)
    if row.status == "interrupted":
        ElementTree.SubElement(case, "error", message="it was interrupted")
    if row.status == "failed":
        failure = ElementTree.SubElement(case, "failure", message=_legal(row.failures[0]))
        failure.set("type", f"exit code {row.exit_code}")
        failure.text = _legal("\n".join(row.failures))
    for name, stream in (("system-out", "stdout"), ("system-err", "stderr")):
        text = "".join(_output(attempt, stream, len(row.attempts)) for attempt in row.attempts)
        if text:
            ElementTree.SubElement(case, name).text = _legal(text)
    return case


def _add_properties(case: ElementTree.Element, row: RowResult) -> None:
    properties = ElementTree.SubElement(case, "properties")

    def add(name: str, value: str) -> None:
        ElementTree.SubElement(properties, "property", name=_legal(name), value=_legal(value))

    asked = row.row.requested if row.result is None else row.result.requested
    for key, value in asked.items():
        add(f"requested.{key}", value)
    if row.result is not None:
        for key, found in row.result.report.items():
            add(f"status.{key}", found.status)
    add("attempts", str(len(row.attempts)))


def _output(attempt: Attempt, stream: str, count: int) -> str:
    text = getattr(attempt.result, stream).text
    if count == 1:
        return str(text)
    where = f" on {attempt.worker}" if attempt.worker else ""
    return f"--- attempt {attempt.number}{where}: the host {attempt.result.outcome}\n{text}\n"


def _legal(text: str) -> str:
    """A text without what XML cannot carry and what a CI system's page should not show."""
    return _ILLEGAL.sub("\ufffd", printable_lines(text))
