"""What ini files say to the plugin, and whether it makes sense."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyxis.runner import Policy

TIMEOUT, LIBRARY, LEAK_CHECK, FAIL_ON = (
    "pyxis_timeout",
    "pyxis_library",
    "pyxis_leak_check",
    "pyxis_fail_on",
)
DEFAULT_TIMEOUT = "60s"
VARIABLE = "PYXIS_LIBRARY"


def add(parser: pytest.Parser) -> None:
    """Adds the options, with what `pytest --help` says of them."""
    parser.addini(
        TIMEOUT,
        "how long a program of pyxis_launch may run: 30s, 500ms, 2m",
        default=DEFAULT_TIMEOUT,
    )
    parser.addini(
        LIBRARY,
        "the file of the Pyxis library, absolute or from the folder of this file",
        default="",
    )
    parser.addini(
        LEAK_CHECK,
        "fail a test that leaves an override in force (default: true)",
        type="bool",
        default=True,
    )
    parser.addini(
        FAIL_ON,
        "what pyxis_launch fails on, beside no report and an invalid one: the words of "
        "pyxis run --fail-on",
        type="args",
        default=[],
    )


def choose_library(config: pytest.Config) -> None:
    """Has this process and its children use the library that the ini file names."""
    named = config.getini(LIBRARY)
    if not named:
        return
    base = config.inipath.parent if config.inipath else config.rootpath
    path = Path(os.path.abspath(base / named))
    if not path.is_file():
        raise pytest.UsageError(f"{LIBRARY}: there is no file {path}")
    loaded = sys.modules.get("pyxis._library")
    present = loaded and loaded.library.path
    if present and not os.path.samefile(present, path):
        raise pytest.UsageError(
            f"{LIBRARY} names {path}, and pyxis was imported already with {present}"
        )
    os.environ[VARIABLE] = str(path)


def check(config: pytest.Config) -> None:
    """Raises UsageError for an option that cannot be used; those with defaults cost nothing."""
    try:
        if config.getini(TIMEOUT) != DEFAULT_TIMEOUT:
            timeout(config)
        if config.getini(FAIL_ON):
            policy(config)
        leak_check(config)
    except (TypeError, ValueError) as error:
        raise pytest.UsageError(str(error)) from error


def timeout(config: pytest.Config) -> float:
    """How long a launched program may run, in seconds."""
    from pyxis.runner.durations import parse_duration
    from pyxis.runner.errors import RunnerError

    try:
        return parse_duration(config.getini(TIMEOUT))
    except RunnerError as error:
        raise ValueError(f"{TIMEOUT}: {error}") from error


def policy(config: pytest.Config) -> Policy:
    """What a launch fails on."""
    from pyxis.runner import Policy, RunnerError

    try:
        return Policy.of(config.getini(FAIL_ON))
    except RunnerError as error:
        raise ValueError(f"{FAIL_ON}: {error}") from error


def leak_check(config: pytest.Config) -> bool:
    """Whether a test that leaves an override in force fails."""
    try:
        return bool(config.getini(LEAK_CHECK))
    except (TypeError, ValueError, pytest.UsageError) as error:
        raise ValueError(f"{LEAK_CHECK}: {error}") from error
