"""The 32 color indices of a pixel by name, and the palettes that give them colors.

A ramp is one hue at five levels, the brightest first, so that light can change in even steps. Colors are linear light.
"""

from sixpip.compat import const

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
"""Six colors, one for each player: SEAT + number."""
GREEN = const(27)
"""For "yes" and "done"."""
MARK = const(28)
"""White, for signs that belong to no die and no player, such as the mark of a further page."""

DICE = bytes((RED, GOLD, SEAT, INK))
"""The ramps of the dice colors R O G B after `load_dice_colors`, which replaces their usual colors."""

SEATS = const(6)
LEVELS = const(5)

DIMMEST = const(16)
"""The lowest brightness of a Board at which dice are shown: below it, the faintest levels of a ramp look the same."""

_LEVEL = const(b"\xff\x80\x40\x20\x10")  # each level is half the one before
_RED = const(b"\xff\x10\x04")
_GOLD = const(b"\xff\x8c\x10")
_GREEN = const(b"\x10\xff\x30")
SEAT_COLORS = b"\x20\x64\xff\xe0\x50\x08\x00\xff\x70\xec\x00\x58\xf4\xec\x00\x48\x00\xd8"
"""Sky, orange, green, raspberry, yellow, violet: six colors that color-blind players can distinguish."""

STYLE_COLORS = b"\x00\x00\x00\x70\xff\xb0\x90\xb8\xff\xff\x60\x80\xff\xe8\xb0"
"""The color of each style of computer players (players/styles.py): none, mint, pale blue, pink, warm white."""

_WHITE = const(b"\xff\xff\xff")
IVORY = b"\xff\xc0\x70"

HUES = (
    b"\xff\x00\x00\xff\x80\x00\x00\xff\x20\x00\x30\xff",
    b"\xff\x00\x50\xff\xb0\x00\x40\xff\x50\x40\x20\xff",
)
"""The dice colors R O G B by scheme: rich (with enough green in orange that it never becomes red), and clear.

Clear was found by a search: the smallest distance between two of its colors, for any kind of color blindness, is as
large as possible.
"""


def _set_color(palette: bytearray, index: int, colors: bytes, first: int, level: int) -> None:
    """Sets one color of the palette to the three bytes from `first`, at a level of 0..255, rounded to the nearest."""
    for part in range(3):
        palette[index * 3 + part] = (colors[first + part] * level + 127) // 255


def _set_ramp(palette: bytearray, index: int, colors: bytes, first: int = 0) -> None:
    for step in range(LEVELS):
        _set_color(palette, index + step, colors, first, _LEVEL[step])


def load(palette: bytearray, ink: bytes = b"") -> None:
    """Fills the whole palette (96 bytes) with dice in `ink` (red, green, blue; b"" for ivory), for the first player."""
    for place in range(len(palette)):
        palette[place] = 0
    _set_ramp(palette, INK, ink or IVORY)
    _set_ramp(palette, RED, _RED)
    _set_ramp(palette, GOLD, _GOLD)
    for number in range(SEATS):
        set_seat(palette, number)
    _set_color(palette, GREEN, _GREEN, 0, 255)
    _set_color(palette, MARK, _WHITE, 0, 255)
    set_player(palette, 0)


def style_color(style: int) -> bytes:
    """Returns the color of a style of computer players (players/styles.py): red, green, blue."""
    return STYLE_COLORS[style * 3 : style * 3 + 3]


def set_player(palette: bytearray, number: int) -> None:
    """Sets the HUE ramp to the color of player `number` (0 is the first; the colors repeat after six)."""
    _set_ramp(palette, HUE, SEAT_COLORS, number % SEATS * 3)


def set_hue(palette: bytearray, color: bytes) -> None:
    """Sets the HUE ramp to a color: red, green, blue."""
    _set_ramp(palette, HUE, color)


def set_seat(palette: bytearray, number: int, color: bytes = b"") -> None:
    """Sets the color SEAT + `number` to red, green, blue; or, without a color, to that of the seat."""
    _set_color(palette, SEAT + number, color or SEAT_COLORS, 0 if color else number * 3, 255)


def load_dice_colors(palette: bytearray, scheme: int) -> None:
    """Fills the whole palette for dice of four colors: the ramps of DICE in a scheme of HUES, the rest as in `load`."""
    load(palette)
    for color in range(len(DICE)):
        _set_ramp(palette, DICE[color], HUES[scheme], color * 3)
