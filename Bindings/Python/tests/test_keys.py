"""Keys: their types, defaults and conflicts."""

from __future__ import annotations

import copy
import enum
import pickle
from datetime import date
from decimal import Decimal
from typing import Any, Literal

import pytest

import pyxis
from pyxis import errors


class Scheme(enum.Enum):
    """Members whose values are strings."""

    LIGHT = "light"
    DARK = "dark"


class Level(enum.IntEnum):
    """Members whose values are not."""

    LOW = 1
    HIGH = 2


class Access(enum.Flag):
    """Members that can be combined."""

    READ = 1
    WRITE = 2


KEYS: list[tuple[pyxis.Key[Any], Any, Any, str, Any]] = [
    (pyxis.Key("keys.str", str, default="none"), "none", "żółć\0", "a b", "a b"),
    (pyxis.Key("keys.int", int, default=-3), -3, 2**63 - 1, "-12", -12),
    (pyxis.Key("keys.float", float, default=0.5), 0.5, 1e300, "-2.5e3", -2500.0),
    (pyxis.Key("keys.bool", bool, default=True), True, False, "false", False),
    (pyxis.Key("keys.bytes", bytes, default=b"\0"), b"\0", b"\xff\0", "00ff", b"\0\xff"),
    (
        pyxis.Key("keys.enum", Scheme, default=Scheme.LIGHT),
        Scheme.LIGHT,
        Scheme.DARK,
        "dark",
        Scheme.DARK,
    ),
    (
        pyxis.Key("keys.intenum", Level, default=Level.LOW),
        Level.LOW,
        Level.HIGH,
        "HIGH",
        Level.HIGH,
    ),
    (
        pyxis.Key("keys.literal", Literal["ltr", "rtl"], default="ltr"),
        "ltr",
        "rtl",
        "rtl",
        "rtl",
    ),
    (pyxis.Key("keys.number", Literal[1, 2, 3], default=1), 1, 3, "2", 2),
    (
        pyxis.Key("keys.date", parse=date.fromisoformat, format=str, default=date(2000, 1, 1)),
        date(2000, 1, 1),
        date(2024, 2, 29),
        "2001-02-03",
        date(2001, 2, 3),
    ),
]


@pytest.mark.parametrize(
    ("key", "default", "value", "text", "parsed"), KEYS, ids=[row[0].name for row in KEYS]
)
class TestEveryType:
    """What holds for keys of every type."""

    def test_r1_default_then_what_a_scope_holds(
        self, key: pyxis.Key[Any], default: Any, value: Any, text: str, parsed: Any
    ) -> None:
        assert key.default == default
        assert key.get() == default
        assert type(key.get()) is type(default)
        with pyxis.override({key: value}):
            assert key.get() == value
            assert type(key.get()) is type(value)
        assert key.get() == default

    def test_r4_values_are_the_same_natively(
        self, key: pyxis.Key[Any], default: Any, value: Any, text: str, parsed: Any
    ) -> None:
        with pyxis.override({key: value}), pyxis.native():
            assert key.get() == value

    def test_a_variant_is_parsed(
        self, key: pyxis.Key[Any], default: Any, value: Any, text: str, parsed: Any
    ) -> None:
        assert key.parse(text) == parsed
        assert type(key.parse(text)) is type(parsed)

    def test_keys_can_be_pickled_and_copied(
        self, key: pyxis.Key[Any], default: Any, value: Any, text: str, parsed: Any
    ) -> None:
        assert pickle.loads(pickle.dumps(key)) is key
        assert copy.deepcopy(key) is key
        assert copy.copy(key) is key

    def test_a_snapshot_brings_values_along(
        self, key: pyxis.Key[Any], default: Any, value: Any, text: str, parsed: Any
    ) -> None:
        with pyxis.override({key: value}):
            taken = pickle.loads(pickle.dumps(pyxis.snapshot()))
        assert taken[key] == value
        with taken:
            assert key.get() == value


