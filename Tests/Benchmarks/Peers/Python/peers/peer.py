"""What is done with each peer."""

from __future__ import annotations

from typing import Protocol

# What the entries are, what the text is overridden with, and how many others there are.
STATUS = "a text of 20 letters"
RETRIES = 5
OVERRIDE = "trial"
OTHERS = 9


class Peer(Protocol):
    """A way to keep configuration: it holds a text, an integer and some others."""

    name: str
    """The end of its rows' names."""

    def read_text(self, count: int) -> object:
        """Read the text so many times, and return what was read last."""

    def read_integer(self, count: int) -> object:
        """Read the integer so many times, and return what was read last."""

    def override_text(self, count: int) -> object:
        """Override the text, read it, and restore it; return what was read last."""
