"""Pin names and electrical pin types of each part, for the schematic and the electrical rules.

Those of the load switch and the level shifter are as in typical datasheets (assumed: TPS22918 in SOT-23-6, 74AHCT125).
"""

from hardware.boards import netlist, tile_plan
from hardware.boards.netlist import CELL, GND, LED_5V, V5_IN, V33, VSYS, Part

POWER_OUT, POWER_IN, OUTPUT = "power out", "power in", "output"
INPUT, BIDIRECTIONAL, PASSIVE = "input", "bidirectional", "passive"
"""Electrical types of pins."""

Pins = dict[str, tuple[str, str]]
"""Name and type of each pin by its number."""

_SWITCH: Pins = {"1": ("VIN", POWER_IN), "2": ("GND", POWER_IN), "3": ("ON", INPUT), "4": ("CT", PASSIVE)}
_SWITCH |= {"5": ("QOD", PASSIVE), "6": ("VOUT", POWER_OUT)}
_SHIFTER: Pins = {"1": ("1OE", INPUT), "2": ("1A", INPUT), "3": ("1Y", OUTPUT), "4": ("2OE", INPUT), "5": ("2A", INPUT)}
_SHIFTER |= {"6": ("2Y", OUTPUT), "7": ("GND", POWER_IN), "8": ("3Y", OUTPUT), "9": ("3A", INPUT), "10": ("3OE", INPUT)}
_SHIFTER |= {"11": ("4Y", OUTPUT), "12": ("4A", INPUT), "13": ("4OE", INPUT), "14": ("VCC", POWER_IN)}
_SUPPLY: Pins = {"1": ("5Vo", POWER_OUT), "2": ("GND", POWER_OUT), "3": ("EN", INPUT), "4": ("Bat", POWER_OUT)}
_SUPPLY |= {"5": ("USB", OUTPUT)}
_FET: Pins = {"1": ("G", INPUT), "2": ("S", PASSIVE), "3": ("D", PASSIVE)}
_LED_TYPES = {"DO": OUTPUT, "GND": POWER_IN, "DI": INPUT, "VDD": POWER_IN}
_BY_VALUE: dict[str, Pins] = {
    "TPS22918DBV": _SWITCH,
    "74AHCT125": _SHIFTER,
    "S5B-PH-K": _SUPPLY,
    "OLED 0.96 I2C": {"1": ("1", POWER_IN), "2": ("2", POWER_IN), "3": ("SCL", INPUT), "4": ("SDA", BIDIRECTIONAL)},
    "UART": {"1": ("TX", INPUT), "2": ("RX", OUTPUT), "3": ("GND", PASSIVE)},
    "BSS138": _FET,
    "BSS84": _FET,
    "BAV70": {"1": ("A1", PASSIVE), "2": ("A2", PASSIVE), "3": ("K", PASSIVE)},
    "BAS16": {"1": ("A", PASSIVE), "3": ("K", PASSIVE)},
    "GND first": {pin: (pin, PASSIVE) for pin in "123"},  # solder jumper
    "OS102011MA1QN1": {"1": ("O", PASSIVE), "2": ("C", PASSIVE), "3": ("I", PASSIVE)},
    tile_plan.LED: {pin: (name, _LED_TYPES[name]) for pin, name in netlist.LED_PINS.items()},
}
"""Pins of the parts with three pins or more, or with names, by value."""

_PLUG: Pins = {"1": ("GND", PASSIVE), "2": ("5V", PASSIVE), "4": ("GND", PASSIVE), "MP": ("MP", PASSIVE)}
_PLUG_DATA = {
    "LED OUT": ("DIN of tile 1", INPUT),
    "LED END": ("DOUT of tile 6", OUTPUT),
    "IN": ("DIN", OUTPUT),
    "OUT": ("DOUT", INPUT),
}
"""Name and type of the data pin of each chain connector by its label; an output brings a signal to its board."""

PASSES_POWER = {"F1": ("1", "2"), "D1": ("2", "1"), "JP1": ("1", "2"), "JP2": ("1", "2")}
"""Passive parts of the carrier that pass a supply from pin to pin.

The solder jumpers connect pins 1 and 2, as for an OLED labeled GND VCC.
"""

PICO_INPUTS = ("KEEP", "ROLL", "BANK", "MENU", "VBAT", "CHARGER", "UART_RX")
"""Prefixes of the nets that are inputs of the Pico; the others are outputs."""

UNCONNECTED = {"U3": ("6", "8", "11")}
"""Pins of the carrier left open on purpose: outputs of the unused gates of the level shifter."""


def _pico(part: Part) -> Pins:
    """Returns name and type of the pins of the Pico."""
    found = {}
    for pin, net in part.nets.items():
        kind = INPUT if net.startswith(PICO_INPUTS) else OUTPUT
        kind = BIDIRECTIONAL if net == "OLED_SDA" else kind
        kind = {GND: POWER_IN, VSYS: POWER_IN, V33: POWER_OUT}.get(net, kind)
        gpio = next((number for number, name in netlist.GPIO_NETS.items() if name == net), None)
        found[pin] = (net if gpio is None else f"GP{gpio}", kind)
    return found


def pins(part: Part) -> Pins:
    """Returns name and type of every pin of a part; resistors, capacitors, buttons and so on are passive.

    Raises KeyError for a value that is not known, if the part has three pins or more.
    """
    if part.footprint == netlist.PICO:
        return _pico(part)
    if part.footprint == netlist.PLUG:
        return _PLUG | {"3": _PLUG_DATA[part.label]}
    if part.value in _BY_VALUE or len(part.nets) > 2:
        return _BY_VALUE[part.value]
    return {pin: (pin, PASSIVE) for pin in part.nets}


RAILS = (V5_IN, netlist.V5, LED_5V, VSYS, V33, CELL)
"""All supply nets of the carrier."""
