"""Launches hosts under requested variants, one or a whole matrix of them.

Needs nothing but the standard library. The command line and the pytest plugin are made of it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cancelling import Cancellation
    from .collecting import Problem
    from .envelopes import Envelope, decode_envelope
    from .errors import LaunchError, MatrixError, ResultError, RunnerError
    from .executors import Executor, LocalExecutor, Started
    from .launching import Launch, launch
    from .matrices import Matrix
    from .matrix_files import MatrixFile, MatrixFileError, load_matrix_file, parse_matrix_file
    from .matrix_results import Attempt, MatrixResult, RowResult
    from .matrix_runs import MatrixRun, run_matrix
    from .outcomes import Outcome
    from .outputs import Output
    from .policies import POLICY_WORDS, Policy
    from .results import RunResult
    from .rows import AxisValue, Row
    from .selecting import select_rows

__all__ = [
    "POLICY_WORDS",
    "Attempt",
    "AxisValue",
    "Cancellation",
    "Envelope",
    "Executor",
    "Launch",
    "LaunchError",
    "LocalExecutor",
    "Matrix",
    "MatrixError",
    "MatrixFile",
    "MatrixFileError",
    "MatrixResult",
    "MatrixRun",
    "Outcome",
    "Output",
    "Policy",
    "Problem",
    "ResultError",
    "Row",
    "RowResult",
    "RunResult",
    "RunnerError",
    "Started",
    "decode_envelope",
    "launch",
    "load_matrix_file",
    "parse_matrix_file",
    "run_matrix",
    "select_rows",
]

_MODULES = {
    "Attempt": "matrix_results",
    "AxisValue": "rows",
    "Cancellation": "cancelling",
    "Envelope": "envelopes",
    "Executor": "executors",
    "Launch": "launching",
    "LaunchError": "errors",
    "LocalExecutor": "executors",
    "Matrix": "matrices",
    "MatrixError": "errors",
    "MatrixFile": "matrix_files",
    "MatrixFileError": "matrix_files",
    "MatrixResult": "matrix_results",
    "MatrixRun": "matrix_runs",
    "Outcome": "outcomes",
    "Output": "outputs",
    "POLICY_WORDS": "policies",
    "Policy": "policies",
    "Problem": "collecting",
    "ResultError": "errors",
    "Row": "rows",
    "RowResult": "matrix_results",
    "RunResult": "results",
    "RunnerError": "errors",
    "Started": "executors",
    "decode_envelope": "envelopes",
    "launch": "launching",
    "load_matrix_file": "matrix_files",
    "parse_matrix_file": "matrix_files",
    "run_matrix": "matrix_runs",
    "select_rows": "selecting",
}


if not TYPE_CHECKING:  # Which would take any name for one that is there.

    def __getattr__(name: str) -> object:
        """Imports what is used: most programs need little of this package."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f".{_MODULES[name]}", __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
