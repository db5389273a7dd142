"""Finds where things stand in a TOML text that a parser has found to be valid.

The parsers of the standard library and of PyPI keep no places of what they read. This walk needs
to understand only as much as it takes to step over values.
"""

from __future__ import annotations

import re

__all__ = ["Path", "places_in", "position_of"]

Path = tuple[object, ...]
"""Names of members and positions in arrays, from the outermost to the innermost."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[Tt ]\d[0-9:.]*(?:[Zz]|[+-][0-9:]+)?)?")
_SCALAR = re.compile(r"[^\s,\]}#]+")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"((?:[^"\\]|\\.)*)"'),
    re.compile(r"'([^']*)'"),
)
_VALUES = (*_STRINGS, _DATE, _SCALAR)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


def places_in(text: str) -> dict[Path, int]:
    """The index of each key and of each element of an array, by its path."""
    walk = _Walk(text)
    walk.document()
    return walk.places


def position_of(text: str, index: int) -> tuple[int, int]:
    """The line and the column of an index, both from 1."""
    start = text.rfind("\n", 0, index) + 1
    return text.count("\n", 0, index) + 1, index - start + 1


class _Walk:
    """One walk through a text."""

    def __init__(self, text: str) -> None:
        self.places: dict[Path, int] = {}
        self._text = text
        self._index = 0
        self._counts: dict[Path, int] = {}

    def document(self) -> None:
        table: Path = ()
        self._skip(_BLANK)
        while self._index < len(self._text):
            if self._takes("[["):
                table = self._header(is_array=True)
            elif self._takes("["):
                table = self._header(is_array=False)
            else:
                self._member(table)
            self._skip(_BLANK)

    def _header(self, is_array: bool) -> Path:
        """Reads what names a table, and returns its path."""
        self._skip(_SPACE)
        start = self._index
        parts = self._key()
        self._index = self._text.index("]", self._index) + (2 if is_array else 1)
        path: Path = ()
        for position, part in enumerate(parts):
            path = (*path, part)
            self.places.setdefault(path, start)
            if is_array and position == len(parts) - 1:
                self._counts[path] = self._counts.get(path, 0) + 1
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        self.places.setdefault(path, start)
        return path

    def _member(self, table: Path) -> None:
        start = self._index
        path = table
        for part in self._key():
            path = (*path, part)
            self.places.setdefault(path, start)
        self._index = self._text.index("=", self._index) + 1
        self._value(path)

    def _key(self) -> list[str]:
        parts = []
        while True:
            self._skip(_SPACE)
            parts.append(self._key_part())
            self._skip(_SPACE)
            if not self._takes("."):
                return parts

    def _key_part(self) -> str:
        for pattern in _STRINGS[2:]:
            found = pattern.match(self._text, self._index)
            if found:
                self._index = found.end()
                is_basic = pattern is _STRINGS[2]
                return _ESCAPE.sub(_unescaped, found[1]) if is_basic else found[1]
        start = self._index
        self._skip(_BARE_KEY)
        return self._text[start : self._index]

    def _value(self, path: Path) -> None:
        self._skip(_SPACE)
        if self._takes("["):
            self._array(path)
        elif self._takes("{"):
            self._inline_table(path)
        else:
            for pattern in _VALUES:
                found = pattern.match(self._text, self._index)
                if found:
                    self._index = found.end()
                    return

    def _array(self, path: Path) -> None:
        count = 0
        self._skip(_BLANK)
        while not self._takes("]"):
            element = (*path, count)
            self.places[element] = self._index
            self._value(element)
            count += 1
            self._separator()

    def _inline_table(self, path: Path) -> None:
        self._skip(_BLANK)
        while not self._takes("}"):
            self._member(path)
            self._separator()

    def _separator(self) -> None:
        self._skip(_BLANK)
        self._takes(",")
        self._skip(_BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._index)
        if found:
            self._index = found.end()

    def _takes(self, text: str) -> bool:
        if not self._text.startswith(text, self._index):
            return False
        self._index += len(text)
        return True


def _unescaped(found: re.Match[str]) -> str:
    escape = found[1]
    if len(escape) > 1:
        return chr(int(escape[1:], 16))
    return _ESCAPED.get(escape, escape)
