"""Where an effective value comes from."""

from __future__ import annotations

from typing import NamedTuple


class Origin(NamedTuple):
    """Where a value comes from."""

    source: str
    """`default` (the key's), `process` (what preparation published), `scope`, or
    `configuration` (a snapshot that came from another process)."""
    depth: int = 0
    """Of a scope, how many scopes deep it was opened, the outermost being 1; else 0."""
    label: str | None = None
    """Of a scope that has one, its label."""

    def __str__(self) -> str:
        words = {
            "default": "the key's default",
            "process": "the process default",
            "configuration": "a snapshot",
        }
        if self.source != "scope":
            return words[self.source]
        label = f" {self.label!r}" if self.label is not None else ""
        return f"the scope{label} at depth {self.depth}"
