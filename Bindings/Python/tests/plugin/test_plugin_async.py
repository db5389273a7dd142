"""Coroutines as tests, which may run in contexts that were made before."""

from __future__ import annotations

import pytest

from .conftest import Project

BODY = """
import asyncio, pytest, pyxis
from app import STATUS, RETRIES

@pytest.fixture
def by_fixture():
    with pyxis.override({STATUS: "fixture"}):
        yield

@MARK
async def test_first():
    assert (STATUS.get(), RETRIES.get()) == ("none", 3)

@MARK
@pytest.mark.pyxis(retries=5)
async def test_marker(resource):
    assert RETRIES.get() == 5
    assert await asyncio.create_task(read()) == 5

@MARK
async def test_fixture(resource, by_fixture):
    assert STATUS.get() == "fixture"

@MARK
@pytest.mark.pyxis(retries=6)
async def test_function(resource, pyxis_override):
    pyxis_override({STATUS: "function"})
    assert (STATUS.get(), RETRIES.get()) == ("function", 6)
    await asyncio.sleep(0)
    assert (STATUS.get(), RETRIES.get()) == ("function", 6)

@MARK
@pytest.mark.pyxis_matrix(retries=["7", "8"])
async def test_rows(resource, pyxis_row):
    assert str(RETRIES.get()) == pyxis_row.requested["retries"]

@MARK
async def test_async_fixture(overriding):
    assert STATUS.get() == "async fixture"

@MARK
async def test_leaks(resource):
    pyxis.override({RETRIES: 9}).__enter__()

@MARK
@pytest.mark.parametrize("n", [1, 2])
async def test_clean(resource, n):
    assert (STATUS.get(), RETRIES.get()) == ("none", 3)

def test_clean_function():
    assert (STATUS.get(), RETRIES.get()) == ("none", 3)

async def read():
    return RETRIES.get()
"""

ASYNCIO = """
import pytest_asyncio
MARK = pytest.mark.asyncio(loop_scope="LOOP")

@pytest_asyncio.fixture(scope="LOOP", loop_scope="LOOP")
async def resource():
    yield

@pytest_asyncio.fixture(loop_scope="LOOP")
async def overriding():
    with pyxis.override({STATUS: "async fixture"}):
        yield
"""

ANYIO = """
MARK = pytest.mark.anyio

@pytest.fixture(scope="LOOP")
def anyio_backend():
    return "asyncio"

@pytest.fixture(scope="LOOP")
async def resource(anyio_backend):
    yield

@pytest.fixture
async def overriding():
    with pyxis.override({STATUS: "async fixture"}):
        yield
"""


@pytest.mark.parametrize("loop", ["function", "module", "session"])
@pytest.mark.parametrize(
    ("name", "part"),
    [("pytest_asyncio", ASYNCIO), ("anyio", ANYIO)],
    ids=["pytest_asyncio", "anyio"],
)
def test_coroutines_see_their_scopes(project: Project, name: str, part: str, loop: str) -> None:
    pytest.importorskip(name)
    head, _, rest = BODY.partition("\n@pytest.fixture")
    project.write("test_it.py", head + part.replace("LOOP", loop) + "\n@pytest.fixture" + rest)
    suite = project.run(plugins=(name.replace("pytest_", ""),))
    expected = dict.fromkeys(suite.outcomes, "passed")
    assert len(expected) == 11, suite.output
    assert suite.outcomes == {**expected, "test_leaks": "failed"}, suite.output
    assert "test_leaks leaked a scope: override({'retries': 9})" in suite.output


BACKENDS = """
import pytest, pyxis
from app import STATUS, RETRIES

@pytest.fixture(scope="module", params=["trio", "asyncio"])
def anyio_backend(request):
    return request.param

@pytest.fixture(scope="module")
async def resource(anyio_backend):
    yield

@pytest.fixture
async def overriding():
    with pyxis.override({STATUS: "async fixture"}):
        yield

@pytest.mark.anyio
@pytest.mark.pyxis(retries=9)
async def test_function(pyxis_override, resource, overriding):
    assert (RETRIES.get(), STATUS.get()) == (9, "async fixture")
    pyxis_override(retries=10)
    assert RETRIES.get() == 10

@pytest.mark.anyio
async def test_leaks(resource):
    pyxis.override({STATUS: "leaked"}).__enter__()

@pytest.mark.anyio
async def test_clean(resource):
    assert (RETRIES.get(), STATUS.get()) == (3, "none")
"""


def test_coroutines_of_trio_see_their_scopes(project: Project) -> None:
    pytest.importorskip("trio")
    project.write("test_it.py", BACKENDS)
    suite = project.run(plugins=("anyio",))
    outcomes = {"test_function": "passed", "test_leaks": "failed", "test_clean": "passed"}
    assert suite.outcomes == {
        f"{name}[{backend}]": outcome
        for name, outcome in outcomes.items()
        for backend in ("trio", "asyncio")
    }, suite.output
