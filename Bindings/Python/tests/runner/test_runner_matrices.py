"""Matrices expand into rows with stable identifiers, and say what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from pyxis.runner import AxisValue, Launch, Matrix, MatrixError, Row, RunnerError, select_rows

SCHEMES = {"color_scheme": ["light", "dark"]}
LOCALES = {"locale": ["pl_PL", "ar"]}


def test_the_last_axis_varies_fastest_and_explicit_rows_come_last() -> None:
    matrix = Matrix({**SCHEMES, **LOCALES}, rows=[Row("trial", {"auth": "ok"})])
    assert [row.id for row in matrix] == [
        "color_scheme=light,locale=pl_PL",
        "color_scheme=light,locale=ar",
        "color_scheme=dark,locale=pl_PL",
        "color_scheme=dark,locale=ar",
        "trial",
    ]
    assert matrix[2].requested == {"color_scheme": "dark", "locale": "pl_PL"}
    assert matrix[2].labels == matrix[2].requested
    assert matrix[-1].labels == {}


def test_identifiers_stay_when_values_come_and_go() -> None:
    few = {row.id for row in Matrix(SCHEMES)}
    many = {row.id for row in Matrix({"color_scheme": ["system", "dark", "light"]})}
    assert few < many


def test_separators_in_identifiers_are_escaped() -> None:
    (row,) = Matrix({"custom.a=b": ["x,y=100%"]})
    assert row.id == "custom.a%3Db=x%2Cy%3D100%25"
    assert row.requested == {"custom.a=b": "x,y=100%"}


def test_values_can_stand_for_several_variants_and_variables() -> None:
    user = AxisValue("trial", {"auth": "ok", "subscription.status": "trial"}, {"PLAN": "1"})
    matrix = Matrix({"user": [AxisValue("guest"), user], **SCHEMES})
    assert [row.id for row in matrix][:2] == [
        "user=guest,color_scheme=light",
        "user=guest,color_scheme=dark",
    ]
    last = matrix[3].launch(Launch(["true"], {"fixture": "demo"}, {"LANG": "C"}, timeout=3))
    assert last.requested == {
        "fixture": "demo",
        "auth": "ok",
        "subscription.status": "trial",
        "color_scheme": "dark",
    }
    assert last.environment == {"LANG": "C", "PLAN": "1"}
    assert last.timeout == 3


def test_exclusions_take_rows_away() -> None:
    axes = {**SCHEMES, **LOCALES, "clock": ["12", "24"]}
    matrix = Matrix(axes, exclude=[{"color_scheme": "dark", "clock": ["12", "24"]}])
    assert {row.labels["color_scheme"] for row in matrix} == {"light"}
    assert len(Matrix(axes, exclude=[{"locale": "ar", "clock": "12"}])) == 6


@pytest.mark.parametrize(
    ("options", "message", "path"),
    [
        ({}, "has no rows", ()),
        ({"axes": {"a": []}}, "'a' has no values", ("axes", "a")),
        ({"axes": {"a": "xy"}}, "'a' are not a list", ("axes", "a")),
        ({"axes": {"a": ["x", "y", "x"]}}, "value 'x' twice", ("axes", "a", 2)),
        (
            {"axes": {"a": ["x"], "b": [AxisValue("y", {"a": "z"})]}},
            "two axes of the row 'a=x,b=y' set 'a'",
            ("axes", "b"),
        ),
        ({"axes": SCHEMES, "exclude": [{}]}, "names no axis", ("exclude", 0)),
        (
            {"axes": SCHEMES, "exclude": [{"colour_scheme": "dark"}]},
            "no axis 'colour_scheme'; did you mean 'color_scheme'?",
            ("exclude", 0, "colour_scheme"),
        ),
        (
            {"axes": SCHEMES, "exclude": [{"color_scheme": "darkk"}]},
            "no value 'darkk'; did you mean 'dark'?",
            ("exclude", 0, "color_scheme"),
        ),
        (
            {"axes": {**SCHEMES, **LOCALES}, "exclude": [{"locale": "ar"}, {"locale": "ar"}]},
            "excludes nothing",
            ("exclude", 1),
        ),
        ({"axes": SCHEMES, "exclude": [{"color_scheme": ["dark", "light"]}]}, "has no rows", ()),
        ({"rows": [Row("", {})]}, "identifier is empty", ("row", 0)),
        ({"rows": [Row("a"), Row("a", {"b": "c"})]}, "the identifier 'a'", ("row", 1)),
        (
            {"axes": SCHEMES, "rows": [Row("same", {"color_scheme": "dark"})]},
            "'color_scheme=dark' and 'same' ask for the same",
            ("row", 0),
        ),
        (
            {"axes": {str(n): list("abcdefghij") for n in range(30)}},
            "rows; its limit is 10000",
            ("axes",),
        ),
    ],
)
def test_faults_say_what_and_where(
    options: dict[str, Any], message: str, path: tuple[object, ...]
) -> None:
    with pytest.raises(MatrixError) as raised:
        Matrix(**options)
    assert message in str(raised.value)
    assert raised.value.path == path


def test_rows_are_json_and_back() -> None:
    row = Row("a", {"b": "c"}, {"D": None, "E": "f"}, 2.5, {"b": "c"})
    assert Row.from_json(row.to_json()) == row


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("dark", "13"),
        ("DARK", "13"),
        ("color_scheme=dark,locale=ar", "3"),
        ("dark or light", "0123"),
        ("not dark", "024"),
        ("not not dark", "13"),
        ("dark and not =ar or trial", "14"),
        ("dark and not (=ar or trial)", "1"),
        ("(dark) or (light and ar)", "123"),
        ("notary", ""),
    ],
)
def test_rows_are_selected_by_an_expression(expression: str, found: str) -> None:
    names = ["light,pl", "dark,pl", "light,ar", "color_scheme=dark,locale=ar", "trial"]
    rows = [Row(name, {"n": name}) for name in names]
    assert "".join(str(rows.index(row)) for row in select_rows(rows, expression)) == found


@pytest.mark.parametrize("expression", ["", "and", "dark or", "(dark", "dark)", "dark light", "()"])
def test_expressions_that_cannot_be_read_are_refused(expression: str) -> None:
    with pytest.raises(RunnerError, match="cannot be read"):
        select_rows([Row("dark")], expression)


@pytest.mark.parametrize("expression", ["(" * 100_000, "not " * 100_000 + "dark"])
def test_expressions_that_nest_too_deeply_are_refused(expression: str) -> None:
    with pytest.raises(RunnerError, match=r"cannot be read: it nests too deeply$"):
        select_rows([Row("dark")], expression)
