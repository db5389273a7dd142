"""Hosts that hang, flood, fork, get killed or outlive their parents."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable

import pytest

from pyxis.runner import Cancellation, Launch, launch

Shell = Callable[..., list[str]]

HANGS = "trap '' TERM; echo ready; while :; do sleep 60; done"


def is_gone(pid: int) -> bool:
    """Whether a process is no more, or is only there to be reaped by somebody else."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until_gone(pid: int, seconds: float = 20) -> None:
    """Waits until a process is gone."""
    end = time.monotonic() + seconds
    while not is_gone(pid):
        assert time.monotonic() < end, f"{pid} is still there"
        threading.Event().wait(0.01)


@pytest.fixture(params=["pidfd", "thread"])
def any_exit_watch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways to learn that a child has ended."""

    def refused(_pid: int) -> int:
        raise OSError(38, "Function not implemented")

    if request.param == "thread":
        monkeypatch.setattr(os, "pidfd_open", refused, raising=False)


@pytest.mark.usefixtures("any_exit_watch")
def test_a_grandchild_with_the_pipe_holds_up_nobody(shell: Shell) -> None:
    result = launch(shell("sleep 600 & echo $!"), timeout=30)
    grandchild = int(result.stdout.text)
    assert result.outcome.is_success
    assert result.duration < 20
    assert not is_gone(grandchild)
    os.kill(grandchild, signal.SIGKILL)


@pytest.mark.usefixtures("any_exit_watch")
def test_a_timeout_ends_the_whole_group(shell: Shell) -> None:
    result = launch(shell("sleep 600 & echo $!; exec sleep 600"), timeout=0.5)
    assert result.outcome.kind == "timed_out"
    assert result.outcome.exit_code == 124
    assert "longer than 0.5 s" in str(result.outcome)
    wait_until_gone(int(result.stdout.text))


def test_term_leaves_time_to_publish(shell: Shell) -> None:
    script = "trap 'publish 0 \"$dark\"; exit 0' TERM; echo ready; while :; do sleep 0.05; done"
    result = launch(shell(script), {"color_scheme": "dark"}, timeout=0.5, grace=30)
    assert result.outcome.kind == "timed_out"
    assert result.report["color_scheme"].status == "applied"


@pytest.mark.parametrize("seconds", [30 * 24 * 3600, 1e300])
def test_time_can_be_longer_than_one_call_waits(shell: Shell, seconds: float) -> None:
    assert launch(["true"], timeout=seconds, grace=seconds).outcome.code == 0
    ended = launch(shell("exec sleep 600"), timeout=0.3, grace=seconds)
    assert ended.outcome.kind == "timed_out"

    def interrupt(_name: str, _piece: bytes) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Launch(shell("echo; exec sleep 600"), grace=seconds).run(on_output=interrupt)


def test_a_long_time_is_waited_for_in_parts(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyxis.runner.processes._LONGEST_WAIT", 0.05)
    assert launch(["sleep", "0.3"], timeout=30).outcome.code == 0
    ended = launch(shell("exec sleep 600"), timeout=0.3)
    assert ended.outcome.kind == "timed_out"
    assert ended.duration >= 0.3


def test_what_ignores_term_is_killed_after_the_grace(shell: Shell) -> None:
    result = launch(shell(HANGS), timeout=0.3, grace=0.3)
    assert result.outcome.kind == "timed_out"
    assert result.pid is not None and is_gone(result.pid)
    assert result.stdout.text == "ready\n"
    assert 0.6 <= result.duration < 20


def test_a_grandchild_that_ignores_term_goes_with_the_group(shell: Shell) -> None:
    script = f"( {HANGS} ) & echo $!; exec sleep 600"
    result = launch(shell(script), timeout=0.5, grace=10)
    assert result.outcome.kind == "timed_out"
    wait_until_gone(int(result.stdout.text.split()[0]))


def test_a_stopped_host_is_ended_too(shell: Shell) -> None:
    result = launch(shell("kill -STOP $$"), timeout=0.3, grace=0.3)
    assert result.outcome.kind == "timed_out"


def test_timeout_of_zero_ends_at_once(shell: Shell) -> None:
    assert launch(shell("exec sleep 600"), timeout=0).outcome.kind == "timed_out"


def test_full_pipes_never_deadlock() -> None:
    script = "import os\nfor i in range(1600):\n os.write(1, b'o' * 65536); os.write(2, b'e' * 999)"
    result = launch([sys.executable, "-c", script], timeout=50)
    assert result.outcome.is_success
    for output, byte, size in ((result.stdout, b"o", 65536), (result.stderr, b"e", 999)):
        kept = len(output.head) + len(output.tail)
        assert kept + output.dropped == 1600 * size
        assert kept == 512 * 1024
        assert set(output.head + output.tail) == set(byte)


def test_a_grandchild_that_floods_the_pipe_ends_with_the_wait(shell: Shell) -> None:
    result = launch(shell("yes & echo $! >&2"), timeout=30)
    os.kill(int(result.stderr.text), signal.SIGKILL)
    assert result.outcome.is_success
    assert result.duration < 20


def test_output_can_be_followed_as_it_comes(shell: Shell) -> None:
    pieces: list[tuple[str, bytes]] = []
    described = Launch(shell("echo out; echo err >&2"), timeout=30)
    described.run(on_output=lambda name, piece: pieces.append((name, piece)))
    assert sorted(pieces) == [("stderr", b"err\n"), ("stdout", b"out\n")]


def test_an_exception_while_following_ends_the_host(shell: Shell) -> None:
    pids: list[int] = []

    def refuse(_name: str, piece: bytes) -> None:
        pids.append(int(piece))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Launch(shell("echo $$; exec sleep 600")).run(on_output=refuse)
    assert is_gone(pids[0])


def test_keyboard_interrupt_kills_the_group_and_propagates(shell: Shell) -> None:
    pids: list[int] = []

    def interrupt(_name: str, piece: bytes) -> None:
        if not pids:
            pids.extend(int(word) for word in piece.split())
            signal.raise_signal(signal.SIGINT)

    script = "sleep 600 & echo $! $$; exec sleep 600"
    with pytest.raises(KeyboardInterrupt):
        Launch(shell(script)).run(on_output=interrupt)
    assert len(pids) == 2
    for pid in pids:
        wait_until_gone(pid)


def test_an_interruption_leaves_the_host_time_to_clean_up(shell: Shell, tmp_path: Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    script = "trap 'echo cleaned > \"$1\"; exit' TERM; echo ready; while :; do sleep 0.05; done"
    with pytest.raises(KeyboardInterrupt):
        Launch(shell(script, str(tmp_path / "end")), grace=30).run(on_output=interrupt)
    assert (tmp_path / "end").read_text() == "cleaned\n"


def test_a_host_that_ignores_an_interruption_is_killed(shell: Shell) -> None:
    pids: list[int] = []

    def interrupt(_name: str, piece: bytes) -> None:
        pids.append(int(piece))
        raise KeyboardInterrupt

    script = "trap '' TERM; echo $$; while :; do sleep 60; done"
    with pytest.raises(KeyboardInterrupt):
        Launch(shell(script), grace=0.2).run(on_output=interrupt)
    assert is_gone(pids[0])


def test_cancellation_from_another_thread_ends_every_run(shell: Shell) -> None:
    started = threading.Barrier(4)

    def run(cancellation: Cancellation) -> str:
        def ready(*_: object) -> None:
            started.wait(30)

        described = Launch(shell("echo ready; exec sleep 600"))
        return described.run(on_output=ready, cancellation=cancellation).outcome.kind

    with Cancellation() as cancellation, ThreadPoolExecutor(3) as pool:
        runs = [pool.submit(run, cancellation) for _ in range(3)]
        started.wait(30)
        cancellation.set()
        cancellation.set()
        assert [future.result(30) for future in runs] == ["cancelled"] * 3
        # What starts later ends at once.
        assert run_cancelled(shell, cancellation) == "cancelled"


def run_cancelled(shell: Shell, cancellation: Cancellation) -> str:
    """How a run ends that was cancelled before it started."""
    return Launch(shell("exec sleep 600")).run(cancellation=cancellation).outcome.kind


def test_parallel_runs_do_not_mix(shell: Shell) -> None:
    def run(number: int) -> None:
        variant = '\\"custom.n\\":{\\"status\\":\\"applied\\",\\"value\\":\\"$1\\"}'
        script = f'echo "$1"; publish 0 "{variant}"'
        result = launch(shell(script, str(number)), {"custom.n": str(number)}, timeout=50)
        assert result.stdout.text == f"{number}\n"
        assert result.report["custom.n"].value == str(number)
        assert len(result.processes) == 1

    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(run, number) for number in range(64)]:
            future.result(50)


def test_no_descriptor_is_left_open(shell: Shell) -> None:
    def descriptors() -> set[str]:
        return set(os.listdir("/proc/self/fd"))

    launch(shell("true"))
    before = descriptors()
    for command in (shell("exit 1"), ["/no/such/program"], shell("exec sleep 600")):
        with contextlib.suppress(Exception):
            launch(command, timeout=0.1)
    assert descriptors() == before
