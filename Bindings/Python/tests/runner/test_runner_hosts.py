"""Hosts that embed the library are launched, and what they say comes back."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pyxis
from pyxis import Result
from pyxis.runner import Launch, Matrix, run_matrix

HOST = """
import os
import pyxis

adapters = {
    "color_scheme": lambda variant: pyxis.Result.applied(variant.value),
    "locale": lambda variant: pyxis.Result.unsupported(f"no translations to {variant.value}"),
}
pyxis.prepare(adapters)
pyxis.apply({"color_scheme": lambda variant: pyxis.Result.observed("light")})
if os.fork() == 0:
    pyxis.apply({"color_scheme": lambda variant: pyxis.Result.applied("of a child")})
    os._exit(0)
os.wait()
"""
PATH = {"PYTHONPATH": str(Path(pyxis.__file__).parents[1])}


def test_a_host_in_python_reports_by_the_library() -> None:
    requested = {"color_scheme": "dark", "locale": "ar", "fixture": "demo"}
    described = Launch([sys.executable, "-c", HOST], requested, PATH, timeout=50)
    result = described.run()
    assert result.outcome.is_success, result.stderr.text
    assert result.problems == ()
    assert result.report["color_scheme"] == Result.observed("light")
    assert result.report["locale"] == Result.unsupported("no translations to ar")
    assert result.report["fixture"].status == "unverified"
    own = [each for each in result.processes if each.pid == result.pid]
    assert [(each.role, each.sequence) for each in own] == [("host", 0), ("host", 1)]
    assert {each.parent_pid for each in own} == {os.getpid()}
    assert {each.role for each in result.processes} == {"host", "forked"}


def test_what_the_runner_overrides_never_reaches_a_host() -> None:
    scheme = pyxis.Key("runner.scheme", str, default="none")
    host = "import pyxis\nprint(pyxis.Key('runner.scheme', str, default='none').get())"
    with pyxis.override({scheme: "dark"}):
        rows = Matrix({"runner.scheme": ["asked"]})
        described = Launch([sys.executable, "-c", host], environment=PATH, timeout=50)
        (row,) = run_matrix(described, rows).rows
    assert row.result is not None
    assert row.result.stdout.text == "none\n"  # R26
