"""The converter, Adafruit PowerBoost 1000C rev B: its printed labels, the resistor of the charge current.

Everything is from its board file (github.com/adafruit/Adafruit-PowerBoost-1000C). The parts have names there, but not
on the board: its R16 is called R_CHARGE here, because the carrier has an R16, too. converter.svg shows it. Lengths
in mm, y up, from the lower left corner, seen from the side with the parts.
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


def hole(number: int) -> tuple[float, float]:
    """Returns the position of a hole, counted from 1."""
    return _FIRST_HOLE[0] + _PITCH * (number - 1), _FIRST_HOLE[1]


def charge_resistor() -> Resistor:
    """Returns R_CHARGE."""
    return next(one for one in RESISTORS if one.name == "R16")
