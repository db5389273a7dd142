"""What the wheel does in a fresh environment without Swift."""

from __future__ import annotations

import glob
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from checklist import Checklist, expect, run

APP = """
import enum
import pyxis

class Scheme(enum.Enum):
    LIGHT = "light"
    DARK = "dark"

STATUS = pyxis.Key("subscription.status", str, default="none")
SCHEME = pyxis.Key("color_scheme", Scheme, default=Scheme.LIGHT)
"""

HOST = """#!{python}
import pyxis

def applied(variant):
    return pyxis.Result.applied(variant.value)

pyxis.prepare({{"color_scheme": applied, "locale": applied}})
"""

SHOW = """
import json, sys
import pyxis
from pyxis._library import library
KEY = pyxis.Key("subscription.status", str, default="none")
with pyxis.override({KEY: "trial"}):
    inside = KEY.get()
with open("/proc/self/maps") as maps:
    swift = [line for line in maps if "swift" in line.lower()]
print(json.dumps({
    "path": library.path, "file": pyxis.__file__, "inside": inside, "outside": KEY.get(),
    "swift": swift,
}))
"""


class Installation:
    """A virtual environment with the wheel, in an environment that has nothing else."""

    def __init__(self, wheel: Path, work: Path) -> None:
        self.wheel = wheel
        self.work = work
        self.venv = work / "venv"
        self.project = work / "project"
        self.environment = {
            "HOME": str(work),
            "LANG": "C.UTF-8",
            "PATH": f"{self.venv / 'bin'}:/usr/bin:/bin",
        }
        self.python = self.venv / "bin" / "python"

    def install(self, extras: str) -> str:
        """Installs the wheel with extras."""
        pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        return self.run(self.python, *pip, f"{self.wheel}{extras}")

    def run(self, *command: str | Path, status: int | None = 0) -> str:
        """Runs a command in the project's folder."""
        return run(*command, folder=self.project, environment=self.environment, status=status)

    def prepare(self) -> None:
        """Makes the environment, and installs the wheel without extras: from no index."""
        self.project.mkdir()
        swift = shutil.which("swift", path=self.environment["PATH"])
        expect(swift is None, f"there is a Swift in {swift}")
        self.run(sys.executable, "-m", "venv", self.venv)
        pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index")
        self.run(self.python, *pip, self.wheel)


def check_installed(checklist: Checklist, wheel: Path, root: Path, work: Path) -> None:
    """Checks the wheel as its users have it."""
    here = Installation(wheel, work)
    checks: list[tuple[str, Callable[[], object]]] = [
        ("it installs alone, without an index", here.prepare),
        ("it works, with the library that it brought", lambda: check_import(here)),
        ("the command line asks for its extra", lambda: check_without_extra(here)),
        ("it installs with the extras cli and pytest", lambda: here.install("[cli,pytest]")),
        ("the command line runs a host", lambda: check_command_line(here)),
        ("the command line runs a matrix, and writes its page", lambda: check_matrix(here)),
        ("the suite of README.md runs with the plugin", lambda: check_plugin(here, root)),
        ("-p no:pyxis leaves the plugin out", lambda: check_no_plugin(here)),
        ("a package of another version refuses the library", lambda: check_mismatch(here)),
    ]
    for name, function in checks:
        checklist.check(name, function)
    for python in interpreters():
        name = Path(python).resolve().name
        checklist.check(f"{name} uses the unpacked wheel", partial(check_unpacked, here, python))


def check_import(here: Installation) -> None:
    """It finds the library in its folder, and no Swift."""
    check_shown(here.run(here.python, "-X", "dev", "-W", "error", "-c", SHOW))
    leaner = "import sys, pyxis; print(sorted({'click', 'rich', 'jinja2'} & set(sys.modules)))"
    expect(here.run(here.python, "-c", leaner) == "[]\n", "it imports what it does not need")


def check_shown(output: str) -> None:
    """Checks what SHOW printed."""
    shown = json.loads(output)
    beside = str(Path(shown["file"]).parent / "libpyxis.so.1")
    expect(shown["path"] == beside, f"the library is {shown['path']}")
    expect((shown["inside"], shown["outside"]) == ("trial", "none"), f"it read {shown}")
    expect(shown["swift"] == [], f"a Swift runtime was loaded: {shown['swift']}")


def check_without_extra(here: Installation) -> None:
    """The command line without click says what to install."""
    said = here.run("pyxis", "--help", status=125)
    expect("pip install 'pyxis-runtime[cli]'" in said, said)


