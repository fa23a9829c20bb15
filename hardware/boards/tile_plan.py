"""The parts, nets and positions of the LED tile as data. Needs no KiCad; tile.py draws the tile.

Positions are in mm from the upper left corner, y down, seen from the front.
"""

from hardware import dimensions
from hardware.boards import netlist
from hardware.boards.netlist import Part

MM = dimensions.MM
CELLS, PITCH, SIZE = int(MM["cells"]), MM["led_pitch"], MM["tile_size"]
SUPPLY, GROUND = netlist.LED_5V, netlist.GND
LED, CAPACITOR, PLUG = "WS2812B-2020-V6", "100n", "SM04B-SRSS-TB"
"""Values of the parts."""

LED_FOOTPRINT = "sixpip:LED_WS2812B-2020_PLCC4_2.0x2.0mm"
CAPACITOR_FOOTPRINT = "sixpip:C_0402_1005Metric"
PLUG_LABELS = {"J1": "IN", "J2": "OUT"}
"""Printed labels of the connectors."""

PLUG_Y = 3.75
"""Distance of the connectors' centers from the upper edge: their pads are between two rows of vias."""

COUNT = CELLS * CELLS
"""Number of LEDs."""

CAPACITOR_CELLS = tuple((row, column) for row in range(CELLS - 1) for column in range(1, CELLS - 1))
"""Row and column of the cells with a capacitor below: not in the last row, and not next to the V-cuts at both sides,
where breaking the panel would bend a capacitor.
"""


def data(index: int) -> str:
    """Returns the net at the input of LED `index` (0..63); 64 is the output of the tile."""
    return {0: netlist.TILE_PLUGS["J1"], COUNT: netlist.TILE_PLUGS["J2"]}.get(index, f"DATA{index}")


def led_cell(index: int) -> tuple[int, int]:
    """Returns row and column of an LED: even rows run to the right, odd rows to the left."""
    row, column = divmod(index, CELLS)
    return row, CELLS - 1 - column if row % 2 else column


def middle(row: int, column: int) -> tuple[float, float]:
    """Returns the center of a cell."""
    margin = (SIZE - CELLS * PITCH) / 2
    return margin + PITCH * (column + 0.5), margin + PITCH * (row + 0.5)


def holes() -> list[tuple[float, float]]:
    """Returns the centers of the mounting holes."""
    return [(SIZE / 2 + x, SIZE / 2 - y) for x, y in dimensions.TILE_HOLES]


def led(index: int) -> Part:
    """Returns LED `index`."""
    row, column = led_cell(index)
    nets = {"DO": data(index + 1), "GND": GROUND, "DI": data(index), "VDD": SUPPLY}
    by_pin = {pin: nets[name] for pin, name in netlist.LED_PINS.items()}
    return Part(f"D{index + 1}", LED, LED_FOOTPRINT, by_pin, *middle(row, column), 0 if row % 2 else 180)


def capacitor(row: int, column: int) -> Part:
    """Returns the capacitor below a cell; its ground pin is on the side without a mounting hole."""
    x, y = middle(row, column)
    y += PITCH / 2
    hole_right = any(abs(hx - x - PITCH / 2) < 0.1 and abs(hy - y) < 0.1 for hx, hy in holes())
    rotation = 180 if hole_right else 0
    nets = {"1": SUPPLY, "2": GROUND}
    return Part(f"C{row * CELLS + column + 1}", CAPACITOR, CAPACITOR_FOOTPRINT, nets, x, y, rotation)


def plug(reference: str) -> Part:
    """Returns a connector on the back, opening at the upper edge: J1 is at the left as seen from the front."""
    x = SIZE / 2 + (-1 if reference == "J1" else 1) * MM["tile_plug_x"]
    nets = netlist.tile_plug(netlist.TILE_PLUGS[reference])
    return Part(reference, PLUG, netlist.PLUG, nets, x, PLUG_Y, 0, True, PLUG_LABELS[reference])


def parts() -> list[Part]:
    """Returns all parts of the tile: connectors, LEDs in the order of the chain, capacitors row by row."""
    plugs, leds = [plug(reference) for reference in netlist.TILE_PLUGS], [led(index) for index in range(COUNT)]
    return plugs + leds + [capacitor(row, column) for row, column in CAPACITOR_CELLS]
