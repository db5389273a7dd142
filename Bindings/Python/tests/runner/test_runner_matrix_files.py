"""Matrix files are read with all they can say, and faults point at line and column."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from pyxis.runner import MatrixFileError, load_matrix_file, parse_matrix_file
from pyxis.runner.toml_documents import TomlDocument
from pyxis.runner.toml_places import places_in, position_of

EVERYTHING = """\
command = ["./app", "--fast"]
timeout = "1.5m"
grace = 3
retries = 2
fail-on = ["unverified", "different"]

[set]
fixture = "demo"
accessibility.reduce_motion = true

[environment]
LANG = "C.UTF-8"
LEVEL = 3
DEBUG = false

[axes]
color_scheme = ["light", "dark"]
accessibility.contrast = ["normal", "high"]
user = [
  { label = "guest", set = { auth = "none" } },  # a comment with ] and "
  { label = "trial", environment = { PLAN = "t" }, set = { subscription.status = "trial" } },
]

[[exclude]]
color_scheme = "dark"
accessibility.contrast = ["high"]
user = "guest"

[[row]]
id = "small"
set = { "accessibility.content_size" = "x_small" }
timeout = "10s"

[[row]]
set.locale = "pl_PL"
set.custom.count = 3
environment.LC_ALL = "pl_PL.UTF-8"
"""


def test_everything_that_a_file_can_say(tmp_path: Path) -> None:
    path = tmp_path / "variants.toml"
    path.write_text(EVERYTHING, "utf-8")
    file = load_matrix_file(path)
    assert file.command == ("./app", "--fast")
    assert (file.timeout, file.grace, file.retries) == (90, 3, 2)
    assert file.fail_on == ("unverified", "different")
    assert file.requested == {"fixture": "demo", "accessibility.reduce_motion": "true"}
    assert file.environment == {"LANG": "C.UTF-8", "LEVEL": "3", "DEBUG": None}
    assert len(file.matrix) == 2 * 2 * 2 - 1 + 2
    first, small, last = file.matrix[0], file.matrix[-2], file.matrix[-1]
    assert first.id == "color_scheme=light,accessibility.contrast=normal,user=guest"
    assert first.requested["auth"] == "none"
    assert file.matrix[1].environment == {"PLAN": "t"}
    assert (small.id, small.timeout) == ("small", 10)
    assert last.id == "locale=pl_PL,custom.count=3"
    assert last.requested == {"locale": "pl_PL", "custom.count": "3"}
    assert last.environment == {"LC_ALL": "pl_PL.UTF-8"}


FAULTS: list[tuple[str, int, int, str]] = [
    ("[axes]\na = [", 2, 6, ""),
    ("[axes]\na = [1, 2\nb = 3\n", 3, 1, ""),
    ("[axs]\na = ['x']\n", 1, 2, "'axs' is not known here; did you mean 'axes'?"),
    ("[axes]\na = 'x'\n", 2, 1, "the axis 'a' needs a list"),
    ("[axes]\na = []\n", 2, 1, "'a' has no values"),
    ("[axes]\na = ['x', 'y',\n  'x']\n", 3, 3, "the value 'x' twice"),
    ("[axes]\na = ['x', 1.5]\n", 2, 11, "this is a float: quote it"),
    ("[axes]\na = [1979-05-27 07:32:00, 'y', []]\n", 2, 6, "this is a datetime"),
    ("[axes]\na = [{ set = { b = 'c' } }]\n", 2, 6, "needs a label"),
    ("[axes]\na = [{ label = 'l', sett = { b = 'c' } }]\n", 2, 21, "did you mean 'set'?"),
    ("[axes]\na = ['x']\nb = [{ label = 'l', set = { a = 'y' } }]\n", 3, 1, "set 'a'"),
    ("[axes]\naccessibility.contrast = ['a', 'a']\n", 2, 32, "value 'a' twice"),
    ("[axes.accessibility]\ncontrast = 3\n", 2, 1, "'accessibility.contrast' needs a list"),
    ("[axes]\na.b = ['x']\n'a.b' = ['y']\n", 3, 1, "'a.b' is there twice"),
    ("[axes]\na = ['x']\n[exclude]\na = 'x'\n", 3, 2, "write [[exclude]]"),
    ("[axes]\na = ['x']\n[[exclude]]\n", 3, 3, "would exclude every row"),
    ("[axes]\na = ['x', 'y']\n[[exclude]]\na = 'z'\n", 4, 1, "no value 'z'"),
    ("[axes]\na = ['x', 'y']\n[[exclude]]\na = 'x'\n[[exclude]]\nb = 'x'\n", 6, 1, "no axis 'b'"),
    ("[axes]\na = ['x', 'y']\n[[exclude]]\na = 'x'\n[[exclude]]\na = 'x'\n", 5, 3, "nothing"),
    ("[[row]]\nset = { a = 'b' }\n[[row]]\nid = ''\n", 4, 1, "needs an id"),
    ("[[row]]\nid = 'a'\nenviroment = {}\n", 3, 1, "did you mean 'environment'?"),
    ("[[row]]\nid = 'a'\ntimeout = 'soon'\n", 3, 1, "'soon' is no duration"),
    ("[[row]]\nid = 'a'\n[[row]]\nid = 'a'\nset.b = 'c'\n", 3, 3, "the identifier 'a'"),
    ("row = [{ id = 'a' }, { id = 'a', set = { b = 'c' } }]\n", 1, 22, "the identifier 'a'"),
    ("[[row]]\nid = 'a'\nset = { b = { c = 1.5 } }\n", 3, 15, "this is a float"),
    ("[[row]]\nid = 'a'\n[row.environment]\nA = true\n", 4, 1, "needs a string, or false"),
    ("set = { '' = 'x' }\n[axes]\na = ['b']\n", 1, 9, "'' cannot be the key of a variant"),
    ('[set]\n"a\\u0000b" = "x"\n[axes]\na = ["b"]\n', 2, 1, "cannot be the key of a variant"),
    ("[axes]\na = ['b']\n'' = ['x']\n", 3, 1, "'' cannot be the key of a variant"),
    ("[[row]]\nid = 'a'\nset = { '' = 'x' }\n", 3, 9, "'' cannot be the key of a variant"),
    (
        "[environment]\nA = '1'\n'B=C' = '2'\n[axes]\na = ['b']\n",
        3,
        1,
        "'B=C' cannot be the name of a variable",
    ),
    ("[environment]\n'' = false\n[axes]\na = ['b']\n", 2, 1, "'' cannot be the name of a variable"),
    (
        'environment = { "A\\u0000" = "1" }\n[axes]\na = ["b"]\n',
        1,
        17,
        "cannot be the name of a variable",
    ),
    ('environment = { A = "\\u0000" }\n[axes]\na = ["b"]\n', 1, 17, "the variable A has a NUL"),
    (
        "[environment]\nPYXIS_RUN_ID = 'x'\n[axes]\na = ['b']\n",
        2,
        1,
        "PYXIS_RUN_ID is the runner's own to set",
    ),
    ("[[row]]\nid = 'a'\nenvironment = { PYXIS_BOOTSTRAP = false }\n", 3, 17, "runner's own"),
    ("[axes]\na = [{ label = 'l', environment = { 'x=' = 'y' } }]\n", 2, 37, "name of a variable"),
    ("timeout = -1\n[[row]]\nid = 'a'\n", 1, 1, "has to be 0 seconds or more"),
    ("timeout = true\n[[row]]\nid = 'a'\n", 1, 1, "needs a duration"),
    ("retries = -1\n[[row]]\nid = 'a'\n", 1, 1, "a number from 0"),
    ("\nretries = 101\n[[row]]\nid = 'a'\n", 2, 1, "a number from 0 to 100"),
    ("fail-on = ['nothing', 'problem']\n[[row]]\nid = 'a'\n", 1, 1, "'nothing' stands alone"),
    ("fail-on = ['problem', '']\n[[row]]\nid = 'a'\n", 1, 23, "a word is missing"),
    (
        "fail-on = ['different', 'unverifed']\n[[row]]\nid = 'a'\n",
        1,
        25,
        "did you mean 'unverified'?",
    ),
    ("command = []\n[[row]]\nid = 'a'\n", 1, 1, "the command is empty"),
    ("command = './app'\n[[row]]\nid = 'a'\n", 1, 1, "needs a list of strings"),
    ("\r\n\r\n  bad = 1\r\n", 3, 3, "'bad' is not known here"),
    ("# ż\nś = 1\n", 2, 1, ""),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), FAULTS)
def test_faults_point_at_line_and_column(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(MatrixFileError) as raised:
        parse_matrix_file(text.encode(), "variants.toml")
    assert message in str(raised.value)
    assert str(raised.value).startswith(f"variants.toml:{line}:{column}: ")
    assert (raised.value.line, raised.value.column) == (line, column)


@pytest.mark.parametrize("data", [b"", b"# nothing\n", b"[axes]\n"])
def test_a_file_without_rows_is_refused(data: bytes) -> None:
    with pytest.raises(MatrixFileError, match="the matrix has no rows"):
        parse_matrix_file(data, "empty.toml")


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    mark = b"\xef\xbb\xbf"
    assert len(parse_matrix_file(mark + b"[axes]\na = ['b', 'c']\n", "m.toml").matrix) == 2
    with pytest.raises(MatrixFileError, match=r"^m\.toml:1:1: 'axs' is not known"):
        parse_matrix_file(mark + b"axs = 1\n", "m.toml")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(MatrixFileError, match=r"variants\.toml:2: it is not valid UTF-8"):
        parse_matrix_file(b"[axes]\na = ['\xff']", "variants.toml")


@pytest.mark.parametrize(
    "text",
    [
        "axes = " + "[" * 100_000,
        "[axes]\na" + ".a" * 5000 + " = ['b']",
        "[[row]]\nset = { a" + ".a" * 5000 + " = 'b' }",
    ],
    ids=["lists", "axes", "sets"],
)
def test_what_nests_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(MatrixFileError, match=r"^deep\.toml: it nests too deeply$"):
        parse_matrix_file(text.encode(), "deep.toml")


def test_numbers_beyond_floats_are_refused() -> None:
    with pytest.raises(MatrixFileError, match=r"^n\.toml:1:1: 'timeout' is 1{400}: it has to be"):
        parse_matrix_file(b"timeout = " + b"1" * 400 + b"\n[axes]\na = ['b']", "n.toml")
    if hasattr(sys, "get_int_max_str_digits"):
        with pytest.raises(MatrixFileError, match=r"^n\.toml: a number has too many digits$"):
            parse_matrix_file(b"retries = " + b"1" * 5000, "n.toml")


ODD = r'''
a."b.c".'d' = 1
"q\"\u00e9" = """three " quotes " " \""" here"""""
lit = @@@it @@@ # = [
many = [ [1, 2], ["]", '}'], # comment ]
  { x = [ { y.z = 1 } ], "k=v" = "}" } , 1979-05-27T07:32:00Z, +inf ]
[ t . "u" ]
v = {}
[[list]]
[[list.inner]]
a = 1
[[list.inner]]
b = { c = 2, d.e = [3] }
[list.plain]
deep = -3.5e2
[[list]]
z = false
[[list.inner]]
w = 07:32:00
'''.replace("@@@", "'" * 3)


def paths_of(value: Any, path: tuple[object, ...] = ()) -> set[tuple[object, ...]]:
    """Every path in what a parser read."""
    found = {path} if path else set()
    if isinstance(value, dict):
        for name, inner in value.items():
            found |= paths_of(inner, (*path, name))
    if isinstance(value, list):
        for position, inner in enumerate(value):
            found |= paths_of(inner, (*path, position))
    return found


@pytest.mark.parametrize("text", [EVERYTHING, ODD], ids=["everything", "odd"])
def test_the_walk_sees_what_the_parser_sees(text: str) -> None:
    places = places_in(text)
    document = TomlDocument(text.encode(), "t").root
    assert set(places) == paths_of(document)
    for path, index in places.items():
        name = path[-1]
        if isinstance(name, str) and name.isalnum():
            line, column = position_of(text, index)
            assert text.splitlines()[line - 1][column - 1 :].find(name) >= 0
