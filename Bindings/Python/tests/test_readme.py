"""The examples of README.md do what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_the_examples_of_the_readme(python: Any) -> None:
    readme = Path(__file__).parents[1] / "README.md"
    ended = python(
        f"""
        import doctest

        failed, tried = doctest.testfile({str(readme)!r}, module_relative=False)
        print(failed, tried)
        """
    )
    failed, tried = map(int, ended.stdout.split()[-2:])
    assert (failed, tried > 10) == (0, True), ended.stdout
