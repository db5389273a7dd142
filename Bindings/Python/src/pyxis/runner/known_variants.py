"""The variants that hosts and runners agree on, their values, and what they ask for."""

from __future__ import annotations

from dataclasses import dataclass

from .suggesting import suggestion

__all__ = ["FAMILIES", "KNOWN_VARIANTS", "KnownVariant", "doubt", "find_known_variant"]


@dataclass(frozen=True)
class KnownVariant:
    """A variant that hosts know by its key.

    Attributes:
        key: Its key; ``family.*`` stands for every key that starts so.
        meaning: What it asks a host for.
        values: The values that it can have; none, where any text is one.
        example: A value, where any text is one.
    """

    key: str
    meaning: str
    values: tuple[str, ...] = ()
    example: str = ""


_SWITCH = ("true", "false")
_SIZES = ("x_small", "small", "medium", "large", "x_large", "xx_large", "xxx_large")
_ACCESSIBILITY_SIZES = tuple(f"accessibility_{size}" for size in _SIZES[2:])

_TABLE = (
    KnownVariant("color_scheme", "light or dark appearance", ("light", "dark", "system")),
    KnownVariant("layout_direction", "the direction in which lines and views run", ("ltr", "rtl")),
    KnownVariant("locale", "the locale of formats and texts", example="pl_PL"),
    KnownVariant("language", "the language of texts", example="pl"),
    KnownVariant("device", "the model of the device", example="iPhone17,3"),
    KnownVariant("os", "the operating system", example="debian-12"),
    KnownVariant("orientation", "how the screen is turned", example="landscape"),
    KnownVariant("time_zone", "the time zone of dates", example="America/Los_Angeles"),
    KnownVariant("calendar", "the calendar of dates", example="gregorian"),
    KnownVariant("clock", "what time it is, or how hours are shown", example="24"),
    KnownVariant(
        "accessibility.content_size", "how large text is", (*_SIZES, *_ACCESSIBILITY_SIZES)
    ),
    KnownVariant("accessibility.contrast", "how far colours stand apart", ("normal", "high")),
    KnownVariant("accessibility.reduce_motion", "less movement on the screen", _SWITCH),
    KnownVariant("accessibility.reduce_transparency", "less to see through", _SWITCH),
    KnownVariant("accessibility.bold_text", "text in bold", _SWITCH),
    KnownVariant(
        "accessibility.color_filters",
        "a filter over the screen's colours; no host can apply it by itself",
        example="grayscale",
    ),
    KnownVariant("subscription.status", "the state of a subscription", example="trial"),
    KnownVariant(
        "subscription.trial_eligibility", "whether a trial is on offer", example="eligible"
    ),
    KnownVariant("fixture", "which prepared data to start with", example="empty"),
    KnownVariant("connectivity", "the state of the network", example="offline"),
    KnownVariant("auth", "who is signed in", example="signed_out"),
    KnownVariant("onboarding", "how far onboarding has got", example="completed"),
)

KNOWN_VARIANTS = {variant.key: variant for variant in _TABLE}
"""The known variants by key."""

FAMILIES = {
    "permission.": KnownVariant(
        "permission.*", "a permission that was given or refused", example="denied"
    ),
    "feature.": KnownVariant("feature.*", "a feature that is switched on or off", example="on"),
    "custom.": KnownVariant("custom.*", "anything that only your program knows", example="…"),
}
"""What the known families of keys start with, and what their variants ask for."""


def find_known_variant(key: str) -> KnownVariant | None:
    """What is known of a key, or None.

    >>> find_known_variant("color_scheme").values
    ('light', 'dark', 'system')
    >>> find_known_variant("permission.camera").key
    'permission.*'
    """
    for prefix, family in FAMILIES.items():
        if key.startswith(prefix) and len(key) > len(prefix):
            return family
    return KNOWN_VARIANTS.get(key)


def doubt(key: str, value: str) -> str | None:
    """Why a variant may be a mistake, as a sentence; None where it looks fine.

    Hosts decide what they know: this refuses nothing.

    >>> doubt("color_scheme", "drak")
    "color_scheme knows no value 'drak'; did you mean 'dark'?"
    >>> doubt("colour_scheme", "dark")
    "'colour_scheme' is no known variant; did you mean 'color_scheme'?"
    """
    known = find_known_variant(key)
    if known is None:
        hint = suggestion(key, KNOWN_VARIANTS)
        hint = hint or "; keys of your own start with 'custom.'"
        return f"{key!r} is no known variant{hint}"
    if known.values and value not in known.values:
        hint = suggestion(value, known.values) or f"; it knows {', '.join(known.values)}"
        return f"{key} knows no value {value!r}{hint}"
    return None
