"""Rows of variants, expanded from axes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Union, overload

from .errors import MatrixError
from .rows import AxisValue, Row, row_identifier
from .suggesting import suggestion

__all__ = ["Matrix"]

ROW_LIMIT = 10_000
"""How many rows a matrix may have, before exclusions."""


Axes = Mapping[str, Sequence[Union[str, AxisValue]]]
Exclusion = Mapping[str, Union[str, Sequence[str]]]


class Matrix(Sequence[Row]):
    """Rows of variants: every value of each axis with every value of the others.

    >>> matrix = Matrix(
    ...     {"color_scheme": ["light", "dark"], "locale": ["pl_PL", "ar"]},
    ...     exclude=[{"color_scheme": "dark", "locale": "ar"}],
    ...     rows=[Row("trial", {"subscription.status": "trial"})],
    ... )
    >>> for row in matrix:
    ...     print(row.id)
    color_scheme=light,locale=pl_PL
    color_scheme=light,locale=ar
    color_scheme=dark,locale=pl_PL
    trial
    """

    def __init__(
        self,
        axes: Axes | None = None,
        *,
        exclude: Sequence[Exclusion] = (),
        rows: Sequence[Row] = (),
        limit: int = ROW_LIMIT,
    ) -> None:
        """Expands axes. The last axis varies fastest, and explicit rows come last.

        Args:
            axes: The values of each axis, in their order. A text is a value of the variant that
                the axis is called after.
            exclude: Labels by axis; several labels of one axis are alternatives. A row that has a
                label of each axis of an exclusion is left out.
            rows: Rows that are added to the expanded ones.
            limit: How many rows there may be, before exclusions.

        Raises:
            MatrixError: Something is there twice, conflicts, has no effect or is beyond the limit.
        """
        values = _checked_axes(axes or {})
        _check_size(values, len(rows), limit)
        expanded = list(_expand(values)) if values else []
        for position, exclusion in enumerate(exclude):
            expanded = _exclude(expanded, values, exclusion, position)
        self._rows = (*expanded, *rows)
        _check_rows(self._rows, len(expanded))

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, position: int) -> Row: ...

    @overload
    def __getitem__(self, position: slice) -> Sequence[Row]: ...

    def __getitem__(self, position: int | slice) -> Row | Sequence[Row]:
        return self._rows[position]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"<Matrix of {len(self)} rows>"


Values = dict[str, list[AxisValue]]


def _checked_axes(axes: Axes) -> Values:
    checked: Values = {}
    for name, values in axes.items():
        if isinstance(values, (str, bytes)):
            raise MatrixError(f"the values of {name!r} are not a list", ("axes", name))
        checked[name] = [
            AxisValue(value, {name: value}) if isinstance(value, str) else value for value in values
        ]
        if not checked[name]:
            reason = f"the axis {name!r} has no values, so there would be no rows"
            raise MatrixError(reason, ("axes", name))
        labels: set[str] = set()
        for position, value in enumerate(checked[name]):
            if value.label in labels:
                reason = f"the axis {name!r} has the value {value.label!r} twice"
                raise MatrixError(reason, ("axes", name, position))
            labels.add(value.label)
    return checked


def _check_size(axes: Values, explicit: int, limit: int) -> None:
    product = math.prod(len(values) for values in axes.values()) if axes else 0
    if product + explicit > limit:
        reason = f"the matrix has {product + explicit} rows; its limit is {limit}"
        raise MatrixError(reason, ("axes",))


def _expand(axes: Values) -> Iterator[Row]:
    for values in itertools.product(*axes.values()):
        labels = {name: value.label for name, value in zip(axes, values)}
        identifier = row_identifier(labels)
        requested: dict[str, str] = {}
        environment: dict[str, str | None] = {}
        for name, value in zip(axes, values):
            for added, known in (
                (value.requested, requested),
                (value.environment, environment),
            ):
                twice = next((key for key in added if key in known), None)
                if twice is not None:
                    reason = f"two axes of the row {identifier!r} set {twice!r}"
                    raise MatrixError(reason, ("axes", name))
            requested.update(value.requested)
            environment.update(value.environment)
        yield Row(identifier, requested, environment, labels=labels)


def _exclude(rows: list[Row], axes: Values, exclusion: Exclusion, position: int) -> list[Row]:
    wanted = _checked_exclusion(axes, exclusion, position)
    kept = [row for row in rows if not all(row.labels[name] in wanted[name] for name in wanted)]
    if len(kept) == len(rows):
        reason = "the exclusion excludes nothing that others have not excluded"
        raise MatrixError(reason, ("exclude", position))
    return kept


def _checked_exclusion(
    axes: Values, exclusion: Exclusion, position: int
) -> dict[str, tuple[str, ...]]:
    if not exclusion:
        reason = "the exclusion names no axis, and would exclude every row"
        raise MatrixError(reason, ("exclude", position))
    wanted = {}
    for name, labels in exclusion.items():
        place = ("exclude", position, name)
        if name not in axes:
            raise MatrixError(f"there is no axis {name!r}{suggestion(name, axes)}", place)
        wanted[name] = (labels,) if isinstance(labels, str) else tuple(labels)
        known = [value.label for value in axes[name]]
        for label in wanted[name]:
            if label not in known:
                reason = f"the axis {name!r} has no value {label!r}{suggestion(label, known)}"
                raise MatrixError(reason, place)
    return wanted


def _check_rows(rows: Sequence[Row], expanded: int) -> None:
    if not rows:
        raise MatrixError("the matrix has no rows")
    identifiers: set[str] = set()
    requests: dict[object, str] = {}
    for position, row in enumerate(rows):
        place = ("row", position - expanded) if position >= expanded else ("axes",)
        if not row.id:
            raise MatrixError("the row's identifier is empty", place)
        if row.id in identifiers:
            raise MatrixError(f"two rows have the identifier {row.id!r}", place)
        identifiers.add(row.id)
        request = (frozenset(row.requested.items()), frozenset(row.environment.items()))
        other = requests.setdefault(request, row.id)
        if other != row.id:
            raise MatrixError(f"the rows {other!r} and {row.id!r} ask for the same", place)
