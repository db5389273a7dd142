"""Puts the native library into the wheel, and its sources into the source archive.

In a checkout the wheel takes what `make lib` built. From the source archive, and where nothing is
built yet, it builds the library, which needs a Swift toolchain.
"""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARY = "libpyxis.so.1"
NATIVE = "native"
"""The folder of the source archive that has what the library is built from."""

SOURCES = (
    ".ci/require-swift.sh",
    "Bindings/C/build-library.sh",
    "Include",
    "LICENSE",
    "Package.swift",
    "Sources",
)


class LibraryHook(BuildHookInterface[Any]):
    """The hook that hatchling runs for each target."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the library to a wheel, and the sources to a source archive."""
        self._temporary: str | None = None
        if self.target_name == "wheel" and version != "editable":
            library = self._library()
            build_data["force_include"][str(library)] = f"pyxis/{LIBRARY}"
            build_data["pure_python"] = False
            platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
            build_data["tag"] = f"py3-none-{platform}"
        elif self.target_name == "sdist":
            for source in self._sources():
                target = f"{NATIVE}/{source}"
                build_data["force_include"][str(self._checkout / source)] = target

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes what was built for this wheel alone."""
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)

    @property
    def _checkout(self) -> Path:
        return Path(self.root).parents[1]

    def _is_checkout(self) -> bool:
        return (self._checkout / "Include" / "pyxis.h").is_file()

    def _sources(self) -> list[str]:
        """What the library is built from; nothing where it is in this folder already."""
        if (Path(self.root) / NATIVE).is_dir():
            return []
        if not self._is_checkout():
            self.app.abort("pyxis-runtime: the sources of the library are not there")
        manifest = (self._checkout / "Package.swift").read_text("utf-8")
        # SwiftPM builds no product unless the folders of all targets are there.
        tests = {f"Tests/{name}" for name in re.findall(r'testTarget\(\s*name: "(\w+)"', manifest)}
        tests.update(re.findall(r'path: "(Tests/[^"]*)"', manifest))
        return [*SOURCES, *sorted(name for name in tests if (self._checkout / name).is_dir())]

    def _library(self) -> Path:
        """The library of this version, built where it is not there."""
        native = Path(self.root) / NATIVE
        if native.is_dir():
            self._temporary = tempfile.mkdtemp(prefix="pyxis-build-")
            built = self._built(native, Path(self._temporary))
        elif self._is_checkout():
            built = self._checkout / "build" / "lib" / LIBRARY
            if not built.is_file():
                built = self._built(self._checkout, self._checkout / "build")
        else:
            self.app.abort("pyxis-runtime: neither the library nor its sources are there")
        self._check_version(built)
        return built

    def _built(self, root: Path, folder: Path) -> Path:
        """Builds the library, or ends with what is missing."""
        if not sys.platform.startswith("linux"):
            self.app.abort("pyxis-runtime: the library is built on Linux alone")
        ready = subprocess.run(
            ["bash", str(root / ".ci" / "require-swift.sh")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        if ready.returncode != 0:
            self.app.abort(
                "pyxis-runtime: building from source needs a Swift toolchain. "
                f"{ready.stderr.strip()} Where there is a wheel for this platform, "
                "pip install --only-binary pyxis-runtime pyxis-runtime needs none."
            )
        self.app.display_info("Building the library of pyxis-runtime; this takes minutes.")
        script = root / "Bindings" / "C" / "build-library.sh"
        command = ["bash", str(script), str(folder / "lib"), str(folder / "library")]
        if subprocess.run(command, stdout=sys.stderr).returncode != 0:
            self.app.abort("pyxis-runtime: the library could not be built; see above")
        return folder / "lib" / LIBRARY

    def _check_version(self, library: Path) -> None:
        foreign = ctypes.CDLL(str(library))
        foreign.pyxis_version_string.restype = ctypes.c_char_p
        found = foreign.pyxis_version_string().decode("ascii")
        if found != self.metadata.version:
            self.app.abort(
                f"pyxis-runtime {self.metadata.version} needs the library of its version, and "
                f"{library} is {found}: run `make lib`"
            )
