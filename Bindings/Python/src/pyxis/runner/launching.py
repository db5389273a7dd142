"""Launches one host under requested variants, and brings back what it says of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .._variants import Variants
from ..errors import PyxisError
from .cancelling import Cancellation
from .errors import LaunchError
from .limits import GRACE_SECONDS
from .processes import OutputCallback
from .results import RunResult
from .running import LAUNCH_VARIABLES, Run

__all__ = ["Launch", "check_environment", "launch"]


@dataclass(frozen=True)
class Launch:
    """How to launch one host.

    Attributes:
        command: The executable, looked up in ``PATH`` if it has no slash, and its arguments.
        requested: The variants to ask for, by key.
        environment: Variables to add to the runner's own environment; None takes one away.
        directory: The working directory; the runner's own by default.
        timeout: How long it may run, in seconds; for ever by default.
        grace: How long its process group has between TERM and KILL, in seconds.
        inherit_stdin: Whether it reads the runner's standard input. Otherwise it reads nothing.
    """

    command: Sequence[str]
    requested: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str | None] = field(default_factory=dict)
    directory: str | None = None
    timeout: float | None = None
    grace: float = GRACE_SECONDS
    inherit_stdin: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.command, (str, bytes)):
            raise LaunchError(f"the command is {self.command!r}: it has to be a list of arguments")
        object.__setattr__(self, "command", tuple(map(_as_text, self.command)))
        object.__setattr__(self, "directory", _as_text(self.directory))
        object.__setattr__(self, "requested", dict(self.requested))
        object.__setattr__(self, "environment", dict(self.environment))
        _check_command(self.command)
        check_environment(self.environment)
        for name in ("timeout", "grace"):
            seconds = getattr(self, name)
            if seconds is not None and not 0 <= seconds < float("inf"):
                raise LaunchError(f"the {name} is {seconds!r}: it has to be 0 seconds or more")
        try:
            Variants(self.requested).encode()
        except (PyxisError, TypeError) as error:
            raise LaunchError(str(error)) from error

    def run(
        self,
        *,
        on_output: OutputCallback | None = None,
        cancellation: Cancellation | None = None,
    ) -> RunResult:
        """Launches the host, waits for it, and collects what it published.

        Safe from several threads at once. Whatever ends the wait, KeyboardInterrupt included, the
        run's directory is gone afterwards, and the host's process group too unless the host exited
        by itself: what it left running stays.

        Args:
            on_output: Is given each piece of output as it comes, on the calling thread.
            cancellation: Ends the run from another thread.

        Returns:
            The result, also where the host could not be executed, failed or was ended.
        """
        return Run(self).run(on_output, cancellation)


def launch(
    command: Sequence[str | os.PathLike[str]],
    requested: Mapping[str, str] | None = None,
    *,
    environment: Mapping[str, str | None] | None = None,
    directory: str | None = None,
    timeout: float | None = None,
    grace: float = GRACE_SECONDS,
    inherit_stdin: bool = False,
) -> RunResult:
    """Launches a host under requested variants and returns what came of it.

    >>> result = launch(["true"], {"color_scheme": "dark"}, timeout=60)
    >>> str(result.outcome), result.report_state
    ('exited with 0', 'missing')
    >>> result.report["color_scheme"].status
    'unverified'

    Args:
        command: The executable and its arguments.
        requested: The variants to ask for, by key.
        environment: Variables to add; None takes one away.
        directory: The working directory.
        timeout: How long it may run, in seconds.
        grace: How long its process group has between TERM and KILL, in seconds.
        inherit_stdin: Whether it reads the runner's standard input.

    Raises:
        LaunchError: The launch cannot be described.
    """
    described = Launch(
        [os.fspath(part) for part in command],
        requested or {},
        environment or {},
        directory,
        timeout,
        grace,
        inherit_stdin,
    )
    return described.run()


def _as_text(path: object) -> object:
    """A path object as its text; anything else as it is."""
    return os.fspath(path) if isinstance(path, os.PathLike) else path


def _check_command(command: Sequence[object]) -> None:
    if not command:
        raise LaunchError("the command is empty")
    for position, part in enumerate(command):
        what = "the executable" if position == 0 else f"argument {position}"
        if not isinstance(part, str):
            raise LaunchError(f"{what} is {part!r}, which is not a string")
        if "\0" in part:
            raise LaunchError(f"{what} has a NUL: {part!r}")
    if not command[0]:
        raise LaunchError("the executable's name is empty")


def check_environment(environment: Mapping[str, str | None]) -> None:
    """Refuses what no host can be given, or what the runner sets itself.

    Raises:
        LaunchError: A name or a value cannot be a variable's.
    """
    for name, value in environment.items():
        if name in LAUNCH_VARIABLES:
            raise LaunchError(f"the variable {name} is the runner's own to set")
        if not isinstance(name, str) or not name or "=" in name or "\0" in name:
            raise LaunchError(f"{name!r} cannot be the name of a variable")
        if value is not None and not isinstance(value, str):
            raise LaunchError(f"the variable {name} is {value!r}, which is not a string")
        if value is not None and "\0" in value:
            raise LaunchError(f"the variable {name} has a NUL: {value!r}")
