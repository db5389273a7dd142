"""Where scopes are not inherited, `bind` and snapshots carry them."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import pyxis
from pyxis import errors

STATUS = pyxis.Key("binding.status", str, default="none")
TOKEN = pyxis.Key("binding.token", bytes, default=b"", secret=True)


def read(suffix: str = "") -> tuple[str, bytes]:
    """What a worker does."""
    return STATUS.get() + suffix, TOKEN.get()


def read_natively() -> str:
    """Read what native code in a worker would."""
    with pyxis.native():
        return STATUS.get()


def test_threads_and_thread_pools() -> None:
    seen = []
    with pyxis.override({STATUS: "trial"}):
        bound = pyxis.bind(lambda: seen.append(STATUS.get()))
        thread = threading.Thread(target=bound)
        thread.start()
        thread.join(60)
        with ThreadPoolExecutor(2) as pool:
            assert pool.submit(STATUS.get).result(60) == "none"
            assert pool.submit(pyxis.bind(STATUS.get)).result(60) == "trial"
            assert pool.submit(STATUS.get).result(60) == "none"
    assert seen == ["trial"]


def test_a_bound_function_is_called_anywhere_any_number_of_times() -> None:
    with pyxis.override({STATUS: "trial"}):
        bound = pyxis.bind(read)
    with pyxis.override({STATUS: "other"}):
        assert bound() == ("trial", b"")
        assert bound(suffix="!") == ("trial!", b"")
        assert STATUS.get() == "other"
    assert bound.__name__ == "read"
    assert repr(bound).startswith("bind(<function read")


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_process_pools_of_each_start_method(method: str) -> None:
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(read).result(60) == ("none", b"")
        with pyxis.override({STATUS: "trial", TOKEN: b"\xff"}):
            bound = pyxis.bind(read)
            taken = pyxis.snapshot()
            natively = pyxis.bind(read_natively)
        assert pool.submit(bound, "!").result(60) == ("trial!", b"\xff")
        assert pool.submit(natively).result(60) == "trial"
        assert pool.submit(read).result(60) == ("none", b"")
        assert pool.submit(taken.__getitem__, STATUS).result(60) == "trial"


def test_a_pickled_snapshot_needs_no_keys_where_it_arrives(python: Any) -> None:
    with pyxis.override({STATUS: "trial", TOKEN: b"hidden"}):
        data = pickle.dumps(pyxis.snapshot())
    python(
        f"""
        import pickle
        import pyxis

        taken = pickle.loads({data!r})
        assert "hidden" not in repr(taken), repr(taken)
        assert "trial" in repr(taken), repr(taken)
        again = pickle.loads(pickle.dumps(taken))
        with taken:
            with pyxis.native():
                pass
            status = pyxis.Key("binding.status", str, default="other")
            assert status.get() == "trial"
            with pyxis.native():
                assert status.get() == "trial"
            assert pyxis.explain(status).source == "configuration"
            with pyxis.override({{status: "inner"}}), pyxis.native():
                assert status.get() == "inner"
        assert status.get() == "other"
        assert again == taken
        wrong = pyxis.Key("binding.token", int, default=3)
        try:
            taken[wrong]
        except pyxis.PyxisError as error:
            assert "is a int64 in this process, and a bytes in" in str(error), error
        else:
            raise AssertionError("it was read")
        """
    )


def test_a_mismatch_of_types_is_a_type_error() -> None:
    assert issubclass(errors.TypeMismatchError, TypeError)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_reads_and_opens_scopes() -> None:
    """Field: the child of a multi-threaded host goes on, in the scope that it was forked in."""
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        with pyxis.override({STATUS: "trial"}):
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    assert STATUS.get() == "trial"
                    with pyxis.override({STATUS: "child"}), pyxis.native():
                        assert STATUS.get() == "child"
                    status = 0
                finally:
                    os._exit(status)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
            assert STATUS.get() == "trial"
    finally:
        stop.set()
        thread.join(60)


def test_what_cannot_be_called_is_refused() -> None:
    with pytest.raises(TypeError, match="only functions"):
        pyxis.bind(3)  # type: ignore[arg-type]
