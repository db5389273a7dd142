"""Scopes: in which order they open and close, and how they are used."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
import weakref
from collections.abc import Generator
from contextvars import copy_context
from typing import Any

import pytest

import pyxis

STATUS = pyxis.Key("overrides.status", str, default="none")
RETRIES = pyxis.Key("overrides.retries", int, default=3)


def both() -> tuple[str, int]:
    """Read both keys."""
    return STATUS.get(), RETRIES.get()


def test_r17_scopes_nest_and_inherit() -> None:
    with pyxis.override({STATUS: "trial"}):
        assert both() == ("trial", 3)
        with pyxis.override({RETRIES: 5}):
            assert both() == ("trial", 5)
            with pyxis.override({STATUS: "expired", RETRIES: 7}):
                assert both() == ("expired", 7)
            assert both() == ("trial", 5)
        assert both() == ("trial", 3)
    assert both() == ("none", 3)


def test_r17_a_snapshot_replaces_the_scope() -> None:
    with pyxis.override({STATUS: "trial"}):
        taken = pyxis.snapshot()
    with pyxis.override({RETRIES: 5}), taken:
        assert both() == ("trial", 3)
        with pyxis.override({RETRIES: 6}):
            assert both() == ("trial", 6)


def test_r18_the_error_of_the_body_passes() -> None:
    with pytest.raises(ZeroDivisionError), pyxis.override({STATUS: "trial"}):
        raise ZeroDivisionError
    assert both() == ("none", 3)


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_r18_interruptions_pass(raised: type[BaseException]) -> None:
    with pytest.raises(raised), pyxis.override({STATUS: "trial"}):
        raise raised
    assert both() == ("none", 3)


def test_r18_a_wrong_entry_installs_nothing() -> None:
    ran = False
    with pytest.raises(TypeError), pyxis.override({STATUS: "trial", RETRIES: "5"}):
        ran = True
    assert not ran
    assert both() == ("none", 3)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"overrides.status": "trial"}, r"takes pyxis\.Key objects, and not 'overrides\.status'"),
        ([(STATUS, "trial")], "takes a mapping of keys to values, not list"),
        (None, "not NoneType"),
        ({STATUS.get: "trial"}, r"takes pyxis\.Key objects"),
    ],
)
def test_wrong_entries_are_refused(entries: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        pyxis.override(entries)


def test_a_wrong_label_is_refused() -> None:
    with pytest.raises(ValueError, match="label"):
        pyxis.override({}, label="\udc80")
    with pytest.raises(TypeError, match="label"):
        pyxis.override({}, label=3)  # type: ignore[arg-type]


def test_r2_changing_the_mapping_later_changes_nothing() -> None:
    entries: dict[pyxis.Key[Any], Any] = {STATUS: "trial", RETRIES: 5}
    scope = pyxis.override(entries)
    entries[STATUS] = "expired"
    with scope:
        entries.clear()
        assert both() == ("trial", 5)
    one: dict[pyxis.Key[Any], Any] = {STATUS: "trial"}
    scope = pyxis.override(one)
    one[STATUS] = "expired"
    with scope:
        assert STATUS.get() == "trial"


def test_an_empty_override_changes_nothing() -> None:
    with pyxis.override({}):
        assert both() == ("none", 3)


def test_one_object_may_be_used_again_and_inside_itself() -> None:
    scope = pyxis.override({STATUS: "trial"})
    for _ in range(2):
        with scope, pyxis.override({STATUS: "expired"}):
            with scope:
                assert STATUS.get() == "trial"
                with scope:
                    assert STATUS.get() == "trial"
            assert STATUS.get() == "expired"
        assert STATUS.get() == "none"


def test_each_use_starts_from_what_is_in_force_there() -> None:
    scope = pyxis.override({STATUS: "trial"})
    with pyxis.override({RETRIES: 5}), scope:
        assert both() == ("trial", 5)
    with scope:
        assert both() == ("trial", 3)


def test_scopes_closed_out_of_order_restore_what_is_left() -> None:
    outer, middle = pyxis.override({STATUS: "outer"}), pyxis.override({RETRIES: 4})
    inner = pyxis.override({STATUS: "inner"})
    for scope in (outer, middle, inner):
        scope.__enter__()
    outer.__exit__()
    assert both() == ("inner", 4)
    middle.__exit__()
    assert both() == ("inner", 4)
    inner.__exit__()
    assert both() == ("none", 3)
    with outer:
        assert both() == ("outer", 3)
    assert both() == ("none", 3)


def test_the_middle_of_three_may_be_closed_first() -> None:
    scopes = [pyxis.override({RETRIES: number}) for number in (10, 11, 12)]
    for scope in scopes:
        scope.__enter__()
    scopes[1].__exit__()
    assert RETRIES.get() == 12
    scopes[2].__exit__()
    assert RETRIES.get() == 10
    scopes[0].__exit__()
    assert RETRIES.get() == 3


def test_a_scope_closed_twice_or_never_opened_changes_nothing() -> None:
    scope = pyxis.override({STATUS: "trial"})
    scope.__exit__()
    with pyxis.override({STATUS: "outer"}):
        with scope:
            pass
        scope.__exit__()
        assert STATUS.get() == "outer"
    assert STATUS.get() == "none"


def test_r21_another_context_closes_only_its_own_copy() -> None:
    scope = pyxis.override({STATUS: "trial"})
    with scope:
        copied = copy_context()
        assert copied.run(STATUS.get) == "trial"
    assert STATUS.get() == "none"
    assert copied.run(STATUS.get) == "trial"


def test_a_scope_closed_in_a_copy_of_its_context_is_closed_where_it_was_opened() -> None:
    scope = pyxis.override({STATUS: "trial"})
    with pyxis.override({RETRIES: 5}):
        scope.__enter__()
        assert both() == ("trial", 5)
        inheritor = copy_context()
        copy_context().run(scope.__exit__)
        assert both() == ("none", 5)
        assert inheritor.run(both) == ("trial", 5)
        with pyxis.override({RETRIES: 6}):
            assert both() == ("none", 6)
    assert both() == ("none", 3)


def test_a_scope_opened_over_one_that_was_closed_elsewhere_does_not_inherit_it() -> None:
    scope = pyxis.override({STATUS: "trial"})
    scope.__enter__()
    copy_context().run(scope.__exit__)
    with pyxis.override({RETRIES: 5}):
        assert both() == ("none", 5)
    assert both() == ("none", 3)


def test_a_scope_closed_on_another_thread_is_closed_where_it_was_opened() -> None:
    scope = pyxis.override({STATUS: "trial"})
    scope.__enter__()
    thread = threading.Thread(target=scope.__exit__)
    thread.start()
    thread.join(60)
    assert both() == ("none", 3)


def test_what_another_thread_closes_is_not_taken_for_another_opening() -> None:
    scope = pyxis.override({STATUS: "trial"})

    def generator() -> Generator[None, None, None]:
        with scope:
            yield

    held = [generator()]
    thread = threading.Thread(target=lambda: next(held[0]))
    thread.start()
    thread.join(60)
    with scope:
        thread = threading.Thread(target=held.clear)
        thread.start()
        thread.join(60)
        assert STATUS.get() == "trial"
    assert STATUS.get() == "none"


def test_a_generator_that_another_thread_collects_restores() -> None:
    def generator() -> Generator[str, None, None]:
        with pyxis.override({STATUS: "trial"}):
            yield STATUS.get()

    held = [generator()]
    assert next(held[0]) == "trial"
    thread = threading.Thread(target=held.clear)
    thread.start()
    thread.join(60)
    assert both() == ("none", 3)


def test_r21_threads_do_not_see_each_others_scopes() -> None:
    barrier = threading.Barrier(8, timeout=60)
    seen: list[set[int]] = []
    scope = pyxis.override({STATUS: "shared"})

    def work(number: int) -> None:
        values = set()
        with scope, pyxis.override({RETRIES: number}):
            for _ in range(50):
                barrier.wait()
                values.add(RETRIES.get())
        seen.append(values)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(map(sorted, seen)) == [[number] for number in range(8)]
    assert both() == ("none", 3)


def test_r20_a_new_thread_does_not_inherit() -> None:
    seen = []
    with pyxis.override({STATUS: "trial"}):
        thread = threading.Thread(target=lambda: seen.append(STATUS.get()))
        thread.start()
        thread.join(60)
    assert seen == ["none"]


def test_a_thousand_scopes_deep() -> None:
    scopes = [pyxis.override({RETRIES: number}, label=str(number)) for number in range(1000)]
    with pyxis.override({STATUS: "bottom"}, label="bottom"):
        for scope in scopes:
            scope.__enter__()
        assert both() == ("bottom", 999)
        assert pyxis.explain(RETRIES) == ("scope", 1001, "999")
        assert pyxis.explain(STATUS) == ("scope", 1, "bottom")
        for number, scope in reversed(list(enumerate(scopes))):
            assert RETRIES.get() == number
            scope.__exit__()
        assert both() == ("bottom", 3)


def test_contexts_that_start_one_another_do_not_grow_for_ever() -> None:
    context = copy_context()
    scopes = [
        pyxis.override({STATUS: "first"}),
        *(pyxis.override({RETRIES: 5}) for _ in range(999)),
    ]
    for scope in scopes:
        context.run(scope.__enter__)
        inherited = context.copy()
        context.run(scope.__exit__)
        context = inherited
    assert context.run(both) == ("first", 5)

    assert height(context.run(pyxis.snapshot)) < 100


def height(taken: pyxis.Snapshot) -> int:
    """Return how many scopes a snapshot keeps."""
    layer: Any = taken._layer
    count = 0
    while hasattr(layer, "below"):
        layer, count = layer.below, count + 1
    return count


def test_snapshots_of_snapshots_do_not_grow_for_ever() -> None:
    taken = pyxis.snapshot().updated({STATUS: "first"})
    for number in range(1000):
        taken = taken.updated({RETRIES: number})
        if number % 10 == 0:
            with taken:
                taken = pyxis.snapshot()
    assert (taken[STATUS], taken[RETRIES]) == ("first", 999)
    assert height(taken) < 100


def test_what_a_closed_scope_held_is_gone_without_the_collector() -> None:
    class Value:
        pass

    key = pyxis.Key(
        "overrides.object", parse=lambda text: Value(), format=lambda value: "x", default=Value()
    )
    gc.disable()
    try:
        with pyxis.override({key: Value()}):
            watched = weakref.ref(key.get())
        key._last = (None, None)
        assert watched() is None
    finally:
        gc.enable()


def test_r6_r7_what_is_read_once_does_not_change_a_snapshot() -> None:
    with pyxis.override({STATUS: "trial"}):
        taken = pyxis.current()
        with pyxis.override({STATUS: "expired"}):
            assert taken[STATUS] == "trial"
            assert pyxis.current()[STATUS] == "expired"
    assert taken[STATUS] == "trial"


def test_r2_a_changed_copy_shows_nowhere_else() -> None:
    with pyxis.override({STATUS: "trial"}):
        taken = pyxis.snapshot()
        changed = taken.updated({STATUS: "expired", RETRIES: 9})
        assert (taken[STATUS], taken[RETRIES], *both()) == ("trial", 3, "trial", 3)
        with changed:
            assert both() == ("expired", 9)
    with pytest.raises(TypeError):
        taken.updated({STATUS: 3})


def test_r3_a_snapshot_cannot_be_changed() -> None:
    taken: Any = pyxis.snapshot()
    with pytest.raises(TypeError):
        taken[STATUS] = "trial"
    for name in ("requested", "report"):
        with pytest.raises(AttributeError):
            setattr(taken, name, {})
    with pytest.raises(TypeError):
        taken.requested["a"] = "b"


def test_a_snapshot_is_read_with_keys() -> None:
    with pytest.raises(TypeError, match=r"pyxis\.Key, not str"):
        pyxis.current()["overrides.status"]  # type: ignore[index]
    with pytest.raises(TypeError, match=r"pyxis\.Key, not str"):
        pyxis.explain("overrides.status")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"pyxis\.Key, not str"):
        pyxis.current().explain("overrides.status")  # type: ignore[arg-type]


def test_snapshots_are_values() -> None:
    with pyxis.override({STATUS: "trial"}):
        one = pyxis.snapshot()
    with pyxis.override({STATUS: "trial"}):
        other = pyxis.snapshot()
    assert one == other
    assert one != pyxis.snapshot()
    assert one == pickle.loads(pickle.dumps(other))
    assert copy.deepcopy(one) is one
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_explain_names_the_innermost_scope_that_sets_an_entry() -> None:
    assert pyxis.explain(STATUS) == ("default", 0, None)
    with pyxis.override({STATUS: "a"}, label="outer"), pyxis.override({RETRIES: 5}):
        assert pyxis.explain(STATUS) == ("scope", 1, "outer")
        assert pyxis.explain(RETRIES) == ("scope", 2, None)
        taken = pyxis.snapshot()
    assert taken.explain(STATUS) == ("scope", 1, "outer")
    assert str(taken.explain(RETRIES)) == "the scope at depth 2"
    with taken:
        assert pyxis.explain(STATUS) == ("scope", 1, "outer")


def test_describe_shows_every_entry_with_its_origin() -> None:
    with pyxis.override({STATUS: "trial"}, label="preview"):
        document = pyxis.current().describe()
    entries = {entry["name"]: entry for entry in document["entries"]}
    assert entries["overrides.status"] == {
        "name": "overrides.status",
        "type": "string",
        "value": "trial",
        "origin": {"source": "scope", "depth": 1, "label": "preview"},
    }
    assert entries["overrides.retries"]["origin"] == {"source": "default"}
    assert document["requested"] == {}


def test_reprs_help() -> None:
    scope = pyxis.override({STATUS: "trial", RETRIES: 5}, label="preview")
    assert repr(scope) == (
        "override({'overrides.status': 'trial', 'overrides.retries': 5}, label='preview')"
    )
    with pyxis.override({STATUS: "trial"}):
        assert repr(pyxis.snapshot()) == "Snapshot({'overrides.status': 'trial'})"


def test_an_override_can_be_pickled() -> None:
    scope = pickle.loads(pickle.dumps(pyxis.override({STATUS: "trial"}, label="x")))
    with scope:
        assert pyxis.explain(STATUS) == ("scope", 1, "x")
