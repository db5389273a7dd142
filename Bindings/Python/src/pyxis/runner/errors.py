"""What can go wrong on the runner's side, beside the errors of the library."""

from __future__ import annotations

from ..errors import PyxisError

__all__ = ["LaunchError", "MatrixError", "ResultError", "RunnerError"]


class RunnerError(PyxisError):
    """Any error of the runner's side."""


class LaunchError(RunnerError, ValueError):
    """A launch that cannot be described: a bad key, a NUL in an argument, a reserved variable."""


class ResultError(RunnerError, ValueError):
    """JSON that is no result of a run or of a matrix, or is one of another version."""


class MatrixError(RunnerError, ValueError):
    """A matrix that cannot be expanded.

    `path` says where in the matrix that shows, as a sequence of names and positions.
    """

    path: tuple[object, ...] = ()

    def __init__(self, message: str, path: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.path = path
