"""Draws results as bars: how much each uses of what its goal allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from .goals import Group
from .results import Result

WIDTH = 980
NAMES_WIDTH = 490
FIGURES_WIDTH = 170
ROW_HEIGHT = 22
TITLE_HEIGHT = 38
TOP = 48
BOTTOM = 40
# The right end of the bars, as a share of the goal.
MOST = 2.0

# Colours that can be read on white and on black.
TEXT = "#7a828c"
FAINT = "#8b949e"
MET = "#2f9e78"
MISSED = "#d9822b"

STYLE = f"""
  text {{ font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: {TEXT}; }}
  .title {{ font-weight: 600; font-size: 13px; }}
  .beside {{ font-size: 10.5px; fill: {FAINT}; }}
  .figure {{ font-variant-numeric: tabular-nums; }}
"""


def position(share: float) -> float:
    """Returns where a share of a goal lies from the left."""
    length = WIDTH - NAMES_WIDTH - FIGURES_WIDTH
    return NAMES_WIDTH + length * min(share, MOST) / MOST


def text(x: float, y: float, value: str, style: str = "", anchor: str = "start") -> str:
    """Returns a line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">{value}</text>'


def line(x1: float, y1: float, x2: float, y2: float, extra: str) -> str:
    """Returns a straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {extra}/>'


def bar(result: Result, y: float) -> list[str]:
    """Returns the parts of one row, y being its middle."""
    row, goal = result.row, result.row.goal
    if goal is None:
        return []
    share = goal.share(result.figure.median)
    colour = MET if result.is_met else MISSED
    left, right = position(0), position(share)
    beside = f" <tspan class='beside'>/ {escape(row.reference)}</tspan>" if row.reference else ""
    parts = [
        text(NAMES_WIDTH - 12, y + 4, escape(row.subject) + beside, anchor="end"),
        f'<rect x="{left:.1f}" y="{y - 6:.1f}" width="{right - left:.1f}" height="12" rx="2"'
        f' fill="{colour}"/>',
    ]
    if share > MOST:
        # An arrow: the bar goes on.
        parts.append(
            f'<path d="M{right:.1f} {y - 6:.1f}l6 6l-6 6z" fill="{colour}"/>',
        )
    if result.slices > 1 and share < MOST:
        ends = sorted((goal.share(result.figure.low), goal.share(result.figure.high)))
        low, high = (position(end) for end in ends)
        stroke = f'stroke="{TEXT}" stroke-width="1.2"'
        parts.append(line(low, y, high, y, stroke))
        parts += [line(x, y - 3, x, y + 3, stroke) for x in (low, high)]
    figure = f"{row.figure_text(result.figure.median)} ({row.goal_text})"
    parts.append(text(WIDTH - FIGURES_WIDTH + 16, y + 4, escape(figure), "figure"))
    return parts


def draw(groups: Sequence[Group], results: Mapping[str, Result], machine: Mapping[str, Any]) -> str:
    """Returns the chart as SVG."""
    parts: list[str] = []
    y = float(TOP)
    for group in groups:
        shown = [
            results[row.name] for row in group.rows if row.name in results and row.goal is not None
        ]
        if not shown:
            continue
        y += TITLE_HEIGHT
        parts.append(text(NAMES_WIDTH - 12, y - 16, escape(group.title), "title", "end"))
        for result in shown:
            parts += bar(result, y)
            y += ROW_HEIGHT
    height = y + BOTTOM
    goal = position(1)
    axis = [
        text(goal, TOP - 22, "the goal", "title", "middle"),
        text(position(0), TOP - 22, "← better", "beside"),
        line(goal, TOP - 14, goal, y - 6, f'stroke="{TEXT}" stroke-dasharray="3 3"'),
        line(position(0), TOP - 14, position(0), y - 6, f'stroke="{FAINT}" stroke-width="0.5"'),
    ]
    about = (
        f"{machine['processor']}, {machine['cpus']} CPUs, {machine['system']}, "
        f"Swift {machine['swift']}. Bars are medians, the lines on them the middle 80 %."
    )
    axis.append(text(WIDTH - 8, height - 12, escape(about), "beside", "end"))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
            f'width="{WIDTH}" height="{height:.0f}" role="img">',
            "<title>Benchmarks: what each uses of what its goal allows</title>",
            f"<style>{STYLE}</style>",
            *axis,
            *parts,
            "</svg>",
            "",
        ]
    )