def test_r5_the_same_definition_gives_the_same_key() -> None:
    one = pyxis.Key("keys.same", int, default=3)
    assert pyxis.Key("keys.same", int, default=3) is one


def test_r5_another_definition_is_a_conflict() -> None:
    pyxis.Key("keys.conflict", int, default=3)
    for other in (
        lambda: pyxis.Key("keys.conflict", int, default=4),
        lambda: pyxis.Key("keys.conflict", str, default="3"),
        lambda: pyxis.Key("keys.conflict", int, default=3, secret=True),
    ):
        with pytest.raises(errors.KeyConflictError, match=r"keys\.conflict") as caught:
            other()
        assert caught.value.key == "keys.conflict"
        assert caught.value.status_name == "PYXIS_ERROR_KEY_CONFLICT"
        assert isinstance(caught.value, ValueError)


def test_r5_two_python_types_may_share_a_native_entry() -> None:
    text = pyxis.Key("keys.shared", str, default="light")
    scheme = pyxis.Key("keys.shared", Scheme, default=Scheme.LIGHT)
    with pyxis.override({scheme: Scheme.DARK}):
        assert text.get() == "dark"
        with pyxis.override({text: "light"}):
            assert scheme.get() is Scheme.LIGHT
        with pyxis.override({text: "sepia"}), pytest.raises(ValueError, match="'light', 'dark'"):
            scheme.get()
        assert pyxis.snapshot()[text] == "dark"
        assert scheme.get() is Scheme.DARK
    with pytest.raises(ValueError, match="twice"):
        pyxis.override({scheme: Scheme.DARK, text: "dark"})


WRONG: list[tuple[pyxis.Key[Any], Any, type[Exception], str]] = [
    (KEYS[0][0], 3, TypeError, "must be str, not int"),
    (KEYS[0][0], b"x", TypeError, "must be str, not bytes"),
    (KEYS[0][0], None, TypeError, "must be str, not NoneType"),
    (KEYS[0][0], "a\udc80", ValueError, "lone surrogate at index 1"),
    (KEYS[1][0], True, TypeError, "must be int, not bool"),
    (KEYS[1][0], 1.0, TypeError, "must be int, not float"),
    (KEYS[1][0], "1", TypeError, "must be int, not str"),
    (KEYS[1][0], 2**63, ValueError, "within 64 bits"),
    (KEYS[1][0], -(2**63) - 1, ValueError, "within 64 bits"),
    (KEYS[2][0], True, TypeError, "must be float, not bool"),
    (KEYS[2][0], Decimal(1), TypeError, "must be float, not Decimal"),
    (KEYS[2][0], 10**400, ValueError, "too large"),
    (KEYS[3][0], 1, TypeError, "must be bool, not int"),
    (KEYS[3][0], "true", TypeError, "must be bool, not str"),
    (KEYS[4][0], "x", TypeError, "must be bytes, not str"),
    (KEYS[5][0], "dark", TypeError, "a member of Scheme"),
    (KEYS[5][0], Level.LOW, TypeError, "a member of Scheme"),
    (KEYS[6][0], 1, TypeError, "a member of Level"),
    (KEYS[7][0], "up", ValueError, "one of 'ltr', 'rtl'"),
    (KEYS[7][0], ["ltr"], TypeError, "one of 'ltr', 'rtl'"),
    (KEYS[8][0], 4, ValueError, "one of 1, 2, 3"),
    (KEYS[8][0], True, TypeError, "one of 1, 2, 3"),
    (KEYS[9][0], 7, ValueError, "cannot be parsed: ValueError"),
]


