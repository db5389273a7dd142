"""The declarations are what `Include/pyxis.h` says, function by function."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import Any

import pytest

from pyxis import _declarations, _entries, _kinds, _version, errors
from pyxis._library import library

HEADER = Path(__file__).parents[3] / "Include" / "pyxis.h"
CODE = re.sub(r"/\*.*?\*/|\\\n", " ", HEADER.read_text("utf-8"), flags=re.DOTALL)

CALLBACKS = {
    "pyxis_destroy_function": _declarations.DestroyFunction,
    "pyxis_diagnostic_function": _declarations.DiagnosticFunction,
    "pyxis_operation_function": _declarations.OperationFunction,
    "pyxis_adapter_function": _declarations.AdapterFunction,
    "pyxis_configure_function": _declarations.ConfigureFunction,
}
STRUCTS = {
    "pyxis_string": _declarations.String,
    "pyxis_bytes": _declarations.Bytes,
    "pyxis_adapter": _declarations.Adapter,
    "pyxis_prepare_options": _declarations.PrepareOptions,
}
SCALARS: dict[str, Any] = {
    "void": None,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64,
    "double": ctypes.c_double,
    "size_t": ctypes.c_size_t,
    **CALLBACKS,
    **STRUCTS,
}
for target, alias in re.findall(r"typedef (\w+) (pyxis_\w+);", CODE):
    SCALARS[alias] = SCALARS[target]
OPAQUE = set(re.findall(r"typedef struct (pyxis_\w+) \1;", CODE))


def ctypes_of(declaration: str) -> Any:
    """Return the ctypes type of a C type, as this binding writes it."""
    words = declaration.replace("const", " ").replace("*", " * ").split()
    name, stars = words[0], words.count("*")
    if stars == 0:
        return SCALARS[name]
    if name in ("char", "uint8_t"):
        return ctypes.c_char_p if stars == 1 else ctypes.POINTER(ctypes.c_char_p)
    if name == "void" or name in OPAQUE:
        return ctypes.c_void_p if stars == 1 else ctypes.POINTER(ctypes.c_void_p)
    return ctypes.POINTER(SCALARS[name])


def parameters_of(text: str) -> list[Any]:
    """Return the types of a parameter list."""
    if text.strip() == "void":
        return []
    return [ctypes_of(re.sub(r"\w+\s*$", "", part)) for part in text.split(",")]


PROTOTYPES = {
    name: (result, parameters)
    for result, name, parameters in re.findall(
        r"^(\w[\w ]*?[ *]+)pyxis_(\w+)\(([^()]*)\);", CODE, re.MULTILINE
    )
}


def test_every_function_is_declared_and_no_other() -> None:
    declared = {*_declarations.STATUS_FUNCTIONS, *_declarations.OTHER_FUNCTIONS}
    assert len(PROTOTYPES) > 70
    assert declared == set(PROTOTYPES)


@pytest.mark.parametrize("name", sorted(PROTOTYPES))
def test_a_function_has_the_types_of_the_header(name: str) -> None:
    result, parameters = PROTOTYPES[name]
    if name in _declarations.STATUS_FUNCTIONS:
        expected: Any = _declarations.STATUS_FUNCTIONS[name]
        assert result.strip() == "pyxis_status"
    else:
        expected, declared_result = _declarations.OTHER_FUNCTIONS[name]
        address = name == "buffer_data"  # A `c_char_p` would end the text at its first NUL.
        assert declared_result is (ctypes.c_void_p if address else ctypes_of(result))
    assert expected == parameters_of(parameters)


@pytest.mark.parametrize("name", sorted(CALLBACKS))
def test_a_callback_has_the_types_of_the_header(name: str) -> None:
    found = re.search(rf"typedef (\w+) \(\*{name}\)\(([^()]*)\);", CODE)
    assert found
    callback: Any = CALLBACKS[name]
    assert callback._restype_ is SCALARS[found[1]]
    assert list(callback._argtypes_) == parameters_of(found[2])


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_a_struct_has_the_fields_of_the_header(name: str) -> None:
    found = re.search(rf"typedef struct {name} {{([^}}]*)}} {name};", CODE)
    assert found
    fields = [re.match(r"\s*(.*?)(\w+)\s*$", line) for line in found[1].split(";") if line.strip()]
    declared: Any = STRUCTS[name]._fields_
    assert [name for name, _ in declared] == [field[2] for field in fields if field]
    for (_, declared_type), field in zip(declared, fields):
        assert field
        view = field[1].strip() in ("const char *", "const uint8_t *") and field[2] == "data"
        assert declared_type is (ctypes.c_void_p if view else ctypes_of(field[1]))


def constants(prefix: str) -> dict[str, int]:
    """Return the constants of the header whose names start so."""
    pattern = rf"#define PYXIS_{prefix}(\w+) \(?(-?\d+)u?\)?"
    return {name: int(number) for name, number in re.findall(pattern, CODE)}


@pytest.mark.parametrize(
    "prefix", ["TYPE_", "VARIANT_", "ORIGIN_", "KEY_", "PREPARE_ANY", "ADAPTER_"]
)
def test_constants_are_those_of_the_header(prefix: str) -> None:
    expected = {f"{prefix}{name}": number for name, number in constants(prefix).items()}
    declared = {
        name: number
        for name, number in vars(_declarations).items()
        if name.startswith(prefix) and isinstance(number, int)
    }
    assert declared == expected


def test_each_error_status_has_its_own_exception() -> None:
    numbers = sorted(constants("ERROR_").values())
    assert sorted(errors.BY_STATUS) == numbers
    assert len(set(errors.BY_STATUS.values())) == len(numbers)
    for name, number in constants("ERROR_").items():
        words = name.replace("_", "").lower()
        assert errors.BY_STATUS[number].__name__.lower() == f"{words}error"


def test_the_version_is_that_of_the_header() -> None:
    version = constants("VERSION_")
    assert _version.__version__ == "{MAJOR}.{MINOR}.{PATCH}".format(**version)


def has_type(argument: Any, declared: Any) -> bool:
    """Whether an argument is a C value of a type already."""
    if declared is ctypes.c_char_p:
        return isinstance(argument, ctypes.Array) and argument._type_ is ctypes.c_char
    referenced = getattr(argument, "_obj", None)
    if referenced is not None:
        return declared is ctypes.POINTER(type(referenced))
    return isinstance(argument, declared)


@pytest.mark.parametrize("kind", _kinds.KINDS.values(), ids=lambda kind: kind.name)
def test_functions_without_types_get_values_of_the_declared_ones(
    kind: _kinds.Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"get_{kind.name}"
    foreign, calls = getattr(library.ready, name), []

    def recorded(*arguments: Any) -> Any:
        calls.append(arguments)
        return foreign(*arguments)

    monkeypatch.setattr(library.ready, name, recorded)
    long: dict[str, Any] = {"string": "x" * 1000, "bytes": b"x" * 1000}
    default = long.get(kind.name, kind.python(1))
    entry = _entries.define(f"header.{kind.name}", kind, default, False)
    assert entry.read() == default
    assert calls
    for arguments in calls:
        types = _declarations.STATUS_FUNCTIONS[name]
        assert len(arguments) == len(types)
        assert all(map(has_type, arguments, types))
