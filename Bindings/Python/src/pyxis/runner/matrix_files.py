"""Matrix files: what to launch, and under which variants, in TOML."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import LaunchError, MatrixError, RunnerError
from .launching import check_environment
from .limits import RETRIES
from .matrices import Matrix
from .policies import Policy
from .rows import AxisValue, Row, row_identifier
from .toml_documents import MatrixFileError, TomlDocument
from .toml_places import Path

__all__ = ["MatrixFile", "MatrixFileError", "load_matrix_file", "parse_matrix_file"]

_MEMBERS = (
    *("axes", "command", "environment", "exclude", "fail-on"),
    *("grace", "retries", "row", "set", "timeout"),
)
_ROW_MEMBERS = ("environment", "id", "set", "timeout")
_VALUE_MEMBERS = ("environment", "label", "set")


@dataclass(frozen=True)
class MatrixFile:
    """What a matrix file says.

    Attributes:
        matrix: The rows.
        requested: The variants that every row asks for.
        environment: Variables that every row adds; None takes one away.
        command: The executable and its arguments, if it names them.
        timeout: How long a host may run, in seconds.
        grace: How long a host has between TERM and KILL, in seconds.
        retries: How often a row that failed is tried again.
        fail_on: What a row fails on.
    """

    matrix: Matrix
    requested: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str | None] = field(default_factory=dict)
    command: tuple[str, ...] = ()
    timeout: float | None = None
    grace: float | None = None
    retries: int | None = None
    fail_on: tuple[str, ...] = ()


def load_matrix_file(path: str | os.PathLike[str]) -> MatrixFile:
    """Reads a matrix file.

    Raises:
        MatrixFileError: It is not as it should be; the message starts with file, line and column.
        OSError: It cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read()
    return parse_matrix_file(data, os.fspath(path))


def parse_matrix_file(
    data: bytes, name: str, axes: Mapping[str, Sequence[str]] | None = None
) -> MatrixFile:
    """Reads the text of a matrix file.

    Args:
        data: The text, in UTF-8.
        name: What messages call it.
        axes: Axes that are added after those of the file.

    Raises:
        MatrixFileError: It is not as it should be; the message starts with name, line and column.
    """
    try:
        return _Reader(TomlDocument(data, name), axes or {}).file()
    except RecursionError:
        raise MatrixFileError(f"{name}: it nests too deeply") from None


