"""When a run counts as failed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import RunnerError
from .results import RunResult
from .suggesting import suggestion

__all__ = ["POLICY_WORDS", "Failure", "Policy"]

POLICY_NOT_MET_CODE = 121
NO_REPORT_CODE = 122
INVALID_REPORT_CODE = 123

POLICY_WORDS = {
    "unverified": "nobody knows whether a requested variant was applied",
    "unsupported": "the host cannot apply a requested variant",
    "observed": "a requested variant was in force already, and not applied",
    "different": "the value in force is not the requested one",
    "problem": "anything else was not as it should be, such as a file that is no report",
    "no-report": "variants were requested, and the host published no report (the default)",
    "invalid-report": "what the host published is no valid report (the default)",
}
"""What a run can be made to fail on."""

_STATUSES = ("unverified", "unsupported", "observed")


@dataclass(frozen=True)
class Failure:
    """One reason why a run counts as failed.

    Attributes:
        code: The exit code that stands for it.
        text: What was not as it should be.
    """

    code: int
    text: str


@dataclass(frozen=True)
class Policy:
    """What a run fails on, beside its host's own exit code.

    Attributes:
        words: Some of :data:`POLICY_WORDS`.
    """

    words: frozenset[str] = frozenset({"no-report", "invalid-report"})

    @classmethod
    def of(cls, texts: Iterable[str]) -> Policy:
        """A policy of words, each text a list with commas, added to the default ones.

        ``nothing`` leaves out the default ones, and stands alone.

        >>> sorted(Policy.of(["unverified,different"]).words)
        ['different', 'invalid-report', 'no-report', 'unverified']
        >>> sorted(Policy.of(["nothing"]).words)
        []

        Raises:
            RunnerError: A word is not known or empty, or ``nothing`` has others beside it.
        """
        words = {word.strip() for text in texts for word in text.split(",")}
        if "" in words:
            raise RunnerError(f"a word is missing; known are {', '.join(POLICY_WORDS)}, nothing")
        for word in words - POLICY_WORDS.keys() - {"nothing"}:
            hint = suggestion(word, [*POLICY_WORDS, "nothing"])
            raise RunnerError(f"a run cannot fail on {word!r}{hint}")
        if "nothing" in words and len(words) > 1:
            others = ", ".join(sorted(words - {"nothing"}))
            raise RunnerError(f"'nothing' stands alone, and cannot be with {others}")
        default = frozenset() if "nothing" in words else cls.words
        return cls(default | words - {"nothing"})

    def failures(self, result: RunResult) -> tuple[Failure, ...]:
        """Why a run counts as failed; the first reason decides about the exit code."""
        failures = []
        if not result.outcome.is_success:
            failures.append(Failure(result.outcome.exit_code, f"the host {result.outcome}"))
        if result.outcome.kind not in ("not_executed", "lost"):
            failures += self._report_failures(result)
        if "problem" in self.words:
            failures += [Failure(POLICY_NOT_MET_CODE, str(each)) for each in result.problems]
        return tuple(failures)

    def _report_failures(self, result: RunResult) -> list[Failure]:
        if result.report_state == "missing" and result.requested and "no-report" in self.words:
            return [Failure(NO_REPORT_CODE, "the host published no report")]
        if result.report_state == "invalid" and "invalid-report" in self.words:
            text = "; ".join(str(problem) for problem in result.problems)
            return [Failure(INVALID_REPORT_CODE, f"the host's report is invalid: {text}")]
        failures = []
        for key, value in result.requested.items():
            found = result.report[key]
            if found.status in self.words & set(_STATUSES):
                text = f"{key} is {found.status}"
                text += f": {found.reason}" if found.reason else ""
            elif "different" in self.words and found.value not in (None, value):
                text = f"{key} is {found.value!r} instead of {value!r}"
            else:
                continue
            failures.append(Failure(POLICY_NOT_MET_CODE, text))
        return failures

    def exit_code(self, result: RunResult) -> int:
        """The exit code that stands for a run: 0 where nothing failed."""
        failures = self.failures(result)
        return failures[0].code if failures else 0
