"""Checks that windows look as was requested, and that only such windows are reported so."""

from __future__ import annotations

from checklist import CONTRAST, ORDINARY, SCHEME, SIZE, SIZES, Checks
from photographs import Photograph, Photographer


def check_color_schemes(checks: Checks, photographer: Photographer) -> Photograph:
    """Light and dark; returns the picture that others are compared with."""
    light = photographer.take("light", ORDINARY)
    checks.check_report("light", light, {key: f"applied {ORDINARY[key]}" for key in ORDINARY})
    checks.check("light: background", not light.picture.is_dark, light.picture.background)

    dark = photographer.take("dark", {**ORDINARY, SCHEME: "dark"})
    checks.check_report(
        "dark",
        dark,
        {SCHEME: "applied dark", SIZE: "applied medium", CONTRAST: "applied normal"},
    )
    checks.check("dark: background", dark.picture.is_dark, dark.picture.background)
    changed = dark.picture.differs_from(light.picture)
    checks.check("dark: the whole window changed", changed > 0.9, changed)
    checks.check(
        "dark: text is as large as in light",
        abs(dark.picture.heading_height - light.picture.heading_height) <= 1,
        (dark.picture.heading_height, light.picture.heading_height),
    )
    return light


def check_reports(checks: Checks, light: Photograph) -> None:
    """What one run published: before there is a window, before it shows, and when it shows."""
    reports = {envelope.sequence: envelope for envelope in light.run.processes}
    checks.check("published three times", sorted(reports) == [0, 1, 2], sorted(reports))
    if sorted(reports) != [0, 1, 2]:
        return
    reasons = ["No window has opened yet.", "The window is not on the screen yet."]
    for sequence, reason in enumerate(reasons):
        seen = {key: (r.status, r.reason) for key, r in reports[sequence].report.items()}
        expected = dict.fromkeys(ORDINARY, ("unverified", reason))
        checks.check(f"nothing is applied in report {sequence}", seen == expected, seen)
    checks.check("the last report counts", light.report == reports[2].report, light.report.encode())
    checks.check("one process published", len({e.pid for e in reports.values()}) == 1, reports)


def check_content_sizes(checks: Checks, photographer: Photographer, light: Photograph) -> None:
    """Text grows from size to size, by as much as the sizes say."""
    heights: list[int] = []
    for size in SIZES:
        taken = photographer.take(f"size_{size}", {**ORDINARY, SIZE: size})
        heights.append(taken.picture.heading_height)
        checks.check_report(
            size,
            taken,
            {SCHEME: "applied light", SIZE: f"applied {size}", CONTRAST: "applied normal"},
        )
    # Neighbors among the small sizes may come to the same number of pixels.
    shrinks = heights != sorted(heights)
    grows = not shrinks and all(a < b for a, b in zip(heights, heights[2:], strict=False))
    checks.check("text grows from size to size", grows, heights)
    growth = heights[-1] / light.picture.heading_height
    checks.check("the largest text is 3.3 times the medium one", 3.0 < growth < 3.6, growth)


def check_contrasts(checks: Checks, photographer: Photographer, light: Photograph) -> None:
    """Lines around controls stand out where high contrast was requested, and only there."""
    checks.check(
        "light: lines are faint", light.picture.line_contrast < 2, light.picture.line_contrast
    )
    for scheme in ("light", "dark"):
        name = f"high_contrast_{scheme}"
        taken = photographer.take(name, {**ORDINARY, CONTRAST: "high", SCHEME: scheme})
        checks.check_report(
            name,
            taken,
            {SCHEME: f"applied {scheme}", SIZE: "applied medium", CONTRAST: "applied high"},
        )
        is_dark = taken.picture.is_dark
        checks.check(f"{name}: background", is_dark == (scheme == "dark"), is_dark)
        found = taken.picture.line_contrast
        checks.check(f"{name}: lines stand out", found >= 2, found)
