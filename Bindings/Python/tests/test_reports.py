"""Requests and reports: the cases of all languages, and what Python adds."""

from __future__ import annotations

import base64
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import pyxis
from pyxis import Report, Result, Variants, errors

CASES = Path(__file__).parents[3] / "Tests" / "PyxisCoreTests" / "Cases"


def load(name: str) -> list[Any]:
    """Return the cases of a file, each a parameter of a test."""
    return [pytest.param(case, id=case["name"]) for case in json.loads((CASES / name).read_text())]


def text_of(case: Any) -> bytes:
    """Return the text of a case."""
    if "base64" in case:
        return base64.b64decode(case["base64"])
    if "repeat" in case:
        parts = case["repeat"]
        text: str = parts["prefix"] + parts["unit"] * parts["count"] + parts["suffix"]
        return text.encode()
    return case["text"].encode("utf-8", "surrogatepass")  # type: ignore[no-any-return]


@pytest.mark.parametrize("case", load("payloads.json"))
def test_launch_payloads(case: Any) -> None:
    text = text_of(case)
    if case["expect"] == "ok":
        assert dict(Variants.decode(text)) == case["requested"]
        assert dict(Variants.decode(Variants(case["requested"]).encode())) == case["requested"]
    elif case["expect"] == "unsupported":
        with pytest.raises(errors.UnsupportedVersionError, match="version") as caught:
            Variants.decode(text)
        assert caught.value.version == case.get("version", caught.value.version)
    else:
        with pytest.raises(errors.MalformedPayloadError, match="at byte") as malformed:
            Variants.decode(text)
        assert malformed.value.offset is not None
        assert 0 <= malformed.value.offset <= len(text)


@pytest.mark.parametrize("case", load("reports.json"))
def test_encoded_reports(case: Any) -> None:
    text = text_of(case)
    if case["expect"] == "ok":
        report = Report.decode(text)
        expected = {key: Result(**result) for key, result in case["variants"].items()}
        assert dict(report) == expected
        assert Report.decode(report.encode()) == report
        assert Report(expected) == report
    elif case["expect"] == "invalid":
        with pytest.raises(errors.InvalidReportError) as invalid:
            Report.decode(text)
        assert invalid.value.key == case.get("key", invalid.value.key)
    else:
        with pytest.raises(errors.MalformedReportError, match="at byte"):
            Report.decode(text)


@pytest.mark.parametrize(
    ("result", "ok"),
    [
        (Result.applied("x"), True),
        (Result.observed(""), True),
        (Result.unsupported("why"), True),
        (Result.unverified("why", value="x"), True),
        (Result("applied"), False),
        (Result("observed", reason="x"), False),
        (Result("unsupported", value="x"), False),
        (Result("unverified"), False),
    ],
)
def test_r15_applied_needs_a_value_and_unverified_a_reason(result: Result, ok: bool) -> None:
    if ok:
        assert Report({"locale": result})["locale"] == result
        return
    with pytest.raises(errors.InvalidReportError) as caught:
        Report({"locale": result})
    assert caught.value.key == "locale"


def test_r25_what_is_missing_is_unverified() -> None:
    covered = Report({"a": Result.applied("x")}).covering({"a": "x", "ż": "y"})
    assert covered["a"] == Result.applied("x")
    assert covered["ż"].status == "unverified"
    assert covered["ż"].reason
    assert list(covered) == ["a", "ż"]
    assert len(Report().covering({})) == 0


def test_keys_come_in_the_order_of_their_bytes() -> None:
    keys = ["b", "a.b", "a", "\U00010000", "\uffff", "Z"]
    expected = sorted(keys, key=lambda key: key.encode())
    assert list(Variants(dict.fromkeys(keys, ""))) == expected
    assert list(Report(dict.fromkeys(keys, Result.applied("")))) == expected


def test_nul_and_long_values_are_kept_whole() -> None:
    """Field: a string with an embedded NUL is not cut."""
    value = "a\0b" * 50_000
    assert Variants.decode(Variants({"a": value}).encode())["a"] == value
    assert Report.decode(Report({"a": Result.applied(value)}).encode())["a"].value == value


@pytest.mark.parametrize(
    ("values", "kind", "message"),
    [
        ({"": "x"}, ValueError, "variant ''"),
        ({"a\0": "x"}, ValueError, "variant 'a"),
        ({"a": "\udc80"}, ValueError, "value of the variant 'a'"),
        ({"\ud800": "x"}, ValueError, "variant's key"),
        ({"a": 3}, TypeError, "value of the variant 'a' must be a str"),
        ({3: "a"}, TypeError, "variant's key must be a str"),
        ({"a": b"x"}, TypeError, "must be a str, not bytes"),
    ],
)
def test_wrong_variants_are_refused(values: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        Variants(values)


@pytest.mark.parametrize(
    ("results", "kind"),
    [
        ({"a": Result("applied", "\udc80")}, ValueError),
        ({"": Result.applied("x")}, ValueError),
        ({"a": Result("worked", "x")}, ValueError),
        ({"a": "applied"}, TypeError),
        ({"a": Result("applied", 3)}, TypeError),  # type: ignore[arg-type]
        ({3: Result.applied("x")}, TypeError),
    ],
)
def test_wrong_results_are_refused(results: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        Report(results)


@pytest.mark.parametrize("wrong", [3, [("a", "b")], "ab"])
def test_what_is_no_mapping_is_refused(wrong: Any) -> None:
    for call in (Variants, Report, Report().covering):
        with pytest.raises(TypeError, match="is a mapping"):
            call(wrong)


@pytest.mark.parametrize("wrong", [3, None, ["{}"]])
def test_what_is_no_text_is_refused(wrong: Any) -> None:
    for decode in (Variants.decode, Report.decode):
        with pytest.raises(TypeError):
            decode(wrong)


def test_texts_may_be_str_or_bytes() -> None:
    text = '{"variants":{"a":{"status":"applied","value":"ż"}}}'
    reports = [Report.decode(kind) for kind in (text, text.encode(), bytearray(text.encode()))]  # type: ignore[arg-type]
    assert reports[0] == reports[1] == reports[2]
    with pytest.raises(errors.InvalidUTF8Error, match="lone surrogate at index 0"):
        Report.decode("\udc80")


def test_they_are_values() -> None:
    variants = Variants({"a": "x"})
    report = Report({"a": Result.applied("x")})
    for value in (variants, report):
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
        with pytest.raises(TypeError):
            value["a"] = "y"  # type: ignore[index]
    assert variants == {"a": "x"}
    assert repr(variants) == "Variants({'a': 'x'})"
    assert repr(report) == "Report({'a': Result.applied('x')})"
    assert repr(Result.unverified("why", value="x")) == "Result.unverified('why', value='x')"


def test_an_error_carries_what_is_known() -> None:
    with pytest.raises(pyxis.PyxisError) as caught:
        Variants.decode('{"version":1')
    error = pickle.loads(pickle.dumps(caught.value))
    assert type(error) is errors.MalformedPayloadError
    assert (error.status, error.status_name) == (-12, "PYXIS_ERROR_MALFORMED_PAYLOAD")
    assert error.offset == 12
    assert str(error) == str(caught.value)
