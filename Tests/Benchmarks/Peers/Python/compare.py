"""Compares the Python package with other ways to keep configuration.

compare.py main [--only TEXT] [--slices COUNT]
"""

from __future__ import annotations

from measuring import Comparison, require
from peers.dynamic import Dynamic
from peers.environment import Environment
from peers.features import Features
from peers.keys import Keys
from peers.models import Models
from peers.peer import OVERRIDE, RETRIES, STATUS, Peer
from peers.variables import Variables


def check(peer: Peer) -> None:
    """Check that each operation does what it says."""
    require(peer.read_text(1) == STATUS, f"a text of {peer.name} reads as set")
    require(peer.read_integer(1) == RETRIES, f"an integer of {peer.name} reads as set")
    require(peer.override_text(1) == OVERRIDE, f"an override of {peer.name} is read")
    require(peer.read_text(1) == STATUS, f"a text of {peer.name} is restored")


def main() -> None:
    """Measure all rows."""
    comparison = Comparison("Compares the Python package with others.")
    keys = Keys()
    peers: list[Peer] = [Variables(), Environment(), Features(), Dynamic(), Models()]
    with keys.scope():
        for peer in (keys, *peers):
            check(peer)
        for peer in peers:
            name = peer.name
            comparison.compare(f"python.text.{name}", keys.read_text, peer.read_text)
            comparison.compare(f"python.integer.{name}", keys.read_integer, peer.read_integer)
            comparison.compare(f"python.override.{name}", keys.override_text, peer.override_text)


if __name__ == "__main__":
    main()
