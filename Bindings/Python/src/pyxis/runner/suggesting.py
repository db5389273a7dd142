"""What somebody may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["suggestion"]


def suggestion(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the known one that is closest, or nothing."""
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
