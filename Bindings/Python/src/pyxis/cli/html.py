"""Writes a matrix as one self-contained page: no request leaves it, and no text of a host acts."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import datetime, timezone
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from ..runner.matrix_results import Attempt, MatrixResult, RowResult
from ..runner.outputs import Output
from ..runner.results import RunResult
from .tables import MARKS, ROW_MARKS
from .texts import printable, printable_lines

__all__ = ["html_page"]

SHOWN_OUTPUT = 64 * 1024
"""How many characters of each output a page shows: a page of 200 rows has to open on a phone."""


def html_page(result: MatrixResult) -> str:
    """The page."""
    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    environment.filters["shown"] = printable
    environment.filters["breakable"] = _breakable
    style, script = _part("report.css"), _part("report.js")
    return environment.from_string(_part("report.html.j2")).render(
        policy=_content_policy(style, script),
        style=Markup(style),
        script=Markup(script),
        title=" ".join(result.command),
        started=datetime.fromtimestamp(result.started, timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        duration=f"{result.duration:.1f} s",
        counts=[(status, result.counts.get(status, 0)) for status in ROW_MARKS],
        fail_on=", ".join(sorted(result.policy.words)) or "nothing but exit codes",
        retries=result.retries,
        keys=_keys(result),
        rows=[_row(position, row) for position, row in enumerate(result.rows)],
        marks=MARKS,
        row_marks=ROW_MARKS,
    )


def _breakable(text: str) -> Markup:
    """A name as text that may go on in the next line after its separators."""
    parts = re.split(r"(?<=[,.=_/ ])", printable(text))
    return Markup("<wbr>").join(parts)


def _part(name: str) -> str:
    return resources.files(__package__).joinpath("page").joinpath(name).read_text("utf-8")


def _content_policy(style: str, script: str) -> str:
    """Allows the page's own style and script, by their hashes, and nothing else at all."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _keys(result: MatrixResult) -> list[str]:
    """Every variant that a row asked for or a report mentions, in the order of the first row."""
    keys: dict[str, None] = {}
    for row in result.rows:
        asked = row.attempts[-1].result.requested if row.attempts else row.row.requested
        keys.update(dict.fromkeys(asked))
    for row in result.rows:
        for attempt in row.attempts:
            keys.update(dict.fromkeys(attempt.result.report))
    return list(keys)


def _row(position: int, row: RowResult) -> dict[str, Any]:
    last = row.attempts[-1].result if row.attempts else None
    return {
        "number": position + 1,
        "id": row.row.id,
        "status": row.status,
        "failures": row.failures,
        "requested": last.requested if last else row.row.requested,
        "environment": row.row.environment,
        "report": last.report if last else {},
        "duration": f"{sum(attempt.result.duration for attempt in row.attempts):.2f} s",
        "attempts": [_attempt(attempt) for attempt in row.attempts],
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    result = attempt.result
    return {
        "number": attempt.number,
        "worker": attempt.worker,
        "outcome": str(result.outcome),
        "duration": f"{result.duration:.2f} s",
        "variants": _variants(result),
        "problems": [str(problem) for problem in result.problems],
        "outputs": [
            (name, _clipped(output))
            for name, output in (("stdout", result.stdout), ("stderr", result.stderr))
            if output.head or output.tail
        ],
        "reports": len(result.processes),
        "processes": len({envelope.pid for envelope in result.processes}),
    }


def _variants(result: RunResult) -> list[dict[str, Any]]:
    return [
        {
            "key": key,
            "asked": result.requested.get(key),
            "status": found.status,
            "value": found.value,
            "reason": found.reason,
        }
        for key, found in result.report.items()
    ]


def _clipped(output: Output) -> str:
    text = printable_lines(output.text)
    surplus = len(text) - SHOWN_OUTPUT
    if surplus <= 0:
        return text
    half = SHOWN_OUTPUT // 2
    return f"{text[:half]}\n[{surplus} characters left out]\n{text[-half:]}"