@pytest.mark.parametrize(("key", "value", "kind", "message"), WRONG)
def test_wrong_values_are_refused(
    key: pyxis.Key[Any], value: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=f"'{key.name}' .*{message}"):
        pyxis.override({key: value})


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *((KEYS[1][0], text) for text in ("", "+1", " 1", "1_0", "0x1", "٣", "9" * 19, "1" * 5000)),
        *(
            (KEYS[2][0], text)
            for text in (
                "",
                "nan",
                "inf",
                "1e999",
                "1_0",
                "0x1p3",
                "٣",
                " 1",
                "+1",
                ".5",
                "1.",
                "01",
                "-",
                "1e",
                "e1",
            )
        ),
        *((KEYS[3][0], text) for text in ("", "True", "1", "yes")),
        *((KEYS[4][0], text) for text in ("0", "xx")),
        *((KEYS[row][0], "none of them") for row in (5, 6, 7, 8, 9)),
    ],
)
def test_wrong_texts_are_refused(key: pyxis.Key[Any], text: str) -> None:
    with pytest.raises(ValueError, match=f"the value of '{key.name}'"):
        key.parse(text)


class Text(str):
    """A subclass."""


def test_values_of_subclasses_become_plain() -> None:
    with pyxis.override({KEYS[0][0]: Text("x"), KEYS[1][0]: Level.HIGH, KEYS[2][0]: 3}):
        values = [KEYS[0][0].get(), KEYS[1][0].get(), KEYS[2][0].get()]
    assert values == ["x", 2, 3.0]
    assert [type(value) for value in values] == [str, int, float]


def test_r2_a_mutable_value_is_copied() -> None:
    names: pyxis.Key[list[str]] = pyxis.Key(
        "keys.names", parse=lambda text: text.split(), format=" ".join, default=[]
    )
    given = ["a", "b"]
    data = bytearray(b"x")
    with pyxis.override({names: given, KEYS[4][0]: data}):
        given.append("c")
        data += b"y"
        assert names.get() == ["a", "b"]
        assert KEYS[4][0].get() == b"x"


@pytest.mark.parametrize(
    ("arguments", "named", "kind", "message"),
    [
        (("", str), {"default": ""}, ValueError, "empty"),
        (("a\0b", str), {"default": ""}, ValueError, "NUL"),
        (("a\udc80", str), {"default": ""}, ValueError, "surrogate"),
        ((3, str), {"default": ""}, TypeError, "name must be a str"),
        (("keys.wrong", str), {"default": 3}, TypeError, "default of the key 'keys.wrong'"),
        (("keys.wrong", Access), {"default": Access.READ}, TypeError, "parse and format"),
        (("keys.wrong", list), {"default": []}, TypeError, "parse and format"),
        (("keys.wrong", Literal["a", 1]), {"default": 1}, TypeError, "parse and format"),
        (("keys.wrong",), {"default": 1}, TypeError, "parse and format"),
        (("keys.wrong",), {"parse": int, "default": 1}, TypeError, "both parse and format"),
        (("keys.wrong", str), {}, TypeError, "default"),
        (("keys.wrong", int), {"parse": int, "format": str, "default": 1}, TypeError, "either"),
    ],
)
def test_wrong_definitions_are_refused(
    arguments: Any, named: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        pyxis.Key(*arguments, **named)


def test_a_long_value_is_read_whole() -> None:
    key = pyxis.Key("keys.long", str, default="x" * 100_000)
    data = pyxis.Key("keys.long.bytes", bytes, default=b"\0" * 257)
    assert key.get() == "x" * 100_000
    assert data.get() == b"\0" * 257


def test_a_repr_helps() -> None:
    assert repr(KEYS[1][0]) == "Key('keys.int', int, default=-3)"
    assert repr(KEYS[5][0]) == "Key('keys.enum', Scheme, default=<Scheme.LIGHT: 'light'>)"
    assert "parse=date.fromisoformat" in repr(KEYS[9][0])


def test_r6_a_reader_resolves_at_every_access() -> None:
    key = pyxis.Key("keys.reader", str, default="none")

    class Paywall:
        status = pyxis.Reader(key)

    with pyxis.override({key: "trial"}):
        made_inside = Paywall()
        assert made_inside.status == "trial"
    assert made_inside.status == "none"
    assert Paywall.status.key is key
    with pytest.raises(AttributeError, match=r"use pyxis\.override"):
        made_inside.status = "x"
    with pytest.raises(TypeError, match="needs a Key"):
        pyxis.Reader("status")  # type: ignore[arg-type]
