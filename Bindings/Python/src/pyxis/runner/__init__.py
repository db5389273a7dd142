"""Launches hosts under requested variants, one or a whole matrix of them.

Needs nothing but the standard library. The command line and the pytest plugin are made of it.
"""

from __future__ import annotations

from .cancelling import Cancellation
from .collecting import Problem
from .envelopes import Envelope, decode_envelope
from .errors import LaunchError, MatrixError, ResultError, RunnerError
from .launching import Launch, launch
from .outcomes import Outcome
from .outputs import Output
from .results import RunResult

__all__ = [
    "Cancellation",
    "Envelope",
    "Launch",
    "LaunchError",
    "MatrixError",
    "Outcome",
    "Output",
    "Problem",
    "ResultError",
    "RunResult",
    "RunnerError",
    "decode_envelope",
    "launch",
]
