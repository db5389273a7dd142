"""What a host printed, kept within bounds."""

from __future__ import annotations

import base64
from collections import deque
from dataclasses import dataclass

from .limits import OUTPUT_HEAD, OUTPUT_TAIL
from .strict_json import Json

__all__ = ["Output", "OutputRecorder"]


@dataclass(frozen=True)
class Output:
    """The start and the end of what a host printed.

    Attributes:
        head: The first bytes; all of them, where nothing was dropped.
        tail: The last bytes, after those that were dropped.
        dropped: How many bytes between the two were dropped.
    """

    head: bytes = b""
    tail: bytes = b""
    dropped: int = 0

    @property
    def text(self) -> str:
        """All that was kept, with a line that says how much was dropped.

        Bytes that are not UTF-8 show as escapes. The text is as the host wrote it: it may hold
        terminal controls.
        """
        return self.data.decode("utf-8", "backslashreplace")

    @property
    def data(self) -> bytes:
        """All that was kept, with a line that says how much was dropped."""
        if not self.dropped:
            return self.head + self.tail
        return self.head + b"\n[%d bytes dropped]\n" % self.dropped + self.tail

    def to_json(self) -> dict[str, Json]:
        """This output as JSON: as text, or in Base64 where it is not UTF-8."""
        members: dict[str, Json] = {}
        for name, data in (("head", self.head), ("tail", self.tail)):
            try:
                members[name] = data.decode("utf-8")
            except UnicodeDecodeError:
                members[f"{name}_base64"] = base64.b64encode(data).decode("ascii")
        return {**members, "dropped": self.dropped}

    @classmethod
    def from_json(cls, members: Json) -> Output:
        """The output that :meth:`to_json` wrote."""
        parts = [
            base64.b64decode(members[f"{name}_base64"])
            if f"{name}_base64" in members
            else members[name].encode("utf-8")
            for name in ("head", "tail")
        ]
        return cls(parts[0], parts[1], members["dropped"])


class OutputRecorder:
    """Takes what a host prints, piece by piece, and keeps the start and the end of it."""

    def __init__(self, head: int = OUTPUT_HEAD, tail: int = OUTPUT_TAIL) -> None:
        self._head_limit = head
        self._tail_limit = tail
        self._head = bytearray()
        self._pieces: deque[bytes] = deque()
        self._tail_size = 0
        self._dropped = 0

    def add(self, piece: bytes) -> None:
        """Takes the next bytes."""
        room = self._head_limit - len(self._head)
        if room > 0:
            self._head += piece[:room]
            piece = piece[room:]
        if not piece:
            return
        self._pieces.append(piece)
        self._tail_size += len(piece)
        while self._pieces and self._tail_size - len(self._pieces[0]) >= self._tail_limit:
            first = self._pieces.popleft()
            self._tail_size -= len(first)
            self._dropped += len(first)

    def output(self) -> Output:
        """What is kept of all that was taken so far."""
        tail = b"".join(self._pieces)
        surplus = max(0, len(tail) - self._tail_limit)
        return Output(bytes(self._head), tail[surplus:], self._dropped + surplus)
