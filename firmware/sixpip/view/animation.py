"""Animations of the dice in a game: a throw, hot dice, a bust. The winner's show is in light_shows.py.

`frame(pixels, elapsed_ms)` draws an animation at any time and returns True when it is over. Frames allocate nothing and
may be skipped. Nothing flashes more than three times a second. The versions with reduced motion are in
reduced_motion.py.
"""

from sixpip.compat import const
from sixpip.view import palette, tiles

NORMAL = const(0)
FAST = const(1)
STILL = const(2)
"""Speeds of a throw: 0.7 s, 0.35 s, or without animation."""

RESTS = const(255)
"""Given to Tumble in place of a face, for a tile that does not tumble and is not drawn."""

_REEL = const(8)
_SIDES = const(6)
_PITCH = const(10)  # rows from one face of the reel to the next, two of them dark
_FIRST_MS = const(380)
_STEP_MS = const(64)
_COLUMNS = const(48)
_VERTICAL = const(16 << 14)  # for tiles.slide: the face moves up or down only
_HORIZONTAL = const(16 << 9)  # to the left or right only
_ENDS = const(2 << 9)  # pixel counts for tiles.tint: the first and the last pixel of a column
_INNER = const(6 << 9)  # those between
_COLUMN = const(8 << 9)  # all of them
_GOLD = palette.GOLD | palette.GOLD << 5  # for tiles.tint: gold of any level becomes gold of another


def next_random(seed: int) -> int:
    """Returns the next number of a small 16-bit generator. For animations only: dice use the board's entropy."""
    return (seed * 75 + 74) % 65537 & 0xFFFF


class Tumble:
    """A throw: the dice roll like reels, slow down, and stop from left to right."""

    def __init__(
        self,
        pool: list[bytes],
        final: bytes | bytearray,
        seed: int,
        speed: int = NORMAL,
        sets: bytes | bytearray = b"",
        ramps: bytes | bytearray = b"",
    ) -> None:
        """`final` has the index in `pool` of each tile's face, or RESTS. `seed` may be any number.

        For dice with different faces, `sets` has the index in `pool` where each tile's six faces begin, `ramps` the
        ramp of each face of `pool`.
        """
        self.stopped = 0
        self._pool = pool
        self._ramps = ramps
        self._reels = bytearray(tiles.TILES * _REEL)
        self._ways = bytearray(tiles.TILES)
        self._ends_ms = [0] * tiles.TILES
        tumbling = 0
        for tile in range(tiles.TILES):
            if final[tile] == RESTS:
                self._ways[tile] = RESTS
                continue
            if speed != STILL:
                self._ends_ms[tile] = (_FIRST_MS + _STEP_MS * tumbling) >> speed
            tumbling += 1
            seed = next_random(seed)
            self._ways[tile] = seed >> 4 & 3
            first = sets[tile] if sets else 0
            seed = self._fill(tile, first, _SIDES if sets else len(pool), final[tile] - first, seed)

    def _fill(self, tile: int, first: int, sides: int, side: int, seed: int) -> int:
        """Chooses the faces of one reel from `sides` faces of the pool at `first`, no face twice in a row.

        `side` is the final face and the first in the reel. Returns the next seed.
        """
        reels = self._reels
        others = max(1, sides - 1)
        for place in range(tile * _REEL, (tile + 1) * _REEL):
            reels[place] = first + side
            seed = next_random(seed)
            side = (side + 1 + (seed >> 3) % others) % sides
        return seed

    def frame(self, pixels: bytearray, elapsed_ms: int) -> bool:
        """Draws the dice at this time. Returns True when all have stopped."""
        stopped = 0
        over = True
        for tile in range(tiles.TILES):
            if self._ways[tile] == RESTS:
                continue
            left_ms = self._ends_ms[tile] - elapsed_ms
            if left_ms > 0:
                over = False
            else:
                stopped += 1
            self._draw(pixels, tile, left_ms)
        self.stopped = stopped
        return over

    def _draw(self, pixels: bytearray, tile: int, left_ms: int) -> None:
        """Draws a tile `left_ms` before it stops; from 0 on it is at rest."""
        end_ms = self._ends_ms[tile]
        if left_ms > 0:
            travel = (_REEL - 1) * _PITCH * left_ms // end_ms * left_ms // end_ms
            self._roll(pixels, tile, self._ways[tile], travel, 2)
        else:
            self._roll(pixels, tile, self._ways[tile], 0, 1)

    def _roll(self, pixels: bytearray, tile: int, way: int, travel: int, level: int) -> None:
        """Draws a tile with its reel `travel` pixels before the end. `way` is 0 for down, 1 right, 2 up and 3 left."""
        ink = palette.INK + level
        step = travel // _PITCH
        gone = travel - step * _PITCH
        step += tile * _REEL
        for part in range(2 if gone > 2 else 1):  # the face, and the visible part of the next one
            place = self._reels[step + part]
            if self._ramps:
                ink = self._ramps[place] + level
            along = 16 + (-gone if way & 2 else gone)
            where = along << 14 | _HORIZONTAL if way & 1 else along << 9 | _VERTICAL
            tiles.slide(pixels, self._pool[place], tile * tiles.TILE | where, ink | part << 10)
            gone -= _PITCH


