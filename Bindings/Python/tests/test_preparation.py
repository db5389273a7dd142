"""Preparation, each test in a process of its own: a process is prepared once."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pyxis

Python = Any

PAYLOAD = (
    '{"version":1,"requested":{"color_scheme":"dark","fixture":"empty","locale":"pl_PL",'
    '"subscription.status":"trial","accessibility.color_filters":"x"}}'
)
ENVIRONMENT = {"PYXIS_BOOTSTRAP": PAYLOAD}

START = """
    import os
    import threading
    import pyxis
    from pyxis import Result, errors

    STATUS = pyxis.Key("subscription.status", str, default="none")
    ORDER = []

    def raises(kind, call, *arguments, **named):
        try:
            call(*arguments, **named)
        except kind as error:
            return error
        raise AssertionError(f"{kind.__name__} was not raised")

    def configure(staged):
        ORDER.append("configure")
        staged[STATUS] = staged.requested["subscription.status"]

    def adapt(name, result=None):
        def adapter(variant):
            assert variant.key == name, variant
            ORDER.append(name)
            return result or Result.applied(variant.value)
        return adapter
"""


def test_r8_no_payload_runs_nothing_and_uses_nothing_up(python: Python) -> None:
    python(
        START
        + """
    def never(*_):
        raise AssertionError("it ran")

    for environment in (None, {}, {"PATH": "/bin"}, {b"OTHER": b"\\xff"}):
        assert pyxis.prepare({"locale": never}, never, environment=environment) is None
    assert pyxis.current().report is None
    assert dict(pyxis.current().requested) == {}
    os.environ["PYXIS_BOOTSTRAP"] = '{"version":1,"requested":{}}'
    before = dict(os.environ)
    assert len(pyxis.prepare()) == 0
    assert dict(os.environ) == before
    """
    )


def test_r10_order_and_what_is_in_force_at_each_step(python: Python) -> None:
    python(
        START
        + """
    def configure(staged):
        ORDER.append("configure")
        assert STATUS.get() == "none"
        assert staged[STATUS] == "none"
        assert list(staged.requested) == sorted(staged.requested)
        staged[STATUS] = staged.requested["subscription.status"]
        assert staged[STATUS] == "trial"
        assert pyxis.current().report is None

    def adapter(variant):
        ORDER.append(variant.key)
        assert STATUS.get() == "trial"
        assert pyxis.current().requested["locale"] == "pl_PL"
        assert pyxis.current().report is None
        with pyxis.override({STATUS: "in the adapter"}):
            assert STATUS.get() == "in the adapter"
        seen = []
        thread = threading.Thread(target=lambda: seen.append(STATUS.get()))
        thread.start()
        thread.join(60)
        assert seen == ["none"], seen
        return Result.observed(variant.value) if variant.key == "locale" else \\
            Result.applied(variant.value)

    report = pyxis.prepare(dict.fromkeys(["locale", "color_scheme", "orientation"], adapter),
                           configure)
    assert ORDER == ["configure", "color_scheme", "locale"], ORDER
    assert report["color_scheme"] == Result.applied("dark")
    assert report["locale"] == Result.observed("pl_PL")
    assert report["fixture"].status == "unverified" and report["fixture"].reason
    assert report["subscription.status"].status == "unverified"
    assert report["accessibility.color_filters"].status == "unsupported"
    assert "orientation" not in report
    assert pyxis.current().report == report
    assert pyxis.current().requested["fixture"] == "empty"
    assert STATUS.get() == "trial"
    assert pyxis.explain(STATUS).source == "process"
    """,
        ENVIRONMENT,
    )


def test_r9_preparation_starts_from_the_process_default(python: Python) -> None:
    python(
        START
        + """
    other = pyxis.Key("other", int, default=1)

    def configure(staged):
        assert (other.get(), staged[other]) == (1, 1)
        staged[STATUS] = "trial"

    with pyxis.override({other: 2}):
        pyxis.prepare({"locale": lambda v: Result.applied(str(other.get()))}, configure)
        assert STATUS.get() == "none", "R2: the scope keeps what it had"
        assert pyxis.current().report is None
    assert (STATUS.get(), other.get()) == ("trial", 1)
    assert pyxis.current().report["locale"].value == "1"
    """,
        ENVIRONMENT,
    )


def test_r12_a_process_is_prepared_once(python: Python) -> None:
    python(
        START
        + """
    def configure(staged):
        raises(errors.PreparationInProgressError, pyxis.prepare)
        seen = []
        thread = threading.Thread(target=lambda: seen.append(
            raises(errors.PreparationInProgressError, pyxis.prepare)))
        thread.start()
        thread.join(60)
        assert len(seen) == 1

    pyxis.prepare(configure=configure)
    error = raises(errors.AlreadyPreparedError, pyxis.prepare, configure=configure)
    assert error.status == -14 and error.status_name == "PYXIS_ERROR_ALREADY_PREPARED"
    """,
        ENVIRONMENT,
    )


def test_r12_one_of_many_threads_wins(python: Python) -> None:
    """Field: the very first calls into the library race."""
    python(
        """
    import threading
    import pyxis
    from pyxis import errors

    barrier = threading.Barrier(16, timeout=60)
    outcomes = []

    def work():
        barrier.wait()
        try:
            outcomes.append(type(pyxis.prepare()))
        except (errors.AlreadyPreparedError, errors.PreparationInProgressError) as error:
            outcomes.append(type(error))

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(outcomes) == 16 and outcomes.count(pyxis.Report) == 1, outcomes
    """,
        ENVIRONMENT,
    )


def test_r13_a_failure_publishes_nothing_and_a_retry_works(python: Python) -> None:
    python(
        START
        + """
    def failing(staged):
        staged[STATUS] = "failing"
        raise ZeroDivisionError("in configure")

    error = raises(ZeroDivisionError, pyxis.prepare, configure=failing)
    assert error.args == ("in configure",)
    assert "failing" in [frame.name for frame in __import__("traceback").extract_tb(
        error.__traceback__)]
    assert (STATUS.get(), pyxis.current().report, ORDER) == ("none", None, [])

    invalid = Result("applied")
    error = raises(errors.InvalidReportError, pyxis.prepare,
                   {"locale": adapt("locale", invalid)}, configure)
    assert error.key == "locale"
    assert (STATUS.get(), pyxis.current().report) == ("none", None)

    raises(errors.MalformedPayloadError, pyxis.prepare, environment={"PYXIS_BOOTSTRAP": "{"})
    error = raises(errors.UnsupportedVersionError, pyxis.prepare,
                   environment={"PYXIS_BOOTSTRAP": '{"version":2,"requested":{}}'})
    assert error.version == 2

    report = pyxis.prepare({"locale": adapt("locale")}, configure)
    assert report["locale"].status == "applied"
    assert STATUS.get() == "trial"
    """,
        ENVIRONMENT,
    )


def test_r14_what_adapters_raise_is_reported_and_kept(python: Python) -> None:
    """Field: an exception in a callback is reported as failed, never as applied."""
    python(
        START
        + """
    class Unprintable(Exception):
        def __str__(self):
            raise ValueError

    def failing(error):
        def adapter(variant):
            raise error
        return adapter

    errors = {
        "color_scheme": LookupError("no such\\n theme \\udc80"),
        "locale": Unprintable(),
        "fixture": KeyError("x"),
    }
    report = pyxis.prepare(
        {**{key: failing(error) for key, error in errors.items()},
         "subscription.status": lambda variant: "applied"}, configure)
    reasons = {key: result.reason for key, result in report.items()}
    assert all(result.status == "unverified" for key, result in report.items()
               if key != "accessibility.color_filters"), report
    assert reasons["color_scheme"] == "The adapter failed: no such\\n theme \\\\udc80", reasons
    assert reasons["locale"] == "The adapter failed: Unprintable, which cannot be described"
    assert reasons["fixture"] == "The adapter failed: KeyError: 'x'"
    assert reasons["subscription.status"] == "The adapter returned str, not a pyxis.Result."
    assert dict(report.errors) == errors
    assert all(error.__traceback__ for error in report.errors.values())
    """,
        ENVIRONMENT,
    )


@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "SystemExit", "GeneratorExit"])
@pytest.mark.parametrize("place", ["an adapter", "configure"])
def test_interruptions_pass_and_publish_nothing(python: Python, raised: str, place: str) -> None:
    """Field: KeyboardInterrupt propagates."""
    python(
        START
        + f"""
    def interrupted(_):
        ORDER.append("interrupted")
        raise {raised}("here")

    adapters = {{"color_scheme": interrupted, "locale": adapt("locale")}}
    if {place!r} == "configure":
        error = raises({raised}, pyxis.prepare, adapters, interrupted)
    else:
        error = raises({raised}, pyxis.prepare, adapters)
    assert error.args == ("here",)
    assert ORDER == ["interrupted"], "others must not run after it"
    assert pyxis.current().report is None
    assert pyxis.prepare({{"locale": adapt("locale")}})["locale"].status == "applied"
    """,
        ENVIRONMENT,
    )


def test_a_signal_during_an_adapter_ends_preparation(python: Python) -> None:
    python(
        START
        + """
    import signal

    # A shell that starts this in the background has it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def adapter(variant):
        signal.raise_signal(signal.SIGINT)
        for _ in range(1000):
            pass
        return Result.applied(variant.value)

    raises(KeyboardInterrupt, pyxis.prepare, {"locale": adapter})
    assert pyxis.current().report is None
    """,
        ENVIRONMENT,
    )


def test_r16_any_thread_may_prepare(python: Python) -> None:
    python(
        START
        + """
    seen = []
    thread = threading.Thread(target=lambda: seen.append(
        pyxis.prepare({"locale": adapt("locale")}, configure)))
    thread.start()
    thread.join(60)
    assert seen[0]["locale"].status == "applied"
    assert STATUS.get() == "trial"
    """,
        ENVIRONMENT,
    )


def test_r11_a_callback_may_wait_for_a_thread_that_calls(python: Python) -> None:
    """Field: callbacks call every function, also from a second thread that they wait for."""
    python(
        START
        + """
    import pickle

    def everything():
        key = pyxis.Key("r11", int, default=1)
        with pyxis.override({key: 2}):
            assert key.get() == 2
            taken = pickle.loads(pickle.dumps(pyxis.snapshot()))
        with taken, pyxis.native():
            assert key.get() == 2
        pyxis.explain(key), pyxis.current().describe(), repr(taken)
        pyxis.Report().covering({"a": "b"}).encode()
        pyxis.Variants.decode(pyxis.Variants({"a": "b"}).encode())
        pyxis.set_diagnostic_handler(print)
        pyxis.set_diagnostic_handler(None)
        raises(errors.PreparationInProgressError, pyxis.prepare)

    def callback(argument):
        faults = []

        def work():
            try:
                everything()
            except BaseException as error:
                faults.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join(60)
        assert not thread.is_alive()
        for fault in faults:
            raise fault
        everything()
        ORDER.append("done")
        return Result.applied("x")

    report = pyxis.prepare({"locale": callback}, callback)
    assert report["locale"].status == "applied", report
    assert ORDER == ["done", "done"]
    """,
        ENVIRONMENT,
    )


def test_r22_scopes_rewrite_no_report(python: Python) -> None:
    python(
        START
        + """
    report = pyxis.prepare({"locale": adapt("locale")}, configure)
    with pyxis.override({STATUS: "expired"}):
        assert pyxis.current().requested["subscription.status"] == "trial"
        assert pyxis.current().report == report
        with pyxis.native():
            assert pyxis.current().report == report
    assert ORDER == ["configure", "locale"]
    """,
        ENVIRONMENT,
    )


def test_r3_what_was_requested_and_the_report_are_read_only(python: Python) -> None:
    python(
        START
        + """
    report = pyxis.prepare()
    requested = pyxis.current().requested

    def change(thing, key, value):
        thing[key] = value

    raises(TypeError, change, report, "locale", Result.applied("x"))
    raises(TypeError, change, requested, "locale", "x")
    raises(AttributeError, setattr, pyxis.current(), "report", None)
    requested.encode()
    assert pyxis.current().requested["locale"] == "pl_PL"
    """,
        ENVIRONMENT,
    )


def test_r24_apply_makes_a_report_for_a_window(python: Python) -> None:
    python(
        START
        + """
    def never(variant):
        raise AssertionError("it ran")

    assert pyxis.apply({"color_scheme": never}) is None
    process = pyxis.prepare({"locale": adapt("locale")}, configure)

    def dark(variant):
        ORDER.append(STATUS.get())
        return Result.applied("dark")

    with pyxis.override({STATUS: "for the window"}):
        taken = pyxis.snapshot()
        window = pyxis.apply({"color_scheme": dark, "orientation": never})
    with pyxis.override({STATUS: "around"}):
        assert pyxis.apply({"color_scheme": dark}, taken) == window
        assert STATUS.get() == "around"
    pyxis.apply({"color_scheme": dark})
    assert ORDER[2:] == ["for the window", "for the window", "trial"], ORDER
    assert window["color_scheme"] == Result.applied("dark")
    assert {**window, "color_scheme": None} == {**process, "color_scheme": None}
    assert pyxis.current().report == process
    raises(errors.InvalidReportError, pyxis.apply,
           {"color_scheme": adapt("color_scheme", Result("unverified"))})
    error = LookupError("x")

    def fail(variant):
        raise error

    assert dict(pyxis.apply({"color_scheme": fail}).errors) == {"color_scheme": error}

    def interrupt(variant):
        raise KeyboardInterrupt

    raises(KeyboardInterrupt, pyxis.apply, {"color_scheme": interrupt})
    raises(TypeError, pyxis.apply, {"color_scheme": 3})
    raises(TypeError, pyxis.apply, {"color_scheme": dark}, {})
    """,
        ENVIRONMENT,
    )


def test_the_staged_configuration_ends_with_configure(python: Python) -> None:
    python(
        START
        + """
    kept = []

    def configure(staged):
        kept.append(staged)
        raises(TypeError, staged.__setitem__, STATUS, 3)
        raises(KeyError, staged.__delitem__, STATUS)
        staged[STATUS] = "x"
        del staged[STATUS]
        assert staged[STATUS] == "none"
        repr(staged)

    pyxis.prepare(configure=configure)
    raises(errors.InvalidHandleError, kept[0].__getitem__, STATUS)
    raises(errors.InvalidHandleError, kept[0].__setitem__, STATUS, "x")
    raises(errors.InvalidHandleError, lambda: kept[0].requested)
    """,
        ENVIRONMENT,
    )


PREPARE: Any = pyxis.prepare


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: PREPARE([]), TypeError, "mapping of keys to functions"),
        (lambda: PREPARE({"locale": 3}), TypeError, "adapter of 'locale' is not a function"),
        (lambda: PREPARE({3: print}), TypeError, "an adapter's key must be a str"),
        (lambda: PREPARE({"": print}), ValueError, "key"),
        (lambda: PREPARE({"a\0b": print}), ValueError, "NUL"),
        (lambda: PREPARE({"\udc80": print}), ValueError, "surrogate"),
        (lambda: PREPARE(configure=3), TypeError, "configure is not a function"),
        (lambda: PREPARE(environment=[]), TypeError, "environment is a mapping, not list"),
        (lambda: PREPARE(environment={"PYXIS_A=B": "x"}), ValueError, "= in its name"),
        (lambda: PREPARE(environment={"PYXIS_BOOTSTRAP": 3}), TypeError, "PYXIS_BOOTSTRAP"),
        (lambda: PREPARE(environment={"PYXIS_BOOTSTRAP": "\0"}), ValueError, "NUL"),
    ],
)
def test_wrong_arguments_are_refused_before_anything(
    call: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        call()


SET = {
    "os.environ": 'os.environ["PYXIS_BOOTSTRAP"] = PAYLOAD',
    "os.environb": 'os.environb[b"PYXIS_BOOTSTRAP"] = PAYLOAD.encode()',
    "os.putenv": 'os.putenv("PYXIS_BOOTSTRAP", PAYLOAD)',
    "setenv": 'ctypes.CDLL(None).setenv(b"PYXIS_BOOTSTRAP", PAYLOAD.encode(), 1)',
}


@pytest.mark.parametrize("way", SET)
def test_os_environ_is_the_environment(python: Python, way: str) -> None:
    """Field: where Python and C disagree, `os.environ` counts, whichever way it was set."""
    expected = way in ("os.environ", "os.environb")
    python(
        f"""
    import ctypes
    import os
    import pyxis

    PAYLOAD = '{{"version":1,"requested":{{"locale":"pl_PL"}}}}'
    {SET[way]}
    assert (pyxis.prepare() is not None) is {expected}
    """
    )


def test_a_variable_deleted_in_python_does_not_count(python: Python) -> None:
    python(
        """
    import ctypes, os, pyxis

    del os.environ["PYXIS_BOOTSTRAP"]
    ctypes.CDLL(None).setenv(b"PYXIS_BOOTSTRAP", b"{", 1)
    assert pyxis.prepare() is None
    """,
        ENVIRONMENT,
    )


@pytest.mark.parametrize("name", ["PYXIS_BOOTSTRAP", "PYXIS_BOOTSTRAP_FILE"])
def test_invalid_utf8_names_its_variable(python: Python, name: str) -> None:
    """Field: an environment value that is not UTF-8 is a clear error."""
    value = b'{"version":1,"requested":{"a":"\xff"}}' if name == "PYXIS_BOOTSTRAP" else b"/\xff"
    offset = value.index(0xFF)
    python(
        START
        + f"""
    error = raises(errors.PyxisError, pyxis.prepare)
    assert str(error) == \\
        "the environment variable {name} is not valid UTF-8 at byte {offset}", error
    assert error.offset == {offset}
    assert isinstance(error, ValueError)
    os.environ[{name!r}] = ""
    """,
        {name.encode(): value},
    )


def test_other_variables_may_be_anything(python: Python) -> None:
    python(
        START + "    assert pyxis.prepare() is not None",
        {
            b"OTHER": b"\xff",
            b"PYXIS_OTHER": b"\xff",
            b"PYXIS_BOOTSTRAP": PAYLOAD.encode(),
        },
    )


def test_a_payload_by_file(python: Python, tmp_path: Any) -> None:
    """Field: a payload that the environment cannot carry goes by file."""
    big = tmp_path / "payload with spaces.json"
    big.write_text(json.dumps({"version": 1, "requested": {"fixture": "ż" * 200_000}}))
    python(
        START
        + """
    pyxis.prepare({"fixture": adapt("fixture")})
    assert pyxis.current().requested["fixture"] == "ż" * 200_000
    """,
        {"PYXIS_BOOTSTRAP_FILE": str(big)},
    )
    python(START + "    raises(errors.PyxisError, pyxis.prepare)", {"PYXIS_BOOTSTRAP_FILE": "x"})


def test_r26_overrides_here_never_reach_a_host(python: Python) -> None:
    status = pyxis.Key("subscription.status", str, default="none")
    with pyxis.override({status: "trial"}), pyxis.native():
        python(
            START
            + """
    assert pyxis.prepare() is None
    assert STATUS.get() == "none"
    """
        )


def test_interpreter_exit_with_callbacks_registered(python: Python) -> None:
    """Field: nothing calls into an interpreter that is gone."""
    ended = python(
        """
    import atexit
    import ctypes
    import threading
    import pyxis
    from pyxis._library import library

    pyxis.set_diagnostic_handler(lambda message: print("told", message))
    scope = pyxis.override({pyxis.Key("exit", int, default=1): 2})
    scope.__enter__()
    native = pyxis.native().__enter__()
    threading.Thread(target=lambda: pyxis.current().describe(), daemon=True).start()
    print("end")
    """
    )
    assert ended.stdout == "end\n"
    assert ended.stderr == ""


def test_the_library_leaves_signals_alone(python: Python) -> None:
    python(
        """
    import signal

    signal.signal(signal.SIGINT, signal.default_int_handler)
    import pyxis

    pyxis.prepare()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        pass
    else:
        raise AssertionError("the signal was taken")
    """
    )
