"""Which library is loaded, and what happens where there is none or another one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pyxis

PACKAGE = Path(pyxis.__file__).parent

STAND_IN = """
int pyxis_version(void) { return 9002003; }
const char *pyxis_version_string(void) { return VERSION; }
"""


@pytest.fixture(scope="session")
def library() -> Path:
    """The library that the tests use."""
    return Path(os.environ["PYXIS_LIBRARY"])


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    """A function that compiles a library of another version."""

    def compile_version(version: str) -> Path:
        path = tmp_path / "libpyxis.so.1"
        source = tmp_path / "other.c"
        source.write_text(STAND_IN)
        subprocess.run(
            ["cc", "-shared", "-fPIC", f'-DVERSION="{version}"', source, "-o", path,
             "-Wl,-soname,libpyxis.so.1"],
            check=True, timeout=60,
        )  # fmt: skip
        return path

    return compile_version


def import_error(python: Any, environment: dict[str, str], before: str = "") -> str:
    """Import the package in a process, and return the error."""
    code = f"{before}\ntry:\n    import pyxis\nexcept ImportError as error:\n    print(error)\n"
    return python(code, environment).stdout  # type: ignore[no-any-return]


def test_a_missing_file_is_named(python: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "no such.so")
    message = import_error(python, {"PYXIS_LIBRARY": path})
    assert f"{path}: there is no such file" in message
    assert "PYXIS_LIBRARY" in message


def test_a_relative_path_is_refused(python: Any) -> None:
    message = import_error(python, {"PYXIS_LIBRARY": "build/libpyxis.so.1"})
    assert message == "PYXIS_LIBRARY must be an absolute path, and is 'build/libpyxis.so.1'\n"


def test_a_file_that_is_no_library_is_named(python: Any, tmp_path: Path) -> None:
    path = tmp_path / "libpyxis.so.1"
    path.write_text("no library")
    message = import_error(python, {"PYXIS_LIBRARY": str(path)})
    assert str(path) in message
    assert "invalid ELF header" in message or "file too short" in message


@pytest.mark.parametrize("version", ["9.2.3", "0.0.9", "1.1.0"])
def test_another_version_is_refused_with_both_named(
    python: Any, compiled: Any, version: str
) -> None:
    path = compiled(version)
    message = import_error(python, {"PYXIS_LIBRARY": str(path)})
    assert f"pyxis {pyxis.__version__} cannot use {path}, which is version {version}" in message


def test_a_library_without_a_version_is_refused(python: Any, tmp_path: Path) -> None:
    path = tmp_path / "libpyxis.so.1"
    subprocess.run(["cc", "-shared", "-x", "c", "/dev/null", "-o", path], check=True, timeout=60)
    assert "pyxis_version_string" in import_error(python, {"PYXIS_LIBRARY": str(path)})


@pytest.mark.parametrize("mode", ["RTLD_GLOBAL", "RTLD_LOCAL"])
def test_the_copy_in_the_process_comes_first(
    python: Any, library: Path, tmp_path: Path, mode: str
) -> None:
    """One copy in a process: what is loaded already is used, however it was loaded."""
    copy = tmp_path / "libpyxis.so.1"
    shutil.copy(library, copy)
    python(
        f"""
        import ctypes
        from ctypes import byref, c_int64, c_uint32

        first = ctypes.CDLL({str(copy)!r}, ctypes.{mode})
        number = c_uint32()
        first.pyxis_key_define_int64(b"one.copy", ctypes.c_size_t(8), c_int64(3), 0,
                                     byref(number), None)
        import pyxis

        assert pyxis.Key("one.copy", int, default=3)._entry.number == number.value
        assert {str(library)!r} not in open("/proc/self/maps").read()
        """
    )


def test_the_file_beside_the_package_is_found(library: Path, tmp_path: Path, compiled: Any) -> None:
    """The variable comes before the package's own file, and that before a checkout's."""
    package = tmp_path / "site" / "pyxis"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("*.so*", "__pycache__"))
    shutil.copy(library, package / "libpyxis.so.1")
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    del environment["PYXIS_LIBRARY"]
    show = [sys.executable, "-c", "from pyxis import _library; print(_library.library.path)"]
    found = subprocess.run(
        show, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert found.stdout == f"{package / 'libpyxis.so.1'}\n"
    environment["PYXIS_LIBRARY"] = str(compiled("9.9.9"))
    refused = subprocess.run(
        show, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert "which is version 9.9.9" in refused.stderr


def test_without_any_library_the_error_says_what_was_tried(tmp_path: Path) -> None:
    package = tmp_path / "site" / "pyxis"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("*.so*", "__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    del environment["PYXIS_LIBRARY"]
    failed = subprocess.run(
        [sys.executable, "-c", "import pyxis"],
        env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert failed.returncode == 1
    assert "what is in this process" in failed.stderr
    assert f"{package / 'libpyxis.so.1'}: there is no such file" in failed.stderr


def test_importing_brings_nothing_heavy_along(python: Any) -> None:
    heavy = "click rich jinja2 pytest inspect dataclasses asyncio json logging tempfile"
    heavy += " subprocess threading multiprocessing pickle"
    python(
        f"""
        import sys

        before = set(sys.modules)
        import pyxis

        brought = set(sys.modules) - before
        assert not brought & set({heavy!r}.split()), sorted(brought)
        """
    )


def test_everything_public_is_documented() -> None:
    for name in pyxis.__all__:
        assert name == "__version__" or getattr(pyxis, name).__doc__
    assert (PACKAGE / "py.typed").exists()


def test_an_undeclared_function_is_an_attribute_error() -> None:
    from pyxis._library import library

    with pytest.raises(AttributeError, match="pyxis_no_such is not declared"):
        library.no_such()
