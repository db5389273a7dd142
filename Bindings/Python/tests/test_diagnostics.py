"""Callbacks that the library keeps."""

from __future__ import annotations

from typing import Any

import pytest

import pyxis

CONFLICT = """
    import ctypes
    import gc
    import weakref
    import pyxis

    class Handler:
        def __init__(self, told):
            self.told = told

        def __call__(self, message):
            self.told.append(message)

    def copy_is_used():
        # The copy that is used second reports it, once.
        other = ctypes.CDLL(COPY)
        number = ctypes.c_uint32()
        assert other.pyxis_key_define_bool(b"x", ctypes.c_size_t(1), 0, 0,
                                           ctypes.byref(number), None) == 0
"""


def test_a_deleted_handler_is_not_called(python: Any, tmp_path: Any) -> None:
    """Field: register, delete, collect, call."""
    import os
    import shutil

    copy = tmp_path / "other.so"
    shutil.copy(os.environ["PYXIS_LIBRARY"], copy)
    python(
        f"    COPY = {str(copy)!r}\n"
        + CONFLICT
        + """
    told = []
    for _ in range(3):
        handler = Handler(told)
        watched = weakref.ref(handler)
        pyxis.set_diagnostic_handler(handler)
        del handler
        gc.collect()
        assert watched() is not None
    copy_is_used()
    pyxis.Key("own", int, default=1)
    assert len(told) == 1 and COPY in told[0], told
    pyxis.set_diagnostic_handler(None)
    gc.collect()
    assert watched() is None
    """
    )


def test_wrong_handlers_are_refused() -> None:
    with pytest.raises(TypeError, match="a handler is a function, not int"):
        pyxis.set_diagnostic_handler(3)  # type: ignore[arg-type]