class Hot:
    """Hot dice: all six on gold, and a light that moves across them and back."""

    LENGTH_MS = 1500
    _LIGHT = b"\x00\x00\x00\x01\x01\x01\x01\x02\x02\x02\x02\x02"

    def __init__(self, shown: list[bytes]) -> None:
        """`shown` has the face of each tile."""
        self._shown = shown

    def frame(self, pixels: bytearray, elapsed_ms: int) -> bool:
        """Draws the dice at this time. Returns True when the light is back."""
        half_ms = self.LENGTH_MS // 2
        way_ms = elapsed_ms if elapsed_ms < half_ms else self.LENGTH_MS - elapsed_ms
        center = (_COLUMNS + 32) * way_ms // half_ms - 20
        edge = 2 if elapsed_ms < 100 else 3
        for tile in range(len(self._shown)):
            tiles.draw(pixels, tile, self._shown[tile], tiles.SMALL, palette.INK, palette.GOLD)
            for x in range(8):
                away = abs(tile * 8 + x - center)
                light = self._LIGHT[away] if away < 12 else 3
                outer = light if light < edge else edge
                place = tile * tiles.TILE + x
                if outer:
                    tiles.tint(pixels, place | _ENDS, 56, _GOLD + outer)
                if x == 0 or x == 7:
                    light = outer
                tiles.tint(pixels, place + 8 | _INNER, 8, _GOLD + (light or 1))  # darker than the pips
        return elapsed_ms >= self.LENGTH_MS


class Drain:
    """A bust: the faces turn red and drain from the top, like water from a glass."""

    LENGTH_MS = 1100
    _START_MS = 200
    _WAVE = b"\x00\x01\x02\x03\x03\x02\x01\x00"

    def __init__(self, shown: list[bytes], which: int = 63) -> None:
        """`shown` has the face of each tile; `which` has a bit for each tile that drains."""
        self._shown = shown
        self._which = which

    def frame(self, pixels: bytearray, elapsed_ms: int) -> bool:
        """Draws the dice at this time. Returns True when they are dark."""
        body = palette.RED + (4 if elapsed_ms < 80 else 3)
        pips = palette.RED + (1 if elapsed_ms < 80 else 0)
        level = -4
        if elapsed_ms > self._START_MS:
            level += (elapsed_ms - self._START_MS) * 38 // (self.LENGTH_MS - self._START_MS)
        phase = elapsed_ms >> 6
        for tile in range(len(self._shown)):
            if self._which >> tile & 1:
                self._pour(pixels, tile, level, phase, pips, body)
        return elapsed_ms >= self.LENGTH_MS

    def _pour(self, pixels: bytearray, tile: int, level: int, phase: int, pips: int, body: int) -> None:
        tiles.draw(pixels, tile, self._shown[tile], tiles.LARGE, pips, body)
        wave = self._WAVE
        phase += tile * 3
        place = tile * tiles.TILE
        for x in range(8):
            surface = level + wave[x + phase & 7]
            if surface >= 32:
                tiles.tint(pixels, place | _COLUMN, 8, palette.OFF)
            elif surface > 0:
                rows = surface + 3 >> 2
                tiles.tint(pixels, place | rows << 9, 8, palette.OFF)
                if surface & 3 and surface > 3:  # the row of the surface itself
                    pixels[place + rows * 8 - 8] = palette.RED + (2 if surface & 3 == 1 else 4)
            place += 1
        tiles.clear_corners(pixels, tile, body)
