"""Reads from pixels what a window of the example looks like."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PIL import Image

Color = tuple[int, int, int]

# The window's edge is narrower than this, and its content starts further in.
MARGIN = 10
# Lines and text differ from the background by more than this; shades within a control by less.
VISIBLE = 24


class Picture:
    """A picture of a window whose content stands on one color."""

    def __init__(self, path: Path) -> None:
        with Image.open(path) as image:
            rgb = image.convert("RGB")
        self.width: int = rgb.width
        self.height: int = rgb.height
        self._pixels: list[Color] = list(rgb.getdata())
        self.background, self._area = Counter(self._pixels).most_common(1)[0]
        self._top = self._content_top()

    @property
    def background_share(self) -> float:
        """How much of the window is nothing but background, 0 to 1."""
        return self._area / len(self._pixels)

    @property
    def is_dark(self) -> bool:
        """Whether the background is nearer to black than to white."""
        return luminance(self.background) < 0.18

    @property
    def heading_height(self) -> int:
        """The height in pixels of the first line of text, from its topmost to its lowest ink."""
        rows = range(self._top, self.height - MARGIN)
        first = next((row for row in rows if self._has_ink(row)), self._top)
        last = next((row for row in range(first, rows.stop) if not self._has_ink(row)), rows.stop)
        return last - first

    @property
    def line_contrast(self) -> float:
        """How much the line around the results stands out from the background, 1 to 21.

        The line is the leftmost thing in the content, and the longest one there is.
        """
        for column in range(MARGIN, self.width // 2):
            rows = range(self._top, self.height - MARGIN)
            colors = Counter(self._at(column, row) for row in rows if self._is_ink(column, row))
            if colors:
                return contrast(colors.most_common(1)[0][0], self.background)
        return 1.0

    def differs_from(self, other: Picture) -> float:
        """The share of pixels that another picture has in another color, 0 to 1."""
        pairs = zip(self._pixels, other._pixels, strict=True)
        return sum(one != two for one, two in pairs) / len(self._pixels)

    def _at(self, column: int, row: int) -> Color:
        return self._pixels[row * self.width + column]

    def _is_ink(self, column: int, row: int) -> bool:
        pairs = zip(self._at(column, row), self.background, strict=True)
        return any(abs(one - two) > VISIBLE for one, two in pairs)

    def _has_ink(self, row: int) -> bool:
        return any(self._is_ink(column, row) for column in range(MARGIN, self.width - MARGIN))

    def _content_top(self) -> int:
        """The row below the header bar, whose color goes on to the margin."""
        for row in range(self.height - MARGIN, 0, -1):
            if self._at(MARGIN, row) != self.background:
                return row + 1
        return 0


def luminance(color: Color) -> float:
    """The relative luminance of a color, as WCAG defines it."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colors, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
