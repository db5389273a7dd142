"""JSON as the contracts between processes want it: strict, with the place of every fault.

The standard library's decoder keeps one of two duplicate keys, takes NaN and lone surrogates, and
has no limit of depth. Its scanner of strings is used here; everything around it is not.
"""

from __future__ import annotations

import json
import re
import unicodedata
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NoReturn

from ..errors import MalformedReportError

__all__ = ["DEPTH_LIMIT", "Json", "decode_json", "decode_object", "malformed"]

Json = Any
"""What JSON can say: None, bool, int, float, str, list or dict."""

DEPTH_LIMIT = 64
"""How deeply objects and arrays may nest."""

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORDS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_SCANNER = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
_LONGEST_INTEGER = 20  # A sign and the 19 digits of an int64; longer ones are no use to anybody.


def decode_json(data: bytes) -> Json:
    """Decodes one JSON text.

    Refused are empty text, invalid UTF-8, a byte order mark, trailing text, duplicate members (by
    their characters or by canonical equivalence), lone surrogates, NaN and other non-JSON, and
    nesting deeper than :data:`DEPTH_LIMIT`. The time is linear in the size.

    Raises:
        MalformedReportError: With the reason and the byte where it shows.
    """
    return _Reader(_text(data)).document()


def decode_object(data: bytes, unread: str = "") -> tuple[dict[str, Json], dict[str, slice]]:
    """Decodes one JSON text whose outermost value is an object.

    Args:
        data: The text.
        unread: A member whose value is None here and not checked: somebody else decodes it.

    Returns:
        Its members, and where in the text the value of each is.

    Raises:
        MalformedReportError: As for :func:`decode_json`, or the value is no object.
    """
    reader = _DocumentReader(_text(data), unread)
    members = reader.document()
    if not isinstance(members, dict):
        raise malformed("it is not an object", 0)
    return members, reader.places


def malformed(reason: str, offset: int) -> MalformedReportError:
    """The error for a text that is not as its contract says."""
    return MalformedReportError(f"malformed at byte {offset}: {reason}", offset=offset)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise malformed("it is not valid UTF-8", error.start) from None


class _Reader:
    """Reads one text from its start to its end."""

    def __init__(self, text: str) -> None:
        self._text = text

    def document(self) -> Json:
        if self._text.startswith("\ufeff"):
            self._refuse("it starts with a byte order mark", 0)
        start = self._space(0)
        if start == len(self._text):
            self._refuse("it is empty", start)
        value, end = self._value(start, 0)
        end = self._space(end)
        if end != len(self._text):
            self._refuse("there is text after its end", end)
        return value

    def _space(self, position: int) -> int:
        found = _SPACE.match(self._text, position)
        return found.end() if found else position

    def _byte(self, position: int) -> int:
        return len(self._text[:position].encode("utf-8"))

    def _refuse(self, reason: str, position: int) -> NoReturn:
        raise malformed(reason, self._byte(position))

    def _value(self, position: int, depth: int) -> tuple[Json, int]:
        start = self._text[position : position + 1]
        if start == '"':
            return self._string(position)
        if start == "{":
            return self._object(position, depth + 1)
        if start == "[":
            return self._array(position, depth + 1)
        return self._scalar(position, start)

    def _scalar(self, position: int, start: str) -> tuple[Json, int]:
        word, value = _WORDS.get(start, ("", None))
        if word and self._text.startswith(word, position):
            return value, position + len(word)
        found = _NUMBER.match(self._text, position)
        if found is None:
            self._refuse("a value is missing" if start else "it ends too early", position)
        literal = found.group()
        if literal.lstrip("-").isdigit() and len(literal) <= _LONGEST_INTEGER:
            return int(literal), found.end()
        return float(literal), found.end()

    def _string(self, position: int) -> tuple[str, int]:
        try:
            value, end = scanstring(self._text, position + 1, True)
        except JSONDecodeError as error:
            self._refuse(_clause(error.msg), error.pos)
        if not value.isascii():
            try:
                value.encode("utf-8")
            except UnicodeEncodeError:
                self._refuse("a string has a lone surrogate", position)
        return value, end

    def _array(self, position: int, depth: int) -> tuple[list[Json], int]:
        self._check_depth(position, depth)
        values: list[Json] = []
        position = self._space(position + 1)
        if self._text.startswith("]", position):
            return values, position + 1
        while True:
            value, position = self._value(position, depth)
            values.append(value)
            position = self._space(position)
            if self._text.startswith("]", position):
                return values, position + 1
            position = self._space(self._expect(",", position))

    def _object(self, position: int, depth: int) -> tuple[dict[str, Json], int]:
        self._check_depth(position, depth)
        members: dict[str, Json] = {}
        normalised: set[str] = set()
        position = self._space(position + 1)
        if self._text.startswith("}", position):
            return members, position + 1
        while True:
            position = self._member(position, depth, members, normalised)
            position = self._space(position)
            if self._text.startswith("}", position):
                return members, position + 1
            position = self._space(self._expect(",", position))

    def _member(
        self, position: int, depth: int, members: dict[str, Json], normalised: set[str]
    ) -> int:
        if not self._text.startswith('"', position):
            self._refuse("a member's name is missing", position)
        name, end = self._string(position)
        canonical = name if name.isascii() else unicodedata.normalize("NFC", name)
        if name in members:
            self._refuse(f"the member {name!r} is there twice", position)
        if canonical in normalised:
            self._refuse(f"the member {name!r} is canonically equivalent to another", position)
        normalised.add(canonical)
        position = self._space(self._expect(":", self._space(end)))
        members[name], position = self._member_value(name, position, depth)
        return position

    def _member_value(self, name: str, position: int, depth: int) -> tuple[Json, int]:
        return self._value(position, depth)

    def _expect(self, character: str, position: int) -> int:
        if not self._text.startswith(character, position):
            ended = position >= len(self._text)
            self._refuse("it ends too early" if ended else f"{character!r} is missing", position)
        return position + 1

    def _check_depth(self, position: int, depth: int) -> None:
        if depth > DEPTH_LIMIT:
            self._refuse(f"it nests deeper than {DEPTH_LIMIT}", position)


class _DocumentReader(_Reader):
    """Notes where the values of the outermost object's members are."""

    def __init__(self, text: str, unread: str) -> None:
        super().__init__(text)
        self.places: dict[str, slice] = {}
        self._unread = unread

    def _member_value(self, name: str, position: int, depth: int) -> tuple[Json, int]:
        value, end = (
            self._stepped_over(position, depth)
            if depth == 1 and name == self._unread
            else super()._member_value(name, position, depth)
        )
        if depth == 1:
            self.places[name] = slice(self._byte(position), self._byte(end))
        return value, end

    def _stepped_over(self, position: int, depth: int) -> tuple[Json, int]:
        """Finds the end of a value quickly; where that fails, reads it to say why."""
        try:
            return None, _SCANNER(self._text, position)[1]
        except (StopIteration, ValueError, RecursionError):
            return self._value(position, depth)


def _clause(message: str) -> str:
    """A message of the standard library as the clause that others here are."""
    return f"a string is malformed ({message[:1].lower()}{message[1:].rstrip(' at')})"
