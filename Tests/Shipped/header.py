"""The header: what it declares, what it shows, and that it compiles alone everywhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from checklist import Checklist, find_tool, problem_of

C_STANDARDS = ("c99", "c11", "c17", "c2x")
CPP_STANDARDS = ("c++17", "c++20")
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror")
C_WARNINGS = (*WARNINGS, "-Wstrict-prototypes")


@dataclass(frozen=True)
class Example:
    """A program in a comment of the header."""

    line: int
    text: str


@dataclass(frozen=True)
class Header:
    """`pyxis.h`, read as text: no compiler is asked, so that it checks what a compiler said."""

    path: Path
    text: str

    @classmethod
    def read(cls, path: Path) -> Header:
        """Reads the header of a file."""
        return cls(path, path.read_text(encoding="utf-8"))

    @property
    def functions(self) -> set[str]:
        """The names of the functions that it declares."""
        code = re.sub(r"/\*.*?\*/", " ", self.text, flags=re.DOTALL)
        code = re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", "", code, flags=re.MULTILINE)
        code = re.sub(r'extern "C" \{', "", code)
        code = re.sub(r"\{[^{}]*\}", "", code)
        names = set()
        for declaration in code.split(";"):
            words = declaration.split()
            if not words or words[0] == "typedef":
                continue
            found = re.fullmatch(r"[\w\s*]*?\b(pyxis_\w+)\s*\(.*\)", " ".join(words))
            if found:
                names.add(found.group(1))
        return names

    @property
    def initialisers(self) -> set[str]:
        """The names of the structs that have an `_INIT` macro."""
        return {
            name.lower()
            for name in re.findall(r"^#define (PYXIS_\w+)_INIT\b", self.text, re.MULTILINE)
        }

    @property
    def examples(self) -> list[Example]:
        """The programs in its comments, between the fences that begin with ```c."""
        examples: list[Example] = []
        lines: list[str] | None = None
        start = 0
        for number, line in enumerate(self.text.splitlines(), start=1):
            content = re.sub(r"^ \* ?", "", line)
            if lines is None and content == "```c":
                lines, start = [], number + 1
            elif lines is not None and content == "```":
                examples.append(Example(start, "\n".join(lines) + "\n"))
                lines = None
            elif lines is not None:
                lines.append(content)
        if lines is not None:
            raise ValueError(f"{self.path}:{start}: the example has no end")
        return examples


def check_header(checklist: Checklist, header: Header, scratch: Path) -> None:
    """Compiles the header alone, in each standard of C and C++ and with each compiler."""
    uses = "".join(
        f"extern {name} {name}_made;\n{name} {name}_made = {name.upper()}_INIT;\n"
        for name in sorted(header.initialisers)
    )
    text = f"#include <pyxis.h>\n#include <pyxis.h>\n{uses}"
    for suffix, standards, warnings, compilers in (
        ("c", C_STANDARDS, C_WARNINGS, ("gcc", "clang")),
        ("cpp", CPP_STANDARDS, WARNINGS, ("g++", "clang++")),
    ):
        source = scratch / f"header.{suffix}"
        source.write_text(text, encoding="utf-8")
        for compiler in compilers:
            for standard in standards:
                name = f"header compiles alone: {compiler} -std={standard}"
                path = find_tool(compiler)
                if path is None:
                    checklist.skip(name, f"there is no {compiler}")
                    continue
                command = [path, f"-std={standard}", *warnings, "-fsyntax-only"]
                checklist.check(name, problem_of([*command, "-I", header.path.parent, source]))
