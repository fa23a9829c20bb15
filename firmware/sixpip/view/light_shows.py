"""The winner's show on the tiles, in two versions. Hot dice, a bust and a throw are in animation.py.

It is a module of its own so that it takes no memory during a game.
"""

from sixpip.compat import const
from sixpip.view import palette, tiles
from sixpip.view.animation import next_random

_PIXELS = const(384)
_RIGHT_HALF = const(192)  # the first pixel of the fourth tile
_LEFT_HALF = const(135)  # the last pixel in the first row of the third tile
_SPARKS = const(96)
_GLOW_MS = const(1200)  # between two levels of the reduced cheer: less than one change a second


class Cheer:
    """The winner's show: rings in the winner's color (the HUE ramp) move outward, with sparks of ivory and gold."""

    LENGTH_MS = 3000
    _EDGE_MS = 400
    _RING = (
        b"\x04\x04\x03\x03\x02\x02\x01\x01\x00\x00\x01\x01\x02\x02\x03\x03\x04\x04\x05\x05\x05\x05\x05\x05\x04\x04\x03"
    )
    """The levels from one ring to the next, and the first ones again."""
    _SHADE = bytes((palette.HUE, palette.HUE + 1, palette.HUE + 2, palette.HUE + 3, palette.HUE + 4, 0, 0, 0, 0, 0, 0))
    """The color of each level; dark from level 5 on."""

    def __init__(self, seed: int) -> None:
        """`seed` may be any number; it places the sparks."""
        self._places = [0] * _SPARKS
        self._births = bytearray(_SPARKS)
        for spark in range(_SPARKS):
            seed = next_random(seed)
            self._places[spark] = seed % _PIXELS
            self._births[spark] = seed >> 7 & 63

    def frame(self, pixels: bytearray, elapsed_ms: int) -> bool:
        """Draws the show at this time. Returns True when the last ring has faded."""
        last_ms = self.LENGTH_MS - self._EDGE_MS
        ring, shade = self._RING, self._SHADE
        step = 24 - elapsed_ms * 24 // 560 % 24
        for across in range(24):
            dim = (across >> 2) + 4 - elapsed_ms // 40
            if elapsed_ms > last_ms:
                dim = (elapsed_ms - last_ms) // 36 - (across >> 2)
            dim = 0 if dim < 0 else 5 if dim > 5 else dim
            right = (across >> 3) * tiles.TILE + (across & 7)
            left = _LEFT_HALF - right
            right += _RIGHT_HALF
            if step >= 24:
                step -= 24
            pixels[right + 24] = pixels[right + 32] = pixels[left + 24] = pixels[left + 32] = shade[ring[step] + dim]
            step += 1
            pixels[right + 16] = pixels[right + 40] = pixels[left + 16] = pixels[left + 40] = shade[ring[step] + dim]
            pixels[right + 8] = pixels[right + 48] = pixels[left + 8] = pixels[left + 48] = shade[ring[step + 1] + dim]
            pixels[right] = pixels[right + 56] = pixels[left] = pixels[left + 56] = shade[ring[step + 2] + dim]
        if self._EDGE_MS <= elapsed_ms < last_ms:
            self._spark(pixels, elapsed_ms >> 5)
        return elapsed_ms >= self.LENGTH_MS

    def _spark(self, pixels: bytearray, beat: int) -> None:
        """Draws the sparks that are lit at this beat (32 ms): each is lit for four beats of every 64."""
        for spark in range(_SPARKS):
            age = self._births[spark] + beat & 63
            if age < 4:
                level = 0 if age == 1 or age == 2 else 1
                pixels[self._places[spark]] = (palette.GOLD if spark & 1 else palette.INK) + level


class ReducedCheer:
    """The winner's show with reduced motion: a word in the winner's color (the HUE ramp) that glows slowly."""

    LENGTH_MS = 4800
    _LEVELS = b"\x01\x02\x03\x02"

    def __init__(self, seed: int) -> None:
        """`seed` is not used; it is there because Cheer has it."""
        self._letters = [tiles.letter(letter) for letter in "WINNER"]

    def frame(self, pixels: bytearray, elapsed_ms: int) -> bool:
        """Draws the show at this time. Returns True when it may start again."""
        level = self._LEVELS[max(0, elapsed_ms) // _GLOW_MS & 3]
        for tile in range(tiles.TILES):
            tiles.draw(pixels, tile, self._letters[tile], tiles.LARGE, palette.HUE + level)
        return elapsed_ms >= self.LENGTH_MS
