"""The pytest plugin of Pyxis: overrides that end with their test, launches, and a check for leaks.

Installed with the package, pytest finds it by itself; `-p no:pyxis` leaves it out. It is a package
beside `pyxis` and not in it, so that test suites that never import `pyxis` don't load its library.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from . import options
from .fixtures import (
    Launcher,
    Override,
    Overrider,
    _pyxis_scope,
    pyxis_launch,
    pyxis_override,
    pyxis_row,
    pyxis_snapshot,
)
from .running import Runs
from .summary import Summary

__all__ = [
    "Launcher",
    "Override",
    "Overrider",
    "_pyxis_scope",
    "pyxis_launch",
    "pyxis_override",
    "pyxis_row",
    "pyxis_snapshot",
]

MARKERS = (
    "pyxis(entries=None, /, **values): run the test with entries overridden: by the names of keys "
    "or, in a mapping, by keys",
    "pyxis_matrix(axes=None, /, **axes): run the test for each row of a matrix, with the row's "
    "entries overridden; pyxis_launch requests its variants",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of ini files."""
    options.add(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Chooses the library before any conftest.py can load one."""
    options.choose_library(early_config)


def pytest_configure(config: pytest.Config) -> None:
    """Checks the options and registers markers and what runs with every test."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    options.check(config)
    config.pluginmanager.register(Runs(config), "pyxis-runs")
    config.pluginmanager.register(Summary(), "pyxis-summary")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test with the marker `pyxis_matrix` for each row."""
    if next(metafunc.definition.iter_markers("pyxis_matrix"), None) is not None:
        from .matrices import parametrize

        parametrize(metafunc)


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, None]:
    """Refuses a file whose tests have markers that mean nothing."""
    outcome = yield
    report = outcome.get_result()
    marked = [
        node
        for node in report.result or ()
        if isinstance(node, pytest.Item)
        and any(mark.name in ("pyxis", "pyxis_matrix") for mark in node.iter_markers())
    ]
    if marked and report.passed:
        from .markers import faults

        found = faults(marked)
        if found:
            report.outcome = "failed"
            report.longrepr = "\n".join(found)
            report.result = []
