"""The options that several commands have, and what they make of their texts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Callable, TypeVar

import click
from click.shell_completion import CompletionItem

from ..runner.durations import parse_duration
from ..runner.errors import RunnerError
from ..runner.known_variants import FAMILIES, KNOWN_VARIANTS, find_known_variant
from ..runner.policies import POLICY_WORDS, Policy

__all__ = ["Assignment", "Duration", "PolicyWords", "launch_options", "merged"]

if TYPE_CHECKING:
    PairType = click.ParamType[tuple[str, str]]
    SecondsType = click.ParamType[float]
    TextType = click.ParamType[str]
else:
    # Older versions of click have no type parameter here.
    PairType = SecondsType = TextType = click.ParamType

Command = TypeVar("Command", bound=Callable[..., Any])


class Assignment(PairType):
    """KEY=VALUE."""

    name = "KEY=VALUE"

    def __init__(self, is_variant: bool = False) -> None:
        self._is_variant = is_variant

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Splits at the first equals sign."""
        if isinstance(value, tuple):
            return value[0], value[1]
        key, equals, text = str(value).partition("=")
        if not equals or not key:
            self.fail(f"{value!r} is not KEY=VALUE", param, ctx)
        # Variants are UTF-8, whatever the locale says of arguments.
        return (_utf8(key), _utf8(text)) if self._is_variant else (key, text)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The known variants, and after the equals sign their values."""
        if not self._is_variant:
            return []
        key, equals, text = incomplete.partition("=")
        if not equals:
            keys = [*(f"{key}=" for key in KNOWN_VARIANTS), *FAMILIES]
            return [CompletionItem(each) for each in keys if each.startswith(key)]
        known = find_known_variant(key)
        values = known.values if known else ()
        return [CompletionItem(f"{key}={each}") for each in values if each.startswith(text)]


class Duration(SecondsType):
    """30s, 500ms, 2m, 1h."""

    name = "DURATION"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Reads a duration, in seconds."""
        if isinstance(value, float):
            return value
        try:
            return parse_duration(str(value))
        except RunnerError as error:
            self.fail(str(error), param, ctx)


class PolicyWords(TextType):
    """Words of a policy, with commas."""

    name = "WORDS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Checks the words."""
        try:
            Policy.of([str(value)])
        except RunnerError as error:
            self.fail(str(error), param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The words that may come after the last comma."""
        before, comma, last = incomplete.rpartition(",")
        return [
            CompletionItem(f"{before}{comma}{word}", help=meaning)
            for word, meaning in {**POLICY_WORDS, "nothing": "only its exit code counts"}.items()
            if word.startswith(last)
        ]


def _utf8(argument: str) -> str:
    return os.fsencode(argument).decode("utf-8", "surrogateescape")


def launch_options(command: Command) -> Command:
    """The options of every command that launches."""
    words = ", ".join(POLICY_WORDS)
    options = [
        click.option(
            "-s",
            "--set",
            "assignments",
            type=Assignment(is_variant=True),
            multiple=True,
            help="Ask for a variant. 'pyxis explain' lists the known ones.",
        ),
        click.option(
            "--payload",
            type=click.File("rb"),
            help="Ask for the variants of a payload's file; - is standard input.",
        ),
        click.option(
            "-e",
            "--env",
            "variables",
            type=Assignment(),
            multiple=True,
            help="Add a variable to the program's environment.",
        ),
        click.option(
            "-u",
            "--unset",
            "removals",
            metavar="NAME",
            multiple=True,
            help="Take a variable away from the program's environment.",
        ),
        click.option(
            "-C",
            "--directory",
            type=click.Path(),
            help="Start the program in this directory.",
        ),
        click.option(
            "-t",
            "--timeout",
            type=Duration(),
            help="End the program when it runs longer: TERM, and KILL after --grace.",
        ),
        click.option(
            "--grace",
            type=Duration(),
            help="How long the program has between TERM and KILL. Default: 2s.",
        ),
        click.option(
            "--fail-on",
            "fail_on",
            type=PolicyWords(),
            multiple=True,
            help=f"Fail on any of: {words}; or on 'nothing' but the program's own exit code.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def merged(what: str, pairs: Iterable[tuple[str, str]], known: Mapping[str, str]) -> dict[str, str]:
    """Adds pairs to what is known already; they win over it, but not over each other."""
    result: dict[str, str] = {}
    for key, value in pairs:
        if key in result:
            raise click.UsageError(f"{what} {key!r} is set twice")
        result[key] = value
    return {**known, **result}
