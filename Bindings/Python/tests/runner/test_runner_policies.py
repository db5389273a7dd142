"""What a run fails on, and which exit code stands for it."""

from __future__ import annotations

import pytest

from pyxis import Report, Result
from pyxis.runner import Outcome, Policy, Problem, RunnerError, RunResult

REQUESTED = {"a": "1", "b": "2"}
APPLIED = {"a": Result.applied("1"), "b": Result.applied("2")}


def result(
    report: dict[str, Result],
    state: str = "present",
    outcome: Outcome = Outcome("exited", code=0),  # noqa: B008
    problems: tuple[Problem, ...] = (),
) -> RunResult:
    """A result of a run that was asked for two variants."""
    covered = Report(report).covering(REQUESTED)
    return RunResult(("host",), REQUESTED, "", outcome, state, covered, problems=problems)


@pytest.mark.parametrize(
    ("words", "changed", "text"),
    [
        ("unverified", {"b": Result.unverified("nobody looked")}, "b is unverified: nobody looked"),
        ("unsupported", {"a": Result.unsupported("no")}, "a is unsupported: no"),
        ("observed", {"a": Result.observed("1")}, "a is observed"),
        ("different", {"a": Result.applied("3")}, "a is '3' instead of '1'"),
        ("different", {"b": Result.observed("")}, "b is '' instead of '2'"),
    ],
)
def test_statuses_fail_only_where_the_policy_names_them(
    words: str, changed: dict[str, Result], text: str
) -> None:
    run = result({**APPLIED, **changed})
    policy = Policy.of([words])
    assert [failure.text for failure in policy.failures(run)] == [text]
    assert policy.exit_code(run) == 121
    assert Policy().exit_code(run) == 0
    assert policy.exit_code(result(APPLIED)) == 0


def test_what_was_not_requested_fails_nothing() -> None:
    run = result({**APPLIED, "c": Result.unverified("why")})
    assert Policy.of(["unverified,unsupported,observed,different"]).exit_code(run) == 0


def test_missing_and_invalid_reports_fail_by_default() -> None:
    assert Policy().exit_code(result({}, "missing")) == 122
    bad = Problem("malformed", "pyxis-1.json")
    invalid = result({}, "invalid", problems=(bad,))
    assert Policy().exit_code(invalid) == 123
    assert "pyxis-1.json: malformed" in Policy().failures(invalid)[0].text
    assert Policy.of(["nothing"]).exit_code(invalid) == 0


@pytest.mark.parametrize("texts", [[""], ["unverified,"], ["nothing,unverified"]])
def test_words_that_mean_nothing_are_refused(texts: list[str]) -> None:
    with pytest.raises(RunnerError, match=r"a word is missing|'nothing' stands alone"):
        Policy.of(texts)


def test_the_hosts_own_code_comes_first() -> None:
    policy = Policy.of(["unverified"])
    failed = result({}, "missing", Outcome("exited", code=3))
    assert policy.exit_code(failed) == 3
    assert len(policy.failures(failed)) == 2
    timed_out = result(APPLIED, outcome=Outcome("timed_out"))
    assert policy.exit_code(timed_out) == 124
    missing = result({}, "missing", Outcome("not_executed", code=127))
    assert policy.exit_code(missing) == 127
    assert len(policy.failures(missing)) == 1


def test_problems_fail_on_request() -> None:
    run = result(APPLIED, problems=(Problem("odd", "file"),))
    assert Policy().exit_code(run) == 0
    assert Policy.of(["problem"]).exit_code(run) == 121


def test_nothing_requested_needs_no_report() -> None:
    silent = RunResult(("host",), {}, "", Outcome("exited", code=0), "missing", Report())
    assert Policy.of(["unverified"]).exit_code(silent) == 0


def test_unknown_words_are_refused_with_a_suggestion() -> None:
    with pytest.raises(RunnerError, match="'unverifed'; did you mean 'unverified'"):
        Policy.of(["unsupported, unverifed"])
