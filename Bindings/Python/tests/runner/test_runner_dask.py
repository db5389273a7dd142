"""Rows run on a real cluster: a scheduler and two workers on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Callable

import pytest

import pyxis
from pyxis.runner import (
    Launch,
    MatrixResult,
    MatrixRun,
    Policy,
    Row,
    RowResult,
    RunnerError,
)
from pyxis.runner.dask_executor import DaskExecutor
from pyxis.runner.executors import Started
from pyxis.runner.matrix_runs import MatrixEvent

pytest.importorskip("distributed", reason="the extra 'dask' is not installed")

Shell = Callable[..., list[str]]

SECONDS = 50
ROWS = [Row(str(number), {"custom.n": str(number)}, {"N": str(number)}) for number in range(6)]
PUBLISH_NUMBER = (
    'publish 0 "\\"custom.n\\":{\\"status\\":\\"applied\\",\\"value\\":\\"$N\\"}"; echo "out $N"; '
)


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, directory: Path, path: str) -> None:
        self._path = path
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self._directory = directory
        self.scheduler = self._start("scheduler", "--port", self.address.rpartition(":")[2])
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self) -> subprocess.Popen[bytes]:
        """Starts one more worker, for one row at once."""
        options = ("--nthreads", "1", "--no-nanny", "--death-timeout", "60")
        worker = self._start("worker", f"tcp://{self.address}", *options)
        self.workers.append(worker)
        return worker

    def close(self) -> None:
        """Ends every process."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait(SECONDS)

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", kind, "--host", "127.0.0.1", "--no-dashboard"]
        log = open(self._directory / f"{kind}.log", "ab")  # noqa: SIM115
        with log:
            return subprocess.Popen(
                [*command, *arguments],
                stdout=log,
                stderr=log,
                cwd=self._directory,
                env={
                    **os.environ,
                    "PYTHONPATH": self._path,
                    # A worker that is killed leaves the directory of its run.
                    "TMPDIR": str(self._directory),
                    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
                },
            )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler with two workers."""
    made = Cluster(tmp_path, str(Path(pyxis.__file__).parents[1]))
    try:
        made.add_worker()
        made.add_worker()
        yield made
    finally:
        made.close()


def connected(cluster: Cluster, jobs: int | None = None) -> DaskExecutor:
    """An executor; the scheduler may still be starting."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            return DaskExecutor(cluster.address, jobs)
        except RunnerError:
            if time.monotonic() > end:
                raise


def run(
    cluster: Cluster,
    command: list[str],
    rows: list[Row],
    *,
    retries: int = 0,
    jobs: int | None = None,
    on_event: Callable[[Row, MatrixEvent], None] | None = None,
) -> MatrixResult:
    """Runs rows on a cluster."""
    with MatrixRun(
        Launch(command, timeout=SECONDS),
        rows,
        policy=Policy.of(["unverified", "different"]),
        retries=retries,
        executor=connected(cluster, jobs),
        on_event=on_event,
    ) as matrix:
        return matrix.finish()


def test_results_and_reports_come_back_from_both_workers(cluster: Cluster, shell: Shell) -> None:
    result = run(cluster, shell(PUBLISH_NUMBER + "sleep 0.3"), ROWS)
    assert [row.status for row in result.rows] == ["passed"] * 6
    for row in result.rows:
        assert row.result is not None
        assert row.result.report["custom.n"].value == row.row.id
        assert row.result.stdout.text == f"out {row.row.id}\n"
    assert len({row.attempts[0].worker for row in result.rows}) == 2


def test_failed_rows_are_tried_again(cluster: Cluster, shell: Shell, tmp_path: Path) -> None:
    script = PUBLISH_NUMBER + 'echo x >> "$1/$N.count"; [ $(wc -l < "$1/$N.count") -gt $N ]'
    result = run(cluster, shell(script, str(tmp_path)), ROWS[:3], retries=1, jobs=1)
    assert [row.status for row in result.rows] == ["passed", "flaky", "failed"]
    assert [len(row.attempts) for row in result.rows] == [1, 2, 2]
    assert result.retries == 2


def test_a_lost_worker_loses_nothing(cluster: Cluster, shell: Shell) -> None:
    # Row 3 hangs where it starts first; that worker is killed, and the other one runs it again.
    started: dict[str, list[str]] = {}
    killed: list[int] = []

    def watch(row: Row, event: MatrixEvent) -> None:
        if isinstance(event, Started) and event.worker:
            started.setdefault(row.id, []).append(event.worker)
            if row.id == "3" and not killed:
                worker = next(each for each in cluster.workers if serves(each, event.worker))
                worker.send_signal(signal.SIGKILL)
                killed.append(worker.pid)

    result = run(cluster, shell(PUBLISH_NUMBER + "sleep 1"), ROWS, on_event=watch)
    assert len(killed) == 1
    assert {row.status for row in result.rows} == {"passed", "flaky"}
    assert [row.result and row.result.report["custom.n"].value for row in result.rows] == [
        row.id for row in ROWS
    ]
    lost = result.rows[3].attempts[0]
    assert (lost.number, lost.worker) == (1, started["3"][0])
    assert lost.result.outcome.kind == "lost"
    assert lost.result.report["custom.n"].status == "unverified"
    assert result.rows[3].attempts[-1].worker == started["3"][-1] != lost.worker
    assert result.retries >= 1


