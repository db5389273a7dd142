"""Envelopes are decoded as strictly as requests and reports."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from pyxis.errors import (
    InvalidReportError,
    MalformedReportError,
    PyxisError,
    UnsupportedVersionError,
)
from pyxis.runner import decode_envelope

RUN_ID = "0123456789abcdef" * 2
CASES = Path(__file__).parents[4] / "Tests" / "PyxisCoreTests" / "Cases"
# Payloads that are well-formed JSON: as a member that is ignored, an envelope may have them.
WELL_FORMED = {
    *("null", "array", "string", "number", "no version", "no requested", "version as string"),
    *("version as fraction", "version with exponent", "version true", "version null"),
    *("version beyond int64", "requested null", "requested array", "value null", "value number"),
    *("value true", "value object", "empty key", "NUL in key"),
}


def envelope(report: bytes = b'{"variants":{}}', **members: Any) -> bytes:
    """An envelope's text, around the text of a report."""
    document = {
        "version": 1,
        "run_id": RUN_ID,
        "pid": 7,
        "parent_pid": 6,
        "sequence": 0,
        "role": "host",
        **members,
    }
    return json.dumps(document).encode()[:-1] + b',"report":' + report + b"}"


def cases(name: str) -> list[Any]:
    """The cases of a file, each under its name."""
    return [pytest.param(case, id=case["name"]) for case in json.loads((CASES / name).read_text())]


def text_of(case: dict[str, Any]) -> bytes:
    """The text of a case."""
    if "base64" in case:
        return base64.b64decode(case["base64"])
    if "repeat" in case:
        repeat = case["repeat"]
        text: str = repeat["prefix"] + repeat["unit"] * repeat["count"] + repeat["suffix"]
        return text.encode()
    return str(case["text"]).encode()


@pytest.mark.parametrize("case", cases("reports.json"))
def test_reports_in_an_envelope(case: dict[str, Any]) -> None:
    data = envelope(text_of(case))
    if case["expect"] == "ok":
        decoded = decode_envelope(data)
        assert json.loads(decoded.report.encode())["variants"] == case["variants"]
        assert (decoded.run_id, decoded.pid, decoded.parent_pid) == (RUN_ID, 7, 6)
    elif case["expect"] == "invalid":
        with pytest.raises(InvalidReportError) as invalid:
            decode_envelope(data)
        assert invalid.value.key == case["key"]
    else:
        with pytest.raises(MalformedReportError) as malformed:
            decode_envelope(data)
        offset = malformed.value.offset
        assert offset is not None and 0 <= offset <= len(data)
        assert f"at byte {offset}: " in str(malformed.value)


@pytest.mark.parametrize("case", cases("payloads.json"))
def test_texts_in_a_member_that_is_ignored(case: dict[str, Any]) -> None:
    text = text_of(case)
    data = envelope()[:-1] + b',"x":' + text + b"}"
    if (
        case["name"] == "nesting of 60 in an ignored member"
        or case["expect"] in ("ok", "unsupported")
        or case["name"] in WELL_FORMED
    ):
        assert decode_envelope(data).pid == 7
    else:
        with pytest.raises(MalformedReportError) as malformed:
            decode_envelope(data)
        assert malformed.value.offset is not None


def test_unknown_members_are_ignored_and_the_order_is_free() -> None:
    data = b' {"new":[{}],"report":{"variants":{}},"role":"forked","sequence":4,"parent_pid":1,'
    data += b'"pid":2,"run_id":"' + RUN_ID.encode() + b'","version":1}\n'
    decoded = decode_envelope(data)
    assert (decoded.role, decoded.sequence) == ("forked", 4)


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"version": "1"}, "'version' is not an integer"),
        ({"version": True}, "'version' is not an integer"),
        ({"version": 1.0}, "'version' is not an integer"),
        ({"run_id": RUN_ID.upper()}, "'run_id' is not 32 lower-case"),
        ({"run_id": RUN_ID[1:]}, "'run_id' is not 32 lower-case"),
        ({"run_id": None}, "'run_id' is not a string"),
        ({"pid": 0}, "'pid' is not in 1..."),
        ({"pid": 2**63}, "'pid' is not in 1..."),
        ({"pid": -1}, "'pid' is not in 1..."),
        ({"parent_pid": 0}, "'parent_pid' is not in 1..."),
        ({"sequence": -1}, "'sequence' is not in 0..."),
        ({"sequence": 10**30}, "'sequence' is not"),
        ({"role": "guest"}, "'role' is neither"),
        ({"role": ["host"]}, "'role' is not a string"),
    ],
)
def test_wrong_members_are_named_with_their_place(members: dict[str, Any], reason: str) -> None:
    data = envelope(**members)
    with pytest.raises(MalformedReportError, match=reason) as malformed:
        decode_envelope(data)
    ((name, value),) = members.items()
    assert data[malformed.value.offset :].startswith(json.dumps(value).encode()), name


@pytest.mark.parametrize(
    "name", ["version", "run_id", "pid", "parent_pid", "sequence", "role", "report"]
)
def test_missing_members_are_named(name: str) -> None:
    document = json.loads(envelope())
    del document[name]
    with pytest.raises(MalformedReportError, match=f"the member '{name}' is missing"):
        decode_envelope(json.dumps(document).encode())


def test_another_version_is_told_apart() -> None:
    with pytest.raises(UnsupportedVersionError, match="version 2") as unsupported:
        decode_envelope(envelope(version=2))
    assert unsupported.value.version == 2


def test_offsets_count_bytes_of_the_whole_text() -> None:
    data = envelope(b'{"variants":{"\xc3\xa9":{"status":"done","value":"x"}}}', note="\u00e9\u017c")
    data = data.replace(b"\\u00e9\\u017c", "éż".encode())
    with pytest.raises(MalformedReportError) as malformed:
        decode_envelope(data)
    assert data[malformed.value.offset :].startswith(b'"done"')


def test_depth_is_limited_at_64() -> None:
    # The envelope itself is the first level.
    assert decode_envelope(envelope()[:-1] + b',"x":' + b"[" * 63 + b"]" * 63 + b"}").pid == 7
    with pytest.raises(MalformedReportError, match="nests deeper than 64"):
        decode_envelope(envelope()[:-1] + b',"x":' + b"[" * 64 + b"]" * 64 + b"}")


def test_depth_in_a_report_counts_from_the_envelope() -> None:
    def nested(levels: int) -> bytes:
        return envelope(b'{"variants":{},"x":' + b"[" * levels + b"]" * levels + b"}")

    assert decode_envelope(nested(62)).pid == 7
    for levels in (63, 64, 5000):
        with pytest.raises(MalformedReportError):
            decode_envelope(nested(levels))


@pytest.mark.parametrize("data", [b"", b"\n ", b"[]", b"3", b"\xff", b"\xef\xbb\xbf{}", b"{}{}"])
def test_what_is_no_object_is_refused(data: bytes) -> None:
    with pytest.raises(PyxisError):
        decode_envelope(data)
