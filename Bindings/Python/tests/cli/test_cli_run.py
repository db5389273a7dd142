"""`pyxis run`: exit codes, what goes where, and what is said."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

from pyxis.runner import RunResult

Completed = subprocess.CompletedProcess[bytes]
Pyxis = Callable[..., Completed]
Shell = Callable[..., list[str]]

DARK = ("--set", "color_scheme=dark")


@pytest.mark.parametrize(
    ("options", "script", "code", "message"),
    [
        (DARK, 'publish 0 "$dark"', 0, ""),
        (DARK, 'publish 0 "$dark"; exit 3', 3, "the host exited with 3"),
        (DARK, 'publish 0 "$dark"; exit 121', 121, "the host exited with 121"),
        (DARK, "kill -KILL $$", 137, "the host ended by SIGKILL"),
        (DARK, "true", 122, "the host published no report"),
        (DARK, 'echo "{" > "$PYXIS_REPORT_DIR/pyxis-1-0-a.json"', 123, "pyxis-1-0-a.json: malf"),
        (("--timeout", "300ms"), "exec sleep 600", 124, "timed out: it ran longer than 0.3 s"),
        ((), "true", 0, ""),
        ((*DARK, "--fail-on", "nothing"), "true", 0, ""),
        ((*DARK, "--fail-on", "observed"), 'publish 0 "$light"', 121, "color_scheme is observed"),
        ((*DARK, "--fail-on", "different"), 'publish 0 "$light"', 121, "'light' instead of 'dark'"),
        (("-s", "a=b", "--fail-on=unverified"), 'publish 0 "$dark"', 121, "a is unverified"),
        (
            (*DARK, "--fail-on=problem"),
            'publish 0 "$dark"; : > $PYXIS_REPORT_DIR/x',
            121,
            "x: it is",
        ),
    ],
)
def test_exit_codes(
    pyxis: Pyxis, shell: Shell, options: tuple[str, ...], script: str, code: int, message: str
) -> None:
    ended = pyxis("run", *options, "--", *shell(script))
    assert ended.returncode == code, ended.stderr
    assert message in ended.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("run",), 125, "there is no program to launch"),
        (("run", "--", "/no/such/program"), 127, "it was not found"),
        (("run", "--", "/etc/passwd"), 126, "Permission denied"),
        (("run", "-C", "/no/such/place", "--", "true"), 125, "/no/such/place"),
        (("run", "-s", "a", "--", "true"), 125, "'a' is not KEY=VALUE"),
        (("run", "-s", "a=1", "-s", "a=2", "--", "true"), 125, "variant 'a' is set twice"),
        (("run", "-t", "soon", "--", "true"), 125, "'soon' is no duration"),
        (("run", "--fail-on", "unverifed", "--", "true"), 125, "did you mean 'unverified'?"),
        (("run", "--fail-on", "", "--", "true"), 125, "'--fail-on': a word is missing"),
        (("run", "--fail-on", "nothing,unverified", "--", "true"), 125, "'nothing' stands alone"),
        (("run", "--fail-on=nothing", "--fail-on=problem", "true"), 125, "cannot be with problem"),
        (("run", "-e", "PYXIS_RUN_ID=x", "--", "true"), 125, "the runner's own to set"),
        (("run", "--payload", "/no/such", "--", "true"), 125, "No such file"),
        (("run", "--sett", "a=b"), 125, "--set"),
        (("rum",), 125, "no command 'rum'; did you mean 'run'?"),
    ],
)
def test_errors_of_the_tool(
    pyxis: Pyxis, arguments: tuple[str, ...], code: int, message: str
) -> None:
    ended = pyxis(*arguments)
    assert ended.returncode == code
    assert message in ended.stderr.decode()
    assert b"Traceback" not in ended.stderr
    assert ended.stdout == b""


def test_output_passes_and_variants_go_to_standard_error(pyxis: Pyxis, shell: Shell) -> None:
    script = 'publish 0 "$dark"; printf "\\000\\377out"; echo err >&2; cat'
    ended = pyxis("run", *DARK, "-s", "locale=pl_PL", "--", *shell(script), stdin=b"through\xfe")
    assert ended.stdout == b"\0\xffoutthrough\xfe"
    lines = ended.stderr.decode().splitlines()
    assert lines == [
        "err",
        "color_scheme: applied dark",
        "locale: unverified (the host reported no result for this variant)",
    ]


def test_json_is_all_that_standard_output_has(pyxis: Pyxis, shell: Shell) -> None:
    script = 'publish 0 "$dark"; echo out; exit 4'
    ended = pyxis("run", *DARK, "--json", "--", *shell(script))
    document = json.loads(ended.stdout)
    assert document["exit_code"] == ended.returncode == 4
    assert document["failures"] == ["the host exited with 4"]
    result = RunResult.from_json(document)
    assert result.stdout.text == "out\n"
    assert result.report["color_scheme"].value == "dark"


def test_options_after_the_program_are_its_own(pyxis: Pyxis) -> None:
    ended = pyxis("run", "--", "echo", "--help", "--json", "--", "-s")
    assert ended.stdout == b"--help --json -- -s\n"
    assert pyxis("run", "-q", "echo", "--help", "-x").stdout == b"--help -x\n"


def test_the_environment_is_the_programs(pyxis: Pyxis) -> None:
    environment = {"KEPT": "1", "GONE": "1", "PYXIS_RUN_ID": "theirs", "PYXIS_REPORT_DIR": "/x"}
    code = "import os; print(*(os.environ.get(n) for n in ('KEPT', 'GONE', 'NEW', 'PYXIS_RUN_ID')))"
    arguments = ("run", "-e", "NEW=a=b", "-u", "GONE", "--", sys.executable, "-c", code)
    words = pyxis(*arguments, environment=environment).stdout.decode().split()
    assert words[:3] == ["1", "None", "a=b"]
    assert len(words[3]) == 32


def test_a_payload_is_asked_for_and_options_win(pyxis: Pyxis, shell: Shell, tmp_path: Path) -> None:
    payload = b'{"version":1,"requested":{"locale":"pl_PL","fixture":"a"}}'
    script = 'printf %s "$PYXIS_BOOTSTRAP"; cat'
    command = ("run", "-q", "--fail-on=nothing", "--payload", "-", "-s", "fixture=b", "--")
    ended = pyxis(*command, *shell(script), stdin=payload)
    assert ended.returncode == 0
    assert json.loads(ended.stdout)["requested"] == {"locale": "pl_PL", "fixture": "b"}
    bad = pyxis(*command, *shell(script), stdin=b"{}")
    assert bad.returncode == 125
    assert bad.stderr.startswith(b"pyxis: <stdin>: ") and b"malformed" in bad.stderr
    (tmp_path / "bad.json").write_bytes(b"{")
    for arguments in (
        ("run", "--payload", "bad.json", "--", "true"),
        ("payload", "make", "-p", "bad.json"),
    ):
        bad = pyxis(*arguments, directory=tmp_path)
        assert bad.returncode == 125
        assert bad.stderr.startswith(b"pyxis: bad.json: ")


def test_likely_mistakes_are_noted_and_asked_for(pyxis: Pyxis, shell: Shell) -> None:
    script = 'publish 0 "\\"color_scheme\\":{\\"status\\":\\"applied\\",\\"value\\":\\"drak\\"}"'
    ended = pyxis("run", "-s", "color_scheme=drak", "--", *shell(script))
    assert ended.returncode == 0
    assert "note: color_scheme knows no value 'drak'; did you mean 'dark'?" in ended.stderr.decode()


def test_what_a_host_says_cannot_control_the_terminal(pyxis: Pyxis, shell: Shell) -> None:
    reason = "\\u001b]0;owned\\u0007\\u001b[2Jbad\\u202e\\n\\u009b31mend"
    variant = f'\\"a\\":{{\\"status\\":\\"unverified\\",\\"reason\\":\\"{reason}\\"}}'
    script = f"publish 0 '{variant}'".replace('\\"', '"')
    ended = pyxis("run", "-s", "a=b", "--", *shell(script))
    assert ended.stderr.decode().splitlines()[-1] == "a: unverified (bad\\u202e\\nend)"


def on_terminal(command: list[str], environment: dict[str, str]) -> bytes:
    """What a command shows on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **environment}
    )
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # The other side is closed.
            break
        if not piece:
            break
        shown += piece
    assert process.wait(60) == 0
    os.close(ours)
    return shown


