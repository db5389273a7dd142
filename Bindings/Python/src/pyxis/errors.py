"""The exceptions that calls of the library raise.

All are `PyxisError`; each also is the built-in exception that a Python programmer would expect.
"""

from __future__ import annotations


class PyxisError(Exception):
    """A call that failed.

    `status` is the number and `status_name` the name of the C status; `key` is the key or variant
    that the error is about, and `offset` the place, in bytes, in the text that was read. Both are
    None where they don't apply.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        status_name: str = "",
        key: str | None = None,
        offset: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.status_name = status_name
        self.key = key
        self.offset = offset

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self.args, self.__dict__)


class InvalidArgumentError(PyxisError, ValueError):
    """An argument is out of its range, or a combination has no meaning."""


class InvalidHandleError(PyxisError, ValueError):
    """An object was used after its time, such as the staged configuration after `configure`."""


class InvalidKeyError(PyxisError, ValueError):
    """A number is not a key of this process."""


class InvalidUTF8Error(PyxisError, ValueError):
    """A text cannot be written as UTF-8: it is never repaired."""


class InvalidStructError(PyxisError, ValueError):
    """A struct has a size that the library does not know."""


class TypeMismatchError(PyxisError, TypeError):
    """A key has another type than the value."""


class KeyConflictError(PyxisError, ValueError):
    """The name is defined already with another type, default or secrecy (R5)."""


class BufferTooSmallError(PyxisError, ValueError):
    """A buffer is too small."""


class WrongThreadError(PyxisError, RuntimeError):
    """The call belongs to another thread."""


class WrongOrderError(PyxisError, RuntimeError):
    """Native scopes close in reverse order."""


class NotOwnedError(PyxisError, ValueError):
    """A handle is borrowed."""


class MalformedPayloadError(PyxisError, ValueError):
    """A launch payload cannot be read; see `offset`."""


class UnsupportedVersionError(PyxisError, ValueError):
    """A launch payload or report envelope has a `version` that is not known here."""

    version: int | None = None


class AlreadyPreparedError(PyxisError, RuntimeError):
    """This process was prepared already (R12)."""


class PreparationInProgressError(PyxisError, RuntimeError):
    """A preparation of this process is running (R12)."""


class ConfigureFailedError(PyxisError, RuntimeError):
    """A native configure callback failed; Python's own exceptions are raised as they are (R13)."""


class InvalidReportError(PyxisError, ValueError):
    """A result lacks its value or its reason; `key` names the variant (R15)."""


class MalformedReportError(PyxisError, ValueError):
    """An encoded report cannot be read; see `offset`."""


class LimitReachedError(PyxisError, RuntimeError):
    """A fixed limit of the library is reached."""


class ReportNotPublishedError(PyxisError, RuntimeError):
    """The report could not be written to where the runner wants it; the message says why."""


BY_STATUS: dict[int, type[PyxisError]] = {
    -1: InvalidArgumentError,
    -2: InvalidHandleError,
    -3: InvalidKeyError,
    -4: InvalidUTF8Error,
    -5: InvalidStructError,
    -6: TypeMismatchError,
    -7: KeyConflictError,
    -8: BufferTooSmallError,
    -9: WrongThreadError,
    -10: WrongOrderError,
    -11: NotOwnedError,
    -12: MalformedPayloadError,
    -13: UnsupportedVersionError,
    -14: AlreadyPreparedError,
    -15: PreparationInProgressError,
    -16: ConfigureFailedError,
    -17: InvalidReportError,
    -18: MalformedReportError,
    -19: LimitReachedError,
    -20: ReportNotPublishedError,
}
"""The exception of each status; a test compares it with the header."""
