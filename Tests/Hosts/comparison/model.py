"""What a host has to print for a request, worked out without the library.

All hosts share one library, so that they could agree on something wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .hosts import Document, parse

DEFAULTS: dict[str, Any] = {
    "color_scheme": "system",
    "subscription.status": "none",
    "animation.scale": 1.0,
    "retries": 3,
    "feature.beta": False,
}


def payload(requested: Mapping[str, str]) -> bytes:
    """Encodes a request, with everything but ASCII escaped."""
    return json.dumps({"version": 1, "requested": requested}).encode("ascii")


def by_bytes(key: str) -> bytes:
    """Orders keys as the contract says."""
    return key.encode("utf-8")


def initial_entries(requested: Mapping[str, str]) -> dict[str, Any]:
    """Returns what every entry reads as after preparation."""
    entries = dict(DEFAULTS)
    for name in ("color_scheme", "subscription.status"):
        entries[name] = requested.get(name, entries[name])
    if "animation.scale" in requested:
        entries["animation.scale"] = float(requested["animation.scale"])
    if "retries" in requested:
        entries["retries"] = int(requested["retries"])
    if "feature.beta" in requested:
        entries["feature.beta"] = requested["feature.beta"] == "true"
    return entries


def steps(requested: Mapping[str, str]) -> list[Document]:
    """Returns what every entry reads as at each step."""
    before = initial_entries(requested)
    outer = {**before, "subscription.status": "trial", "retries": 5}
    inner = {**outer, "color_scheme": "light", "animation.scale": 0.5}
    inner["feature.beta"] = not outer["feature.beta"]
    named = {
        "before": before,
        "outer scope": outer,
        "inner scope": inner,
        "outer again": outer,
        "after": before,
    }
    return [{"name": name, "entries": entries} for name, entries in named.items()]


def result(key: str, value: str) -> dict[str, str | None]:
    """Returns the result of a variant; a reason of None stands for any that says something."""
    if key == "color_scheme":
        return {"status": "applied", "value": value}
    if key == "feature.beta":
        return {"status": "observed", "value": value}
    if key == "locale":
        reason = f"The adapter failed: locale {value} is not installed here"
        return {"status": "unverified", "reason": reason}
    if key == "accessibility.color_filters":
        return {"status": "unsupported", "reason": None}
    return {"status": "unverified", "reason": None}


def same(left: Any, right: Any) -> bool:
    """Whether two JSON values are the same: 1, 1.0 and true differ, and so does the order."""
    return json.dumps(left) == json.dumps(right)


def shortened(value: Any) -> str:
    """Returns a JSON value as a text that fits into a message."""
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 300 else f"{text[:300]}…"


def difference(name: str, seen: Any, expected: Any) -> str | None:
    """Says that a part of a document is not what it has to be."""
    if same(seen, expected):
        return None
    return f"{name} is {shortened(seen)}, not {shortened(expected)}"


def steps_problem(seen: Any, requested: Mapping[str, str]) -> str | None:
    """Says what is wrong with the steps: where the first wrong one is."""
    expected = steps(requested)
    for seen_step, step in zip(seen, expected, strict=False):
        problem = difference(f"the step {step['name']!r}", seen_step, step)
        if problem:
            return problem
    return difference("the number of steps", len(seen), len(expected))


def report_problem(seen: Any, requested: Mapping[str, str]) -> str | None:
    """Says what is wrong with a report."""
    keys = sorted(requested, key=by_bytes)
    if not isinstance(seen, dict) or list(seen) != keys:
        return difference("the keys of the report", list(seen or []), keys)
    for key in keys:
        expected = result(key, requested[key])
        if expected.get("reason", "") is None and seen[key].get("reason"):
            expected["reason"] = seen[key]["reason"]
        problem = difference(f"the result of {shortened(key)}", seen[key], expected)
        if problem:
            return problem
    return None


def encoded_problem(document: Document) -> str | None:
    """Says what is wrong with the encoded report, which is the one that preparation returned."""
    try:
        decoded = parse(document["encoded"])
    except (TypeError, ValueError) as error:
        return f"the encoded report is no JSON: {error}"
    return difference("the encoded report", decoded, {"variants": document["report"]})


def problem(document: Document, requested: Mapping[str, str] | None) -> str | None:
    """Says what is wrong with a host's document; without a payload, `requested` is None."""
    members = ["language", "prepared", "requested", "steps", "report", "encoded"]
    variants = requested or {}
    ordered = {key: variants[key] for key in sorted(variants, key=by_bytes)}
    if "error" in document:
        return f"the preparation failed: {shortened(document['error'])}"
    found = (
        difference("the list of members", list(document), members)
        or difference("prepared", document["prepared"], requested is not None)
        or difference("requested", document["requested"], ordered)
        or steps_problem(document["steps"], variants)
    )
    if found:
        return found
    if requested is None:
        return difference("report", [document["report"], document["encoded"]], [None, None])
    return report_problem(document["report"], variants) or encoded_problem(document)


def error_problem(
    document: Document, status: str, size: int | None, key: str | None = None
) -> str | None:
    """Says what is wrong with the error of a document.

    `size` is that of the text that is wrong somewhere; None if there is no such place.
    """
    if "error" not in document:
        return f"succeeded, instead of failing with {status}"
    error = document["error"]
    offset = error["offset"]
    wrong = difference("the status", error["status"], status) or difference(
        "the key", error["key"], key
    )
    if wrong:
        return wrong
    if size is None:
        return difference("the offset", offset, None)
    if type(offset) is not int or not 0 <= offset <= size:
        return f"the offset is {offset}, in a text of {size} bytes"
    return None
