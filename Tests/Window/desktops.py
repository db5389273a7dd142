"""Checks of what surrounds a program: the desktop's own look, and what overrules requests."""

from __future__ import annotations

from pathlib import Path

from checklist import CONTRAST, ORDINARY, SCHEME, SIZE, Checks
from photographs import Photographer


def check_desktop(checks: Checks, photographer: Photographer) -> None:
    """What asks for nothing, or for what nobody knows, looks as the desktop has it."""
    plain = photographer.take("plain", {})
    checks.check("nothing requested: report", not plain.report, plain.report.encode())
    system = photographer.take("system", {SCHEME: "system", SIZE: "large"})
    checks.check_report("system", system, {SCHEME: "applied system", SIZE: "applied large"})
    checks.check(
        "system: text and background are the desktop's",
        system.picture.background == plain.picture.background
        and system.picture.heading_height == plain.picture.heading_height,
        (system.picture.background, system.picture.heading_height),
    )
    unknown = {SCHEME: "dark\x1b[31m", SIZE: "enormous", CONTRAST: "", "locale": "pl_PL"}
    taken = photographer.take("unknown", unknown)
    for key in (SCHEME, SIZE, CONTRAST):
        result = taken.report[key]
        checks.check(
            f"unknown {key}: unsupported, with a reason",
            result.status == "unsupported" and result.value is None and bool(result.reason),
            result,
        )
    locale = taken.report["locale"]
    checks.check("a variant without adapter", locale.status == "unverified", locale)
    checks.check("controls are not printed", b"\x1b" not in taken.run.stdout.data, taken.run.stdout)
    checks.check(
        "unknown: the window is as it was",
        taken.picture.background == plain.picture.background
        and taken.picture.heading_height == plain.picture.heading_height,
        (taken.picture.background, taken.picture.heading_height),
    )


def check_dark_desktop(checks: Checks, photographer: Photographer, folder: Path) -> None:
    """A desktop that is dark and high in contrast itself, with text of another size."""
    settings = folder / "dark-desktop" / "gtk-4.0" / "settings.ini"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(
        "[Settings]\ngtk-application-prefer-dark-theme=true\ngtk-theme-name=HighContrast\n"
        "gtk-font-name=Sans 14\n"
    )
    environment = {"XDG_CONFIG_HOME": str(settings.parents[1])}
    plain = photographer.take("desktop_plain", {}, environment)
    checks.check(
        "dark desktop: as it is",
        plain.picture.is_dark and plain.picture.line_contrast >= 2,
        (plain.picture.background, plain.picture.line_contrast),
    )
    system = photographer.take(
        "desktop_system", {SCHEME: "system", SIZE: "large", CONTRAST: "high"}, environment
    )
    checks.check_report(
        "dark desktop",
        system,
        {SCHEME: "applied system", SIZE: "applied large", CONTRAST: "applied high"},
    )
    checks.check(
        "dark desktop: the same look",
        system.picture.background == plain.picture.background
        and system.picture.heading_height == plain.picture.heading_height,
        (system.picture.background, system.picture.heading_height),
    )
    light = photographer.take("desktop_light", ORDINARY, environment)
    checks.check_report(
        "dark desktop: light", light, {key: f"applied {ORDINARY[key]}" for key in ORDINARY}
    )
    checks.check(
        "dark desktop: light background, faint lines",
        not light.picture.is_dark and light.picture.line_contrast < 2,
        (light.picture.background, light.picture.line_contrast),
    )


def check_overruled(checks: Checks, photographer: Photographer) -> None:
    """GTK_THEME overrules the settings: they read as requested, and the window does not."""
    requested = {SCHEME: "dark", CONTRAST: "high"}
    taken = photographer.take("overruled", requested, {"GTK_THEME": "Adwaita"})
    checks.check_report(
        "overruled",
        taken,
        {
            SCHEME: "unverified GTK says that color_scheme is light.",
            CONTRAST: "unverified GTK says that accessibility.contrast is normal.",
        },
    )
    checks.check("overruled: background", not taken.picture.is_dark, taken.picture.background)
    taken = photographer.take("overruled_system", {SCHEME: "light"}, {"GTK_THEME": "Adwaita:dark"})
    expected = {SCHEME: "unverified GTK says that color_scheme is dark."}
    checks.check_report("overruled_system", taken, expected)
