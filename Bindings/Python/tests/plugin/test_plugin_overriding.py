"""The fixtures pyxis_override and pyxis_snapshot and the marker pyxis."""

from __future__ import annotations

from .conftest import Project


def test_markers_and_fixtures_override_for_one_test(project: Project) -> None:
    project.write(
        "test_it.py",
        """
        import pytest, pyxis
        from app import STATUS, SCHEME, RETRIES, Scheme

        @pytest.fixture
        def seen_by_fixture():
            return STATUS.get()

        @pytest.mark.pyxis(retries=5, color_scheme=Scheme.DARK)
        def test_by_name():
            assert (RETRIES.get(), SCHEME.get()) == (5, Scheme.DARK)
            assert pyxis.explain(RETRIES).label == "pytest"

        @pytest.mark.pyxis({STATUS: "trial", "retries": 6})
        def test_by_key(seen_by_fixture, pyxis_snapshot):
            assert (STATUS.get(), RETRIES.get()) == ("trial", 6)
            assert seen_by_fixture == "trial"
            assert pyxis_snapshot[STATUS] == "trial"

        @pytest.mark.pyxis({STATUS: "outer"}, retries=7)
        class TestClass:
            @pytest.mark.pyxis({STATUS: "inner"})
            def test_innermost_counts(self):
                assert (STATUS.get(), RETRIES.get()) == ("inner", 7)

        def test_function(pyxis_override, pyxis_snapshot):
            pyxis_override({STATUS: "trial"}, label="mine", retries=9)
            assert (STATUS.get(), RETRIES.get()) == ("trial", 9)
            assert pyxis.explain(STATUS).label == "mine"
            with pyxis_override(color_scheme=Scheme.DARK) as inner:
                assert SCHEME.get() is Scheme.DARK
            assert SCHEME.get() is Scheme.LIGHT
            inner.close()
            with pyxis_snapshot:
                assert STATUS.get() == "none"
            assert STATUS.get() == "trial"

        def test_wrong_values_leave_nothing_in_force(pyxis_override):
            with pytest.raises(TypeError, match="must be int, not str"):
                pyxis_override(retries="5")
            with pytest.raises(ValueError, match="called 'retrys' in .*; did you mean 'retries'"):
                pyxis_override(retrys=5)
            with pytest.raises(TypeError, match="neither a pyxis.Key nor the name"):
                pyxis_override({3: 5})
            with pytest.raises(TypeError, match="a mapping of keys"):
                pyxis_override("retries")
            assert RETRIES.get() == 3

        @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.pyxis(retries=2))])
        def test_marked_parameter(n):
            assert RETRIES.get() == (2 if n == 2 else 3)

        @pytest.fixture(scope="module", autouse=True)
        def module_wide():
            assert RETRIES.get() == 3, "what one test overrides is no fixture's for many"
            with pyxis.override({STATUS: "none"}):
                yield

        def test_nothing_is_left():
            assert (STATUS.get(), SCHEME.get(), RETRIES.get()) == ("none", Scheme.LIGHT, 3)
        """,
    )
    suite = project.run("--strict-markers", "-W", "error")
    assert suite.counts == {"passed": 8}, suite.output


def test_unknown_names_and_wrong_values_fail_the_collection(project: Project) -> None:
    project.write(
        "test_it.py",
        """
        import pytest
        import app

        @pytest.mark.pyxis(color_sheme="dark")
        def test_name(): pass

        @pytest.mark.parametrize("n", [1, 2])
        @pytest.mark.pyxis(retries="5")
        def test_type(n): pass
        """,
    )
    project.write(
        "test_case.py",
        """
        import pytest, unittest
        import app

        @pytest.mark.pyxis(token=3)
        class TestCase(unittest.TestCase):
            def test_method(self): pass
        """,
    )
    project.write("test_other.py", "def test_other(): pass")
    suite = project.run()
    assert suite.status == 2
    assert (
        "test_it.py::test_name: pyxis: no pyxis.Key is called 'color_sheme' in the modules that "
        "are imported; did you mean 'color_scheme'?" in suite.output
    )
    assert suite.output.count("the value of 'retries' must be int, not str") == 1
    assert "TestCase::test_method: pyxis: the value of 'token' must be str, not int" in suite.output
    assert "Traceback" not in suite.output


def test_a_test_of_unittest_has_its_markers(project: Project) -> None:
    project.write(
        "test_it.py",
        """
        import unittest, pytest, pyxis
        from app import STATUS, RETRIES

        @pytest.mark.pyxis(retries=5)
        class Plain(unittest.TestCase):
            @classmethod
            def setUpClass(cls):
                cls.scope = pyxis.override({STATUS: "class"})
                cls.scope.__enter__()

            @classmethod
            def tearDownClass(cls):
                cls.scope.__exit__(None, None, None)

            def setUp(self):
                assert RETRIES.get() in (5, 6)
                scope = pyxis.override({STATUS: "trial"})
                scope.__enter__()
                self.addCleanup(scope.__exit__, None, None, None)

            def test_one(self):
                assert (STATUS.get(), RETRIES.get()) == ("trial", 5)

            @pytest.mark.pyxis(retries=6)
            def test_two(self):
                assert RETRIES.get() == 6

        class Async(unittest.IsolatedAsyncioTestCase):
            async def asyncSetUp(self):
                assert RETRIES.get() == 7

            @pytest.mark.pyxis(retries=7)
            async def test_async(self):
                assert RETRIES.get() == 7

        def test_nothing_is_left():
            assert (STATUS.get(), RETRIES.get()) == ("none", 3)
        """,
    )
    suite = project.run("-W", "error")
    assert suite.counts == {"passed": 4}, suite.output


def test_without_the_plugin_nothing_of_it_is_there(project: Project) -> None:
    project.write("test_it.py", "def test_it(pyxis_override): pass")
    suite = project.run("-p", "no:pyxis")
    assert suite.outcomes == {"test_it": "error"}
    assert "fixture 'pyxis_override' not found" in suite.output
    project.write(
        "test_it.py", "import sys\ndef test_it(): assert 'pytest_pyxis' not in sys.modules"
    )
    assert project.run("-p", "no:pyxis").counts == {"passed": 1}


def test_a_suite_that_never_imports_pyxis_does_not_load_it(project: Project) -> None:
    heavy = {"pyxis", "click", "rich", "jinja2", "distributed", "dask"}
    project.write(
        "test_it.py",
        f"""
        import sys, unittest

        def test_it(tmp_path):
            assert "pytest_pyxis" in sys.modules
            assert not {heavy} & set(sys.modules)

        class TestCase(unittest.TestCase):
            def test_method(self): pass
        """,
    )
    missing = {"PYXIS_LIBRARY": str(project.folder / "there-is-none.so")}
    suite = project.run("-W", "error", environment=missing)
    assert suite.counts == {"passed": 2}, suite.output


def test_the_help_says_what_there_is(project: Project) -> None:
    output = project.run("--help").output
    for option in ("pyxis_timeout", "pyxis_library", "pyxis_leak_check", "pyxis_fail_on"):
        assert option in output
    output = project.run("--markers").output
    assert "@pytest.mark.pyxis(" in output
    assert "@pytest.mark.pyxis_matrix(" in output
    output = project.run("--fixtures").output.partition("pytest_pyxis")[2]
    for fixture in ("pyxis_launch", "pyxis_override", "pyxis_row", "pyxis_snapshot"):
        assert fixture in output
    assert "no docstring" not in output
