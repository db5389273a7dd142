"""Values of secret keys show nowhere."""

from __future__ import annotations

import json
import pickle
import traceback
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

import pyxis

SECRET = "hunter2"


class Door(Enum):
    """Members with a secret among them."""

    SHUT = "shut"
    OPEN = "hunter2"


TOKEN = pyxis.Key("secrets.token", str, default=SECRET, secret=True)
PIN = pyxis.Key(
    "secrets.pin", parse=lambda text: int(text, 16), format=lambda pin: f"{pin:x}", default=0,
    secret=True,
)  # fmt: skip
DOOR = pyxis.Key("secrets.door", Door, default=Door.SHUT, secret=True)


def told(error: BaseException) -> str:
    """Return all that a traceback shows."""
    return "".join(traceback.format_exception(type(error), error, error.__traceback__)).replace(
        __file__, ""
    )


def lines_of(text: str) -> str:
    """Leave out the lines of source code, which show what a test wrote."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("    "))


def test_reprs_and_descriptions() -> None:
    with pyxis.override({TOKEN: SECRET}):
        taken = pyxis.snapshot()
    shown = [
        repr(TOKEN),
        repr(pyxis.override({TOKEN: SECRET})),
        repr(taken),
        repr(pickle.loads(pickle.dumps(taken))),
        json.dumps(taken.describe()),
        repr(pyxis.Variants({"secrets.token": SECRET})),
        repr(pyxis.bind(TOKEN.get)),
        str(taken.explain(TOKEN)),
        repr(pyxis.Variant("secrets.token", SECRET)),
    ]
    assert taken[TOKEN] == SECRET
    for text in shown:
        assert SECRET not in text
    assert all("<redacted>" in shown[index] for index in (0, 1, 2, 3, 5, 8))


@pytest.mark.parametrize(
    "call",
    [
        lambda: PIN.parse(SECRET),
        lambda: DOOR.parse("hunter2 or so"),
        lambda: pyxis.override({PIN: SECRET}),
        lambda: pyxis.override({DOOR: SECRET}),
        lambda: pyxis.override({TOKEN: "hunter2\udc80"}),
        lambda: pyxis.override({TOKEN: b"hunter2"}),
        lambda: pyxis.Key("secrets.default", Door, default=SECRET, secret=True),
        lambda: pyxis.Key("secrets.token", str, default="hunter2!", secret=True),
    ],
)
def test_errors(call: Callable[[], Any]) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert SECRET not in str(caught.value)
    assert SECRET not in lines_of(told(caught.value))


def test_an_error_of_a_key_that_is_not_secret_keeps_its_cause() -> None:
    plain = pyxis.Key("secrets.plain", parse=int, format=str, default=0)
    with pytest.raises(ValueError, match="cannot be parsed") as caught:
        plain.parse(SECRET)
    assert SECRET in str(caught.value.__cause__)


def test_reports(python: Any) -> None:
    python(
        """
        import pickle
        import pyxis

        KEY = pyxis.Key("subscription.status", str, default="none", secret=True)

        def adapter(variant):
            assert variant.value == "hunter2"
            assert "hunter2" not in repr(variant)
            raise ValueError("cannot apply " + variant.value)

        def configure(staged):
            staged[KEY] = staged.requested[KEY.name]

        report = pyxis.prepare({"subscription.status": adapter}, configure)
        travelled = pickle.loads(pickle.dumps(pyxis.snapshot()))
        assert travelled[KEY] == KEY.get() == "hunter2"
        for shown in (repr(report), report.encode().decode(), repr(pyxis.current().requested),
                      repr(pyxis.current().report), str(pyxis.current().describe()),
                      repr(travelled), repr(travelled.requested), repr(travelled.report)):
            assert "hunter2" not in shown, shown
        assert "<redacted>" in repr(report)
        """,
        {"PYXIS_BOOTSTRAP": '{"version":1,"requested":{"subscription.status":"hunter2"}}'},
    )
