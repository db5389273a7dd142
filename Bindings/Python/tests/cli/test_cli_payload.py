"""`pyxis payload`, `explain`, `report`, `completion` and the help."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

from pyxis.runner.known_variants import FAMILIES, KNOWN_VARIANTS

Completed = subprocess.CompletedProcess[bytes]
Pyxis = Callable[..., Completed]
Shell = Callable[..., list[str]]


def test_payloads_are_made(pyxis: Pyxis, tmp_path: Path) -> None:
    made = pyxis("payload", "make", "-s", "locale=pl_PL", "-s", "custom.x=a=b")
    assert made.stdout == b'{"version":1,"requested":{"custom.x":"a=b","locale":"pl_PL"}}\n'
    more = pyxis("payload", "make", "-p", "-", "-s", "locale=ar", stdin=made.stdout)
    assert json.loads(more.stdout)["requested"] == {"custom.x": "a=b", "locale": "ar"}
    path = tmp_path / "payload.json"
    assert pyxis("payload", "make", "-o", str(path)).returncode == 0
    assert path.read_bytes() == b'{"version":1,"requested":{}}\n'
    assert list(tmp_path.glob(".payload*")) == []


def test_payloads_are_checked_as_hosts_check_them(pyxis: Pyxis) -> None:
    fine = pyxis("payload", "check", "-", stdin=b'{"version":1,"requested":{"a":"b"}}')
    assert (fine.returncode, fine.stdout) == (0, b"<stdin>: fine: asks for 1 variant\n")
    bad = pyxis("payload", "check", "-", stdin='{"version":1,\n "requested":{"ż":1}}'.encode())
    assert bad.returncode == 1
    assert bad.stderr.decode().splitlines() == [
        "<stdin>:2:19: The launch payload is malformed at byte 33: "
        'the value of "ż" is not a string.',
        '   "requested":{"ż":1}}',
        "                    ^",
    ]
    quiet = pyxis("payload", "check", "-q", "-", stdin=b"{}")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (1, b"", b"")


def test_payloads_are_explained(pyxis: Pyxis) -> None:
    text = b'{"version":1,"requested":{"color_scheme":"drak","locale":"pl_PL","x":"\\u001b[2J"}}'
    lines = pyxis("payload", "explain", "-", stdin=text).stdout.decode().splitlines()
    assert lines[0] == f"3 variants, {len(text)} bytes; goes through the environment"
    assert "  color_scheme knows no value 'drak'; did you mean 'dark'?" in lines
    assert "  the locale of formats and texts" in lines
    assert "x = " in lines
    document = json.loads(pyxis("payload", "explain", "--json", "-", stdin=text).stdout)
    assert [variant["known"] for variant in document["variants"]] == [True, True, False]


def test_variants_are_explained(pyxis: Pyxis) -> None:
    one = pyxis("explain", "color_scheme").stdout.decode()
    assert "light or dark appearance" in one
    assert all(f"    {value}\n" in one for value in ("light", "dark", "system"))
    assert "--set color_scheme=light" in one
    assert "'dark' is fine" in pyxis("explain", "color_scheme=dark").stdout.decode()
    assert "did you mean 'dark'?" in pyxis("explain", "color_scheme=drak").stdout.decode()
    assert "did you mean 'color_scheme'?" in pyxis("explain", "colour_scheme").stdout.decode()
    listed = pyxis("explain").stdout.decode()
    for key in (*KNOWN_VARIANTS, *(family.key for family in FAMILIES.values())):
        assert key in listed
    document = json.loads(pyxis("explain", "--json", "permission.camera").stdout)
    assert document["variants"][0]["meaning"] == "a permission that was given or refused"


def test_launches_are_explained_and_not_run(pyxis: Pyxis, tmp_path: Path) -> None:
    target = tmp_path / "ran"
    options = ("-s", "color_scheme=drak", "-t", "30s", "-e", "A=b", "-u", "HOME")
    ended = pyxis(
        "explain", *options, "--", "touch", str(target), environment={"PYXIS_RUN_ID": "x"}
    )
    text = ended.stdout.decode()
    assert not target.exists()
    for part in (
        "/touch\n",
        str(target),
        "30 s, then TERM, and KILL after 2 s more",
        "PYXIS_BOOTSTRAP\n",
        "variable   A b",
        "variable   HOME is taken away",
        "replaces   PYXIS_RUN_ID",
        "color_scheme = drak",
        "did you mean 'dark'?",
    ):
        assert part in text, part
    nothing = pyxis("explain", "--json", "--", "no-such-program")
    assert json.loads(nothing.stdout)["executable"] is None


def test_a_program_is_asked_what_it_knows(pyxis: Pyxis, shell: Shell) -> None:
    ended = pyxis("explain", "--ask", "-s", "color_scheme=dark", "--", *shell('publish 0 "$dark"'))
    lines = ended.stdout.decode().splitlines()
    assert ended.returncode == 0
    assert "color_scheme: applied dark" in lines
    assert "locale: unverified (the host reported no result for this variant)" in lines
    assert len(lines) == len(KNOWN_VARIANTS)
    silent = pyxis("explain", "--ask", "--", "true")
    assert silent.returncode == 122
    assert b"published no report" in silent.stderr
    assert pyxis("explain", "--ask").returncode == 125


def test_saved_results_are_shown(pyxis: Pyxis, shell: Shell, tmp_path: Path) -> None:
    script = 'publish 0 "$dark"; printf "out\\033[2J\\n"; [ "$CODE" != 5 ]'
    matrix = '[axes]\ncolor_scheme = ["dark"]\n[[row]]\nid = "b"\nenvironment = { CODE = "5" }\n'
    made = pyxis("matrix", "-f", "-", "--json", "--", *shell(script), stdin=matrix.encode())
    shown = pyxis("report", "show", "-", "--output", stdin=made.stdout).stdout.decode()
    assert "✓ passed  color_scheme=dark\ncolor_scheme: applied dark\n" in shown
    assert "✗ failed  b\n  the host exited with 1\n" in shown
    assert "--- stdout\nout\n" in shown and "\x1b" not in shown
    one = pyxis("report", "show", "-", "-k", "scheme", "--json", stdin=made.stdout)
    assert [row["id"] for row in json.loads(one.stdout)["rows"]] == ["color_scheme=dark"]
    pages = [
        pyxis("report", "show", "-", "--html", "-", stdin=one.stdout).stdout,
        pyxis("report", "show", "-", "--junit", "-", stdin=one.stdout).stdout,
    ]
    assert pages[0].startswith(b"<!DOCTYPE html>") and pages[1].startswith(b"<?xml")


def test_single_runs_and_bare_reports_are_shown(pyxis: Pyxis, shell: Shell) -> None:
    run = pyxis("run", "-s", "color_scheme=dark", "--json", "--", *shell('publish 0 "$dark"'))
    assert b"applied dark" in pyxis("report", "show", "-", stdin=run.stdout).stdout
    assert b"<h1>" in pyxis("report", "show", "--html", "-", "-", stdin=run.stdout).stdout
    document = json.loads(run.stdout)
    for part in (document["report"], document["processes"][0]):
        shown = pyxis("report", "show", "-", stdin=json.dumps(part).encode())
        assert shown.stdout == b"color_scheme: applied dark\n"
    alone = pyxis(
        "report", "show", "--html", "-", "-", stdin=json.dumps(document["report"]).encode()
    )
    assert alone.returncode == 125


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "malformed at byte 0: it is empty"),
        (b"[]", "it is not an object"),
        (b"{}", "neither a result of pyxis nor a report"),
        (b'{"kind":"run","version":9}', "version 9 of results is not supported"),
        (b'{"kind":"run","version":1}', "of a run: the member 'command' is missing"),
        (b'{"kind":"matrix","version":1}', "of a matrix: the member 'command' is missing"),
        (b'{"variants":{"a":{"status":"applied"}}}', "needs a value"),
        (b'{"kind":"run","kind":"run"}', "is there twice"),
    ],
)
def test_files_that_are_no_result_are_refused(pyxis: Pyxis, text: bytes, message: str) -> None:
    ended = pyxis("report", "show", "-", stdin=text)
    assert ended.returncode == 125
    assert message in ended.stderr.decode()
    assert b"Traceback" not in ended.stderr


@pytest.mark.parametrize("shell_name", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(pyxis: Pyxis, shell_name: str) -> None:
    assert b"_PYXIS_COMPLETE" in pyxis("completion", shell_name).stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("pyxis ", ["run", "matrix", "report", "payload", "explain", "completion"]),
        ("pyxis run --set color_s", ["color_scheme="]),
        ("pyxis run --set color_scheme=d", ["color_scheme=dark"]),
        ("pyxis run --fail-on unverified,uns", ["unverified,unsupported"]),
        ("pyxis payload ", ["check", "explain", "make"]),
    ],
)
def test_words_are_completed(pyxis: Pyxis, words: str, expected: list[str]) -> None:
    environment = {
        "_PYXIS_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    lines = pyxis(environment=environment).stdout.decode().split()
    assert [line.partition(",")[2] for line in lines] == expected


COMMANDS = (
    (),
    ("run",),
    ("matrix",),
    ("report",),
    ("report", "show"),
    ("payload",),
    ("payload", "make"),
    ("payload", "check"),
    ("payload", "explain"),
    ("explain",),
    ("completion",),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_teaches(pyxis: Pyxis, command: tuple[str, ...]) -> None:
    ended = pyxis(*command, "--help")
    assert ended.returncode == 0
    assert "Usage: pyxis" in ended.stdout.decode()
    if len(command) < 2:
        assert "Examples:" in ended.stdout.decode()


def test_help_and_the_package_import_nothing_heavy() -> None:
    code = (
        "import sys, pyxis\n"
        "assert not {'click', 'rich', 'jinja2', 'pyxis.runner', 'pyxis.cli'} & set(sys.modules)\n"
        "from pyxis.cli.program import run\n"
        "run(['--help'])\n"
        "heavy = {'rich', 'jinja2', 'distributed', 'pyxis.runner.launching', 'pyxis.cli.run'}\n"
        "print(heavy & set(sys.modules), file=sys.stderr)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert ended.stderr == b"set()\n"


def test_a_missing_extra_is_named() -> None:
    code = (
        "import sys\n"
        "sys.modules['click'] = None\n"
        "sys.argv = ['pyxis', 'run']\n"
        "from pyxis.cli import main\n"
        "main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert ended.returncode == 125
    assert (
        ended.stderr == b"pyxis: the command line needs click: pip install 'pyxis-runtime[cli]'\n"
    )
