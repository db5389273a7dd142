"""Selects rows by an expression over their identifiers, as pytest's ``-k`` does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .errors import RunnerError
from .rows import Row

__all__ = ["select_rows"]

_TOKEN = re.compile(r"\s*([()]|[^\s()]+)")


def select_rows(rows: Sequence[Row], expression: str) -> list[Row]:
    """The rows whose identifiers an expression matches.

    A word matches the identifiers that contain it, in any case; ``and``, ``or``, ``not`` and
    parentheses combine words.

    >>> rows = [Row("color_scheme=dark,locale=ar"), Row("locale=ar"), Row("trial")]
    >>> [row.id for row in select_rows(rows, "locale=ar and not dark or TRIAL")]
    ['locale=ar', 'trial']

    Raises:
        RunnerError: The expression cannot be read.
    """
    words = _TOKEN.findall(expression)
    try:
        return [row for row in rows if _Expression(words, expression).matches(row.id.lower())]
    except RecursionError:
        raise RunnerError("the expression cannot be read: it nests too deeply") from None


class _Expression:
    """Reads an expression for one identifier; ``or`` binds less than ``and`` than ``not``."""

    def __init__(self, words: list[str], text: str) -> None:
        self._words = words
        self._text = text
        self._position = 0
        self._identifier = ""

    def matches(self, identifier: str) -> bool:
        self._identifier = identifier
        result = self._either()
        if self._position < len(self._words):
            self._refuse(f"{self._words[self._position]!r} is not expected")
        return result

    def _either(self) -> bool:
        result = self._both()
        while self._takes("or"):
            other = self._both()
            result = result or other
        return result

    def _both(self) -> bool:
        result = self._single()
        while self._takes("and"):
            other = self._single()
            result = result and other
        return result

    def _single(self) -> bool:
        if self._takes("not"):
            return not self._single()
        if self._takes("("):
            result = self._either()
            if not self._takes(")"):
                self._refuse("a parenthesis is not closed")
            return result
        word = self._next()
        if word in ("", ")", "and", "or"):
            self._refuse(f"a word is missing before {word!r}" if word else "a word is missing")
        self._position += 1
        return word.lower() in self._identifier

    def _next(self) -> str:
        return self._words[self._position] if self._position < len(self._words) else ""

    def _takes(self, word: str) -> bool:
        if self._next() != word:
            return False
        self._position += 1
        return True

    def _refuse(self, reason: str) -> None:
        raise RunnerError(f"the expression {self._text!r} cannot be read: {reason}")