@pytest.mark.parametrize("no_color", [False, True])
def test_a_terminal_gets_a_table_and_no_controls_of_hosts(shell: Shell, no_color: bool) -> None:
    script = 'publish 0 "$dark"; printf "\\033[2J\\033]0;owned\\007plain\\n"'
    command = [sys.executable, "-m", "pyxis", "run", *DARK, "--", *shell(script)]
    environment = {
        "TERM": "xterm-256color",
        "COLUMNS": "100",
        **({"NO_COLOR": "1"} if no_color else {}),
    }
    shown = on_terminal(command, environment)
    assert b"plain" in shown
    assert b"\x1b[2J" not in shown and b"owned" not in shown
    assert "✓ applied".encode() in shown
    assert (b"\x1b[32m" in shown) != no_color
    raw = on_terminal([*command[:4], "--raw", *command[4:]], environment)
    assert b"\x1b[2J" in raw


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_host_and_cleans_up(
    shell: Shell, tmp_path: Path, number: signal.Signals
) -> None:
    command = [sys.executable, "-m", "pyxis", "run", "--", *shell("echo $$; exec sleep 600")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    host = int(process.stdout.readline())
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert b"Traceback" not in errors
    with pytest.raises(ProcessLookupError):
        os.kill(host, 0)
    assert list((tmp_path / "runs").iterdir()) == []


def test_a_closed_standard_output_is_no_error_of_ours(shell: Shell) -> None:
    command = [sys.executable, "-m", "pyxis", "explain"]
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, timeout=60)
    os.close(writer)
    assert ended.returncode == 1
    assert ended.stderr == b""


