"""Preparation: once in a process, from the launch payload, completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from ctypes import byref, c_char_p, c_void_p, sizeof
from typing import Any

from . import errors
from ._adapters import AdapterCallable, Adapters
from ._declarations import (
    PREPARE_ANY_THREAD,
    ConfigureFunction,
    DestroyFunction,
    PrepareOptions,
)
from ._foreign import NO_PAYLOAD, NOT_PREPARED, OK, checked_mapping, raise_error
from ._frames import FRAME, in_force
from ._library import library
from ._native import AsNative
from ._reports import Report
from ._snapshots import Snapshot
from ._staged import StagedConfiguration

Environment = Mapping[Any, Any]

_PREFIX = b"PYXIS_"
_FAILED = 1
_BOOTSTRAP = b"PYXIS_BOOTSTRAP"


Configure = Callable[[StagedConfiguration], object]


class _Configuring:
    """One run of a configure function, and what it raised."""

    def __init__(self, configure: Configure | None) -> None:
        self.error: BaseException | None = None
        self.is_done = configure is None
        self._configure = configure
        self.foreign = ConfigureFunction() if configure is None else ConfigureFunction(self._run)

    def _run(self, handle: int, _: object) -> int:
        try:
            assert self._configure is not None
            with AsNative():
                self._configure(StagedConfiguration(c_void_p(handle)))
            self.is_done = True
            return OK
        except BaseException as error:
            self.error = error
            return _FAILED


def prepare(
    adapters: Mapping[str, AdapterCallable] | None = None,
    configure: Configure | None = None,
    *,
    environment: Environment | None = None,
) -> Report | None:
    """Prepare the process from its launch payload, and return the report.

    Return None if nothing was requested; then nothing ran, and preparation is not used up (R8).
    Else `configure` fills the staged configuration, starting from the process default (R9); then
    the adapters of requested variants run, in the order of their keys' bytes, with the staged
    configuration in force; and configuration and report are published together (R10). A failure
    publishes nothing, and a corrected call may follow (R13).

    `adapters` are functions by the keys of variants: each takes a Variant and returns a Result.
    What an adapter raises is reported as unverified, and kept in the `errors` of the report. What
    `configure` raises is raised here. KeyboardInterrupt and SystemExit end the call, whichever
    raised them, and nothing is published.

    `environment`: the default is `os.environ`, as it is during the call; what other code of the
    process did with `setenv` alone does not count. It is not written. Any thread may call (R16).

    Raise MalformedPayloadError, UnsupportedVersionError, InvalidUTF8Error, InvalidReportError,
    AlreadyPreparedError or PreparationInProgressError (R12); TypeError for wrong arguments.

    >>> import pyxis
    >>> def choose_locale(variant):
    ...     return pyxis.Result.unsupported(f"There are no translations to {variant.value}.")
    >>> pyxis.prepare({"locale": choose_locale}, environment={}) is None
    True
    """
    given = _adapters(adapters)
    if configure is not None and not callable(configure):
        raise TypeError(f"configure is not a function, but {type(configure).__name__}")
    if environment is None:
        environment = os.environ
    variables = list(_variables(checked_mapping(environment, "the environment")))
    configuring = _Configuring(configure)
    options = PrepareOptions(
        struct_size=sizeof(PrepareOptions),
        flags=PREPARE_ANY_THREAD,
        environment=(c_char_p * (len(variables) + 1))(*variables, None),
        adapters=given.array,
        adapter_count=given.count,
        configure=configuring.foreign,
        configure_destroy=DestroyFunction(),
    )
    report, error = c_void_p(), c_void_p()
    status = library.prepare(byref(options), byref(report), byref(error))
    _raise_interruptions(given, configuring, status, error)
    if status == NO_PAYLOAD:
        return None
    if status != OK:
        _raise_named(status, error, variables)
    return given.report(report)


def _raise_interruptions(
    adapters: Adapters, configuring: _Configuring, status: int, error: c_void_p
) -> None:
    """Raise what Python code raised during the call."""
    raised = configuring.error or adapters.interruption
    if raised is not None:
        library.error_release(error)
        raise raised
    if status == OK and not configuring.is_done:
        # Only a signal's handler can have raised before the function began.
        raise KeyboardInterrupt


def _raise_named(status: int, error: c_void_p, variables: list[bytes]) -> None:
    """Raise an error of the library, naming the variable that is not UTF-8."""
    try:
        raise_error(status, error)
    except (errors.InvalidUTF8Error, errors.MalformedPayloadError) as fault:
        for variable in variables:
            name, _, value = variable.partition(b"=")
            offset = _invalid_offset(value)
            if name.startswith(_BOOTSTRAP) and offset is not None:
                text = f"{name.decode('ascii')} is not valid UTF-8 at byte {offset}"
                fault.offset = offset
                fault.args = (f"the environment variable {text}",)
        raise


def _invalid_offset(value: bytes) -> int | None:
    """Return where a text stops being UTF-8."""
    try:
        value.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _adapters(adapters: Mapping[str, AdapterCallable] | None) -> Adapters:
    if adapters is not None and not isinstance(adapters, Mapping):
        raise TypeError(
            f"adapters are a mapping of keys to functions, not {type(adapters).__name__}"
        )
    return Adapters(adapters or {})


def _variables(environment: Environment) -> Iterator[bytes]:
    """Write the variables of an environment that the library reads, as `NAME=VALUE`."""
    for name, value in environment.items():
        pair = [os.fsencode(part) if isinstance(part, str) else part for part in (name, value)]
        if not all(isinstance(part, bytes) for part in pair):
            raise TypeError(f"the environment maps str to str, or bytes to bytes: see {name!r}")
        if pair[0].startswith(_PREFIX):
            if b"=" in pair[0]:
                raise ValueError(f"the environment variable {name!r} has a = in its name")
            if b"\0" in pair[1]:
                raise ValueError(f"the environment variable {name!r} contains a NUL")
            yield b"=".join(pair)


def apply(
    adapters: Mapping[str, AdapterCallable], configuration: Snapshot | None = None
) -> Report | None:
    """Apply requested variants once more, as to a window that opened later (R24).

    Run the adapters whose keys the launch requested, with `configuration` in force: by default the
    effective one. Return the process report with the results of those keys replaced, or None if
    the process is not prepared; then no adapter ran. Nothing of the process changes, and the call
    may be repeated.

    Raise InvalidReportError; TypeError for wrong arguments. KeyboardInterrupt passes.

    >>> import pyxis
    >>> pyxis.apply({"color_scheme": lambda variant: pyxis.Result.applied(variant.value)}) is None
    True
    """
    if configuration is not None and not isinstance(configuration, Snapshot):
        raise TypeError(f"the configuration is a Snapshot, not {type(configuration).__name__}")
    given = _adapters(adapters)
    layer = in_force()[FRAME].layer() if configuration is None else configuration._layer
    report, error = c_void_p(), c_void_p()
    status = library.apply(layer.native(), given.array, given.count, byref(report), byref(error))
    if given.interruption is not None:
        library.error_release(error)
        if report:
            library.report_release(report)
        raise given.interruption
    if status == NOT_PREPARED:
        return None
    if status != OK:
        raise_error(status, error)
    return given.report(report)
