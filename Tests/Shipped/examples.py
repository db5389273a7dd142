"""The header's examples: each is compiled, linked with the library, run, and searched for leaks."""

from __future__ import annotations

from pathlib import Path

from checklist import Checklist, find_tool, problem_of
from header import C_WARNINGS, Header

SUPPRESSIONS = Path(__file__).resolve().parent / "valgrind.supp"
#: A program under valgrind ends with this when memory was misused or lost.
LEAK_STATUS = 99


def find_leaks(valgrind: str, program: Path) -> str | None:
    """Searches a program for leaks with valgrind; returns the problem."""
    command: list[str | Path] = [valgrind, "--quiet", "--leak-check=full"]
    command += [f"--error-exitcode={LEAK_STATUS}", f"--suppressions={SUPPRESSIONS}"]
    command += ["--errors-for-leak-kinds=definite,possible"]
    return problem_of([*command, program])


def leak_problem(compile_command: list[str | Path], program: Path) -> tuple[str, str | None] | None:
    """Searches a program for leaks; returns the tool and the problem, or nothing without a tool."""
    valgrind = find_tool("valgrind")
    if valgrind is not None:
        return "valgrind", find_leaks(valgrind, program)
    sanitized = program.with_suffix(".asan")
    if problem_of([*compile_command, "-fsanitize=address", "-o", sanitized]) is None:
        return "AddressSanitizer", problem_of([sanitized])
    return None


def check_examples(checklist: Checklist, header: Header, library: Path, scratch: Path) -> None:
    """Runs every example of the header."""
    examples = header.examples
    checklist.check(
        f"header has examples ({len(examples)})", None if examples else "no example was found"
    )
    compiler = find_tool("gcc") or find_tool("clang")
    for example in examples:
        name = f"example at {header.path.name}:{example.line}"
        if compiler is None:
            checklist.skip(name, "there is no C compiler")
            continue
        source = scratch / f"example-{example.line}.c"
        program = source.with_suffix("")
        source.write_text(example.text, encoding="utf-8")
        command: list[str | Path] = [compiler, "-std=c99", "-g", *C_WARNINGS]
        command += ["-I", header.path.parent, source]
        command += ["-L", library.parent, "-lpyxis", f"-Wl,-rpath,{library.parent}"]
        problem = problem_of([*command, "-o", program])
        checklist.check(f"{name} compiles without a warning", problem)
        if problem:
            continue
        checklist.check(f"{name} runs", problem_of([program]))
        leaks = leak_problem(command, program)
        if leaks is None:
            checklist.skip(f"{name} loses no memory", "neither valgrind nor AddressSanitizer")
        else:
            checklist.check(f"{name} loses no memory ({leaks[0]})", leaks[1])
