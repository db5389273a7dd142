"""Medians, spreads, and numbers as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

TIMES = "\N{MULTIPLICATION SIGN}"

# What a unit is called from which size on.
SCALES: dict[str, tuple[tuple[float, str], ...]] = {
    "ns": ((1e6, "ms"), (1e3, "µs"), (1, "ns")),
    "ns/byte": ((1, "ns/byte"),),
    "bytes": ((1e6, "MB"), (1, "bytes")),
    "/s": ((1e6, "M/s"), (1e3, "k/s"), (1, "/s")),
    "": ((1, ""),),
}


def quantity(value: float, unit: str) -> str:
    """Returns a number with its unit, in three digits or so."""
    scales = SCALES[unit]
    factor, name = next((scale for scale in scales if value >= scale[0]), scales[-1])
    scaled = value / factor
    if scaled == int(scaled) and scaled < 1000:
        digits = f"{scaled:.0f}"
    else:
        digits = f"{scaled:.{0 if scaled >= 100 else 1 if scaled >= 10 else 2}f}"
    return f"{digits} {name}".rstrip()


def ratio(value: float) -> str:
    """Returns a ratio in two digits after the point, or as many as a small one needs."""
    return f"{value:.2f}" if value >= 0.1 or value == 0 else f"{value:#.2g}"


@dataclass(frozen=True)
class Spread:
    """The median of many measurements, and where the middle 80 % of them lie."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Returns the spread of one measurement or more."""
        ordered = sorted(values)
        return cls(percentile(ordered, 0.5), percentile(ordered, 0.1), percentile(ordered, 0.9))

    def as_json(self) -> dict[str, float]:
        """Returns the numbers for the file of results."""
        return {name: float(f"{value:.5g}") for name, value in asdict(self).items()}


def percentile(ordered: Sequence[float], part: float) -> float:
    """Returns the value below which this part of sorted values lies."""
    position = part * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)
