"""What a launch gives to the host, and what it makes of how the host ends."""

from __future__ import annotations

import json
import os
import signal
import stat
import sys
from pathlib import Path
from typing import Callable

import pytest

from pyxis.runner import Launch, LaunchError, RunnerError, RunResult, launch

Shell = Callable[..., list[str]]

DUMP = """
import json, os
names = ["PYXIS_BOOTSTRAP", "PYXIS_BOOTSTRAP_FILE", "PYXIS_REPORT_DIR", "PYXIS_RUN_ID", "ADDED"]
found = {name: os.environ.get(name) for name in names}
path = found["PYXIS_BOOTSTRAP_FILE"]
if path:
    requested = json.load(open(path))["requested"]
    found["content"] = {key: [len(value), value[-3:]] for key, value in requested.items()}
    found["mode"] = os.stat(path).st_mode
    found["beside reports"] = os.path.dirname(path) == found["PYXIS_REPORT_DIR"]
found["directory mode"] = os.stat(found["PYXIS_REPORT_DIR"]).st_mode
found["session"] = [os.getsid(0) == os.getpid(), os.getpgrp() == os.getpid()]
found["stdin"] = os.read(0, 10).decode()
found["environment"] = dict(os.environ)
found["where"] = os.getcwd()
print(json.dumps(found))
"""


def dump(requested: dict[str, str], **options: object) -> dict[str, object]:
    """What a host finds when it is launched."""
    result = launch([sys.executable, "-c", DUMP], requested, timeout=30, **options)  # type: ignore[arg-type]
    assert result.outcome.is_success, result.stderr.text
    found: dict[str, object] = json.loads(result.stdout.data)
    assert found["PYXIS_RUN_ID"] == result.run_id
    return found


def test_variables_reach_the_child_only() -> None:
    before = dict(os.environ)
    found = dump({"locale": "pl_PL", "color_scheme": "dark"}, environment={"ADDED": "yes"})
    assert found["PYXIS_BOOTSTRAP"] == (
        '{"version":1,"requested":{"color_scheme":"dark","locale":"pl_PL"}}'
    )
    assert found["PYXIS_BOOTSTRAP_FILE"] is None
    assert found["ADDED"] == "yes"
    assert os.path.isabs(str(found["PYXIS_REPORT_DIR"]))
    assert stat.S_IMODE(int(str(found["directory mode"]))) == 0o700
    assert found["session"] == [True, True]
    assert found["stdin"] == ""
    assert dict(os.environ) == before


def test_launch_variables_are_never_inherited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYXIS_BOOTSTRAP", "theirs")
    monkeypatch.setenv("PYXIS_BOOTSTRAP_FILE", "/theirs")
    monkeypatch.setenv("PYXIS_REPORT_DIR", "/theirs")
    monkeypatch.setenv("PYXIS_RUN_ID", "theirs")
    environment = dump({})["environment"]
    assert "theirs" not in str(environment)
    assert os.environ["PYXIS_RUN_ID"] == "theirs"


def test_variables_that_are_no_text_pass_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environb, b"RAW", b"\xff\x80")
    code = "import os; print(os.environb[b'RAW'], os.environb[b'MORE'])"
    added = {"MORE": os.fsdecode(b"\xfe")}
    result = launch([sys.executable, "-c", code], environment=added, timeout=30)
    assert result.stdout.text == "b'\\xff\\x80' b'\\xfe'\n"


def test_a_variable_can_be_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADDED", "inherited")
    assert dump({})["ADDED"] == "inherited"
    assert dump({}, environment={"ADDED": None})["ADDED"] is None


def test_small_payloads_go_through_the_environment() -> None:
    room = 64 * 1024 - len('{"version":1,"requested":{"custom.large":""}}')
    found = dump({"custom.large": "x" * room})
    assert found["PYXIS_BOOTSTRAP_FILE"] is None
    assert len(str(found["PYXIS_BOOTSTRAP"])) == 64 * 1024
    assert dump({"custom.large": "x" * (room + 1)})["PYXIS_BOOTSTRAP"] is None


@pytest.mark.parametrize("size", [64 * 1024, 200 * 1024, 10 * 1024 * 1024])
def test_large_payloads_go_by_file(size: int) -> None:
    found = dump({"custom.large": "x" * (size - 3) + "end"})
    assert found["content"] == {"custom.large": [size, "end"]}
    assert stat.S_IMODE(int(str(found["mode"]))) == 0o600
    assert found["beside reports"] is False


def test_the_working_directory_is_chosen(tmp_path: Path) -> None:
    assert dump({}, directory=str(tmp_path))["where"] == str(tmp_path)


