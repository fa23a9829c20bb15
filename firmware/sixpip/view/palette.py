"""The 32 colours a pixel can have, by name, and what they look like for a game and a player.

A ramp is one hue at five levels, the brightest first, so that light can swell and fade in even steps.
Colours are linear light. Which tile gets which colour: tiles.py and animation.py.
"""

from sixpip.port import const

OFF = const(0)
INK = const(1)
"""The ramp of the dice themselves: INK is full, INK + 4 the faintest."""
HUE = const(6)
"""The ramp of the player whose turn it is."""
RED = const(11)
"""The ramp of a bust."""
GOLD = const(16)
"""The ramp of hot dice."""
SEAT = const(21)
"""Six colours, one for each player: SEAT + number."""
GREEN = const(27)
"""Yes, done, all well."""
MARK = const(28)
"""White: a sign that is neither the dice's nor a player's, such as that of a further page."""

DICE = bytes((RED, GOLD, SEAT, INK))
"""After load_phase: the ramps of the dice colours R O G B, in place of what those colours are otherwise."""

SEATS = const(6)
LEVELS = const(5)

_LEVEL = b"\xff\x80\x40\x20\x10"  # halved each time: even steps for the eye, and the last still has its hue at boot
_RED = b"\xff\x10\x04"
_GOLD = b"\xff\x8c\x10"
_GREEN = b"\x10\xff\x30"
SEAT_COLOURS = b"\x20\x64\xff\xe0\x50\x08\x00\xff\x70\xec\x00\x58\xf4\xec\x00\x48\x00\xd8"
"""Sky, orange, green, raspberry, yellow, violet: six that stay apart for colour-blind eyes."""

_WHITE = b"\xff\xff\xff"
IVORY = b"\xff\xc0\x70"

HUES = (
    b"\xff\x00\x00\xff\x80\x00\x00\xff\x20\x00\x30\xff",
    b"\xff\x00\x50\xff\xb0\x00\x40\xff\x50\x40\x20\xff",
)
"""The dice colours R O G B by scheme: rich (orange has just so much green that it never sinks to red), and clear.

Clear: found by search for the greatest least distance that any two keep for eyes without one kind of cone.
"""


def _put(palette: bytearray, index: int, colours: bytes, first: int, level: int) -> None:
    """One colour (three bytes from `first`) at a level of 0..255.

    A part that matters to the hue keeps at least 1, so that the faintest level does not change colour.
    """
    for part in range(3):
        value = colours[first + part]
        least = 1 if value >= 0x10 else 0
        palette[index * 3 + part] = max(least, value * level // 255)


def _ramp(palette: bytearray, index: int, colours: bytes, first: int = 0) -> None:
    """Five levels of one colour from `index` on."""
    for step in range(LEVELS):
        _put(palette, index + step, colours, first, _LEVEL[step])


def load(palette: bytearray, ink: bytes = b"") -> None:
    """Fills the whole palette (96 bytes): dice in `ink` (red, green, blue; b"" for ivory), the first player's hue."""
    for place in range(len(palette)):
        palette[place] = 0
    _ramp(palette, INK, ink or IVORY)
    _ramp(palette, RED, _RED)
    _ramp(palette, GOLD, _GOLD)
    for number in range(SEATS):
        _put(palette, SEAT + number, SEAT_COLOURS, number * 3, 255)
    _put(palette, GREEN, _GREEN, 0, 255)
    _put(palette, MARK, _WHITE, 0, 255)
    seat(palette, 0)


def seat(palette: bytearray, number: int) -> None:
    """Give the HUE ramp the colour of player `number` (0 is the first; more than six begin again)."""
    _ramp(palette, HUE, SEAT_COLOURS, number % SEATS * 3)


def load_phase(palette: bytearray, scheme: int) -> None:
    """Fill the whole palette for Phase 10: the ramps of DICE in a scheme of HUES, the rest as `load` does."""
    load(palette)
    for colour in range(len(DICE)):
        _ramp(palette, DICE[colour], HUES[scheme], colour * 3)
