"""Every row runs, every attempt is kept, and what is there survives an interruption."""

from __future__ import annotations

import json
import os
import signal
import threading
from pathlib import Path
from typing import Callable

import pytest

from pyxis.runner import (
    Launch,
    LaunchError,
    LocalExecutor,
    MatrixResult,
    MatrixRun,
    Policy,
    Row,
    RowResult,
    RunResult,
    launch,
    run_matrix,
)
from pyxis.runner.errors import ResultError
from pyxis.runner.executors import Finished, Started
from pyxis.runner.matrix_runs import MatrixEvent

Shell = Callable[..., list[str]]

ROWS = [Row(str(number), {"custom.n": str(number)}, {"N": str(number)}) for number in range(12)]


def test_all_rows_run_and_stay_in_order(shell: Shell) -> None:
    script = 'publish 0 "\\"custom.n\\":{\\"status\\":\\"applied\\",\\"value\\":\\"$N\\"}"; exit $N'
    result = run_matrix(Launch(shell(script)), ROWS, jobs=4)
    assert [row.row.id for row in result.rows] == [row.id for row in ROWS]
    assert [row.exit_code for row in result.rows] == list(range(12))
    assert result.exit_code == 1
    assert result.counts == {"passed": 1, "failed": 11}
    for row in result.rows:
        assert row.result is not None
        assert row.result.report["custom.n"].value == row.row.id


def test_rows_run_at_the_same_time(tmp_path: Path) -> None:
    # Each waits for the other: one after the other they would never end.
    script = 'if [ $N = 0 ]; then echo > "$1/x"; cat "$1/y"; else cat "$1/x"; echo > "$1/y"; fi'
    for name in "xy":
        os.mkfifo(tmp_path / name)
    described = Launch(["sh", "-c", script, "host", str(tmp_path)], timeout=40)
    assert run_matrix(described, ROWS[:2], jobs=2, policy=Policy.of(["nothing"])).exit_code == 0


def test_failed_rows_are_tried_again_and_every_attempt_is_kept(
    shell: Shell, tmp_path: Path
) -> None:
    script = 'echo attempt >> "$1/$N"; [ $(wc -l < "$1/$N") -gt $N ]'
    events: list[tuple[str, MatrixEvent]] = []
    with MatrixRun(
        Launch(shell(script, str(tmp_path))),
        ROWS[:4],
        policy=Policy.of(["nothing"]),
        retries=2,
        executor=LocalExecutor(2),
        on_event=lambda row, event: events.append((row.id, event)),
    ) as run:
        result = run.finish()
    assert [row.status for row in result.rows] == ["passed", "flaky", "flaky", "failed"]
    assert [len(row.attempts) for row in result.rows] == [1, 2, 3, 3]
    assert [attempt.number for attempt in result.rows[2].attempts] == [1, 2, 3]
    assert [attempt.result.outcome.code for attempt in result.rows[2].attempts] == [1, 1, 0]
    assert result.retries == 5
    kinds = [type(event).__name__ for name, event in events if name == "2"]
    assert kinds == ["Started", "Attempt"] * 3 + ["RowResult"]


def test_a_row_that_cannot_run_does_not_stop_the_others() -> None:
    rows = [Row("bad", {"a": "b"}, {"HUGE": "x" * 200_000}), Row("good", {"a": "c"})]
    result = run_matrix(Launch(["true"]), rows, policy=Policy.of(["nothing"]))
    assert [row.exit_code for row in result.rows] == [126, 0]
    assert "too large" in result.rows[0].failures[0]


def test_a_row_that_no_launch_can_carry_is_named_before_anything_runs(tmp_path: Path) -> None:
    rows = [Row("good"), Row("bad", {"a": "\ud800"})]
    before = os.listdir("/proc/self/fd")
    with pytest.raises(LaunchError, match="the row 'bad': "):
        run_matrix(Launch(["touch", str(tmp_path / "ran")]), rows)
    assert not (tmp_path / "ran").exists()
    assert os.listdir("/proc/self/fd") == before


