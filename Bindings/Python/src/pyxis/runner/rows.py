"""The rows of a matrix, and the values of its axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .launching import Launch
from .strict_json import Json

__all__ = ["AxisValue", "Row", "row_identifier"]


@dataclass(frozen=True)
class AxisValue:
    """One value of an axis: a label, and what it stands for.

    Attributes:
        label: What the value is called in the identifiers of rows.
        requested: The variants that a row with this value asks for.
        environment: Variables that a row with this value adds; None takes one away.
    """

    label: str
    requested: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One row of a matrix: what one launch is asked for, under a stable identifier.

    Attributes:
        id: What tells the row from the others. For an expanded row it is
            ``axis=label,axis=label`` in the order of the axes, so it stays as it is when other
            values or rows come and go; in names and labels, ``%``, ``=`` and ``,`` are written as
            ``%25``, ``%3D`` and ``%2C``.
        requested: The variants that the row asks for.
        environment: Variables that the row adds; None takes one away.
        timeout: How long its host may run, in seconds, where that differs from other rows.
        labels: The labels by axis; empty for an explicit row.
    """

    id: str
    requested: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str | None] = field(default_factory=dict)
    timeout: float | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    def launch(self, launch: Launch) -> Launch:
        """A launch with what this row adds to it.

        Raises:
            LaunchError: The row asks for something that no launch can carry.
        """
        return replace(
            launch,
            requested={**launch.requested, **self.requested},
            environment={**launch.environment, **self.environment},
            timeout=launch.timeout if self.timeout is None else self.timeout,
        )

    def to_json(self) -> dict[str, Json]:
        """This row as JSON."""
        return {
            "id": self.id,
            "requested": dict(self.requested),
            "environment": dict(self.environment),
            "timeout": self.timeout,
            "labels": dict(self.labels),
        }

    @classmethod
    def from_json(cls, members: Json) -> Row:
        """The row that :meth:`to_json` wrote."""
        names = ("id", "requested", "environment", "timeout", "labels")
        return cls(*(members[name] for name in names))


def row_identifier(labels: Mapping[str, str]) -> str:
    """The identifier of a row with a label of each axis."""
    return ",".join(f"{_escaped(name)}={_escaped(label)}" for name, label in labels.items())


def _escaped(text: str) -> str:
    """A part of an identifier, in which nothing looks like a separator."""
    return text.replace("%", "%25").replace("=", "%3D").replace(",", "%2C")
