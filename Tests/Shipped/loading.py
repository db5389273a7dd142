"""Opens the library while a program runs, and closes it, as languages with plug-ins do."""

from __future__ import annotations

import sys
from pathlib import Path

from checklist import Checklist, find_tool, problem_of
from header import C_WARNINGS

PLUGIN_HOST = Path(__file__).resolve().parent / "Consumer" / "plugin_host.c"
#: Loads the library into a Python process, and calls it on this thread and on another one.
PYTHON_HOST = """
import ctypes, sys, threading
library = ctypes.CDLL(sys.argv[1])
library.pyxis_version_string.restype = ctypes.c_char_p
seen = []
def call():
    handle = ctypes.c_void_p()
    scope = ctypes.c_void_p()
    seen.append(library.pyxis_configuration_capture(ctypes.byref(handle)))
    seen.append(library.pyxis_scope_open(handle, ctypes.byref(scope)))
    seen.append(library.pyxis_scope_close(scope))
    seen.append(library.pyxis_configuration_release(handle))
call()
thread = threading.Thread(target=call)
thread.start()
thread.join()
print(library.pyxis_version_string().decode(), seen)
sys.exit(0 if seen == [0] * 8 else 1)
"""


def check_loading(checklist: Checklist, header: Path, library: Path, scratch: Path) -> None:
    """Opens the library from C and from Python."""
    name = "dlopen, a thread from before it, dlclose, and calls after that"
    compiler = find_tool("gcc") or find_tool("clang")
    if compiler is None:
        checklist.skip(name, "there is no C compiler")
    else:
        program = scratch / "plugin_host"
        command: list[str | Path] = [
            compiler,
            "-std=c11",
            *C_WARNINGS,
            "-pthread",
            "-I",
            header.parent,
        ]
        problem = problem_of([*command, PLUGIN_HOST, "-ldl", "-o", program])
        checklist.check(name, problem or problem_of([program, library]))
    checklist.check(
        "Python opens it with ctypes",
        problem_of([Path(sys.executable), "-c", PYTHON_HOST, library]),
    )
