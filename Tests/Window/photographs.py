"""Launches the example under variants and photographs its window."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from picture import Picture
from pyxis import Report
from pyxis.runner import RunResult, launch

DEADLINE = 120
PHOTOGRAPH = Path(__file__).with_name("photograph.py")

# What a desktop session would set, or a user's own settings, must not show in the pictures.
QUIET = {
    "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    "GDK_BACKEND": "x11",
    "GDK_SCALE": None,
    "GDK_DPI_SCALE": None,
    "GSETTINGS_BACKEND": "memory",
    "GSK_RENDERER": "cairo",
    "GTK_A11Y": "none",
    "GTK_THEME": None,
    "LC_ALL": "C.UTF-8",
}


@dataclass(frozen=True)
class Photograph:
    """A window's picture, and what came of the run that it was taken in."""

    picture: Picture
    run: RunResult

    @property
    def report(self) -> Report:
        """The last report: of the window as it is on the screen."""
        return self.run.report


class Photographer:
    """Takes pictures of one program on one display."""

    def __init__(self, program: Path, display: str, folder: Path) -> None:
        self._program = program
        self._folder = folder
        home = str(folder / "home")
        os.makedirs(home, mode=0o700, exist_ok=True)
        self._environment: dict[str, str | None] = {
            **QUIET,
            "DISPLAY": display,
            "HOME": home,
            "XDG_CONFIG_HOME": home,
            "XDG_RUNTIME_DIR": home,
        }

    @property
    def environment(self) -> dict[str, str | None]:
        """What a launch of the program adds to the environment; None takes a variable away."""
        return dict(self._environment)

    def take(
        self,
        name: str,
        requested: Mapping[str, str],
        environment: Mapping[str, str] | None = None,
    ) -> Photograph:
        """Launches the program under variants and photographs its window as NAME.png.

        Raises:
            RuntimeError: There was no window, or the program did not end well.
        """
        path = self._folder / f"{name}.png"
        path.unlink(missing_ok=True)
        run = launch(
            [sys.executable, PHOTOGRAPH, path, self._program],
            requested,
            environment={**self._environment, **(environment or {})},
            timeout=DEADLINE,
        )
        if not run.outcome.is_success or not path.exists():
            raise RuntimeError(f"{name}: {run.outcome}\n{run.stdout.text}{run.stderr.text}")
        return Photograph(Picture(path), run)
