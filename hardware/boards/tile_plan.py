"""The parts and nets of the LED tile as data. Needs no KiCad; tile.py places and connects them."""

from hardware import dimensions
from hardware.boards import netlist

CELLS = int(dimensions.MM["cells"])
SUPPLY, GROUND = netlist.LED_5V, netlist.GND
LED, CAPACITOR, PLUG = "WS2812B-2020", "100n", "SM04B-SRSS-TB"
"""Values of the parts."""

COUNT = CELLS * CELLS
"""Number of LEDs; each row of cells but the last has a capacitor below each cell."""


def data(index: int) -> str:
    """Returns the net at the input of LED `index` (0..63); 64 is the output of the tile."""
    return {0: netlist.TILE_PLUGS["J1"], COUNT: netlist.TILE_PLUGS["J2"]}.get(index, f"DATA{index}")


def led(index: int) -> tuple[str, dict[str, str]]:
    """Returns reference and nets by pin of LED `index`."""
    nets = {"DO": data(index + 1), "GND": GROUND, "DI": data(index), "VDD": SUPPLY}
    return f"D{index + 1}", {pin: nets[name] for pin, name in netlist.LED_PINS.items()}


def capacitor(row: int, column: int) -> tuple[str, dict[str, str]]:
    """Returns reference and nets by pin of the capacitor below a cell."""
    return f"C{row * CELLS + column + 1}", {"1": SUPPLY, "2": GROUND}


def parts() -> dict[str, tuple[str, dict[str, str]]]:
    """Returns value and nets by pin of every part, by its reference."""
    found = {reference: (PLUG, netlist.tile_plug(signal)) for reference, signal in netlist.TILE_PLUGS.items()}
    for index in range(COUNT):
        reference, nets = led(index)
        found[reference] = LED, nets
    for row in range(CELLS - 1):
        for column in range(CELLS):
            reference, nets = capacitor(row, column)
            found[reference] = CAPACITOR, nets
    return found
