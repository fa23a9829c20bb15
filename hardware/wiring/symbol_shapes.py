"""The shapes of the symbols of resistors, capacitors, diodes, transistors and so on. The other parts are boxes.

Both schematics draw them: schematic.py with schemdraw, kicad_symbols.py for KiCad. Lengths are in rows of pins; x to
the right and y down, from the middle of the first row.
"""

import re
from typing import NamedTuple

from hardware.boards import netlist, tile_plan
from hardware.boards.netlist import Part
from hardware.wiring import symbols

Line = tuple[tuple[float, float], ...]

Places = dict[str, tuple[int, int]]
"""Side (-1 left, 1 right) and row of pins, by their names or numbers."""


class SymbolShape(NamedTuple):
    """The shape of a symbol: lines, filled outlines, circles as (x, y, radius), and texts as (text, x, y).

    The lines of its pins begin at the distance `edge` to the left and right of the middle. `places` has the places
    of its pins by their names, if they differ from those of a box.
    """

    edge: float
    lines: tuple[Line, ...] = ()
    filled: tuple[Line, ...] = ()
    circles: tuple[tuple[float, float, float], ...] = ()
    texts: tuple[tuple[str, float, float], ...] = ()
    places: Places = {}


def _diode(x: float, y: float, to: int, bar: Line) -> tuple[Line, tuple[Line, ...]]:
    """Returns the triangle of a diode with its cathode to the left (-1) or right (1), and its bar as lines."""
    tip = x + 0.45 * to
    triangle = ((x - 0.45 * to, y - 0.4), (x - 0.45 * to, y + 0.4), (tip, y), (x - 0.45 * to, y - 0.4))
    return triangle, (tuple((tip + across, y + down) for across, down in bar),)


_PLAIN: Line = ((0, -0.4), (0, 0.4))
_SCHOTTKY: Line = ((0.25, -0.2), (0.25, -0.4), (0, -0.4), (0, 0.4), (-0.25, 0.4), (-0.25, 0.2))
_ZENER: Line = ((-0.25, -0.4), (0, -0.4), (0, 0.4), (0.25, 0.4))
"""The bar at the cathode of each kind of diode."""


def _two_pin_diode(to: int, bar: Line) -> SymbolShape:
    """Returns a diode with its cathode to the left or right."""
    triangle, bars = _diode(0, 0, to, bar)
    return SymbolShape(0.45, bars, (triangle,))


def _diode_pair() -> SymbolShape:
    """Returns two diodes with a common cathode: anodes in rows 0 and 1 to the left, cathode to the right."""
    upper, lower = _diode(0, 0, 1, _PLAIN), _diode(0, 1, 1, _PLAIN)
    leads: tuple[Line, ...] = (((-1, 0), (-0.45, 0)), ((-1, 1), (-0.45, 1)), ((0.45, 1), (0.8, 1), (0.8, 0)))
    joined: Line = ((0.45, 0), (1, 0))
    return SymbolShape(1.0, (*leads, joined, *upper[1], *lower[1]), (upper[0], lower[0]), ((0.8, 0, 0.06),))


def _transistor(p_channel: bool) -> SymbolShape:
    """Returns a MOSFET: gate to the left, drain and source to the right; the source of a p-channel one is above."""
    source, drain = (0, 2) if p_channel else (2, 0)
    channel: tuple[Line, ...] = tuple(((-0.3, row - 0.35), (-0.3, row + 0.35)) for row in range(3))
    lines: tuple[Line, ...] = (
        ((-1.6, 1), (-0.7, 1)), ((-0.7, -0.2), (-0.7, 2.2)), ((-0.3, 0), (1.6, 0)), ((-0.3, 2), (1.6, 2)),
        ((-0.3, 1), (0.6, 1), (0.6, source)),
    )  # fmt: skip
    tip, back = (0.5, 0.05) if p_channel else (-0.25, 0.2)
    arrow: Line = ((tip, 1), (back, 0.75), (back, 1.25), (tip, 1))
    texts = (("G", -1.2, 0.55), ("S", 1.2, source - 0.45), ("D", 1.2, drain - 0.45))
    places = {"G": (-1, 1), "S": (1, source), "D": (1, drain)}
    return SymbolShape(1.6, (*lines, *channel), (arrow,), ((0.6, source, 0.06),), texts, places)