class _Reader:
    """One file, of which every part is checked as it is read."""

    def __init__(self, document: TomlDocument, added: Mapping[str, Sequence[str]]) -> None:
        self._document = document
        self._added = added

    def file(self) -> MatrixFile:
        document = self._document.root
        self._document.check_members((), document, _MEMBERS)
        axes, axis_paths = self._axes()
        exclusions, exclusion_paths = self._exclusions()
        rows = [self._row(("row", n), row) for n, row in enumerate(self._document.tables("row"))]
        try:
            matrix = Matrix(axes, exclude=exclusions, rows=rows)
        except MatrixError as error:
            path = {**axis_paths, **exclusion_paths}.get(error.path[:3], error.path)
            if error.path[:1] == ("axes",) and len(error.path) > 1:
                # An axis that was added has no place in the file.
                path = (*axis_paths.get(error.path[:2], ()), *error.path[2:])
            self._document.refuse(path, str(error))
        return MatrixFile(
            matrix,
            self._requested(("set",), document.get("set", {})),
            self._environment(("environment",), document.get("environment", {})),
            self._command(),
            self._document.duration(("timeout",), document.get("timeout")),
            self._document.duration(("grace",), document.get("grace")),
            self._retries(),
            self._fail_on(),
        )

    def _axes(self) -> tuple[dict[str, list[str | AxisValue]], dict[Path, Path]]:
        axes: dict[str, list[str | AxisValue]] = {}
        paths: dict[Path, Path] = {}
        for name, path, values in self._document.flattened(
            ("axes",), self._document.root.get("axes", {})
        ):
            if not isinstance(values, list):
                self._document.refuse(path, f"the axis {name!r} needs a list of values")
            if not all(isinstance(value, dict) for value in values):
                self._check_key(name, path)
            axes[name] = [self._axis_value((*path, n), value) for n, value in enumerate(values)]
            if name in self._added:
                self._document.refuse(path, f"the axis {name!r} is added and here already")
            paths[("axes", name)] = path
        return {**axes, **{name: [*values] for name, values in self._added.items()}}, paths

    def _axis_value(self, path: Path, value: object) -> str | AxisValue:
        if not isinstance(value, dict):
            return self._variant_value(path, value)
        self._document.check_members(path, value, _VALUE_MEMBERS)
        if not isinstance(value.get("label"), str):
            self._document.refuse(path, "a value that is a table needs a label, which is a string")
        return AxisValue(
            value["label"],
            self._requested((*path, "set"), value.get("set", {})),
            self._environment((*path, "environment"), value.get("environment", {})),
        )

    def _exclusions(self) -> tuple[list[dict[str, str | list[str]]], dict[Path, Path]]:
        exclusions: list[dict[str, str | list[str]]] = []
        paths: dict[Path, Path] = {}
        for position, table in enumerate(self._document.tables("exclude")):
            exclusion: dict[str, str | list[str]] = {}
            for name, path, labels in self._document.flattened(("exclude", position), table):
                if isinstance(labels, list):
                    exclusion[name] = [
                        self._variant_value((*path, n), label) for n, label in enumerate(labels)
                    ]
                else:
                    exclusion[name] = self._variant_value(path, labels)
                paths[("exclude", position, name)] = path
            exclusions.append(exclusion)
        return exclusions, paths

    def _row(self, path: Path, row: Mapping[str, Any]) -> Row:
        self._document.check_members(path, row, _ROW_MEMBERS)
        requested = self._requested((*path, "set"), row.get("set", {}))
        identifier = row.get("id", row_identifier(requested))
        if not isinstance(identifier, str) or not identifier:
            self._document.refuse((*path, "id"), "the row needs an id or a variant to set")
        return Row(
            identifier,
            requested,
            self._environment((*path, "environment"), row.get("environment", {})),
            self._document.duration((*path, "timeout"), row.get("timeout")),
        )

    def _command(self) -> tuple[str, ...]:
        command = self._document.texts(("command",), self._document.root.get("command", []))
        if command == () and "command" in self._document.root:
            self._document.refuse(("command",), "the command is empty")
        return command

    def _fail_on(self) -> tuple[str, ...]:
        words = self._document.texts(("fail-on",), self._document.root.get("fail-on", []))
        for position, word in enumerate(words):
            try:
                Policy.of([word])
            except RunnerError as error:
                self._document.refuse(("fail-on", position), str(error))
        try:
            Policy.of(words)
        except RunnerError as error:
            self._document.refuse(("fail-on",), str(error))
        return words

    def _retries(self) -> int | None:
        retries = self._document.root.get("retries")
        if retries is None:
            return None
        if not isinstance(retries, int) or isinstance(retries, bool) or not 0 <= retries <= RETRIES:
            self._document.refuse(("retries",), f"'retries' needs a number from 0 to {RETRIES}")
        return retries

    def _requested(self, path: Path, table: object) -> dict[str, str]:
        requested: dict[str, str] = {}
        for name, place, value in self._document.flattened(path, table):
            self._check_key(name, place)
            requested[name] = self._variant_value(place, value)
        return requested

    def _check_key(self, name: str, path: Path) -> None:
        if not name or "\0" in name:
            self._document.refuse(path, f"{name!r} cannot be the key of a variant")

    def _environment(self, path: Path, table: object) -> dict[str, str | None]:
        if not isinstance(table, dict):
            self._document.refuse(path, f"{path[-1]!r} needs a table of variables")
        variables: dict[str, str | None] = {}
        for name, value in table.items():
            if value is False:
                variables[name] = None
            elif isinstance(value, str) or (isinstance(value, int) and value is not True):
                variables[name] = str(value)
            else:
                reason = f"the variable {name} needs a string, or false, which takes it away"
                self._document.refuse((*path, name), reason)
            try:
                check_environment({name: variables[name]})
            except LaunchError as error:
                self._document.refuse((*path, name), str(error))
        return variables

    def _variant_value(self, path: Path, value: object) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (str, int)):
            return str(value)
        shown = type(value).__name__
        self._document.refuse(
            path, f"a variant's value is a string, and this is a {shown}: quote it"
        )
