"""Pin names and electrical pin types of each part, for the schematic and the electrical rules.

Those of U2 and U3 are as in typical datasheets (assumed: TPS22918 in SOT-23-6, 74AHCT125).
"""

from hardware.boards import netlist
from hardware.boards.netlist import CELL, GND, LED_5V, V5_IN, V33, VSYS, Part

POWER_OUT, POWER_IN, OUTPUT = "power out", "power in", "output"
INPUT, BIDIRECTIONAL, PASSIVE = "input", "bidirectional", "passive"
"""Electrical types of pins."""

_U2 = {"1": ("VIN", POWER_IN), "2": ("GND", POWER_IN), "3": ("ON", INPUT), "4": ("CT", PASSIVE), "5": ("QOD", PASSIVE)}
_U2 |= {"6": ("VOUT", POWER_OUT)}
_U3 = {"1": ("1OE", INPUT), "2": ("1A", INPUT), "3": ("1Y", OUTPUT), "4": ("2OE", INPUT), "5": ("2A", INPUT)}
_U3 |= {"6": ("2Y", OUTPUT), "7": ("GND", POWER_IN), "8": ("3Y", OUTPUT), "9": ("3A", INPUT), "10": ("3OE", INPUT)}
_U3 |= {"11": ("4Y", OUTPUT), "12": ("4A", INPUT), "13": ("4OE", INPUT), "14": ("VCC", POWER_IN)}
_J1 = {"1": ("5Vo", POWER_OUT), "2": ("GND", POWER_OUT), "3": ("EN", INPUT), "4": ("Bat", POWER_OUT)}
_J1 |= {"5": ("USB", OUTPUT)}
_FET = {"1": ("G", INPUT), "2": ("S", PASSIVE), "3": ("D", PASSIVE)}
_D2, _D3 = {"1": ("A1", PASSIVE), "2": ("A2", PASSIVE), "3": ("K", PASSIVE)}, {"1": ("A", PASSIVE), "3": ("K", PASSIVE)}
_J4 = {"1": ("1", POWER_IN), "2": ("2", POWER_IN), "3": ("SCL", INPUT), "4": ("SDA", BIDIRECTIONAL)}
_J5 = {"1": ("TX", INPUT), "2": ("RX", OUTPUT), "3": ("GND", PASSIVE)}
_CHAIN = {"1": ("GND", PASSIVE), "2": ("5V", PASSIVE), "4": ("GND", PASSIVE), "MP": ("MP", PASSIVE)}
_J2, _J3 = _CHAIN | {"3": ("DIN of tile 1", INPUT)}, _CHAIN | {"3": ("DOUT of tile 6", OUTPUT)}
_KNOWN = {"U2": _U2, "U3": _U3, "J1": _J1, "J2": _J2, "J3": _J3, "J4": _J4, "J5": _J5}
_KNOWN |= {
    "Q1": _FET,
    "Q2": _FET,
    "D2": _D2,
    "D3": _D3,
    "SW10": {"1": ("O", PASSIVE), "2": ("C", PASSIVE), "3": ("I", PASSIVE)},
}

PASSES_POWER = {"F1": ("1", "2"), "D1": ("2", "1"), "JP1": ("1", "2"), "JP2": ("1", "2")}
"""Passive parts that pass a supply from pin to pin; solder jumpers as for an OLED labeled GND VCC: pins 1 and 2."""

PICO_INPUTS = ("KEEP", "ROLL", "BANK", "MENU", "VBAT", "CHARGER", "UART_RX")
"""Prefixes of the nets that are inputs of the Pico; the others are outputs."""

UNCONNECTED = {"U3": ("6", "8", "11")}
"""Pins left open on purpose: outputs of the unused gates of the level shifter."""


def _pico(part: Part) -> dict[str, tuple[str, str]]:
    """Returns name and type of the pins of the Pico."""
    found = {}
    for pin, net in part.nets.items():
        kind = INPUT if net.startswith(PICO_INPUTS) else OUTPUT
        kind = BIDIRECTIONAL if net == "OLED_SDA" else kind
        kind = {GND: POWER_IN, VSYS: POWER_IN, V33: POWER_OUT}.get(net, kind)
        gpio = next((number for number, name in netlist.GPIO_NETS.items() if name == net), None)
        found[pin] = (net if gpio is None else f"GP{gpio}", kind)
    return found


def pins(part: Part) -> dict[str, tuple[str, str]]:
    """Returns name and type of every pin of a part; resistors, capacitors, buttons and so on are passive."""
    if part.reference == "U1":
        return _pico(part)
    if part.reference in _KNOWN:
        return _KNOWN[part.reference]
    return {pin: (pin, PASSIVE) for pin in part.nets}


RAILS = (V5_IN, netlist.V5, LED_5V, VSYS, V33, CELL)
"""All supply nets of the board."""