_BODY: Line = ((-1, -0.4), (1, -0.4), (1, 0.4), (-1, 0.4), (-1, -0.4))
_PLATES: tuple[Line, ...] = (((-0.2, -0.7), (-0.2, 0.7)), ((0.2, -0.7), (0.2, 0.7)))
_BUTTON: tuple[Line, ...] = (((-0.75, -0.4), (0.75, -0.4)), ((0, -0.4), (0, -0.8)))
_SPEAKER: tuple[Line, ...] = (
    ((-0.4, -0.3), (0.4, -0.3), (0.4, 0.3), (-0.4, 0.3), (-0.4, -0.3)),
    ((-0.4, 0.3), (-0.8, 0.85), (0.8, 0.85), (0.4, 0.3)),
)
_PADS: tuple[Line, ...] = tuple(
    ((x - 0.2, -0.35), (x + 0.2, -0.35), (x + 0.2, 0.35), (x - 0.2, 0.35), (x - 0.2, -0.35)) for x in (-0.7, 0, 0.7)
)
_PLUS: tuple[Line, ...] = (((-0.9, -0.5), (-0.5, -0.5)), ((-0.7, -0.7), (-0.7, -0.3)))

SHAPES = {
    "R": SymbolShape(1.0, (_BODY,)),
    "C": SymbolShape(0.2, _PLATES),
    "CP": SymbolShape(0.2, (*_PLATES, *_PLUS)),
    "F": SymbolShape(1.0, (_BODY, ((-1, 0), (1, 0)))),
    "SW": SymbolShape(0.75, _BUTTON, (), ((-0.6, 0, 0.15), (0.6, 0, 0.15))),
    "LS": SymbolShape(0.4, _SPEAKER),
    "TP": SymbolShape(0.5, (), (), ((-0.2, 0, 0.3),)),
    "JUMPER": SymbolShape(0.9, (((0, 0), (0, 1), (-0.9, 1)),), _PADS, places={"1": (-1, 0), "2": (-1, 1), "3": (1, 0)}),
    "SCHOTTKY": _two_pin_diode(-1, _SCHOTTKY),
    "TVS": _two_pin_diode(-1, _ZENER),
    "DIODE": _two_pin_diode(1, _PLAIN),
    "PAIR": _diode_pair(),
    "NMOS": _transistor(p_channel=False),
    "PMOS": _transistor(p_channel=True),
}
"""All shapes by kind. Pin 1 of a part with two pins is to the left."""

_BY_VALUE = {"1N5817": "SCHOTTKY", "BAV70": "PAIR", "BAS16": "DIODE", "SMBJ5.0A": "TVS", "BSS138": "NMOS"}
_BY_VALUE |= {"BSS84": "PMOS", "GND first": "JUMPER"}
"""Kinds of semiconductors and solder jumpers by value; those of the other parts are the letters of their references."""

_BOX_PLACES: dict[str, Places] = {tile_plan.LED: {"DI": (-1, 0), "VDD": (-1, 1), "DO": (1, 0), "GND": (1, 1)}}
"""Places of the pins of boxes by value, if they differ from those on the part: data goes from left to right."""


def kind(part: Part) -> str:
    """Returns the kind of symbol of a part, or "" when it is drawn as a box."""
    if part.value in _BY_VALUE:
        return _BY_VALUE[part.value]
    found = "CP" if part.footprint == netlist.BULK else re.sub(r"\d", "", part.reference)
    return found if found in SHAPES and len(part.nets) < 3 else ""


def places(part: Part) -> Places:
    """Returns the place of every pin by its number: as in the symbol, or half on each side as on the part."""
    pins, kind_of = symbols.pins(part), kind(part)
    own = SHAPES[kind_of].places if kind_of else _BOX_PLACES.get(part.value, {})
    half = (len(pins) + 1) // 2
    as_box = [(1, len(pins) - 1 - index) if index >= half else (-1, index) for index in range(len(pins))]
    return {number: own.get(name, place) for (number, (name, _)), place in zip(pins.items(), as_box, strict=True)}
