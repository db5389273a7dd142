"""Whatever a host prints, a terminal gets text."""

from __future__ import annotations

import pytest

from pyxis.cli.texts import TerminalFilter, printable, printable_lines

HOSTILE = [
    ("plain\ttext\n", "plain\ttext\n"),
    ("\x1b[31mred\x1b[0m", "red"),
    ("\x1b[2J\x1b[1;1H", ""),
    ("\x1b]0;title\x07x", "x"),
    ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
    ("\x1bPq#0\x1b\\x", "x"),
    ("\x9b31mred", "red"),
    ("\x1b(Bx\x1b=y\x1bcz", "xyz"),
    ("one\rtwo\r\nthree", "one\ntwo\nthree"),
    ("a\x08b\x7f\x00", "a\\x08b\\x7f\\x00"),
    ("\u202eevil\u2066", "\\u202eevil\\u2066"),
    ("zażółć 🧭", "zażółć 🧭"),
]


@pytest.mark.parametrize(("text", "shown"), HOSTILE)
def test_nothing_is_left_that_acts(text: str, shown: str) -> None:
    assert printable_lines(text) == shown


@pytest.mark.parametrize(("text", "shown"), HOSTILE)
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_pieces_are_no_way_around(text: str, shown: str, size: int) -> None:
    data = ("before " + text + " after").encode()
    terminal = TerminalFilter()
    pieces = [terminal.add(data[start : start + size]) for start in range(0, len(data), size)]
    assert "".join(pieces) + terminal.finish() == "before " + shown + " after"


def test_prompts_are_shown_at_once() -> None:
    assert TerminalFilter().add(b"Name? ") == "Name? "


def test_sequences_without_an_end_hold_nothing_back_for_ever() -> None:
    terminal = TerminalFilter()
    shown = terminal.add(b"\x1b]0;" + b"x" * 10_000) + terminal.add(b"y" * 10_000)
    assert shown.endswith("y" * 10_000)
    assert "\x1b" not in shown


def test_bytes_that_are_no_text_are_escaped() -> None:
    terminal = TerminalFilter()
    assert terminal.add(b"a\xff\xc5") + terminal.finish() == "a\\xff\\xc5"


def test_one_line_stays_one_line() -> None:
    assert printable("a\nb\tc\r\nd\u2028e") == "a\\nb\\tc\\nd\\u2028e"
