"""The schematic sheet of the LED tile, drawn with schemdraw from hardware/boards/tile_plan.py.

It shows the first two and the last LED of the chain and the first and the last capacitor.
"""

from typing import Any

from hardware.boards import REVISION, netlist, tile_plan
from hardware.boards.netlist import Part
from hardware.wiring.drawn_parts import tag, text

NAME = "tile"
"""Name of the sheet."""

_STEP, _WIDTH, _HEIGHT = 6.8, 2.8, 1.9
"""Distance between two LEDs, and the size of one."""

_PLUGS_Y, _CAPACITORS_Y = -5.2, -5.0


def listing() -> str:
    """Returns the content of the sheet as text: every part of the tile with its nets, also those not drawn."""
    lines = []
    for part in tile_plan.parts():
        lines.append(" ".join([part.reference, part.value, *(f"{pin}={net}" for pin, net in part.nets.items())]))
    return "\n".join(lines) + "\n"


def draw(drawing: Any, elements: Any) -> None:
    """Adds title, chain, connectors and capacitors to a drawing."""
    text(drawing, elements, (-2.9, 3.6), f"Sixpip, sheet {NAME}: {REVISION}, not yet built", "left", 13)
    note = f"{tile_plan.COUNT} LEDs in one chain, {_capacitors()} capacitors; six tiles are connected OUT to IN"
    text(drawing, elements, (-2.9, 2.9), note, "left")
    last = tile_plan.COUNT - 1
    for place, index in enumerate((0, 1, last)):
        _led(drawing, elements, index, place * _STEP)
    tag(drawing, elements, (-0.6, 0.0), tile_plan.data(0), False)
    wire = _STEP - _WIDTH
    _wire(drawing, elements, _WIDTH, wire, tile_plan.data(1))
    _dots(drawing, elements, _STEP + _WIDTH, wire)
    drawing += elements.Line().at((2 * _STEP + _WIDTH, 0)).to((2 * _STEP + _WIDTH + 0.6, 0))
    tag(drawing, elements, (2 * _STEP + _WIDTH + 0.6, 0.0), tile_plan.data(tile_plan.COUNT), True)
    for number, reference in enumerate(netlist.TILE_PLUGS):
        _plug(drawing, elements, tile_plan.plug(reference), number * 4.4)
    for number, cell in enumerate(((0, 0), (tile_plan.CELLS - 2, tile_plan.CELLS - 1))):
        _capacitor(drawing, elements, tile_plan.capacitor(*cell), 10.6 + number * 3.2)
    text(drawing, elements, (12.2 + 0.6, _CAPACITORS_Y - 0.75), "...", size=16)


def _capacitors() -> int:
    """Returns the number of capacitors."""
    return sum(part.value == tile_plan.CAPACITOR for part in tile_plan.parts())


def _led(drawing: Any, elements: Any, index: int, x: float) -> None:
    """Adds an LED as a box: data from left to right, supply above, ground below; the middle row is at y = 0."""
    part = tile_plan.led(index)
    numbers = {name: pin for pin, name in netlist.LED_PINS.items()}
    drawing += elements.Rect(corner1=(0, 0), corner2=(_WIDTH, _HEIGHT)).at((x, -_HEIGHT / 2)).theta(0)
    middle, half = x + _WIDTH / 2, _HEIGHT / 2
    text(drawing, elements, (x, half + 0.3), part.reference, "left", 11)
    text(drawing, elements, (middle, -0.02), part.value, size=8)
    for name, side in (("DI", -1), ("DO", 1)):
        edge = middle + side * _WIDTH / 2
        text(drawing, elements, (edge - 0.15 * side, -0.4), name, "right" if side > 0 else "left", 9)
        text(drawing, elements, (edge + 0.24 * side, 0.2), numbers[name], size=8)
    drawing += elements.Line().at((x - 0.6, 0)).to((x, 0))
    for name, side in (("VDD", 1), ("GND", -1)):
        text(drawing, elements, (middle, side * (half - 0.3)), name, size=9)
        text(drawing, elements, (middle + 0.25, side * (half + 0.2)), numbers[name], size=8)
        drawing += elements.Line().at((middle, side * half)).to((middle, side * (half + 0.5)))
    drawing += elements.Ground().at((middle, -half - 0.5)).theta(0)
    drawing += elements.Vdd().at((middle, half + 0.5)).theta(0).label(part.nets[numbers["VDD"]], fontsize=10)


def _wire(drawing: Any, elements: Any, x: float, length: float, net: str) -> None:
    """Adds the wire between two LEDs with the name of its net."""
    drawing += elements.Line().at((x, 0)).to((x + length, 0))
    text(drawing, elements, (x + length / 2, 0.25), net)


def _dots(drawing: Any, elements: Any, x: float, length: float) -> None:
    """Adds the wire that stands for the LEDs that are not drawn, with the names of its first and last net."""
    for number, net in enumerate((tile_plan.data(2), tile_plan.data(tile_plan.COUNT - 1))):
        start = x + number * length * 0.6
        drawing += elements.Line().at((start, 0)).to((start + length * 0.4, 0))
        text(drawing, elements, (start + length * (0.24 - 0.08 * number), 0.25), net)
    text(drawing, elements, (x + length / 2, 0.0), "...", size=16)


def _plug(drawing: Any, elements: Any, part: Part, x: float) -> None:
    """Adds a connector as a box with its pins to the right."""
    height = 0.8 * len(part.nets) + 0.2
    drawing += elements.Rect(corner1=(0, 0), corner2=(1.0, height)).at((x - 2.4, _PLUGS_Y - height + 1.6)).theta(0)
    text(drawing, elements, (x - 2.4, _PLUGS_Y + 2.3), f"{part.reference} {part.label}", "left", 11)
    text(drawing, elements, (x - 2.4, _PLUGS_Y + 1.87), part.value, "left", 8)
    for row, (pin, net) in enumerate(part.nets.items()):
        y = _PLUGS_Y + 1.1 - 0.8 * row
        drawing += elements.Line().at((x - 1.4, y)).to((x - 0.9, y))
        text(drawing, elements, (x - 1.55, y), pin, "right", 9)
        tag(drawing, elements, (x - 0.9, y), net, True)


def _capacitor(drawing: Any, elements: Any, part: Part, x: float) -> None:
    """Adds a capacitor between supply and ground."""
    top = (x, _CAPACITORS_Y)
    drawing += elements.Vdd().at(top).theta(0).label(part.nets["1"], fontsize=10)
    drawing += elements.Capacitor().at(top).to((x, _CAPACITORS_Y - 1.5))
    drawing += elements.Ground().at((x, _CAPACITORS_Y - 1.5)).theta(0)
    text(drawing, elements, (x + 0.42, _CAPACITORS_Y - 0.5), part.reference, "left")
    text(drawing, elements, (x + 0.42, _CAPACITORS_Y - 0.93), part.value, "left")
