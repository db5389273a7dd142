"""Outputs are kept within bounds, and nothing is lost without being counted."""

from __future__ import annotations

import pytest

from pyxis.runner.outputs import Output, OutputRecorder


@pytest.mark.parametrize("piece", [1, 3, 7, 1000])
@pytest.mark.parametrize("size", [0, 1, 9, 10, 19, 20, 21, 500])
def test_head_and_tail_are_kept_and_the_rest_is_counted(piece: int, size: int) -> None:
    data = bytes(index % 251 for index in range(size))
    recorder = OutputRecorder(head=10, tail=10)
    for start in range(0, size, piece):
        recorder.add(data[start : start + piece])
    output = recorder.output()
    assert output.head == data[:10]
    assert output.tail == data[10:][-10:]
    assert len(output.head) + len(output.tail) + output.dropped == size
    assert (b"bytes dropped" in output.data) == (output.dropped > 0)


@pytest.mark.parametrize("head", [b"", b"text\n", b"\xff\x00", "zażółć".encode()])
def test_json_keeps_every_byte(head: bytes) -> None:
    output = Output(head, b"\x80tail", 12)
    assert Output.from_json(output.to_json()) == output


def test_text_shows_what_is_not_utf8_as_escapes() -> None:
    assert Output(b"a\xffb").text == "a\\xffb"
