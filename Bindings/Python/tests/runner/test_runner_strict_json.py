"""The runner's decoder and the library's agree on what is JSON."""

from __future__ import annotations

import random
from typing import Callable

import pytest

from pyxis import PyxisError, Variants
from pyxis.runner.strict_json import decode_json

PIECES = [
    *(b'{"a":1}', b"[1,2]", b'"text"', b"-0.5e+3", b"true", b"null", b"{}", b"[]", b"0"),
    *(b'"\\ud83e\\udded"', b'"\\ud800"', b'"\\u0041"', b'{"\xc3\xa9":1,"e\xcc\x81":2}', b'"\x7f"'),
    *(b'{"a":1,"\\u0061":2}', b"NaN", b"01", b"1.", b"1e", b"+1", b"'x'", b"\xff", b"\xef\xbb\xbf"),
    *(b",", b":", b"{", b"}", b"[", b"]", b'"', b"\\", b" ", b"\n", b"\x00", b"\xed\xa0\x80"),
]


def takes(decode: Callable[[bytes], object], text: bytes) -> bool:
    """Whether a decoder takes a text, in a member that a payload's reader ignores."""
    try:
        decode(b'{"version":1,"requested":{},"x":' + text + b"}")
    except PyxisError:
        return False
    return True


@pytest.mark.parametrize("seed", range(8))
def test_both_take_the_same_texts(seed: int) -> None:
    chance = random.Random(seed)
    taken = 0
    for _ in range(2000):
        text = b"".join(chance.choices(PIECES, k=chance.randint(1, 6)))
        is_taken = takes(decode_json, text)
        assert is_taken == takes(Variants.decode, text), text
        taken += is_taken
    assert taken > 50