def test_arguments_that_are_no_text_are_shown_escaped(pyxis: Pyxis) -> None:
    ended = pyxis("run", "--json", "--", "echo", "-n", os.fsdecode(b"\xff"))
    document = json.loads(ended.stdout)
    assert document["command"][-1] == "\\xff"
    assert document["stdout"]["head_base64"] == "/w=="


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_files_are_no_error(closed: str) -> None:
    command = f'"$0" -m pyxis run -- sh -c "cat; echo out; echo err >&2; exit 7" {closed}'
    ended = subprocess.run(
        ["sh", "-c", command, sys.executable], stdin=subprocess.DEVNULL, timeout=60
    )
    assert ended.returncode == 7


@pytest.mark.parametrize("arguments", ["run -s locale=ar -- true", "run -t soon -- true"])
@pytest.mark.parametrize("full", [">/dev/full 2>&1", "2>/dev/full"])
def test_output_that_nothing_takes_is_a_failure_of_ours(arguments: str, full: str) -> None:
    command = f'"$0" -m pyxis {arguments} {full}'
    ended = subprocess.run(
        ["sh", "-c", command, sys.executable], stdin=subprocess.DEVNULL, timeout=60
    )
    assert ended.returncode == 125


def test_variants_are_utf8_in_every_locale(pyxis: Pyxis) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ended = pyxis("run", "-s", "custom.x=ż", "--json", "--", "true", environment=plain)
    assert json.loads(ended.stdout)["requested"] == {"custom.x": "ż"}
