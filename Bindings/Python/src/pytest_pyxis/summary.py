"""Says at the end what became of all launches."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

PROPERTY = "pyxis_launch"
WORDS = ("applied", "observed", "unsupported", "unverified")


class Summary:
    """Counts the launches of all tests, each once, wherever it ran."""

    def __init__(self) -> None:
        self._launches = 0
        self._variants: Counter[str] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Forgets the launches of an earlier run of the same test: they are counted already."""
        item.user_properties[:] = [one for one in item.user_properties if one[0] != PROPERTY]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Counts the launches of a test when it is over.

        With xdist, this is called where the test ran and in the process that prints the summary.
        """
        if report.when != "teardown":
            return
        for name, launch in report.user_properties:
            if name == PROPERTY and isinstance(launch, dict):
                self._launches += 1
                self._variants.update(launch["results"].values())

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Prints one line, if anything was launched."""
        if not self._launches:
            return
        counts = [f"{self._variants[word]} {word}" for word in WORDS if self._variants[word]]
        launches = "1 launch" if self._launches == 1 else f"{self._launches} launches"
        terminalreporter.line(f"pyxis: {launches}; variants: {', '.join(counts) or 'none'}")
