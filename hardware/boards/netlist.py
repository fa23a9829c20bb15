"""The parts, nets and positions of the carrier, read from its KiCad project; and what tile and carrier share.

The nets come from the exported netlist, the positions from the board file. Positions are in the coordinates of
hardware/dimensions.py (mm, y up, seen from the front); rotations are counterclockwise in degrees, as in KiCad.
"""

import functools
import re
from typing import NamedTuple

from hardware.boards import board_file, exports, s_expression
from hardware.boards.s_expression import Tree, child, children, value

GND, V5_IN, V5, LED_5V, VSYS, V33, CELL = "GND", "5V_IN", "5V", "LED_5V", "VSYS", "3V3", "CELL"
SENSE = "SENSE"
"""The cell behind R14: supplies the off latch, and carries a few mA at most in a short circuit."""

RAILS = (V5_IN, V5, LED_5V, VSYS, V33, CELL)
"""All supply nets of the carrier."""

BULK = "sixpip:CP_Elec_6.3x7.7"
PLUG = "sixpip:JST_SH_SM04B-SRSS-TB_1x04-1MP_P1.00mm_Horizontal"
BUTTON = "sixpip:SW_PUSH_6mm_H7.3mm"
HEADER3 = "sixpip:PinHeader_1x03_P2.54mm_Vertical"

BUTTON_CENTER = (3.25, 2.25)
"""Center of the BUTTON footprint from its first pad, right and down."""


class Part(NamedTuple):
    """A part of the carrier or the tile: its nets by pad number, the position of its origin, and its printed label.

    `sheet` is its sheet in the schematic, `names` are the names of its pins by their numbers.
    """

    reference: str
    value: str
    footprint: str
    nets: dict[str, str]
    x: float
    y: float
    rotation: float = 0
    back: bool = False
    label: str = ""
    sheet: str = ""
    names: dict[str, str] = {}


def pins(tree: Tree) -> dict[tuple[str, str], tuple[str, str]]:
    """Returns net and pin name by reference and pin number; the net is without its sheet, and "" for an open pin."""
    found = {}
    for net in children(child(tree, "nets"), "net"):
        name = value(net, "name")
        short = "" if name.startswith("unconnected-") else name.rpartition("/")[2]
        for node in children(net, "node"):
            found[value(node, "ref"), value(node, "pin")] = short, value(node, "pinfunction")
    return found


def _natural(text: str) -> tuple[str, int]:
    """Returns the sort key of a reference or pin: C2 comes before C10."""
    letters = text.rstrip("0123456789")
    return letters, int(text[len(letters) :] or 0)


@functools.cache
def _parts() -> tuple[Part, ...]:
    """Returns all parts, ordered by sheet and reference."""
    tree = s_expression.parse((exports.FILES / exports.NETLIST).read_text(encoding="utf-8"))
    ends = pins(tree)
    found = []
    for one in children(child(tree, "components"), "comp"):
        reference = value(one, "ref")
        place = board_file.places()[reference]
        own = {
            pin: ends[reference, pin] for pin in sorted((pin for ref, pin in ends if ref == reference), key=_natural)
        }
        made = Part(
            reference, value(one, "value"), value(one, "footprint"), {pin: net for pin, (net, _) in own.items() if net},
            *place,
            sheet=value(one, "sheetpath", "names").strip("/"), names={pin: name for pin, (_, name) in own.items()},
        )  # fmt: skip
        found.append(made)
    sheets = [value(one, "name").strip("/") for one in children(child(tree, "design"), "sheet")]
    return tuple(sorted(found, key=lambda part: (sheets.index(part.sheet), _natural(part.reference))))


def parts() -> list[Part]:
    """Returns all parts of the carrier."""
    return list(_parts())


def find(reference: str) -> Part:
    """Returns the part with a reference. Raises KeyError."""
    return {part.reference: part for part in _parts()}[reference]


def _starting_with(*letters: str) -> list[Part]:
    """Returns the parts whose references have these letters, in the order of their numbers."""
    return sorted(
        (part for part in _parts() if _natural(part.reference)[0] in letters), key=lambda one: _natural(one.reference)
    )


def off_latch(console: str = "handheld") -> list[Part]:
    """Returns the circuit that switches the boost converter off at the firmware's request, and on again with ROLL."""
    return [part for part in (_parts() if console == "handheld" else tabletop_parts()) if part.sheet == "Off latch"]


def tabletop_parts() -> list[Part]:
    """Returns the parts of the tabletop's circuit, which has one more: D5 in series with the gate of Q1.

    ROLL pulls the latch down to the forward voltage of a diode only. D5 takes as much off the gate, because no
    transistor with leads has a threshold of 1 V or more. R12 is at the gate, so that it discharges it.
    """
    gate = "OFF_GATE"
    moved = {"Q1": "1", "R12": "1"}
    changed = [
        part._replace(nets=part.nets | {moved[part.reference]: gate}) if part.reference in moved else part
        for part in _parts()
    ]
    return [*changed, find("D3")._replace(reference="D5", nets={"1": "OFF_LATCH", "3": gate})]


def buttons() -> list[Part]:
    """Returns the nine buttons to ground; the Pico has internal pull-ups. ROLL also starts the console, through D2."""
    return [part for part in _starting_with("SW") if part.footprint == BUTTON]


def holes() -> list[Part]:
    """Returns the screw holes, first those of the case screws."""
    return _starting_with("H")


def pico_nets() -> dict[str, str]:
    """Returns the net by pin of the Pico, without the pins that are not connected."""
    return find("U1").nets


GPIO_OF_PIN = {int(pin): int(name[2:]) for pin, name in find("U1").names.items() if re.fullmatch(r"GP\d+", name)}
"""GPIO by pin of the Pico."""

GPIO_NETS = {GPIO_OF_PIN[int(pin)]: net for pin, net in pico_nets().items() if int(pin) in GPIO_OF_PIN}
"""Net of each used GPIO: a test compares them with pins.py. The debug port is on GPIO 0 and 1."""

TEST_POINTS = tuple((part.value, part.nets["1"]) for part in _starting_with("TP"))
"""Printed label and net of each test point."""

LED_PINS = {"1": "DO", "2": "GND", "3": "DI", "4": "VDD"}
"""Pins of a WS2812B-2020, of which the LEDs are the version V6, as in KiCad's library: check the datasheet of the LEDs
that you order."""

TILE_PLUGS = {"J1": "DIN", "J2": "DOUT"}
"""The two connectors of a tile and the net of their data pin: J1 is labeled IN, J2 OUT."""


def tile_plug(data: str) -> dict[str, str]:
    """Returns the nets by pin of a chain connector on a tile or the carrier; `data` is the net of its data pin."""
    return {"1": GND, "2": LED_5V, "3": data, "4": GND, "MP": GND}
