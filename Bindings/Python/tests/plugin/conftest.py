"""Projects with a test suite, which run in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

PACKAGE = Path(__file__).parents[2]
DEADLINE = 180
"""How long, in seconds, a suite may take before it counts as hanging."""

OTHERS = ("anyio", "asyncio", "randomly", "xdist")
"""Plugins that may be installed here; suites run without them unless they ask."""

KEYS = """
import enum
import pyxis

class Scheme(enum.Enum):
    LIGHT = "light"
    DARK = "dark"

STATUS = pyxis.Key("subscription.status", str, default="none")
SCHEME = pyxis.Key("color_scheme", Scheme, default=Scheme.LIGHT)
RETRIES = pyxis.Key("retries", int, default=3)
TOKEN = pyxis.Key("token", str, default="", secret=True)
"""


@dataclass
class Suite:
    """What became of a suite."""

    status: int
    output: str

    @property
    def outcomes(self) -> dict[str, str]:
        """The last outcome of each test, by its name without the file."""
        lines = re.findall(r"^(PASSED|FAILED|ERROR|SKIPPED) (.*?)(?: - .*)?$", self.output, re.M)
        return {name.rpartition("::")[2]: word.lower() for word, name in lines}

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of the last line."""
        last = self.output.strip().splitlines()[-1]
        found = re.findall(r"(\d+) (passed|failed|errors?|skipped|warnings?)", last)
        return {word.rstrip("s") if word != "passed" else word: int(n) for n, word in found}


class Project:
    """A folder with tests, and an environment in which the plugin is installed."""

    def __init__(self, folder: Path, site: Path) -> None:
        self.folder = folder
        self.site = site
        self.write("app.py", KEYS)

    def write(self, name: str, text: str) -> Path:
        """Writes a file of the project."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
        return path

    def run(
        self,
        *arguments: str,
        plugins: tuple[str, ...] = (),
        environment: dict[str, str] | None = None,
    ) -> Suite:
        """Runs the suite; of other projects' plugins with those that are named."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name == "PYXIS_LIBRARY" or not name.startswith(("PYTEST_", "PYXIS_"))
        }
        # With one of these pytest says things at full length, and so more than once.
        for name in ("CI", "BUILD_NUMBER"):
            inherited.pop(name, None)
        inherited["PYTHONPATH"] = os.pathsep.join([str(self.site), str(PACKAGE / "src")])
        command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", *arguments]
        for other in OTHERS:
            command += [] if other in plugins else ["-p", f"no:{other}"]
        ended = subprocess.run(
            command,
            cwd=self.folder,
            env={**inherited, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=DEADLINE,
        )
        return Suite(ended.returncode, ended.stdout)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that says that the package is installed, with the plugin that it declares."""
    folder = tmp_path_factory.mktemp("site")
    declared = re.search(
        r"\[project\.entry-points\.pytest11\]\n(.*)\n", (PACKAGE / "pyproject.toml").read_text()
    )
    assert declared is not None
    info = folder / "pyxis_runtime-0.0.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pyxis-runtime\nVersion: 0.0.0\n")
    (info / "entry_points.txt").write_text(
        f"[pytest11]\n{declared[1].replace(chr(34), '')}\n", encoding="utf-8"
    )
    return folder


@pytest.fixture
def project(tmp_path: Path, site: Path) -> Project:
    """A project with a module `app` that defines keys."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pytest.ini").write_text("[pytest]\n")
    return Project(folder, site)
