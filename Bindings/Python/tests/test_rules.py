"""Each rule of RULES.md has a test of the package that quotes its number."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parents[2] / "RULES.md"


def test_every_rule_is_tested() -> None:
    rules = {int(number) for number in re.findall(r"^- \*\*R(\d+)\*\*", RULES.read_text(), re.M)}
    assert rules == set(range(1, 27))
    quoted: set[int] = set()
    for path in TESTS.glob("test_*.py"):
        for name in re.findall(r"def (test_\w+)", path.read_text()):
            quoted.update(int(number) for number in re.findall(r"(?<=_)r(\d+)(?=_)", name))
    assert rules - quoted == set()
