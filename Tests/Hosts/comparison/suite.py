"""Counts checks, and prints those that fail."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from itertools import zip_longest

from .hosts import Outcome
from .model import same


class Suite:
    """The result of all checks so far."""

    def __init__(self, verbose: bool) -> None:
        self.verbose = verbose
        self.passed = 0
        self.failures: list[str] = []

    def check(self, name: str, problem: str | None) -> bool:
        """Counts one check, which failed if there is a problem."""
        if problem is None:
            self.passed += 1
            if self.verbose:
                print(f"passed: {name}", flush=True)
            return True
        self.failures.append(name)
        print(f"FAILED: {name}: {problem}", flush=True)
        return False

    def check_agreement(self, name: str, outcomes: Sequence[Outcome]) -> None:
        """Checks that all hosts printed the same; a host that printed nothing failed already."""
        if any(outcome.fault for outcome in outcomes):
            return
        first = outcomes[0]
        for other in outcomes[1:]:
            agree = same(first.comparable, other.comparable)
            problem = None if agree else "\n" + "\n".join(differences(first, other)[:40])
            self.check(f"{name}: {first.language} and {other.language} agree", problem)

    def finish(self) -> int:
        """Prints the end of the output, and returns the exit status."""
        if self.failures:
            print("\nWhat failed:")
            for name in self.failures:
                print(f"  {name}")
        print(f"{self.passed} passed, {len(self.failures)} failed")
        return 1 if self.failures else 0


def differences(left: Outcome, right: Outcome) -> list[str]:
    """Returns the lines of a diff of two documents, from the first difference on; long ones cut."""
    before, after = (
        [line[:200] for line in json.dumps(outcome.comparable, indent=2).splitlines()]
        for outcome in (left, right)
    )
    pairs = enumerate(zip_longest(before, after))
    first = next((number for number, (old, new) in pairs if old != new), None)
    if first is None:
        return ["  (they differ after the 200th character of a line)"]
    part = slice(max(first - 3, 0), first + 1000)
    lines = difflib.unified_diff(
        before[part], after[part], left.language, right.language, lineterm=""
    )
    return [line for line in lines if not line.startswith("@@")]
