"""The marker `pyxis_matrix`: one run of a test for each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pyxis.errors import PyxisError
from pyxis.runner import AxisValue, Matrix, Row
from pyxis.runner.suggesting import suggestion

from . import entries

PARAMETER = "pyxis_row"


def parametrize(metafunc: pytest.Metafunc) -> None:
    """Runs a test once for each row of its markers, under the rows' identifiers."""
    where = metafunc.definition.nodeid
    marks = reversed(list(metafunc.definition.iter_markers("pyxis_matrix")))
    try:
        matrix = matrix_of([(mark.args, mark.kwargs) for mark in marks])
        _check_rows(matrix, metafunc.fixturenames)
    except (PyxisError, TypeError, ValueError) as error:
        raise pytest.Collector.CollectError(f"{where}: pyxis_matrix: {error}") from error
    rows = list(matrix)
    if PARAMETER not in metafunc.fixturenames:
        metafunc.fixturenames.append(PARAMETER)
    metafunc.parametrize(PARAMETER, rows, indirect=True, ids=[row.id for row in rows])


def matrix_of(marks: Sequence[tuple[tuple[Any, ...], Mapping[str, Any]]]) -> Matrix:
    """Returns the matrix of markers, the outermost first.

    Axes of a module, a class and a function are multiplied; the innermost axis of a name counts.
    """
    axes: dict[str, list[AxisValue]] = {}
    for arguments, named in marks:
        if len(arguments) > 1:
            raise TypeError(f"one matrix or mapping of axes is expected, and not {len(arguments)}")
        for argument in arguments:
            if isinstance(argument, Matrix):
                if len(marks) > 1 or named:
                    raise TypeError("a Matrix stands alone: give it all of the axes")
                return argument
        for mapping in (*arguments, named):
            if not isinstance(mapping, Mapping):
                raise TypeError(f"a Matrix or a mapping of axes is expected, and not {mapping!r}")
            axes.update((_name(name), _axis(name, values)) for name, values in mapping.items())
    return Matrix(axes)


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of an axis is a text, and not {name!r}")
    return name


def _axis(name: str, values: Any) -> list[AxisValue]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise TypeError(f"the values of {name!r} are not a list")
    return [_axis_value(name, value) for value in values]


def _axis_value(name: str, value: Any) -> AxisValue:
    if isinstance(value, AxisValue):
        return value
    text = entries.text_of(name, value)
    return AxisValue(text, {name: text})


def _check_rows(matrix: Matrix, fixtures: Sequence[str]) -> None:
    """Refuses values that keys cannot read, and variants that the test has no use for."""
    requested = {(name, text) for row in matrix for name, text in row.requested.items()}
    takes_rows = PARAMETER in fixtures or "pyxis_launch" in fixtures
    for name, text in sorted(requested):
        if not entries.parsed(name, text) and not takes_rows:
            raise ValueError(
                f"no pyxis.Key is called {name!r}, and the test takes neither pyxis_launch nor "
                f"{PARAMETER}, which would have a use for it{suggestion(name, entries.names())}"
            )


def entries_of(row: Row) -> entries.Entries:
    """Returns what a row overrides: the variants that keys of this process can read."""
    found: entries.Entries = {}
    for name, text in row.requested.items():
        entries.merge(found, entries.parsed(name, text))
    return found


def row_of(item: pytest.Item) -> Row | None:
    """Returns the row that a test runs for."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    row = parameters.get(PARAMETER)
    return row if isinstance(row, Row) else None
