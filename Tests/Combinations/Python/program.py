"""Python with a C library and a Swift plugin: program.py LIBPYXIS C-PLUGIN SWIFT-PLUGIN."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes import CDLL, CFUNCTYPE, POINTER, c_int32, c_int64, c_size_t, c_void_p
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Bindings" / "Python" / "src"))

OPERATION = CFUNCTYPE(None, c_void_p)
READ = CFUNCTYPE(c_int64)
RUN = CFUNCTYPE(None, c_int64, OPERATION, c_void_p)

Operation = Callable[["int | None"], None]


class Part(ctypes.Structure):
    """The struct `part` of parts.h."""

    _fields_ = (("name", ctypes.c_char_p), ("read", READ), ("run", RUN))


# With RTLD_GLOBAL, what is opened later binds to this copy, and so does the package.
CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
c_library = CDLL(sys.argv[2])
swift_plugin = CDLL(sys.argv[3])

import pyxis  # noqa: E402

c_library.parts_nest.argtypes = [POINTER(Part), c_size_t, c_int32]
c_library.parts_nest.restype = c_int64
c_library.c_part_key_count.restype = c_size_t
swift_plugin.swift_part_run_in_task.argtypes = [c_int64, OPERATION, c_void_p]
swift_plugin.swift_part_run_in_task.restype = c_int64

retries = pyxis.Key("retries", int, default=3)


def check(name: str, is_right: bool) -> None:
    """Say how a check went, in the form that run.sh counts."""
    print("ok    " if is_right else "FAILED", name, flush=True)


def run(value: int, operation: Operation, user_data: int | None) -> None:
    """Run an operation of another language in a scope of Python."""
    with pyxis.override({retries: value}):
        pyxis.native(operation)(user_data)


def run_open(value: int, operation: Operation, user_data: int | None) -> None:
    """Run an operation of another language in a block that shows it Python's scopes."""
    with pyxis.override({retries: value}), pyxis.native():
        operation(user_data)


def run_snapshot(value: int, operation: Operation, user_data: int | None) -> None:
    """Run an operation of another language in a snapshot."""
    with pyxis.snapshot().updated({retries: value}):
        pyxis.native(operation)(user_data)


c_read = READ(("c_part_read", c_library))
swift_read = READ(("swift_part_read", swift_plugin))
python_read = READ(retries.get)
parts = (Part * 6)(
    Part(b"Python", python_read, RUN(run)),
    Part(b"Python, open", python_read, RUN(run_open)),
    Part(b"Python, a snapshot", python_read, RUN(run_snapshot)),
    Part(b"C", c_read, RUN(("c_part_run", c_library))),
    Part(b"C, open", c_read, RUN(("c_part_run_open", c_library))),
    Part(b"Swift", swift_read, RUN(("swift_part_run", swift_plugin))),
)


def everywhere() -> list[int]:
    """Read the entry in every language."""
    return [retries.get(), c_read(), swift_read()]


def main() -> None:
    """Check each direction, the process default and a task."""
    check("R5: the default is the same in all", everywhere() == [3, 3, 3])
    check("R23: scopes of all, nested", c_library.parts_nest(parts, 6, 3) == 0)
    with pyxis.override({retries: 4}):
        check(
            "others read Python's scope where it is shown to them",
            pyxis.native(everywhere)() == [4] * 3,
        )
        nest = pyxis.native(c_library.parts_nest)
        check("R23: nested in a scope of Python", nest(parts, 6, 2) == 0)
        check("and not where it is not", everywhere() == [4, 3, 3])
    check("Swift prepares the process", swift_plugin.swift_part_prepare() == 1)
    check("R10: what Swift prepared is what all read", everywhere() == [7, 7, 7])
    status = c_library.c_part_prepare(b'PYXIS_BOOTSTRAP={"version":1,"requested":{}}')
    check("R12: and nobody else can prepare it", status == -14)
    check("R23: nested in what was prepared", c_library.parts_nest(parts, 6, 3) == 0)

    seen: list[object] = []

    def in_task(_: int | None) -> None:
        seen.extend((everywhere(), c_library.parts_nest(parts, 6, 3)))

    after = swift_plugin.swift_part_run_in_task(20, OPERATION(in_task), None)
    check("all read a scope that Swift opened in a task", seen[:1] == [[20, 20, 20]])
    check("R23: nested in that scope", seen[1:] == [0])
    check("Swift reads its scope after a suspension", after == 20)
    check("R21: all read the process default", everywhere() == [7, 7, 7])
    check("all use one table of keys", c_library.c_part_key_count() == 1)


main()
