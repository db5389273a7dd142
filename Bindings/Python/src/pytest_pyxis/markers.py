"""What the markers of a test override."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pyxis.errors import PyxisError

from . import matrices
from .entries import Entries, entries_of, merge


def entries_in_force(item: pytest.Item) -> Entries:
    """Returns what the row and the markers `pyxis` of a test override.

    The marker of a function counts before that of its class, and that before its module's; the row
    counts before all, since the name of the test says it.
    """
    found: Entries = {}
    for mark in reversed(list(item.iter_markers("pyxis"))):
        merge(found, entries_of(mark.args, mark.kwargs))
    row = matrices.row_of(item)
    if row is not None:
        merge(found, matrices.entries_of(row))
    return found


def faults(items: Iterable[pytest.Item]) -> list[str]:
    """Returns what is wrong with the markers of tests, each once."""
    found: dict[str, None] = {}
    for item in items:
        name = item.nodeid.partition("[")[0]
        has_matrix = next(item.iter_markers("pyxis_matrix"), None) is not None
        if has_matrix and matrices.row_of(item) is None:
            found[
                f"{name}: pyxis_matrix: this test cannot run for each row: methods of "
                "unittest.TestCase take no parameters"
            ] = None
        for mark in item.iter_markers("pyxis"):
            try:
                entries_of(mark.args, mark.kwargs)
            except (PyxisError, TypeError, ValueError) as error:
                found[f"{name}: pyxis: {error}"] = None
    return list(found)
