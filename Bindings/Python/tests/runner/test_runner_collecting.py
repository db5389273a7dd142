"""Whatever is in the report directory, the good reports are found and the rest is named."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Callable

import pytest

from pyxis import Result
from pyxis.runner import RunResult, collecting, launch

Shell = Callable[..., list[str]]

DARK = {"color_scheme": "dark"}
GOOD = 'publish 0 "$dark"; '


def run(command: list[str]) -> RunResult:
    """Launches a host that was asked for a dark colour scheme."""
    result = launch(command, DARK, timeout=50)
    assert result.outcome.is_success, result.stderr.text
    return result


def reasons(result: RunResult) -> list[str]:
    """The problems of a run, as text."""
    return [str(problem) for problem in result.problems]


def test_a_report_is_found_and_covered(shell: Shell) -> None:
    result = launch(shell(GOOD), {**DARK, "locale": "pl_PL"}, timeout=30)
    assert result.report_state == "present"
    assert result.problems == ()
    assert result.report["color_scheme"] == Result.applied("dark")
    assert result.report["locale"].status == "unverified"
    assert "no result" in str(result.report["locale"].reason)
    (envelope,) = result.processes
    assert (envelope.pid, envelope.parent_pid) == (result.pid, os.getpid())


def test_no_report_is_never_applied(shell: Shell) -> None:
    result = run(shell("true"))
    assert result.report_state == "missing"
    assert result.report["color_scheme"] == Result.unverified("the host published no report")


def test_the_highest_sequence_speaks_for_a_process(shell: Shell) -> None:
    result = run(shell('publish 10 "$dark"; publish 0 "$light"; publish 9 "$light"'))
    assert result.report["color_scheme"].value == "dark"
    assert [envelope.sequence for envelope in result.processes] == [0, 9, 10]


def test_forked_children_do_not_speak_for_the_run(shell: Shell) -> None:
    result = run(shell('publish 0 "$dark"; publish 7 "$light" $$ $PPID forked'))
    assert result.report["color_scheme"].value == "dark"
    assert {envelope.role for envelope in result.processes} == {"host", "forked"}
    only = run(shell('publish 0 "$light" $$ $PPID forked'))
    assert only.report["color_scheme"].status == "unverified"
    assert only.report_state == "missing"


def test_a_child_speaks_where_the_launched_process_is_silent(shell: Shell) -> None:
    script = 'publish 0 "$light" 11 10; publish 0 "$light" 4000001 $$; publish 0 "$dark" 4000000 $$'
    assert run(shell(script)).report["color_scheme"].value == "dark"
    strangers = 'publish 0 "$light" 4000000 11; publish 0 "$dark" 5 11'
    assert run(shell(strangers)).report["color_scheme"].value == "dark"


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("mkfifo $PYXIS_REPORT_DIR/pyxis-1-0-a.json", "pyxis-1-0-a.json: it is not a regular file"),
        ("mkdir $PYXIS_REPORT_DIR/pyxis-1-0-a.json", "pyxis-1-0-a.json: it is not a regular file"),
        ("ln -s /etc/passwd $PYXIS_REPORT_DIR/pyxis-1-0-a.json", "pyxis-1-0-a.json: it is a link"),
        ("ln -s /dev/zero $PYXIS_REPORT_DIR/pyxis-1-0-a.json", "pyxis-1-0-a.json: it is a link"),
        ("truncate -s 1G $PYXIS_REPORT_DIR/pyxis-1-0-a.json", "it is longer than 64 MiB"),
        ("echo '{' > $PYXIS_REPORT_DIR/pyxis-1-0-a.json", "pyxis-1-0-a.json: malformed at byte"),
        (": > $PYXIS_REPORT_DIR/pyxis-1-0-a.json", "malformed at byte 0: it is empty"),
        ("echo x > $PYXIS_REPORT_DIR/notes.txt", "notes.txt: it is no report's name"),
        (
            'publish 5 "$light" 1 1 host 00000000000000000000000000000000',
            "pyxis-1-5-0123456789abcdef.json: it belongs to another run",
        ),
        ('publish 0 \'"a":{"status":"applied"}\' 1', 'invalid for the variant "a"'),
        ("chmod 0 $PYXIS_REPORT_DIR/..", ""),
        ("echo '{' > $PYXIS_REPORT_DIR/.pyxis-1-a.tmp", ""),
    ],
)
def test_a_bad_file_is_named_and_hides_nothing(shell: Shell, script: str, problem: str) -> None:
    result = run(shell(GOOD + script))
    assert result.report["color_scheme"] == Result.applied("dark")
    assert result.report_state == "present"
    if problem:
        assert len(result.problems) == 1
        assert problem in reasons(result)[0]


def test_only_bad_files_make_an_invalid_report(shell: Shell) -> None:
    result = run(shell("echo '{\"version\":2}' > $PYXIS_REPORT_DIR/pyxis-1-0-a.json"))
    assert result.report_state == "invalid"
    assert result.report["color_scheme"].status == "unverified"
    assert "version 2 of envelopes is not supported" in reasons(result)[0]


def test_files_of_another_user_are_not_read(shell: Shell) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    result = run(shell('publish 0 "$dark"; chown 1234 "$PYXIS_REPORT_DIR"/*'))
    assert "it belongs to another user" in reasons(result)[0]
    assert result.report_state == "invalid"


def test_a_host_killed_half_way_leaves_no_report(shell: Shell) -> None:
    script = 'printf "{" > "$PYXIS_REPORT_DIR/.pyxis-$$-0123456789abcdef.tmp"; kill -KILL $$'
    result = launch(shell(script), DARK, timeout=30)
    assert result.outcome.exit_code == 137
    assert (result.report_state, result.problems) == ("missing", ())


def test_a_flood_of_files_is_bounded_and_said() -> None:
    flood = """