def serves(worker: subprocess.Popen[bytes], address: str) -> bool:
    """Whether a process listens on an address."""
    port = f"{int(address.rpartition(':')[2]):04X}"
    inodes = {
        fields[9]
        for fields in map(str.split, Path("/proc/net/tcp").read_text().splitlines()[1:])
        if fields[1].endswith(f":{port}") and fields[3] == "0A"
    }
    descriptors = Path(f"/proc/{worker.pid}/fd")
    with contextlib.suppress(FileNotFoundError):
        return any(
            os.readlink(each) in {f"socket:[{inode}]" for inode in inodes}
            for each in descriptors.iterdir()
        )
    return False


def test_a_row_that_takes_workers_down_ends_as_lost(cluster: Cluster, shell: Shell) -> None:
    # The host kills the process that launched it.
    script = PUBLISH_NUMBER + '[ "$N" != 0 ] || kill -KILL $PPID'
    ends: list[RowResult] = []

    def replace_worker(row: Row, event: MatrixEvent) -> None:
        if isinstance(event, RowResult):
            ends.append(event)
        if isinstance(event, Started) and row.id == "0":
            cluster.add_worker()

    # One at once: Dask blames every row that a lost worker was given.
    result = run(cluster, shell(script), ROWS[:3], jobs=1, on_event=replace_worker)
    assert [row.status for row in result.rows[1:]] == ["passed", "passed"]
    bad = result.rows[0]
    assert bad.exit_code == 125
    assert {attempt.result.outcome.kind for attempt in bad.attempts} == {"lost"}
    assert len(bad.attempts) >= 2
    assert len(ends) == 3


def test_a_scheduler_that_goes_away_is_an_error_and_keeps_what_is_there(
    cluster: Cluster, shell: Shell
) -> None:
    executor = connected(cluster, jobs=1)

    def stop(_row: Row, event: MatrixEvent) -> None:
        if isinstance(event, RowResult):
            cluster.close()

    matrix = MatrixRun(
        Launch(shell(PUBLISH_NUMBER), timeout=SECONDS), ROWS, executor=executor, on_event=stop
    )
    with pytest.raises(RunnerError, match="went away"), matrix:
        matrix.finish()
    assert matrix.result().rows[0].status == "passed"
    assert matrix.result().counts["passed"] == 1
    assert {row.status for row in matrix.result().rows[1:]} <= {"interrupted", "not run"}


def test_an_interruption_ends_the_hosts_on_the_workers(
    cluster: Cluster, shell: Shell, tmp_path: Path
) -> None:
    def interrupt(_row: Row, event: MatrixEvent) -> None:
        if isinstance(event, Started):
            (tmp_path / "pid").read_text()  # Waits for the host: it is a FIFO.
            raise KeyboardInterrupt

    os.mkfifo(tmp_path / "pid")
    script = f"echo $$ > {tmp_path}/pid; trap 'echo ended > {tmp_path}/end; exit' TERM; "
    os.mkfifo(tmp_path / "end")
    matrix = MatrixRun(
        Launch(shell(script + "while :; do sleep 0.1; done"), timeout=SECONDS),
        ROWS[:1],
        executor=connected(cluster),
        on_event=interrupt,
    )
    with pytest.raises(KeyboardInterrupt), matrix:
        matrix.finish()
    assert (tmp_path / "end").read_text() == "ended\n"


def test_the_command_line_runs_on_a_cluster(cluster: Cluster) -> None:
    connected(cluster).close()
    options = ("--axis", "custom.n=1,2,3", "--fail-on", "nothing", "--json")
    executor = ("--executor", f"dask://{cluster.address}")
    command = [sys.executable, "-m", "pyxis", "matrix", *options, *executor, "--", "echo", "hello"]
    ended = subprocess.run(command, capture_output=True, timeout=SECONDS)
    assert ended.returncode == 0, ended.stderr
    result = MatrixResult.from_json(json.loads(ended.stdout))
    for row in result.rows:
        assert row.result is not None
        assert row.result.stdout.text == "hello\n"
        assert str(row.attempts[0].worker).startswith("tcp://127.0.0.1:")


def test_where_no_scheduler_is_the_error_says_so() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(RunnerError, match=f"no Dask scheduler at 127.0.0.1:{port}"):
        DaskExecutor(f"127.0.0.1:{port}")


def test_workers_without_this_package_are_named(tmp_path: Path, shell: Shell) -> None:
    with contextlib.closing(Cluster(tmp_path, path="/")) as bare:
        bare.add_worker()
        with pytest.raises(RunnerError, match="they have no pyxis: install pyxis-runtime"):
            run(bare, shell("true"), ROWS[:1])


def test_threads_are_given_back(cluster: Cluster, shell: Shell) -> None:
    run(cluster, shell(PUBLISH_NUMBER), ROWS[:1])
    names = [thread.name for thread in threading.enumerate()]
    assert not [name for name in names if "pyxis" in name]
