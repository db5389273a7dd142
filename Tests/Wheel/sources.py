"""What is in the source archive, and what becomes of it with and without Swift."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from checklist import Checklist, expect, run
from wheels import LIBRARY, Wheel, check_size, needs

LARGEST_ARCHIVE = 1024 * 1024


def check_source_archive(checklist: Checklist, path: Path, root: Path, work: Path) -> Path:
    """Checks the source archive, and returns the folder that it was unpacked into."""
    source = work / "source"
    source.mkdir()
    run("tar", "-xzf", path, folder=source, environment=os.environ)
    (folder,) = source.iterdir()
    checklist.check("the archive's size", lambda: check_size(path, LARGEST_ARCHIVE))
    checklist.check("the archive has the sources", lambda: check_sources(folder, root))
    checklist.check("without Swift it says what is missing", lambda: check_no_swift(folder, root))
    if shutil.which("swift") is not None:
        checklist.check("Swift takes the archive's package", lambda: check_package(folder))
    return folder


def check_sources(folder: Path, root: Path) -> None:
    """Everything that the library is built from is there, as it is in the checkout."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "Sources", "Include", "Package.swift", ".ci/require-swift.sh",
         "Bindings/C/build-library.sh"],
        cwd=root, capture_output=True, text=True, check=True, timeout=60,
    ).stdout.split("\0")  # fmt: skip
    expect(len(names) > 50, f"the checkout has {len(names)} sources")
    for name in filter(None, names):
        packed = folder / "native" / name
        expect(packed.is_file(), f"{name} is missing")
        expect(packed.read_bytes() == (root / name).read_bytes(), f"{name} differs")


def check_no_swift(folder: Path, root: Path) -> None:
    """Building it without a Swift toolchain ends with one sentence, and no traceback."""
    environment = {"PATH": "/usr/bin:/bin"}
    expect(shutil.which("swift", path=environment["PATH"]) is None, "the system has a Swift")
    said = build(folder, root, environment, status=None)
    expect("building from source needs a Swift toolchain" in said, said)
    expect("Pyxis needs Swift 6.3 or newer" in said, said)
    expect("Traceback" not in said, said)


def check_package(folder: Path) -> None:
    """SwiftPM finds every target of the manifest."""
    run("swift", "package", "describe", folder=folder / "native", environment=os.environ)


def check_build(folder: Path, root: Path) -> None:
    """The archive becomes a wheel with a library of its own."""
    said = build(folder, root, os.environ, status=0)
    (built,) = (folder / "dist").glob("*.whl")
    wheel = Wheel(built)
    library = folder / "libpyxis.so.1"
    library.write_bytes(wheel.files[LIBRARY])
    needs(library)
    expect("Building the library" in said, f"it was not built here: {said}")


def build(folder: Path, root: Path, environment: Mapping[str, str], status: int | None) -> str:
    """Builds a wheel from an unpacked archive."""
    tools = root / "build" / "wheel-tools" / "bin" / "python"
    command = (tools, "-m", "build", "--no-isolation", "--wheel", folder)
    return run(*command, folder=folder, environment=environment, status=status, deadline=3600)
