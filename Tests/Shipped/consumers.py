"""Installs the library under a prefix with spaces, and builds programs with what is there."""

from __future__ import annotations

import shlex
from pathlib import Path

from checklist import Checklist, find_tool, problem_of, run
from examples import find_leaks
from header import C_WARNINGS, WARNINGS

CONSUMER = Path(__file__).resolve().parent / "Consumer"
#: For each language: its compiler, the flags, the source.
LANGUAGES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("gcc", ("-std=c99", *C_WARNINGS), "consumer.c"),
    ("g++", ("-std=c++17", *WARNINGS), "consumer.cpp"),
)


def make(root: Path, target: str, **variables: Path | str) -> str | None:
    """Runs the Makefile as a user would; returns the problem."""
    settings = [f"{name}={value}" for name, value in variables.items()]
    return problem_of(["make", "--no-print-directory", "-C", root, target, *settings])


def check_consumers(
    checklist: Checklist, how: str, flags: list[str | Path], libdir: Path, scratch: Path
) -> None:
    """Builds and runs the consumer with the given flags, in C and in C++."""
    for name, warnings, source in LANGUAGES:
        what = f"{how}: {name} builds {source}, which runs"
        compiler = find_tool(name)
        if compiler is None:
            checklist.skip(what, f"there is no {name}")
            continue
        program = scratch / f"{source}.program"
        command = [compiler, *warnings, CONSUMER / source, *flags, f"-Wl,-rpath,{libdir}"]
        checklist.check(
            what, problem_of([*command, "-o", program]) or problem_of([program, libdir])
        )
        program.unlink(missing_ok=True)


def check_rust(checklist: Checklist, libdir: Path, scratch: Path) -> None:
    """Builds and runs a program with declarations of its own, which no tool made of the header."""
    what = "Rust: a program with declarations of its own"
    compiler = find_tool("rustc")
    if compiler is None or problem_of([compiler, "--version"]):
        checklist.skip(what, "there is no rustc that runs")
        return
    program = scratch / "rust consumer"
    command: list[str | Path] = [compiler, "--edition=2021", "-Dwarnings", "-L", libdir]
    command += ["-C", f"link-arg=-Wl,-rpath,{libdir}", "-o", program]
    problem = problem_of([*command, CONSUMER / "rust" / "main.rs"])
    checklist.check(f"{what} compiles without a warning", problem)
    if problem:
        return
    checklist.check(f"{what} runs", problem_of([program]))
    if (valgrind := find_tool("valgrind")) is None:
        checklist.skip(f"{what} loses no memory", "there is no valgrind")
    else:
        checklist.check(f"{what} loses no memory", find_leaks(valgrind, program))


def check_cpp_headers(checklist: Checklist, root: Path, include: Path, scratch: Path) -> None:
    """Every C++ header is installed, and a program that includes the first of them compiles."""
    source = root / "Bindings" / "Cpp"
    headers = [path.relative_to(source) for path in source.glob("pyxis/*.hpp")]
    headers += [path.relative_to(source) for path in source.glob("*.hpp")]
    missing = [str(header) for header in headers if not (include / header).is_file()]
    checklist.check(f"{len(headers)} C++ headers are installed", "\n".join(missing) or None)
    compiler = find_tool("g++") or find_tool("clang++")
    if compiler is None:
        checklist.skip("pyxis.hpp compiles where it is installed", "there is no C++ compiler")
        return
    program = scratch / "cpp_header.cpp"
    program.write_text("#include <pyxis.hpp>\n", encoding="utf-8")
    command: list[str | Path] = [compiler, "-std=c++17", *WARNINGS, "-fsyntax-only"]
    problem = problem_of([*command, "-I", include, program])
    checklist.check("pyxis.hpp compiles where it is installed", problem)


def check_pkg_config(checklist: Checklist, how: str, libdir: Path, scratch: Path) -> None:
    """Builds the consumer with the flags that pkg-config gives."""
    tool = find_tool("pkg-config") or find_tool("pkgconf")
    if tool is None:
        checklist.skip(how, "there is no pkg-config")
        return
    done = run(
        [tool, "--cflags", "--libs", "pyxis"],
        environment={"PKG_CONFIG_PATH": str(libdir / "pkgconfig")},
    )
    checklist.check(f"{how}: finds pyxis", None if done.returncode == 0 else done.stdout)
    if done.returncode == 0:
        check_consumers(checklist, how, [*shlex.split(done.stdout)], libdir, scratch)


def check_cmake(checklist: Checklist, prefix: Path, libdir: Path, scratch: Path) -> None:
    """Builds the consumer's CMake project, and asks for versions that are not there."""
    cmake = find_tool("cmake")
    if cmake is None:
        checklist.skip("CMake", "there is no cmake")
        return

    def configure(wanted: str, build: Path) -> str | None:
        options = [f"-DCMAKE_PREFIX_PATH={prefix}", f"-DWANTED={wanted}"]
        return problem_of([cmake, "-S", CONSUMER, "-B", build, *options])

    build = scratch / "cmake build"
    problem = configure("0.1", build)
    checklist.check("CMake: find_package(pyxis 0.1 CONFIG) finds pyxis", problem)
    if problem:
        return
    problem = problem_of([cmake, "--build", build])
    checklist.check("CMake: pyxis::pyxis builds C and C++", problem)
    if not problem:
        for program in ("consumer_c", "consumer_cpp"):
            checklist.check(f"CMake: {program} runs", problem_of([build / program, libdir]))
    for wanted in ("1.0", "0.999"):
        found = configure(wanted, scratch / f"cmake {wanted}") is None
        checklist.check(
            f"CMake: find_package(pyxis {wanted}) is refused", "it was found" if found else None
        )


def check_installations(checklist: Checklist, root: Path, scratch: Path) -> None:
    """Installs, builds with what was installed, moves it, and removes it."""
    prefix = scratch / "a prefix with spaces"
    libdir = prefix / "lib"
    problem = make(root, "install", PREFIX=prefix)
    checklist.check("make install PREFIX= (with spaces)", problem)
    if problem:
        return
    flags: list[str | Path] = ["-I", prefix / "include", "-L", libdir, "-lpyxis"]
    check_consumers(checklist, "by hand", flags, libdir, scratch)
    check_cpp_headers(checklist, root, prefix / "include", scratch)
    check_pkg_config(checklist, "pkg-config", libdir, scratch)
    check_cmake(checklist, prefix, libdir, scratch)

    moved = prefix.rename(scratch / "moved elsewhere")
    check_pkg_config(checklist, "pkg-config, after a move", moved / "lib", scratch)
    problem = make(root, "uninstall", PREFIX=moved)
    left = [str(path) for path in moved.rglob("*") if not path.is_dir()]
    checklist.check("make uninstall leaves no file", problem or "\n".join(left) or None)

    stage = scratch / "a stage"
    problem = make(root, "install", DESTDIR=stage, PREFIX="/usr", LIBDIR="/usr/lib/some-system")
    checklist.check("make install DESTDIR= LIBDIR=", problem)
    if not problem:
        libdir = stage / "usr/lib/some-system"
        check_pkg_config(checklist, "pkg-config, staged", libdir, scratch)