@pytest.mark.parametrize("code", [0, 1, 3, 121, 124, 127, 255])
def test_exit_codes_are_the_hosts_own(shell: Shell, code: int) -> None:
    outcome = launch(shell(f"exit {code}"), timeout=30).outcome
    assert (outcome.kind, outcome.code, outcome.exit_code) == ("exited", code, code)
    assert outcome.is_success == (code == 0)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
def test_signals_are_told_apart_from_exit_codes(shell: Shell, number: signal.Signals) -> None:
    outcome = launch(shell(f"kill -{int(number)} $$"), timeout=30).outcome
    assert (outcome.kind, outcome.signal) == ("signalled", number)
    assert outcome.exit_code == 128 + number
    assert number.name in str(outcome)


def script(path: Path, text: str, mode: int = 0o755) -> str:
    """Writes a file to execute, and returns its path."""
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def not_executed(result: RunResult) -> tuple[int, str]:
    """The exit code and the reason of what could not be executed."""
    assert result.outcome.kind == "not_executed"
    assert result.pid is None
    assert result.report_state == "missing"
    assert result.outcome.reason is not None
    return result.outcome.exit_code, result.outcome.reason


def test_a_missing_executable_is_not_found(tmp_path: Path) -> None:
    for command in ("no-such-program-anywhere", str(tmp_path / "nothing")):
        code, reason = not_executed(launch([command], {"locale": "pl_PL"}))
        assert code == 127
        assert "was not found" in reason and command in reason


def test_what_cannot_be_executed_says_why(tmp_path: Path) -> None:
    plain = script(tmp_path / "plain", "#!/bin/sh\n", mode=0o644)
    assert not_executed(launch([plain])) == (126, f"{plain!r}: Permission denied")
    assert not_executed(launch([str(tmp_path)]))[0] == 126
    code, reason = not_executed(launch([script(tmp_path / "text", "hello")]))
    assert code == 126 and "starts with #!" in reason
    code, reason = not_executed(launch([script(tmp_path / "lost", "#!/no/such/interpreter\n")]))
    assert code == 127 and "it is there, but" in reason
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert not_executed(launch([str(loop)]))[0] == 126


def test_arguments_and_environment_that_are_too_large_say_so() -> None:
    huge = "x" * (200 * 1024)
    for result in (launch(["true", huge]), launch(["true"], environment={"A": huge})):
        code, reason = not_executed(result)
        assert code == 126
        assert "too large" in reason


def test_a_missing_working_directory_is_the_tools_error(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    code, reason = not_executed(launch(["true"], directory=missing))
    assert code == 125 and missing in reason


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"command": []}, "the command is empty"),
        ({"command": [""]}, "name is empty"),
        ({"command": "true"}, "a list of arguments"),
        ({"command": ["true", "a\0b"]}, "argument 1 has a NUL"),
        ({"command": ["true", 3]}, "argument 1 is 3"),
        ({"requested": {"": "x"}}, "variant ''"),
        ({"requested": {"a\0b": "x"}}, "variant"),
        ({"requested": {"a": 3}}, "must be a str"),
        ({"requested": {"a": "\ud800"}}, "lone surrogate"),
        ({"requested": {"é": "1", "e\u0301": "2"}}, "canonically equivalent"),
        ({"environment": {"PYXIS_RUN_ID": "x"}}, "PYXIS_RUN_ID is the runner's own"),
        ({"environment": {"A=B": "x"}}, "cannot be the name"),
        ({"environment": {"": "x"}}, "cannot be the name"),
        ({"environment": {"A": "x\0"}}, "A has a NUL"),
        ({"environment": {"A": 1}}, "not a string"),
        ({"timeout": -1}, "the timeout is -1"),
        ({"timeout": float("nan")}, "the timeout is nan"),
        ({"grace": float("inf")}, "the grace is inf"),
    ],
)
def test_launches_that_cannot_be_described_are_refused(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(LaunchError, match=message):
        Launch(**{"command": ["true"], **options})  # type: ignore[arg-type]


def test_paths_may_be_path_objects(tmp_path: Path) -> None:
    echo = script(tmp_path / "echo", '#!/bin/sh\necho "$0" "$1" "$PWD"\n')
    result = launch([Path(echo), tmp_path], directory=tmp_path)  # type: ignore[arg-type]
    assert result.stdout.text == f"{echo} {tmp_path} {tmp_path}\n"
    assert not_executed(launch(["true"], directory=tmp_path / "no"))[0] == 125  # type: ignore[arg-type]


def test_a_launch_keeps_what_it_was_given() -> None:
    requested = {"locale": "pl_PL"}
    described = Launch(["true"], requested)
    requested["locale"] = "de_DE"
    assert described.requested == {"locale": "pl_PL"}


def test_ignored_child_signals_are_refused() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with pytest.raises(RunnerError, match="SIGCHLD is ignored"):
            launch(["true"])
    finally:
        signal.signal(signal.SIGCHLD, before)
