"""The library as a file: what it exports, needs and promises to the loader."""

from __future__ import annotations

import re
from pathlib import Path

from checklist import Checklist, find_tool, run

SONAME = "libpyxis.so.1"
#: What every Linux system with a C++ program on it has.
ALLOWED_NEEDS = re.compile(
    r"libc\.so\.6|libm\.so\.6|libstdc\+\+\.so\.6|libgcc_s\.so\.1|ld-linux-[a-z0-9_-]+\.so\.[0-9]+"
)
LARGEST_SIZE = 7_500_000
#: The loader keeps little thread-local space for libraries that are opened while a program runs
#: (512 bytes for this kind, in glibc), and they share it.
LARGEST_THREAD_LOCAL_SIZE = 256


def exported_symbols(symbols: str) -> dict[str, str]:
    """Returns the symbols that others can bind to, with their kinds, from `readelf --dyn-syms`."""
    exported = {}
    for line in symbols.splitlines():
        fields = line.split()
        if len(fields) < 8 or not fields[0].endswith(":") or not fields[0][:-1].isdigit():
            continue
        kind, binding, visibility, section, name = fields[3:8]
        if binding != "LOCAL" and section != "UND" and visibility in ("DEFAULT", "PROTECTED"):
            exported[name.split("@")[0]] = kind
    return exported


def listed(names: set[str]) -> str | None:
    """Returns names as one text, and nothing for none."""
    return "\n".join(sorted(names)) or None


def check_symbols(checklist: Checklist, symbols: str, functions: set[str]) -> None:
    """The header and the library agree on what there is."""
    exported = exported_symbols(symbols)
    checklist.check(
        "header declares functions", None if functions else "no declaration was recognised"
    )
    checklist.check("every function of the header is exported", listed(functions - set(exported)))
    checklist.check("nothing else is exported", listed(set(exported) - functions))
    checklist.check(
        "what is exported is functions",
        listed({name for name, kind in exported.items() if kind != "FUNC"}),
    )


def check_dynamic_section(checklist: Checklist, dynamic: str) -> None:
    """What the loader reads first."""

    def entries(tag: str) -> list[str]:
        return re.findall(rf"\({tag}\)\s+(?:.*?\[(.*)\]|.*)", dynamic)

    names = entries("SONAME")
    checklist.check(
        f"SONAME is {SONAME}", None if names == [SONAME] else f"SONAME is {', '.join(names)}"
    )
    needs = set(entries("NEEDED"))
    checklist.check(
        "needs glibc, libm, libstdc++ and libgcc_s only",
        listed({name for name in needs if not ALLOWED_NEEDS.fullmatch(name)})
        or (None if needs else "no NEEDED entry was recognised"),
    )
    flags = " ".join(re.findall(r"\(FLAGS(?:_1)?\)(.*)", dynamic)).split()
    checklist.check("stays loaded (nodelete)", None if "NODELETE" in flags else dynamic)
    checklist.check("no relocation of code (TEXTREL)", dynamic if "TEXTREL" in dynamic else None)
    checklist.check(
        "no search path of its own", dynamic if re.search(r"\((RPATH|RUNPATH)\)", dynamic) else None
    )


def check_segments(checklist: Checklist, segments: str) -> None:
    """What the loader maps."""
    stack = re.search(r"^\s*GNU_STACK\s.*$", segments, re.MULTILINE)
    checklist.check(
        "no executable stack",
        None if stack and not re.search(r"\sR?W?E\s", stack.group()) else segments,
    )
    both = re.search(r"^\s*LOAD\s.*\sRWE\s.*$", segments, re.MULTILINE)
    checklist.check("no memory is writable and executable", both and both.group())
    local = re.search(r"^\s*TLS\s+(?:0x\w+\s+){4}(0x\w+)", segments, re.MULTILINE)
    size = int(local.group(1), 16) if local else 0
    checklist.check(
        f"thread-local variables fit a running program ({size} bytes)",
        None if size <= LARGEST_THREAD_LOCAL_SIZE else f"at most {LARGEST_THREAD_LOCAL_SIZE}",
    )


def check_file(checklist: Checklist, library: Path, root: Path) -> None:
    """Its size, and what a reader of its bytes finds."""
    size = library.stat().st_size
    checklist.check(
        f"size is at most {LARGEST_SIZE / 1e6:.1f} MB ({size / 1e6:.2f} MB)",
        None if size <= LARGEST_SIZE else f"{size} bytes",
    )
    checklist.check(
        "names no folder of the machine that built it",
        str(root) if str(root).encode() in library.read_bytes() else None,
    )
    link = library.parent / "libpyxis.so"
    checklist.check(
        f"libpyxis.so is a link to {SONAME}",
        None if link.is_symlink() and str(link.readlink()) == SONAME else f"{link} is not",
    )


def check_binary(checklist: Checklist, library: Path, functions: set[str], root: Path) -> None:
    """Reads the library with readelf, and checks what it finds."""
    check_file(checklist, library, root)
    readelf = find_tool("readelf") or find_tool("llvm-readelf")
    if readelf is None:
        checklist.skip("symbols, dynamic section and segments", "there is no readelf")
        return
    check_symbols(checklist, run([readelf, "-W", "--dyn-syms", library]).stdout, functions)
    check_dynamic_section(checklist, run([readelf, "-W", "-d", library]).stdout)
    check_segments(checklist, run([readelf, "-W", "-l", library]).stdout)
