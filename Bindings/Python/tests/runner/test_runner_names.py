"""What the package offers is there, and comes only when it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pyxis import runner


def test_every_name_can_be_imported_and_is_listed() -> None:
    for name in runner.__all__:
        assert getattr(runner, name) is not None
    assert set(runner.__all__) <= set(dir(runner))
    assert set(runner._MODULES) == set(runner.__all__)


def test_other_names_are_no_attributes() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lunch'"):
        _ = runner.lunch  # type: ignore[attr-defined]


def test_the_package_comes_without_its_parts() -> None:
    code = "import sys, pyxis.runner; print([m for m in sys.modules if 'pyxis.runner.' in m])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert ended.stdout == b"[]\n", ended.stderr
