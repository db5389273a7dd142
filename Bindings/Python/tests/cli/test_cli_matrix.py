"""`pyxis matrix`: rows, retries, and the three ways in which results are written."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Callable

import junitparser
import pytest

from pyxis.runner import MatrixResult

Completed = subprocess.CompletedProcess[bytes]
Pyxis = Callable[..., Completed]
Shell = Callable[..., list[str]]

AXES = ("--axis", "color_scheme=light,dark", "--axis", "locale=pl_PL,ar")

FILE = """
timeout = "40s"
retries = 1
set = { fixture = "demo" }
environment = { SHARED = "yes" }
[axes]
color_scheme = ["light", "dark"]
[[row]]
id = "broken"
set = { auth = "none" }
environment = { CODE = "5" }
"""


def test_axes_make_rows(pyxis: Pyxis) -> None:
    ended = pyxis("matrix", *AXES, "--list")
    assert ended.stdout.decode().split() == [
        "color_scheme=light,locale=pl_PL",
        "color_scheme=light,locale=ar",
        "color_scheme=dark,locale=pl_PL",
        "color_scheme=dark,locale=ar",
    ]
    chosen = pyxis("matrix", *AXES, "-k", "not dark and =ar", "--list", "--json")
    (row,) = json.loads(chosen.stdout)
    assert row["requested"] == {"color_scheme": "light", "locale": "ar"}


def test_the_matrix_file_of_the_help_can_be_read(pyxis: Pyxis) -> None:
    text = pyxis("matrix", "--help").stdout.decode()
    example = text.partition("A matrix file:\n")[2].partition("\n\n")[0]
    ended = pyxis("matrix", "-f", "-", "--list", stdin=example.encode())
    assert ended.stdout.decode().split() == [
        "color_scheme=light,locale=pl_PL",
        "color_scheme=light,locale=ar",
        "color_scheme=dark,locale=pl_PL",
        "trial",
    ]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('timeout = "5s"\n', ["locale=a", "locale=b"]),
        (
            '[axes]\nx = ["1", "2"]\n[[exclude]]\nx = "1"\nlocale = "b"\n[[row]]\nid = "own"\n',
            ["x=1,locale=a", "x=2,locale=a", "x=2,locale=b", "own"],
        ),
    ],
    ids=["settings", "axes"],
)
def test_an_axis_is_added_to_a_file(pyxis: Pyxis, text: str, rows: list[str]) -> None:
    ended = pyxis("matrix", "-f", "-", "--axis", "locale=a,b", "--list", stdin=text.encode())
    assert ended.stdout.decode().split() == rows, ended.stderr


def test_a_file_is_run_and_options_win(pyxis: Pyxis, shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(FILE)
    script = 'printf "%s %s" "$SHARED" "$MORE"; publish 0 "$dark"; exit ${CODE:-0}'
    options = ("-f", str(tmp_path / "m.toml"), "-j", "2", "-e", "MORE=x", "-s", "fixture=other")
    ended = pyxis("matrix", *options, "--json", "--", *shell(script))
    result = MatrixResult.from_json(json.loads(ended.stdout))
    assert ended.returncode == result.exit_code == 5
    assert [row.status for row in result.rows] == ["passed", "passed", "failed"]
    assert [len(row.attempts) for row in result.rows] == [1, 1, 2]
    first = result.rows[0].result
    assert first is not None
    assert first.requested == {"fixture": "other", "color_scheme": "light"}
    assert first.stdout.text == "yes x"


def test_progress_is_plain_lines_without_a_terminal(pyxis: Pyxis, shell: Shell) -> None:
    script = '[ "$CODE" != 5 ]'
    options = ("-f", "-", "-j", "1", "--fail-on", "nothing")
    ended = pyxis("matrix", *options, "--", *shell(script), stdin=FILE.encode())
    lines = ended.stderr.decode().splitlines()
    assert ended.stdout == b""
    assert re.fullmatch(r"\[1/3\] ✓ passed  color_scheme=light \(\d+\.\d\d s\)", lines[0])
    assert "broken: attempt 1: the host exited with 1; trying again" in lines
    assert any(line.startswith("[3/3] ✗ failed  broken (") for line in lines)
    assert lines[-3:-1] == ["broken:", "  the host exited with 1"]
    assert lines[-1].startswith("1 failed, 2 passed, 1 retried in ")
    quiet = pyxis("matrix", *options, "-q", "--", *shell(script), stdin=FILE.encode())
    assert quiet.stderr == b""
    assert quiet.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (("--", "true"), "", "there is no matrix: name a file by -f, or axes by --axis"),
        (
            ("-f", "-", "-a", "color_scheme=c", "--", "true"),
            FILE,
            "<stdin>:7:1: the axis 'color_scheme' is added and here already",
        ),
        (("-f", "-", "-a", "b=c,c", "--", "true"), FILE, "<stdin>: the axis 'b' has the value"),
        (("-f", "-"), FILE, "there is no program to launch"),
        (("-f", "-", "--", "true"), "[axs]", "<stdin>:1:2: 'axs' is not known here"),
        (("-f", "/no/such.toml", "--", "true"), "", "No such file"),
        ((*AXES, "-k", "nothing", "--", "true"), "", "no row matches 'nothing'"),
        ((*AXES, "-k", "(", "--", "true"), "", "cannot be read"),
        (("-a", "a=b,b", "--", "true"), "", "the axis 'a' has the value 'b' twice"),
        (("-a", "a=b", "-a", "a=c", "--", "true"), "", "axis 'a' is set twice"),
        ((*AXES, "-j", "0", "--", "true"), "", "'-j'"),
        ((*AXES, "--retries", "101", "--", "true"), "", "0<=x<=100"),
        ((*AXES, "--executor", "slurm://x", "--", "true"), "", "no executor 'slurm://x'"),
        ((*AXES, "--html", "/no/such/x.html", "--", "true"), "", "there is no directory"),
        ((*AXES, "--html", "/tmp", "--", "true"), "", "is a directory"),
        ((*AXES, "--html", "-", "--json", "--", "true"), "", "only one result can go"),
    ],
)
def test_errors_of_the_tool(
    pyxis: Pyxis, arguments: tuple[str, ...], stdin: str, message: str
) -> None:
    ended = pyxis("matrix", *arguments, stdin=stdin.encode())
    assert ended.returncode == 125
    assert message in ended.stderr.decode().replace("\n", " ")
    assert b"Traceback" not in ended.stderr


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_a_fault_of_a_file_is_shown_in_its_line(pyxis: Pyxis, mark: bytes) -> None:
    text = mark + b'[axes]\na = ["light",\tdark]\n'
    ended = pyxis("matrix", "-f", "-", "--", "true", stdin=text)
    assert ended.stderr.decode().splitlines() == [
        "pyxis: <stdin>:2:15: invalid value; strings need quotes",
        '  a = ["light",\\tdark]',
        "                 ^",
    ]


def test_junit_is_what_others_read(pyxis: Pyxis, shell: Shell, tmp_path: Path) -> None:
    script = (
        'publish 0 "$dark"; printf "<&]]>\\001\\033[31m\\377\\n"; echo bad >&2; exit ${CODE:-0}'
    )
    path = tmp_path / "junit.xml"
    options = ("-f", "-", "--junit", str(path), "-q")
    pyxis("matrix", *options, "--", *shell(script), stdin=FILE.encode())
    xml = junitparser.JUnitXml.fromfile(str(path))
    assert (xml.tests, xml.failures, xml.errors, xml.skipped) == (3, 1, 0, 0)
    cases = {case.name: case for suite in xml for case in suite}
    assert set(cases) == {"color_scheme=light", "color_scheme=dark", "broken"}
    assert cases["color_scheme=dark"].is_passed
    assert cases["color_scheme=dark"].system_out == "<&]]>\\x01\\xff\n"
    (failure,) = cases["broken"].result
    assert failure.message == "the host exited with 5"
    assert failure.type == "exit code 5"
    assert cases["broken"].system_err.count("attempt") == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["INT", "TERM"])
def test_an_interrupted_matrix_writes_what_it_has(
    pyxis: Pyxis, shell: Shell, tmp_path: Path, number: signal.Signals
) -> None:
    script = 'if [ "$CODE" = 5 ]; then echo $$ > "$1"; exec sleep 600; fi'
    (tmp_path / "m.toml").write_text(FILE + '[[row]]\nid = "last"\n')
    os.mkfifo(tmp_path / "pid")
    options = ("-f", str(tmp_path / "m.toml"), "-j", "1", "--fail-on", "nothing", "--json")
    outputs = ("--html", str(tmp_path / "page.html"), "--junit", str(tmp_path / "junit.xml"))
    command = [sys.executable, "-m", "pyxis", "matrix", *options, *outputs, "--"]
    process = subprocess.Popen(
        [*command, *shell(script, str(tmp_path / "pid"))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    host = int((tmp_path / "pid").read_text())
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number, errors
    assert b"Traceback" not in errors
    result = MatrixResult.from_json(json.loads(output))
    statuses = [row.status for row in result.rows]
    assert statuses == ["passed", "passed", "interrupted", "not run"]
    assert [row["exit_code"] for row in json.loads(output)["rows"]] == [0, 0, None, None]
    assert result.exit_code == 125
    with pytest.raises(ProcessLookupError):
        os.kill(host, 0)
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "This row was interrupted." in page and "This row was not run." in page
    xml = junitparser.JUnitXml.fromfile(str(tmp_path / "junit.xml"))
    assert (xml.errors, xml.skipped) == (1, 1)
    assert list((tmp_path / "runs").iterdir()) == []
    shown = pyxis("report", "show", "-", stdin=output)
    assert b"! interrupted  broken\n\xc2\xb7 not run  last\n" in shown.stdout
    assert b"not every row came to its end" in shown.stderr
    assert shown.returncode == 125
    assert pyxis("report", "show", "-", "--json", stdin=output).returncode == 125
    assert pyxis("report", "show", "-", "-k", "light", stdin=output).returncode == 0