def check_command_line(here: Installation) -> None:
    """A host that uses the wheel reports to the command line of the wheel."""
    host = here.project / "app"
    host.write_text(HOST.format(python=here.python))
    host.chmod(0o755)
    shown = here.run("pyxis", "run", "--json", "--set", "locale=ar", "--", "./app")
    result = json.loads(shown[shown.index("{") :])
    found = result["report"]["variants"]["locale"]
    expect((found["status"], found["value"]) == ("applied", "ar"), f"the result is {result}")
    said = here.run("pyxis", "run", "--set", "theme=x", "--fail-on", "unverified", "--", "./app",
                    status=121)  # fmt: skip
    expect("theme" in said, said)


def check_matrix(here: Installation) -> None:
    """The page's template came along."""
    axes = ("--axis", "color_scheme=light,dark", "--axis", "locale=pl_PL,ar")
    written = ("--html", "report.html", "--junit", "report.xml")
    here.run("pyxis", "matrix", *axes, *written, "--", "./app")
    page = (here.project / "report.html").read_text("utf-8")
    expect("<title>./app" in page and "pl_PL" in page, f"the page starts {page[:500]}")
    report = (here.project / "report.xml").read_text("utf-8")
    expect(report.count("<testcase ") == 4, report)


def check_plugin(here: Installation, root: Path) -> None:
    """The example of README.md is a suite that passes, one that leaks fails."""
    readme = (root / "Bindings" / "Python" / "README.md").read_text("utf-8")
    example = re.search(r"## In pytest\n.*?```python\n(.*?)```", readme, re.DOTALL)
    expect(example is not None, "README.md has no example")
    assert example is not None
    (here.project / "app.py").write_text(APP)
    (here.project / "test_readme.py").write_text(example[1])
    pytest = (here.python, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error")
    said = here.run(*pytest, "-v")
    expect("5 passed" in said, said)
    expect("test_launch[color_scheme=light,locale=pl_PL] PASSED" in said, said)
    expect("pyxis: 4 launches; variants: 8 applied" in said, said)
    leaking = "import pyxis, app\ndef test_it(): pyxis.override({app.STATUS: 'x'}).__enter__()\n"
    (here.project / "test_leaking.py").write_text(leaking)
    said = here.run(*pytest, status=1)
    expect("1 failed, 5 passed" in said and "test_leaking.py::test_it leaked" in said, said)


def check_no_plugin(here: Installation) -> None:
    """Without the plugin, a suite that does not use it runs as before."""
    (here.project / "test_plain.py").write_text("def test_it(): pass\n")
    said = here.run(here.python, "-m", "pytest", "-p", "no:pyxis", "test_plain.py", "--markers")
    expect("pyxis_matrix" not in said, said)
    said = here.run(here.python, "-m", "pytest", "-p", "no:pyxis", "test_plain.py")
    expect("1 passed" in said, said)


def check_mismatch(here: Installation) -> None:
    """A package of a newer version beside this library is refused, with both versions."""
    (package,) = (here.venv / "lib").glob("python3*/site-packages/pyxis")
    other = here.work / "other"
    shutil.copytree(package, other / "pyxis", ignore=shutil.ignore_patterns("__pycache__"))
    version = other / "pyxis" / "_version.py"
    own = re.search(r'"([\d.]+)"', version.read_text())
    assert own is not None
    version.write_text(version.read_text().replace(own[1], "99.0.0"))
    show = f"import sys; sys.path.insert(0, {str(other)!r}); import pyxis"
    said = here.run(here.python, "-c", show, status=1)
    expect("ImportError: pyxis 99.0.0 cannot use" in said, said)
    expect(f"which is version {own[1]}" in said, said)


def interpreters() -> list[str]:
    """Every Python of a supported version that is installed here, one of each version."""
    pattern = os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")
    found = {}
    for path in [*glob.glob("/usr/bin/python3.*"), *glob.glob(pattern)]:
        version = re.fullmatch(r"python3\.(\d+)", Path(path).resolve().name)
        if version and int(version[1]) >= 9:
            found[int(version[1])] = path
    return [found[minor] for minor in sorted(found)]


def check_unpacked(here: Installation, python: str) -> None:
    """The wheel is one for every version of Python."""
    unpacked = here.work / "unpacked"
    if not unpacked.is_dir():
        shutil.unpack_archive(here.wheel, unpacked, "zip")
    environment = {**here.environment, "PYTHONPATH": str(unpacked)}
    command = (python, "-B", "-X", "dev", "-W", "error", "-c", SHOW)
    check_shown(run(*command, folder=here.project, environment=environment))
