"""Makes texts of hosts safe to print: they may hold anything."""

from __future__ import annotations

import re

__all__ = ["LineFilter", "printable", "printable_lines"]

# What terminals act upon: CSI, then strings (OSC, DCS, SOS, PM, APC), then other escapes.
_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]"
)
# Controls but for tab and newline, and what turns the direction of text or hides it.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)


def printable_lines(text: str) -> str:
    """A text with newlines and tabs, without what a terminal would act upon."""
    text = _SEQUENCES.sub("", text.replace("\r\n", "\n"))
    return _HIDDEN.sub(lambda found: ascii(found[0])[1:-1], text)


def printable(text: str) -> str:
    """A text on one line, without what a terminal would act upon.

    >>> printable("dark\\x1b[31m\\n\\u202e")
    'dark\\\\n\\\\u202e'
    """
    return printable_lines(text).replace("\n", "\\n").replace("\t", "\\t")


class LineFilter:
    """Makes what a host prints safe for a terminal, while it comes in pieces."""

    _LONGEST = 64 * 1024

    def __init__(self) -> None:
        self._rest = b""

    def add(self, piece: bytes) -> str:
        """What can be printed now: whole lines, so that no sequence is cut in two."""
        data = self._rest + piece
        end = data.rfind(b"\n") + 1
        if end == 0 and len(data) > self._LONGEST:
            end = len(data)
        self._rest = data[end:]
        return self._safe(data[:end])

    def finish(self) -> str:
        """What is left."""
        data, self._rest = self._rest, b""
        return self._safe(data)

    def _safe(self, data: bytes) -> str:
        return printable_lines(data.decode("utf-8", "backslashreplace"))
