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


def test_a_report_is_published_later(python: Any, folder: Path) -> None:
    python(
        """
        import os
        import pyxis

        assert pyxis.publish_report() is None, "the process is not prepared"
        report = pyxis.prepare()
        assert pyxis.publish_report() == 1
        assert pyxis.Report({"locale": pyxis.Result.observed("pl_PL")}).publish() == 2
        os.environ["PYXIS_REPORT_DIR"] = "relative"
        assert report.publish() == 3, "the environment of the preparation counts"
        """,
        environment(folder),
    )
    published = envelopes(folder)
    assert [envelope["sequence"] for envelope in published] == [0, 1, 2, 3]
    locale = {"locale": {"status": "observed", "value": "pl_PL"}}
    assert published[2]["report"]["variants"] == locale


def test_nobody_asked(python: Any) -> None:
    python(
        """
        import pyxis

        assert pyxis.Report().publish() is None
        assert pyxis.prepare(environment={"PYXIS_BOOTSTRAP": '{"version":1,"requested":{}}'})\
            is not None
        assert pyxis.publish_report() is None
        """
    )


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("PYXIS_REPORT_DIR", "relative", "absolute"),
        ("PYXIS_RUN_ID", "ABC", "PYXIS_RUN_ID"),
        ("PYXIS_RUN_ID", "", "PYXIS_RUN_ID"),
    ],
)
def test_a_malformed_variable_is_an_error(
    python: Any, folder: Path, name: str, value: str, message: str
) -> None:
    python(
        f"""
        import pyxis
        from pyxis import errors

        pyxis.set_diagnostic_handler(lambda message: None)
        pyxis.prepare()
        try:
            pyxis.publish_report()
        except errors.ReportNotPublishedError as error:
            assert {message!r} in str(error), error
        else:
            raise AssertionError("it was published")
        """,
        {**environment(folder), name: value},
    )
    assert envelopes(folder) == []


def test_a_forked_child_publishes_as_such(python: Any, folder: Path) -> None:
    """Field: the child of a multi-threaded host publishes its report."""
    python(
        """
        import os
        import threading
        import warnings
        import pyxis

        warnings.simplefilter("ignore", DeprecationWarning)
        stop = threading.Event()
        threading.Thread(target=stop.wait).start()
        pyxis.prepare()
        child = os.fork()
        if child == 0:
            os._exit(pyxis.publish_report())
        assert os.waitpid(child, 0)[1] == 0
        stop.set()
        """,
        environment(folder),
    )
    assert [envelope["role"] for envelope in envelopes(folder)] == ["forked", "host"]


def test_what_is_no_report_is_refused() -> None:
    with pytest.raises(TypeError, match="takes a Report, not dict"):
        pyxis.publish_report({})  # type: ignore[arg-type]


def test_r24_known_values_are_checked_before_the_adapter_runs(python: Any) -> None:
    python(
        """
        import pyxis
        from pyxis import errors

        ran = []

        @pyxis.known_values
        def adapter(variant):
            ran.append(variant.key)
            return pyxis.Result.applied(variant.value)

        report = pyxis.prepare({"color_scheme": adapter, "accessibility.contrast": adapter})
        assert report["color_scheme"].status == "unsupported", report
        assert report["accessibility.contrast"] == pyxis.Result.applied("high")
        assert ran == ["accessibility.contrast"]
        assert pyxis.apply({"color_scheme": adapter})["color_scheme"].status == "unsupported"
        try:
            pyxis.apply({"locale": adapter})
        except errors.InvalidArgumentError as error:
            assert "locale" in str(error), error
        else:
            raise AssertionError("it was taken")
        """,
        {
            "PYXIS_BOOTSTRAP": '{"version":1,"requested":'
            '{"color_scheme":"sepia","accessibility.contrast":"high"}}'
        },
    )
