"""Durations as people write them."""

from __future__ import annotations

import re

from .errors import RunnerError

__all__ = ["parse_duration"]

_DURATION = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|h|)")
_SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}


def parse_duration(text: str) -> float:
    """The seconds of a duration.

    >>> [parse_duration(text) for text in ("90", "1.5s", "500ms", "2m", "1h")]
    [90.0, 1.5, 0.5, 120.0, 3600.0]

    Raises:
        RunnerError: It is no duration.
    """
    found = _DURATION.fullmatch(text.strip())
    if found is None:
        raise RunnerError(f"{text!r} is no duration; write 30s, 500ms, 2m or 1h")
    return float(found[1]) * _SECONDS[found[2]]
