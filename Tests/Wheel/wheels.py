"""What is in the wheel."""

from __future__ import annotations

import base64
import csv
import email
import hashlib
import io
import re
import subprocess
import zipfile
from email.message import Message
from pathlib import Path

from checklist import Checklist, expect, run

MEBIBYTE = 1024 * 1024
LARGEST_WHEEL = 4 * MEBIBYTE
LIBRARY = "pyxis/libpyxis.so.1"
SYSTEM_LIBRARIES = {
    "ld-linux-x86-64.so.2",
    "libc.so.6",
    "libgcc_s.so.1",
    "libm.so.6",
    "libstdc++.so.6",
}
"""What every system of the wheel's platform has."""


class Wheel:
    """The wheel."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with zipfile.ZipFile(path) as archive:
            self.files = {name: archive.read(name) for name in archive.namelist()}
        found = [name.partition("/")[0] for name in self.files if name.endswith("/WHEEL")]
        expect(len(found) == 1, f"there is not one WHEEL: {found}")
        self.info = found[0]

    def metadata(self, name: str) -> Message:
        """A file of the wheel's own, as a message."""
        return email.message_from_bytes(self.files[f"{self.info}/{name}"])


def check_wheel(checklist: Checklist, wheel: Wheel, root: Path, work: Path) -> None:
    """Checks everything about the wheel that shows without installing it."""
    library = work / "libpyxis.so.1"
    library.write_bytes(wheel.files[LIBRARY])
    built = root / "build" / "lib" / "libpyxis.so.1"
    checklist.check("the wheel's name and tag", lambda: check_tag(wheel))
    checklist.check("the wheel's size", lambda: check_size(wheel.path, LARGEST_WHEEL))
    checklist.check("RECORD has every file with its digest", lambda: check_record(wheel))
    checklist.check("metadata", lambda: check_metadata(wheel, root))
    checklist.check(
        "the library is the one that was built, as it is",
        lambda: expect(library.read_bytes() == built.read_bytes(), "it differs from build/lib"),
    )
    checklist.check("the library needs only the system, and no run path", lambda: needs(library))
    checklist.check("auditwheel finds the tag right", lambda: audit(wheel, root, work))


def check_tag(wheel: Wheel) -> None:
    """It is for every Python 3, and for one platform."""
    named = re.fullmatch(
        r"pyxis_runtime-[\d.]+-(py3-none-manylinux_2_\d+_x86_64)\.whl", wheel.path.name
    )
    expect(named is not None, f"the name is {wheel.path.name}")
    assert named is not None
    facts = wheel.metadata("WHEEL")
    expect(facts.get_all("Tag") == [named[1]], f"the tags are {facts.get_all('Tag')}")
    expect(facts["Root-Is-Purelib"] == "false", "it claims to be pure Python")


def check_size(path: Path, largest: int) -> None:
    """It is no larger than it may be."""
    size = path.stat().st_size
    expect(size <= largest, f"it has {size} bytes, and may have {largest}")


def check_record(wheel: Wheel) -> None:
    """RECORD names each file once, with its size and digest."""
    text = wheel.files[f"{wheel.info}/RECORD"].decode()
    rows = {name: (digest, size) for name, digest, size in csv.reader(io.StringIO(text))}
    files = {name for name in wheel.files if not name.endswith("/")}
    expect(set(rows) == files, f"RECORD and files differ: {set(rows) ^ files}")
    for name, (digest, size) in rows.items():
        if name != f"{wheel.info}/RECORD":
            raw = base64.urlsafe_b64encode(hashlib.sha256(wheel.files[name]).digest())
            right = "sha256=" + raw.decode().rstrip("=")
            expect((digest, size) == (right, str(len(wheel.files[name]))), f"{name} is not that")


def check_metadata(wheel: Wheel, root: Path) -> None:
    """METADATA says what the package is; the license and the plugin are there."""
    facts = wheel.metadata("METADATA")
    readme = (root / "Bindings" / "Python" / "README.md").read_text("utf-8")
    right = {
        "Name": "pyxis-runtime",
        "License-Expression": "MIT",
        "Requires-Python": ">=3.9",
        "Description-Content-Type": "text/markdown",
    }
    for name, value in right.items():
        expect(facts[name] == value, f"{name} is {facts[name]!r}")
    body = wheel.files[f"{wheel.info}/METADATA"].decode("utf-8").partition("\n\n")[2]
    expect(body.strip() == readme.strip(), "the description is not README.md")
    extras = set(facts.get_all("Provides-Extra") or ())
    expect(extras == {"cli", "dask", "pytest"}, f"the extras are {extras}")
    plain = [need for need in facts.get_all("Requires-Dist") or () if "extra ==" not in need]
    expect(plain == [], f"it needs {plain} without an extra")
    expect("Typing :: Typed" in (facts.get_all("Classifier") or ()), "it is not said to be typed")
    for name in ("pyxis/py.typed", "pytest_pyxis/py.typed"):
        expect(name in wheel.files, f"{name} is missing")
    license = wheel.files[f"{wheel.info}/licenses/LICENSE"]
    expect(license == (root / "LICENSE").read_bytes(), "LICENSE is another one")
    entries = wheel.files[f"{wheel.info}/entry_points.txt"].decode()
    expect("[pytest11]\npyxis = pytest_pyxis" in entries, f"the entry points are {entries}")


def needs(library: Path) -> None:
    """The library names system libraries alone, and no folder to search."""
    shown = subprocess.run(
        ["readelf", "-dW", str(library)], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", shown))
    expect(needed <= SYSTEM_LIBRARIES, f"it needs {needed - SYSTEM_LIBRARIES}")
    expect("RPATH" not in shown and "RUNPATH" not in shown, "it has a run path")


def audit(wheel: Wheel, root: Path, work: Path) -> None:
    """auditwheel says of the wheel what its name says."""
    tools = root / "build" / "wheel-tools" / "bin"
    environment = {"PATH": f"{tools}:/usr/bin:/bin"}
    shown = run(tools / "auditwheel", "show", wheel.path, folder=work, environment=environment)
    tag = wheel.path.stem.rpartition("-")[2]
    said = " ".join(shown.split())
    expect(f'is consistent with the following platform tag: "{tag}"' in said, shown)