def test_an_interruption_ends_the_hosts_and_keeps_what_is_there(shell: Shell) -> None:
    def interrupt(_row: Row, event: MatrixEvent) -> None:
        if isinstance(event, RowResult):
            signal.raise_signal(signal.SIGINT)

    script = "[ $N = 0 ] || exec sleep 600"
    policy = Policy.of(["nothing"])
    run = MatrixRun(
        Launch(shell(script)),
        ROWS,
        policy=policy,
        executor=LocalExecutor(2),
        on_event=interrupt,
    )
    with pytest.raises(KeyboardInterrupt), run:
        run.finish()
    result = run.result()
    assert result.rows[0].status == "passed"
    assert result.rows[1].status == "interrupted"
    assert {row.status for row in result.rows[4:]} == {"not run"}
    assert {row.exit_code for row in result.rows[1:]} == {None}
    assert MatrixResult.from_json(result.to_json()) == result
    assert [thread for thread in threading.enumerate() if "pyxis" in thread.name] == []


def test_what_had_ended_is_kept_although_nobody_had_asked(shell: Shell, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "third")

    def interrupt(_row: Row, event: MatrixEvent) -> None:
        if isinstance(event, RowResult):
            # The third host runs, so the second one has ended; its result was not taken yet.
            (tmp_path / "third").read_text()
            raise KeyboardInterrupt

    script = '[ $N != 2 ] || { echo > "$1/third"; exec sleep 600; }'
    run = MatrixRun(
        Launch(shell(script, str(tmp_path))),
        ROWS[:4],
        policy=Policy.of(["nothing"]),
        executor=LocalExecutor(1),
        on_event=interrupt,
    )
    with pytest.raises(KeyboardInterrupt), run:
        run.finish()
    statuses = [row.status for row in run.result().rows]
    assert statuses == ["passed", "passed", "interrupted", "not run"]


class Interrupted(LocalExecutor):
    """Is interrupted after it has taken the end of the second row, before it tells of it."""

    def next(self) -> Started | Finished:
        event = super().next()
        if isinstance(event, Finished) and event.task.row == 1:
            raise KeyboardInterrupt
        return event


def test_an_interruption_between_an_end_and_its_taking_loses_nothing(shell: Shell) -> None:
    policy = Policy.of(["nothing"])
    run = MatrixRun(Launch(shell("exit 0")), ROWS[:2], policy=policy, executor=Interrupted(1))
    with pytest.raises(KeyboardInterrupt), run:
        run.finish()
    assert [row.status for row in run.result().rows] == ["passed", "passed"]
    assert [len(row.attempts) for row in run.result().rows] == [1, 1]


def test_results_are_json_and_back(shell: Shell) -> None:
    script = 'publish 0 "$dark"; printf "\\377\\033[31m"; echo "ż" >&2; exit $N'
    rows = [Row("a", {"color_scheme": "dark"}, {"N": "0"}), Row("b", {}, {"N": "5"}, timeout=9)]
    result = run_matrix(Launch(shell(script)), rows, retries=1, policy=Policy.of(["problem"]))
    text = json.dumps(result.to_json())
    assert MatrixResult.from_json(json.loads(text)) == result
    run = result.rows[0].result
    assert run is not None
    assert RunResult.from_json(json.loads(json.dumps(run.to_json()))) == run


def test_other_json_is_no_result() -> None:
    good = launch(["true"]).to_json()
    others: list[object] = [{}, [], None, {**good, "version": 2}, {**good, "outcome": 3}]
    for bad in others:
        with pytest.raises(ResultError):
            RunResult.from_json(bad)
    del good["report"]
    with pytest.raises(ResultError, match="report"):
        RunResult.from_json(good)
    with pytest.raises(ResultError, match="matrix"):
        MatrixResult.from_json(good)
