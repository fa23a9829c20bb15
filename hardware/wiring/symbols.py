"""What the pins of each part are: their names and electrical kinds, for the schematic and the electrical rules.

Names and kinds of U2 and U3 are those of the usual data sheets (assumed: TPS22918 in SOT-23-6, 74AHCT125).
"""

from hardware.boards import netlist
from hardware.boards.netlist import CELL, GND, LED_5V, RAW, V33, VSYS, Part

SUPPLIES, TAKES, DRIVES, LISTENS, EITHER, PASSIVE = "supplies", "takes", "drives", "listens", "either", "passive"
"""Kinds of pins: gives power, needs power, output, input, both, neither."""

_U2 = {"1": ("VIN", TAKES), "2": ("GND", TAKES), "3": ("ON", LISTENS), "4": ("CT", PASSIVE), "5": ("QOD", PASSIVE)}
_U2 |= {"6": ("VOUT", SUPPLIES)}
_U3 = {"1": ("1OE", LISTENS), "2": ("1A", LISTENS), "3": ("1Y", DRIVES), "4": ("2OE", LISTENS), "5": ("2A", LISTENS)}
_U3 |= {"6": ("2Y", DRIVES), "7": ("GND", TAKES), "8": ("3Y", DRIVES), "9": ("3A", LISTENS), "10": ("3OE", LISTENS)}
_U3 |= {"11": ("4Y", DRIVES), "12": ("4A", LISTENS), "13": ("4OE", LISTENS), "14": ("VCC", TAKES)}
_J1 = {"1": ("5Vo", SUPPLIES), "2": ("GND", SUPPLIES), "3": ("EN", LISTENS), "4": ("Bat", SUPPLIES)}
_J4 = {"1": ("1", TAKES), "2": ("2", TAKES), "3": ("SCL", LISTENS), "4": ("SDA", EITHER)}
_J5 = {"1": ("TX", LISTENS), "2": ("RX", DRIVES), "3": ("GND", PASSIVE)}
_CHAIN = {"1": ("GND", PASSIVE), "2": ("5V", PASSIVE), "4": ("GND", PASSIVE), "MP": ("MP", PASSIVE)}
_J2, _J3 = _CHAIN | {"3": ("DIN of tile 1", LISTENS)}, _CHAIN | {"3": ("DOUT of tile 6", DRIVES)}
_KNOWN = {"U2": _U2, "U3": _U3, "J1": _J1, "J2": _J2, "J3": _J3, "J4": _J4, "J5": _J5}

THROUGH = {"F1": ("1", "2"), "D1": ("2", "1"), "JP1": ("1", "2"), "JP2": ("1", "2")}
"""Passive parts that pass a supply on, from pin to pin; the bridges as for an OLED marked GND VCC: JP1 1-2, JP2 1-2."""

PICO_GIVES = (V33,)
PICO_LISTENS = ("KEEP", "ROLL", "BANK", "MENU", "VBAT", "UART_RX")
"""Nets, by their beginnings, that the Pico reads; it drives the others."""

OPEN = {"U3": ("6", "8", "11")}
"""Pins left open on purpose: the outputs of the level shifter's unused gates."""


def _pico(part: Part) -> dict[str, tuple[str, str]]:
    """The Pico's pins: supplies, buttons it reads, signals it drives."""
    found = {}
    for pin, net in part.nets.items():
        kind = LISTENS if net.startswith(PICO_LISTENS) else DRIVES
        kind = EITHER if net == "OLED_SDA" else kind
        kind = {GND: TAKES, VSYS: TAKES, V33: SUPPLIES}.get(net, kind)
        gpio = next((number for number, name in netlist.GPIO_NETS.items() if name == net), None)
        found[pin] = (net if gpio is None else f"GP{gpio}", kind)
    return found


def pins(part: Part) -> dict[str, tuple[str, str]]:
    """Name and kind of every pin of a part, by pin number; resistors, capacitors, buttons and so on are passive."""
    if part.reference == "U1":
        return _pico(part)
    if part.reference in _KNOWN:
        return _KNOWN[part.reference]
    return {pin: (pin, PASSIVE) for pin in part.nets}


RAILS = (RAW, netlist.SUPPLY, LED_5V, VSYS, V33, CELL)
"""Every supply of the board."""
