"""The table of known variants is the one that the library has."""

from __future__ import annotations

import re
from pathlib import Path

from pyxis.runner.known_variants import FAMILIES, KNOWN_VARIANTS, doubt, find_known_variant

SOURCES = Path(__file__).parents[4] / "Sources" / "PyxisCore" / "Variants"


def test_keys_are_those_of_the_library() -> None:
    text = (SOURCES / "PyxisVariantKey.swift").read_text("utf-8")
    keys = re.findall(r'static let \w+: String = "([^"]+)"', text)
    assert len(keys) > 20
    assert list(KNOWN_VARIANTS) == keys
    for prefix in FAMILIES:
        assert f'"{prefix}' in text


def test_values_are_those_of_the_library() -> None:
    text = (SOURCES / "PyxisVariantValues.swift").read_text("utf-8")
    found = {}
    for name, body in re.findall(r"enum (\w+): String.*?\{(.*?)^\}", text, re.DOTALL | re.M):
        cases = re.findall(r"^  case (\w+)(?: = \"(\w+)\")?", body, re.M)
        found[name] = tuple(value or name for name, value in cases)
    assert found == {
        "PyxisColorScheme": KNOWN_VARIANTS["color_scheme"].values,
        "PyxisLayoutDirection": KNOWN_VARIANTS["layout_direction"].values,
        "PyxisContrast": KNOWN_VARIANTS["accessibility.contrast"].values,
        "PyxisContentSize": KNOWN_VARIANTS["accessibility.content_size"].values,
    }


def test_families_need_a_name() -> None:
    assert find_known_variant("custom.") is None
    assert find_known_variant("custom.x") is FAMILIES["custom."]


def test_every_example_and_value_is_beyond_doubt() -> None:
    for key, variant in KNOWN_VARIANTS.items():
        for value in variant.values or (variant.example,):
            assert value
            assert doubt(key, value) is None
    assert doubt("custom.anything", "") is None
    assert "it knows ltr, rtl" in str(doubt("layout_direction", "upwards"))
