"""The animations with reduced motion, for players who should not see flashing or moving lights.

They have the names and lengths of those in animation.py, but light only comes up once or goes down once.
"""

from sixpip.compat import const
from sixpip.view import animation, palette, tiles

_LEVEL_MS = const(60)
_DARK = const(5)


class Tumble(animation.Tumble):
    """A throw: the dice light up from left to right, each with its final face."""

    def _draw(self, pixels: bytearray, tile: int, left_ms: int) -> None:
        level = 1 + max(0, left_ms + _LEVEL_MS - 1) // _LEVEL_MS
        if level < _DARK:
            self._roll(pixels, tile, self._ways[tile], 0, level)
        else:
            tiles.clear_tile(pixels, tile)


class Hot(animation.Hot):
    """Hot dice: all six in steady gold."""

    def frame(self, pixels: bytearray, elapsed_ms: int) -> bool:
        """Draws the dice. Returns True when the time is over."""
        for tile in range(len(self._shown)):
            tiles.paint_in_color(pixels, tile, self._shown[tile], tiles.CHOSEN, palette.GOLD)
        return elapsed_ms >= self.LENGTH_MS


class Drain(animation.Drain):
    """A bust: the faces turn red and fade out once."""

    def frame(self, pixels: bytearray, elapsed_ms: int) -> bool:
        """Draws the dice at this time. Returns True when they are dark."""
        level = max(0, elapsed_ms) * _DARK // self.LENGTH_MS
        for tile in range(len(self._shown)):
            if not self._which >> tile & 1:
                continue
            if level < _DARK:
                tiles.draw(pixels, tile, self._shown[tile], tiles.LARGE, palette.RED + level, palette.RED + 4)
                tiles.clear_corners(pixels, tile, palette.RED + 4)
            else:
                tiles.clear_tile(pixels, tile)
        return level >= _DARK
