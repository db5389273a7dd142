"""Launches hosts under requested variants, one or a whole matrix of them.

Needs nothing but the standard library. The command line and the pytest plugin are made of it.
"""

from __future__ import annotations

from .cancelling import Cancellation
from .collecting import Problem
from .envelopes import Envelope, decode_envelope
from .errors import LaunchError, MatrixError, ResultError, RunnerError
from .executors import Executor, LocalExecutor
from .launching import Launch, launch
from .matrices import AxisValue, Matrix, Row
from .matrix_files import MatrixFile, MatrixFileError, load_matrix_file, parse_matrix_file
from .matrix_results import Attempt, MatrixResult, RowResult
from .matrix_runs import MatrixRun, run_matrix
from .outcomes import Outcome
from .outputs import Output
from .policies import POLICY_WORDS, Policy
from .results import RunResult
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
    "decode_envelope",
    "launch",
    "load_matrix_file",
    "parse_matrix_file",
    "run_matrix",
    "select_rows",
]
