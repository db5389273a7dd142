"""TOML documents, checked part by part, with the place of every fault."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from .durations import parse_duration
from .errors import RunnerError
from .suggesting import suggestion
from .toml_places import Path, places_in, position_of

__all__ = ["MatrixFileError", "TomlDocument"]


class MatrixFileError(RunnerError, ValueError):
    """A matrix file that is not as it should be; `line` and `column` count from 1."""

    line: int | None = None
    column: int | None = None


class TomlDocument:
    """A document of which every part is checked as it is read.

    Attributes:
        root: Its members.
    """

    def __init__(self, data: bytes, name: str) -> None:
        """Parses a document.

        Args:
            data: The text, in UTF-8.
            name: What messages call it.

        Raises:
            MatrixFileError: It is no TOML.
        """
        self._name = name
        # Some editors start a file with a byte-order mark; columns do not count it.
        data = data.removeprefix(codecs.BOM_UTF8)
        try:
            self._text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise _error(name, "it is not valid UTF-8", line, None) from None
        self.root: dict[str, Any] = _parsed(self._text, name)

    def tables(self, name: str) -> list[dict[str, Any]]:
        """The tables of a list of tables."""
        tables = self.root.get(name, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.refuse((name,), f"{name!r} is a list of tables: write [[{name}]]")
        return tables

    def duration(self, path: Path, value: object) -> float | None:
        """The seconds of a duration, or None where there is none."""
        if value is None:
            return None
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if 0 <= value <= sys.float_info.max:
                return float(value)
            self.refuse(path, f"{path[-1]!r} is {value!r}: it has to be 0 seconds or more")
        if not isinstance(value, str):
            self.refuse(path, f'{path[-1]!r} needs a duration, such as "30s"')
        try:
            return parse_duration(value)
        except RunnerError as error:
            self.refuse(path, str(error))

    def texts(self, path: Path, values: object) -> tuple[str, ...]:
        """A list of strings."""
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.refuse(path, f"{path[-1]!r} needs a list of strings")
        return tuple(values)

    def flattened(self, path: Path, table: object) -> list[tuple[str, Path, object]]:
        """The members of a table with dotted names: TOML makes tables of dots without quotes."""
        if not isinstance(table, dict):
            self.refuse(path, f"{path[-1]!r} needs a table")
        members: list[tuple[str, Path, object]] = []
        for name, value in table.items():
            if isinstance(value, dict):
                inner = self.flattened((*path, name), value)
                members += [(f"{name}.{rest}", place, leaf) for rest, place, leaf in inner]
            else:
                members.append((name, (*path, name), value))
        names = [name for name, _, _ in members]
        for position, (name, place, _) in enumerate(members):
            if name in names[:position]:
                self.refuse(place, f"{name!r} is there twice")
        return members

    def check_members(self, path: Path, table: Mapping[str, Any], known: Sequence[str]) -> None:
        """Refuses members that are not known, with a suggestion."""
        for name in table:
            if name not in known:
                hint = suggestion(name, known) or f"; known are {', '.join(known)}"
                self.refuse((*path, name), f"{name!r} is not known here{hint}")

    def refuse(self, path: Path, reason: str) -> NoReturn:
        """Raises the error about what stands at a path."""
        places = places_in(self._text)
        while path and path not in places:
            path = path[:-1]
        if not path:
            raise _error(self._name, reason, None, None)
        raise _error(self._name, reason, *position_of(self._text, places[path]))


def _parsed(text: str, name: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib as parser
    else:
        try:
            import tomli as parser
        except ModuleNotFoundError:
            needed = "matrix files need Python 3.11 or the package tomli"
            raise RunnerError(f"{needed}: pip install 'pyxis-runtime[cli]'") from None
    try:
        document: dict[str, Any] = parser.loads(text.replace("\r\n", "\n"))
        return document
    except parser.TOMLDecodeError as error:
        # The place is in the message: "… (at line 3, column 7)".
        reason, _, place = str(error).partition(" (at ")
        digits = [
            int(word) for word in place.replace(",", " ").rstrip(")").split() if word.isdigit()
        ]
        line, column = digits if len(digits) == 2 else position_of(text, len(text))
        reason = "invalid value; strings need quotes" if reason == "Invalid value" else reason
        raise _error(name, _lower(reason), line, column) from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits, and gives no place.
        raise _error(name, "a number has too many digits", None, None) from None


def _error(name: str, reason: str, line: int | None, column: int | None) -> MatrixFileError:
    place = ":".join(str(part) for part in (name, line, column) if part is not None)
    error = MatrixFileError(f"{place}: {reason}")
    error.line, error.column = line, column
    return error


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
