"""Reports that travel to the runner: the library publishes them, where `os.environ` says."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import pyxis

RUN = "0123456789abcdef0123456789abcdef"
PAYLOAD = '{"version":1,"requested":{"color_scheme":"dark","locale":"pl_PL"}}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as a runner makes it."""
    path = tmp_path / "reports"
    path.mkdir(mode=0o700)
    return path


def environment(folder: Path) -> dict[str, str]:
    """Return what a runner sets."""
    return {
        "PYXIS_BOOTSTRAP": PAYLOAD,
        "PYXIS_REPORT_DIR": str(folder),
        "PYXIS_RUN_ID": RUN,
    }


def envelopes(folder: Path) -> list[dict[str, Any]]:
    """Return what was published, in order."""
    found = [json.loads(path.read_text()) for path in folder.iterdir()]
    return sorted(found, key=lambda envelope: (envelope["role"], envelope["sequence"]))


def test_preparation_and_windows_publish(python: Any, folder: Path) -> None:
    python(
        """
        import pyxis

        report = pyxis.prepare({"locale": lambda variant: pyxis.Result.applied(variant.value)})
        window = pyxis.apply({"color_scheme": lambda variant: pyxis.Result.observed("dark")})
        """,
        environment(folder),
    )
    published = envelopes(folder)
    assert [envelope["sequence"] for envelope in published] == [0, 1]
    assert {envelope["run_id"] for envelope in published} == {RUN}
    assert {envelope["role"] for envelope in published} == {"host"}
    reports = [pyxis.Report.decode(json.dumps(envelope["report"])) for envelope in published]
    assert reports[0]["locale"] == pyxis.Result.applied("pl_PL")
    assert reports[0]["color_scheme"].status == "unverified"
    assert reports[1]["color_scheme"] == pyxis.Result.observed("dark")
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in folder.iterdir())


def test_what_python_puts_into_os_environ_counts(python: Any, folder: Path) -> None:
    python(
        f"""
        import os
        import pyxis

        os.environ.update({environment(folder)!r})
        pyxis.prepare()
        """
    )
    assert len(envelopes(folder)) == 1


def test_a_preparation_stands_where_publishing_fails(python: Any, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    python(
        """
        import pyxis

        told = []
        pyxis.set_diagnostic_handler(told.append)
        assert pyxis.prepare() is not None
        assert pyxis.current().report is not None
        assert len(told) == 1 and "missing" in told[0], told
        """,
        environment(missing),
    )
    assert not os.path.exists(missing)


def test_nothing_is_published_where_preparation_fails(python: Any, folder: Path) -> None:
    python(
        """
        import pyxis

        def configure(staged):
            raise LookupError

        try:
            pyxis.prepare(configure=configure)
        except LookupError:
            pass
        """,
        environment(folder),
    )
    assert envelopes(folder) == []