import json, os
directory, run = os.environ["PYXIS_REPORT_DIR"], os.environ["PYXIS_RUN_ID"]
def publish(pid, value):
    report = {"variants": {"color_scheme": {"status": "applied", "value": value}}}
    envelope = {"version": 1, "run_id": run, "pid": pid, "parent_pid": 1, "sequence": 0,
                "role": "host", "report": report}
    with open(f"{directory}/pyxis-{pid}-0-{pid:016x}.json", "w") as file:
        json.dump(envelope, file)
for pid in range(1, 11002):
    publish(pid + 10_000_000, "light")
publish(os.getpid(), "dark")
"""
    result = run([sys.executable, "-c", flood])
    assert result.report["color_scheme"].value == "dark"
    assert len(result.processes) == 10_000
    assert reasons(result) == ["11002 reports: only 10000 were read"]


def test_reports_are_bounded_in_all(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "REPORT_BYTES_IN_ALL", 1000)
    result = run(shell(GOOD + 'for n in 1 2 3 4 5 6 7 8; do publish $n "$light" 9; done'))
    assert result.report["color_scheme"].value == "dark"
    assert "were not read" in reasons(result)[0]
    assert len(result.processes) < 9


def test_many_problems_are_counted(shell: Shell) -> None:
    script = GOOD + 'n=0; while [ $n -lt 150 ]; do n=$((n+1)); : > "$PYXIS_REPORT_DIR/x$n"; done'
    result = run(shell(script))
    assert len(result.problems) == 101
    assert reasons(result)[-1] == "there are 50 more problems"
    assert result.report_state == "present"


def test_names_that_cannot_be_shown_are_escaped(shell: Shell) -> None:
    script = GOOD + ": > \"$PYXIS_REPORT_DIR/$(printf 'a\\033[2J\\377\\nb')\""
    (problem,) = run(shell(script)).problems
    assert problem.file == "a\\x1b[2J\\xff\\nb"


def test_a_directory_that_is_removed_is_said(shell: Shell) -> None:
    result = run(shell('rm -rf "$PYXIS_REPORT_DIR"'))
    assert reasons(result) == ["the report directory is gone (No such file or directory)"]
    assert result.report_state == "missing"


def test_a_directory_that_is_replaced_is_not_read(shell: Shell, tmp_path: Path) -> None:
    decoy = tmp_path / "decoy"
    decoy.mkdir()
    link = f'publish 0 "$dark"; mv "$PYXIS_REPORT_DIR"/* {decoy}; rmdir "$PYXIS_REPORT_DIR"; '
    result = run(shell(link + f'ln -s {decoy} "$PYXIS_REPORT_DIR"'))
    assert reasons(result) == ["the report directory was replaced by a link"]
    assert result.report["color_scheme"].status == "unverified"
    assert list(decoy.iterdir()) != []
    other = run(shell('rmdir "$PYXIS_REPORT_DIR"; mkdir "$PYXIS_REPORT_DIR"; publish 0 "$dark"'))
    assert reasons(other) == ["the report directory was replaced by something else"]


def test_of_two_reports_with_one_number_the_last_one_counts(shell: Shell) -> None:
    again = 'mv "$PYXIS_REPORT_DIR"/*.json "$PYXIS_REPORT_DIR/pyxis-$$-0-z.json"; sleep 0.01; '
    result = run(shell('publish 0 "$light"; ' + again + 'publish 0 "$dark"'))
    assert result.report["color_scheme"].value == "dark"
    assert len(result.processes) == 2


def test_a_directory_without_permissions_is_read(shell: Shell) -> None:
    # Root reads without permissions: as another user this finds what it should.
    result = run(shell('publish 0 "$dark"; chmod 0 "$PYXIS_REPORT_DIR"'))
    assert result.report["color_scheme"].value == "dark"


def test_deep_folders_are_removed_all_the_same() -> None:
    nest = """
import os
os.chdir(os.environ["PYXIS_REPORT_DIR"])
for level in range(1100):
    if level < 3:
        os.mkdir("e", 0o000)
        open("file", "w").close()
    os.mkdir("d" * 50)
    os.chdir("d" * 50)
os.chmod(".", 0o000)
"""
    result = run([sys.executable, "-c", nest])
    assert len(result.problems) == 3


def test_what_a_host_locks_is_removed_all_the_same(shell: Shell) -> None:
    # The fixture of the temporary directory checks that nothing is left.
    script = 'mkdir -p "$PYXIS_REPORT_DIR/a/b"; : > "$PYXIS_REPORT_DIR/a/b/c"; '
    run(shell(script + 'chmod 0 "$PYXIS_REPORT_DIR/a/b" "$PYXIS_REPORT_DIR/a" "$PYXIS_REPORT_DIR"'))
