"""The converter, Adafruit PowerBoost 1000C rev B: its printed labels, the resistor of the charge current, a drawing.

Everything is from its board file (github.com/adafruit/Adafruit-PowerBoost-1000C). The parts have names there, but not
on the board: its R16 is called R_CHARGE here, because the carrier has an R16, too. Lengths in mm, y up, from the lower
left corner, seen from the side with the parts.
"""

from typing import NamedTuple

HOLES = (
    ("USB", "USB"), ("Bat", "LiPo"), ("Vs", "Vsh"), ("EN", "EN"), ("GND", "GND"), ("", "LBO"), ("G", "GND"),
    ("5V", "5Vo"),
)  # fmt: skip
"""The labels of the row of holes, at the parts and on the other side, from the edge with the USB socket."""

_FIRST_HOLE, _PITCH = (12.827, 1.27), 2.54

R_CHARGE = "R_CHARGE"
DELIVERED_OHM, CHARGE_OHM = 1000, 2000
"""R_CHARGE as delivered and for this console. MCP73871, DS20002090C: the charge current is 1000 V divided by it."""


class Resistor(NamedTuple):
    """A resistor of size 0805 that stands upright: its name in the board file, what is printed on it, its position."""

    name: str
    marking: str
    x: float
    y: float


RESISTORS = (
    Resistor("R14", "102", 5.588, 4.318),
    Resistor("R8", "102", 7.493, 5.08),
    Resistor("R17", "104", 10.668, 5.08),
    Resistor("R16", "102", 12.573, 5.08),
)
"""The resistors near the holes USB and Bat; the markings are the usual ones of their values (assumed)."""

_SCALE = 30
_WIDTH, _HEIGHT = 25.0, 15.5
_LABEL = 4.2
_FONT = "font-family=\"Arial, 'Liberation Sans', Helvetica, sans-serif\""
_ANCHOR = f'text-anchor="middle" {_FONT}'
_HEADER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Written by `python -m hardware documents` from '
    "hardware/converter.py. Do not edit. -->\n"
)


def hole(number: int) -> tuple[float, float]:
    """Returns the position of a hole, counted from 1."""
    return _FIRST_HOLE[0] + _PITCH * (number - 1), _FIRST_HOLE[1]


def charge_resistor() -> Resistor:
    """Returns R_CHARGE."""
    return next(one for one in RESISTORS if one.name == "R16")


def _text(x: float, y: float, text: str, size: float = 0.9) -> str:
    """Returns a centered line of text."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" {_ANCHOR}>{text}</text>'


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Returns a filled rectangle around a center."""
    left, top = f"{x - width / 2:g}", f"{y - height / 2:g}"
    return f'<rect x="{left}" y="{top}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _drawn(one: Resistor, bottom: float) -> list[str]:
    """Returns the elements of a resistor; `bottom` is the y of the lower edge of the board in the drawing."""
    y = bottom - one.y
    lines = [_box(one.x, y, 1.4, 3.0, "#c9c9c9"), _box(one.x, y, 1.3, 1.6, "#222")]
    return [*lines, f'<text x="{one.x:g}" y="{y + 0.25:g}" font-size="0.7" fill="white" {_ANCHOR}>{one.marking}</text>']


def svg() -> str:
    """Returns the drawing of the corner of the converter with its USB socket, and an arrow at R_CHARGE."""
    bottom = _HEIGHT - _LABEL
    lines = [f'<path d="M 25 0 L 0 0 L 0 {bottom - 2.54:g} L 2.54 {bottom:g} L 25 {bottom:g} Z" fill="#1d3f6e"/>']
    lines += [_box(2.6, 1.8, 5.6, 3.6, "#c9c9c9"), _text(2.7, 2.0, "USB socket", 0.8)]
    lines.append(f'<circle cx="2.54" cy="{bottom - 2.54:g}" r="1.25" fill="white"/>')
    for number, (front, _) in enumerate(HOLES[:5], 1):
        x, y = hole(number)
        lines.append(
            f'<circle cx="{x:g}" cy="{bottom - y:g}" r="0.75" fill="white" stroke="#d8b24a" stroke-width="0.4"/>'
        )
        lines.append(_text(x, bottom + 1.2, front))
    for one in RESISTORS:
        lines += _drawn(one, bottom)
    place = charge_resistor()
    y = bottom - place.y
    lines.append(
        f'<rect x="{place.x - 0.95:g}" y="{y - 1.75:g}" width="1.9" height="3.5" fill="none" stroke="#d40000"/>'
    )
    lines.append(f'<path d="M 19.5 {y - 3:g} L {place.x + 1.3:g} {y - 0.6:g} m 0.3 -0.9 l -0.3 0.9 l 0.95 0.15" ')
    lines[-1] += 'fill="none" stroke="#d40000" stroke-width="0.3"/>'
    lines.append(f'<text x="20.6" y="{y - 3.4:g}" font-size="1.1" fill="white" {_ANCHOR}>{R_CHARGE}</text>')
    lines.append(
        _text(_WIDTH / 2, _HEIGHT - 1.0, f"{R_CHARGE}: above the hole USB, right of the resistor marked 104", 0.8)
    )
    return (
        f'{_HEADER}<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH * _SCALE:g}" height="{_HEIGHT * _SCALE:g}" '
        f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" stroke-width="0.2">\n'
        f'<rect width="{_WIDTH:g}" height="{_HEIGHT:g}" fill="white"/>\n' + "\n".join(lines) + "\n</svg>\n"
    )
