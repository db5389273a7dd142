"""Makes texts of hosts safe to print: they may hold anything."""

from __future__ import annotations

import codecs
import re

__all__ = ["TerminalFilter", "printable", "printable_lines"]

# What terminals act upon: CSI, then strings (OSC, DCS, SOS, PM, APC), then other escapes.
_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]"
)
# What is left of one of them at the end of a piece of text.
_UNFINISHED = re.compile(
    r"(?:(?:\x1b\[|\x9b)[0-?]*[ -/]*|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*"
    r"|\x1b[ -/]*|\r)\Z"
)
# Without a newline after it, a return would let what follows hide what came before.
_RETURNS = re.compile(r"\r\n?")
# Controls but for tab and newline, and what turns the direction of text or hides it.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)


def printable_lines(text: str) -> str:
    """A text with newlines and tabs, without what a terminal would act upon."""
    text = _SEQUENCES.sub("", _RETURNS.sub("\n", text))
    return _HIDDEN.sub(lambda found: ascii(found[0])[1:-1], text)


def printable(text: str) -> str:
    """A text on one line, without what a terminal would act upon.

    >>> printable("dark\\x1b[31m\\n\\u202e")
    'dark\\\\n\\\\u202e'
    """
    return printable_lines(text).replace("\n", "\\n").replace("\t", "\\t")


class TerminalFilter:
    """Makes what a host prints safe for a terminal, while it comes in pieces."""

    _LONGEST = 4096

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        self._rest = ""

    def add(self, piece: bytes) -> str:
        """What can be printed now: all but a sequence or a character that is cut in two."""
        return self._take(self._decoder.decode(piece))

    def finish(self) -> str:
        """What is left."""
        text, self._rest = self._rest + self._decoder.decode(b"", final=True), ""
        return printable_lines(text)

    def _take(self, text: str) -> str:
        text = self._rest + text
        found = _UNFINISHED.search(text, max(0, len(text) - self._LONGEST))
        end = found.start() if found else len(text)
        self._rest = text[end:]
        return printable_lines(text[:end])
