"""Tests and fixtures that leave an override in force."""

from __future__ import annotations

import pytest

from .conftest import Project

LEAKS = """
import pytest, pyxis, unittest
from app import STATUS, RETRIES, TOKEN

def leak(**named):
    pyxis.override(**named).__enter__()

def test_leaks():
    leak(entries={STATUS: "trial"}, label="forgotten")

def test_secret():
    leak(entries={TOKEN: "hunter2"})

def test_fails_and_leaks():
    leak(entries={RETRIES: 4})
    assert False, "its own failure"

@pytest.fixture
def leaking_fixture():
    leak(entries={RETRIES: 5})

def test_with_leaking_fixture(leaking_fixture):
    assert RETRIES.get() == 5

class TestCase(unittest.TestCase):
    def setUp(self):
        leak(entries={RETRIES: 6})

    def test_method(self):
        assert RETRIES.get() == 6

@pytest.fixture(scope="module")
def wide():
    with pyxis.override({STATUS: "wide"}):
        yield

@pytest.fixture
def chosen(request):
    with pyxis.override({RETRIES: 8}):
        request.getfixturevalue("wide")
        yield

@pytest.mark.parametrize("n", [1, 2])
def test_wide(wide, chosen, n):
    assert (STATUS.get(), RETRIES.get()) == ("wide", 8)

def test_snapshot(pyxis_snapshot):
    pyxis_snapshot.__enter__()

@pytest.mark.parametrize("n", range(3))
def test_clean(n):
    assert (RETRIES.get(), TOKEN.get()) == (3, "")
"""


@pytest.mark.parametrize("plugins", [(), ("randomly",), ("randomly", "xdist")])
def test_who_leaks_fails_by_name_and_nobody_else(
    project: Project, plugins: tuple[str, ...]
) -> None:
    project.write("test_it.py", LEAKS)
    suite = project.run(*(["-n", "2"] if "xdist" in plugins else []), plugins=plugins)
    assert suite.outcomes == {
        "test_leaks": "failed",
        "test_secret": "failed",
        "test_fails_and_leaks": "failed",
        "test_with_leaking_fixture": "error",
        "test_method": "failed",
        "test_snapshot": "failed",
        "test_wide[1]": "passed",
        "test_wide[2]": "passed",
        "test_clean[0]": "passed",
        "test_clean[1]": "passed",
        "test_clean[2]": "passed",
    }, suite.output
    said = suite.output
    assert (
        "test_it.py::test_leaks leaked a scope: override({'subscription.status': 'trial'}, "
        "label='forgotten') was left in force" in said
    )
    assert "override({'token': <redacted>})" in said
    assert "hunter2" not in said.replace('{TOKEN: "hunter2"}', "")
    assert "its own failure" in said
    assert "test_fails_and_leaks leaked a scope: override({'retries': 4})" in said
    assert (
        "teardown of test_it.py::test_with_leaking_fixture leaked a scope: the fixture "
        "'leaking_fixture' left override({'retries': 5}) in force" in said
    )


def test_a_fixture_for_many_fails_where_it_is_torn_down(project: Project) -> None:
    project.write(
        "test_it.py",
        """
        import pytest, pyxis
        from app import STATUS

        @pytest.fixture(scope="module")
        def wide():
            pyxis.override({STATUS: "wide"}).__enter__()
            return "a return where a yield should be"

        @pytest.mark.parametrize("n", [1, 2])
        def test_wide(wide, n):
            assert STATUS.get() == "wide"
        """,
    )
    project.write(
        "test_next.py", "from app import STATUS\ndef test_next(): assert STATUS.get() == 'none'"
    )
    suite = project.run()
    assert suite.counts == {"passed": 3, "error": 1}, suite.output
    assert (
        "teardown of test_it.py::test_wide[2] leaked a scope: the fixture 'wide' left "
        "override({'subscription.status': 'wide'}) in force" in suite.output
    )


def test_the_check_can_be_turned_off(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\npyxis_leak_check = false\n")
    project.write("test_it.py", LEAKS)
    suite = project.run("-k", "test_leaks or test_snapshot")
    assert suite.counts["passed"] == 2, suite.output
    project.write("pytest.ini", "[pytest]\npyxis_leak_check = perhaps\n")
    suite = project.run()
    assert suite.status == 4
    assert "pyxis_leak_check" in suite.output


def test_hooks_may_hold_scopes_open(project: Project) -> None:
    project.write(
        "conftest.py",
        """
        import pyxis
        from app import RETRIES, STATUS

        everywhere = pyxis.override({STATUS: "everywhere"})
        here = pyxis.override({RETRIES: 4})

        def pytest_configure(config):
            everywhere.__enter__()

        def pytest_runtest_setup(item):
            here.__enter__()

        def pytest_runtest_teardown(item):
            here.__exit__()
        """,
    )
    project.write(
        "test_it.py",
        """
        import pytest
        from app import RETRIES, STATUS

        @pytest.mark.parametrize("n", [1, 2])
        def test_it(n):
            assert (RETRIES.get(), STATUS.get()) == (4, "everywhere")
        """,
    )
    suite = project.run("-W", "error")
    assert suite.counts == {"passed": 2}, suite.output
