"""The drawn symbols of resistors, capacitors, diodes, transistors and so on, as lines. The other parts are boxes.

Both schematics draw them: schematic.py with schemdraw, kicad_schematic.py for KiCad. Lengths are in rows of pins; x to
the right and y down, from the middle of the first row.
"""

import re
from typing import NamedTuple

from hardware.boards import netlist
from hardware.boards.netlist import Part
from hardware.wiring import symbols

Line = tuple[tuple[float, float], ...]


class Figure(NamedTuple):
    """A symbol: lines, filled outlines, circles as (x, y, radius), and texts as (text, x, y).

    The lines of its pins begin at the distance `edge` to the left and right of the middle. `places` has side (-1 or 1)
    and row of its pins by their names, if they differ from those of a box.
    """

    edge: float
    lines: tuple[Line, ...] = ()
    filled: tuple[Line, ...] = ()
    circles: tuple[tuple[float, float, float], ...] = ()
    texts: tuple[tuple[str, float, float], ...] = ()
    places: dict[str, tuple[int, int]] = {}


def _diode(x: float, y: float, to: int, bar: Line) -> tuple[Line, tuple[Line, ...]]:
    """Returns the triangle of a diode with its cathode to the left (-1) or right (1), and its bar as lines."""
    tip = x + 0.45 * to
    triangle = ((x - 0.45 * to, y - 0.4), (x - 0.45 * to, y + 0.4), (tip, y), (x - 0.45 * to, y - 0.4))
    return triangle, (tuple((tip + across, y + down) for across, down in bar),)


_PLAIN: Line = ((0, -0.4), (0, 0.4))
_SCHOTTKY: Line = ((0.25, -0.2), (0.25, -0.4), (0, -0.4), (0, 0.4), (-0.25, 0.4), (-0.25, 0.2))
_ZENER: Line = ((-0.25, -0.4), (0, -0.4), (0, 0.4), (0.25, 0.4))
"""The bar at the cathode of each kind of diode."""


def _two_pin_diode(to: int, bar: Line) -> Figure:
    """Returns a diode with its cathode to the left or right."""
    triangle, bars = _diode(0, 0, to, bar)
    return Figure(0.45, bars, (triangle,))


def _diode_pair() -> Figure:
    """Returns two diodes with a common cathode: anodes in rows 0 and 1 to the left, cathode to the right."""
    upper, lower = _diode(0, 0, 1, _PLAIN), _diode(0, 1, 1, _PLAIN)
    leads: tuple[Line, ...] = (((-1, 0), (-0.45, 0)), ((-1, 1), (-0.45, 1)), ((0.45, 1), (0.8, 1), (0.8, 0)))
    joined: Line = ((0.45, 0), (1, 0))
    return Figure(1.0, (*leads, joined, *upper[1], *lower[1]), (upper[0], lower[0]), ((0.8, 0, 0.06),))


def _transistor(p_channel: bool) -> Figure:
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
    return Figure(1.6, (*lines, *channel), (arrow,), ((0.6, source, 0.06),), texts, places)


_BODY: Line = ((-1, -0.4), (1, -0.4), (1, 0.4), (-1, 0.4), (-1, -0.4))
_PLATES: tuple[Line, ...] = (((-0.2, -0.7), (-0.2, 0.7)), ((0.2, -0.7), (0.2, 0.7)))
_PLUS: tuple[Line, ...] = (((-0.9, -0.5), (-0.5, -0.5)), ((-0.7, -0.7), (-0.7, -0.3)))

FIGURES = {
    "R": Figure(1.0, (_BODY,)),
    "C": Figure(0.2, _PLATES),
    "CP": Figure(0.2, (*_PLATES, *_PLUS)),
    "F": Figure(1.0, (_BODY, ((-1, 0), (1, 0)))),
    "SW": Figure(0.75, (((-0.75, -0.4), (0.75, -0.4)), ((0, -0.4), (0, -0.8))), (), ((-0.6, 0, 0.15), (0.6, 0, 0.15))),
    "LS": Figure(0.8, (), (), ((0, 0, 0.8),)),
    "TP": Figure(0.5, (), (), ((-0.2, 0, 0.3),)),
    "SCHOTTKY": _two_pin_diode(-1, _SCHOTTKY),
    "TVS": _two_pin_diode(-1, _ZENER),
    "DIODE": _two_pin_diode(1, _PLAIN),
    "PAIR": _diode_pair(),
    "NMOS": _transistor(p_channel=False),
    "PMOS": _transistor(p_channel=True),
}
"""All symbols by kind. Pin 1 of a part with two pins is to the left."""

_BY_REFERENCE = {"D1": "SCHOTTKY", "D2": "PAIR", "D3": "DIODE", "D4": "TVS", "Q1": "NMOS", "Q2": "PMOS"}


def kind(part: Part) -> str:
    """Returns the kind of symbol of a part, or "" when it is drawn as a box."""
    letters = re.sub(r"\d", "", part.reference)
    found = _BY_REFERENCE.get(part.reference, "CP" if part.footprint == netlist.BULK else letters)
    return found if found in FIGURES and (len(part.nets) < 3 or part.reference in _BY_REFERENCE) else ""


def places(part: Part) -> dict[str, tuple[int, int]]:
    """Returns side (-1 left, 1 right) and row of every pin: as in the symbol, or half on each side as on the part."""
    pins, kind_of = symbols.pins(part), kind(part)
    half, own = (len(pins) + 1) // 2, FIGURES[kind_of].places if kind_of else {}
    as_box = [(1, len(pins) - 1 - index) if index >= half else (-1, index) for index in range(len(pins))]
    return {number: own.get(name, place) for (number, (name, _)), place in zip(pins.items(), as_box, strict=True)}
