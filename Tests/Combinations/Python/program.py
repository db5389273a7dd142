"""Python with a C library and a Swift plugin: program.py LIBPYXIS C-PLUGIN SWIFT-PLUGIN."""

import ctypes
import sys
from collections.abc import Callable
from ctypes import CDLL, CFUNCTYPE, POINTER, byref, c_int32, c_int64, c_size_t, c_uint32, c_void_p

END = c_size_t(-1).value
OPERATION = CFUNCTYPE(None, c_void_p)
READ = CFUNCTYPE(c_int64)
RUN = CFUNCTYPE(None, c_int64, OPERATION, c_void_p)


class Part(ctypes.Structure):
    """The struct `part` of parts.h."""

    _fields_ = (("name", ctypes.c_char_p), ("read", READ), ("run", RUN))


# With RTLD_GLOBAL, what is opened later binds to this copy.
pyxis = CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
c_library = CDLL(sys.argv[2])
swift_plugin = CDLL(sys.argv[3])

pyxis.pyxis_configuration_set_int64.argtypes = [c_void_p, c_uint32, c_int64]
pyxis.pyxis_configuration_release.argtypes = [c_void_p]
pyxis.pyxis_scope_open.argtypes = [c_void_p, c_void_p]
pyxis.pyxis_scope_close.argtypes = [c_void_p]
pyxis.pyxis_scope_run.argtypes = [c_void_p, OPERATION, c_void_p]
pyxis.pyxis_key_define_int64.argtypes = [
    ctypes.c_char_p,
    c_size_t,
    c_int64,
    c_uint32,
    c_void_p,
    c_void_p,
]
c_library.parts_nest.argtypes = [POINTER(Part), c_size_t, c_int32]
c_library.parts_nest.restype = c_int64
c_library.c_part_key_count.restype = c_size_t
swift_plugin.swift_part_run_in_task.argtypes = [c_int64, OPERATION, c_void_p]
swift_plugin.swift_part_run_in_task.restype = c_int64


def check(name: str, is_right: bool) -> None:
    """Say how a check went, in the form that run.sh counts."""
    print("ok    " if is_right else "FAILED", name, flush=True)


def call(status: int) -> None:
    """Check the status of a call that has no reason to fail."""
    if status != 0:
        raise RuntimeError(f"status {status}")


retries = c_uint32()
call(pyxis.pyxis_key_define_int64(b"retries", END, 3, 0, byref(retries), None))


def read() -> int:
    """Read the entry from Python."""
    value = c_int64()
    call(pyxis.pyxis_get_int64(retries, byref(value)))
    return value.value


def overriding(value: int) -> c_void_p:
    """Make a configuration that overrides the entry in force."""
    configuration = c_void_p()
    call(pyxis.pyxis_configuration_capture(byref(configuration)))
    call(pyxis.pyxis_configuration_set_int64(configuration, retries, value))
    return configuration


def run(value: int, operation: Callable[[int | None], None], user_data: int | None) -> None:
    """Run an operation in a scope."""
    configuration = overriding(value)
    call(pyxis.pyxis_scope_run(configuration, operation, user_data))
    call(pyxis.pyxis_configuration_release(configuration))


def run_open(value: int, operation: Callable[[int | None], None], user_data: int | None) -> None:
    """Run an operation while a scope is open."""
    configuration = overriding(value)
    scope = c_void_p()
    call(pyxis.pyxis_scope_open(configuration, byref(scope)))
    operation(user_data)
    call(pyxis.pyxis_scope_close(scope))
    call(pyxis.pyxis_configuration_release(configuration))


c_read = READ(("c_part_read", c_library))
swift_read = READ(("swift_part_read", swift_plugin))
parts = (Part * 5)(
    Part(b"Python", READ(read), RUN(run)),
    Part(b"Python, open", READ(read), RUN(run_open)),
    Part(b"C", c_read, RUN(("c_part_run", c_library))),
    Part(b"C, open", c_read, RUN(("c_part_run_open", c_library))),
    Part(b"Swift", swift_read, RUN(("swift_part_run", swift_plugin))),
)


def everywhere() -> list[int]:
    """Read the entry in every language."""
    return [read(), c_read(), swift_read()]


def main() -> None:
    """Check each direction, the process default and a task."""
    check("R5: the default is the same in all", everywhere() == [3, 3, 3])
    check("R23: scopes of all, nested", c_library.parts_nest(parts, 5, 3) == 0)
    check("Swift prepares the process", swift_plugin.swift_part_prepare() == 1)
    check("R10: what Swift prepared is what all read", everywhere() == [7, 7, 7])
    status = c_library.c_part_prepare(b'PYXIS_BOOTSTRAP={"version":1,"requested":{}}')
    check("R12: and nobody else can prepare it", status == -14)
    check("R23: nested in what was prepared", c_library.parts_nest(parts, 5, 3) == 0)

    seen: list[object] = []

    def in_task(_: int | None) -> None:
        seen.extend((everywhere(), c_library.parts_nest(parts, 5, 3)))

    after = swift_plugin.swift_part_run_in_task(20, OPERATION(in_task), None)
    check("all read a scope that Swift opened in a task", seen[:1] == [[20, 20, 20]])
    check("R23: nested in that scope", seen[1:] == [0])
    check("Swift reads its scope after a suspension", after == 20)
    check("R21: all read the process default", everywhere() == [7, 7, 7])
    check("all use one table of keys", c_library.c_part_key_count() == 1)


main()
