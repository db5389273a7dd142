"""The fixture pyxis_launch, the marker pyxis_matrix, and options."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from .conftest import Project

HOST = """
import sys
import pyxis
from app import STATUS

def configure(staged):
    staged[STATUS] = staged.requested.get("subscription.status", "none")

adapters = {
    "subscription.status": lambda variant: pyxis.Result.applied(variant.value),
    "locale": lambda variant: pyxis.Result.unsupported("There are no translations."),
}
pyxis.prepare(adapters, configure)
print("status:", STATUS.get())
sys.exit(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
"""

SUITE = """
import sys, pathlib, pytest, pyxis
from app import STATUS, RETRIES, SCHEME, Scheme
from pyxis.runner import AxisValue, Matrix, Row

HOST = [sys.executable, "host.py"]

def test_launches(pyxis_launch):
    result = pyxis_launch(HOST, {"subscription.status": "trial", "locale": "pl"})
    assert result.report["subscription.status"].status == "applied"
    assert result.report["locale"].status == "unsupported"
    assert result.stdout.text == "status: trial\\n"

@pytest.mark.pyxis_matrix({"subscription.status": ["none", "trial"], "locale": ["pl", "ar"]})
def test_rows(pyxis_launch, pyxis_row):
    result = pyxis_launch(HOST)
    assert dict(result.requested) == dict(pyxis_row.requested)
    assert STATUS.get() == pyxis_row.requested["subscription.status"]

@pytest.mark.pyxis_matrix(color_scheme=[Scheme.LIGHT, "dark"])
@pytest.mark.pyxis({SCHEME: Scheme.LIGHT, RETRIES: 1})
class TestScheme:
    seen = set()

    @pytest.mark.pyxis_matrix(retries=[4, 5])
    @pytest.mark.parametrize("n", [0])
    def test_product(self, n, request):
        assert request.node.name == (
            f"test_product[retries={RETRIES.get()}-0]"
            if "color" not in request.node.name
            else f"test_product[color_scheme={SCHEME.get().value},retries={RETRIES.get()}-0]"
        )

    def test_class_alone(self):
        assert RETRIES.get() == 1

@pytest.mark.pyxis_matrix(Matrix(
    {"subscription.status": [AxisValue("a,b", {"subscription.status": "trial"}, {"X": "1"}), "x"]},
    rows=[Row("extra", {"locale": "ar"})],
))
def test_matrix(pyxis_launch):
    pyxis_launch(HOST)

def test_fails(pyxis_launch):
    pyxis_launch([*HOST, "3"], {"subscription.status": "trial"})  # this line is shown

def test_no_report(pyxis_launch):
    pyxis_launch(["sh", "-c", "printf 'said \\\\033[31mred'"], {"locale": "pl"})

def test_not_found(pyxis_launch):
    pyxis_launch(["./no-such-program"])

def test_policy(pyxis_launch):
    pyxis_launch(HOST, {"locale": "pl"}, fail_on=["unsupported"])

def test_unchecked(pyxis_launch):
    result = pyxis_launch(["false"], {"locale": "pl"}, check=False)
    assert result.outcome.code == 1

def test_times_out(pyxis_launch):
    pyxis_launch(["sleep", "600"], timeout=0.1)

def test_bad(pyxis_launch):
    pyxis_launch("a string")
"""

PASSED = [
    "test_launches",
    *(f"test_rows[subscription.status={s},locale={x}]" for s in ("none", "trial")
      for x in ("pl", "ar")),
    *(f"test_product[color_scheme={c},retries={r}-0]" for c in ("light", "dark") for r in "45"),
    *(f"test_class_alone[color_scheme={c}]" for c in ("light", "dark")),
    *(f"test_matrix[{i}]" for i in ("subscription.status=a%2Cb", "subscription.status=x", "extra")),
    "test_unchecked",
]  # fmt: skip
FAILED = ["test_fails", "test_no_report", "test_not_found", "test_policy", "test_times_out"]
FAILED.append("test_bad")


@pytest.mark.parametrize("arguments", [[], ["-n", "2"]])
def test_launches_and_rows(project: Project, arguments: list[str]) -> None:
    project.write("host.py", HOST)
    project.write("test_it.py", SUITE)
    suite = project.run(*arguments, plugins=("xdist",) if arguments else ())
    expected = {**dict.fromkeys(PASSED, "passed"), **dict.fromkeys(FAILED, "failed")}
    assert suite.outcomes == expected, suite.output
    said = suite.output
    assert "Failed: the host exited with 3" in said
    assert "subscription.status=trial: applied" in said
    assert "# this line is shown" in said
    assert "Failed: the host published no report" in said
    assert "said red" in said
    assert "\x1b[31m" not in said
    assert "'./no-such-program': it was not found" in said
    assert "locale is unsupported: There are no translations." in said
    assert "timed out: it ran longer than 0.1 s" in said
    assert "it has to be a list of arguments" in said
    # Each launch is counted once, wherever it ran.
    assert "pyxis: 14 launches; variants: 8 applied, 7 unsupported, 2 unverified\n" in said, said[
        -3000:
    ]


def test_each_run_of_a_test_is_counted_once(project: Project) -> None:
    project.write(
        "conftest.py",
        """
        from _pytest.runner import runtestprotocol

        def pytest_runtest_protocol(item, nextitem):
            for _ in range(3):
                runtestprotocol(item, nextitem=nextitem)
            return True
        """,
    )
    project.write(
        "test_it.py", "def test_it(pyxis_launch): pyxis_launch(['true'], {'a': 'b'}, check=False)"
    )
    suite = project.run()
    assert "pyxis: 3 launches; variants: 3 unverified\n" in suite.output, suite.output


BAD = {
    "unknown": (
        "pyxis_matrix(color_sheme=['dark'])",
        "(): pass",
        "pyxis_row, which would have a use for it; did you mean 'color_scheme'?",
    ),
    "value": ("pyxis_matrix(retries=['x'])", "(): pass", "must be a whole number"),
    "text": ("pyxis_matrix(color_scheme='dark')", "(): pass", "are not a list"),
    "empty": ("pyxis_matrix(color_scheme=[])", "(): pass", "has no values"),
    "twice": ("pyxis_matrix(retries=[1, '1'])", "(): pass", "has the value '1' twice"),
    "no text": ("pyxis_matrix(x=[1])", "(pyxis_launch): pass", "has to be a text"),
    "nothing": ("pyxis_matrix()", "(): pass", "the matrix has no rows"),
    "mapping": ("pyxis_matrix(3)", "(): pass", "a mapping of axes is expected"),
}


def test_a_matrix_that_means_nothing_fails_the_collection(project: Project) -> None:
    for name, (mark, rest, _) in BAD.items():
        project.write(
            f"test_{name.replace(' ', '_')}.py",
            f"import app, pytest\n@pytest.mark.{mark}\ndef test_it{rest}\n",
        )
    project.write(
        "test_unittest.py",
        """
        import app, pytest, unittest

        class TestCase(unittest.TestCase):
            @pytest.mark.pyxis_matrix(retries=[1, 2])
            def test_it(self): pass
        """,
    )
    project.write("test_row.py", "def test_it(pyxis_row): pass")
    suite = project.run("--continue-on-collection-errors")
    for name, (_, _, message) in BAD.items():
        assert message in suite.output, (name, suite.output)
    assert "methods of unittest.TestCase take no parameters" in suite.output
    assert "the fixture pyxis_row needs the marker pyxis_matrix" in suite.output
    assert suite.counts == {"error": len(BAD) + 2}, suite.output


def test_options(project: Project, tmp_path: Path) -> None:
    library = tmp_path / "chosen" / "libpyxis.so.1"
    library.parent.mkdir()
    shutil.copy(os.environ["PYXIS_LIBRARY"], library)
    named = os.path.relpath(library, project.folder)
    project.write(
        "pytest.ini",
        f"""
        [pytest]
        pyxis_library = {named}
        pyxis_timeout = 100ms
        pyxis_fail_on = nothing
        """,
    )
    project.write(
        "test_it.py",
        """
        import os, pytest
        from pyxis._library import library

        def test_library():
            assert library.path == os.environ["PYXIS_LIBRARY"]
            assert library.path.endswith("chosen/libpyxis.so.1")

        def test_timeout(pyxis_launch):
            pyxis_launch(["sleep", "600"])

        def test_fail_on(pyxis_launch):
            pyxis_launch(["true"], {"locale": "pl"}, timeout=60)
        """,
    )
    suite = project.run()
    assert suite.outcomes == {
        "test_library": "passed",
        "test_timeout": "failed",
        "test_fail_on": "passed",
    }, suite.output
    assert "timed out: it ran longer than 0.1 s" in suite.output


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("pyxis_timeout = soon", "pyxis_timeout: 'soon' is no duration; write 30s, 500ms"),
        ("pyxis_fail_on = unverifed", "'unverifed'; did you mean 'unverified'?"),
        ("pyxis_fail_on = nothing unverified", "pyxis_fail_on: 'nothing' stands alone"),
        ("pyxis_library = none.so", "pyxis_library: there is no file"),
    ],
)
def test_wrong_options_are_refused(project: Project, option: str, message: str) -> None:
    project.write("pytest.ini", f"[pytest]\n{option}\n")
    project.write("test_it.py", "def test_it(): pass")
    suite = project.run()
    assert suite.status == 4
    assert message in suite.output
    assert "Traceback" not in suite.output
