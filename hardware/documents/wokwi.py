"""hardware/wokwi/diagram.json for the Wokwi simulator, generated from pins.py, and checks of such a diagram.

The tests cannot run Wokwi: they check the diagram against PINS. Wokwi has no rail switch, level shifter or SH1106.
"""

import json
from collections import Counter
from typing import Any, NamedTuple

from hardware import FOLDER
from hardware.wiring.harness import BUTTONS, DICE
from sixpip.board import pins

DIAGRAM = FOLDER / "wokwi" / "diagram.json"
PINS = {
    "wokwi-pi-pico": tuple(f"GP{number}" for number in (*range(23), 26, 27, 28))
    + tuple(f"GND.{number}" for number in range(1, 9))
    + ("RUN", "ADC_VREF", "3V3", "3V3_EN", "VSYS", "VBUS"),
    "wokwi-led-matrix": ("DIN", "VDD", "VSS", "DOUT"),
    "board-ssd1306": ("GND", "VCC", "SCL", "SDA"),
    "wokwi-pushbutton": ("1.l", "1.r", "2.l", "2.r"),
    "wokwi-buzzer": ("1", "2"),
    "wokwi-potentiometer": ("GND", "SIG", "VCC"),
}
"""Pin names by part type (docs.wokwi.com; those of board-ssd1306 are taken from its examples, assumed)."""

EXPECTED_COUNTS = {"wokwi-pi-pico": 1, "wokwi-led-matrix": DICE, "board-ssd1306": 1, "wokwi-pushbutton": len(BUTTONS)}
EXPECTED_COUNTS |= {"wokwi-buzzer": 1, "wokwi-potentiometer": 1}
"""Number of parts of each type in the console."""

NOT_IN_WOKWI = ("LED_EN",)
"""Nets to parts that Wokwi does not have: the switch of the LED rail."""

FULL_SCALE_MV, CELL_MV = 6600, 3800
"""Cell voltage at the end of the potentiometer's travel (2 x 3.3 V), and its initial setting."""

_KEYS = {name: name[-1] for name in BUTTONS if name.startswith("KEEP")} | {"ROLL": "r", "BANK": "b", "MENU": "m"}


class Wire(NamedTuple):
    """One connection of the diagram."""

    start: str
    end: str
    color: str


def _parts() -> list[dict[str, Any]]:
    """Returns all parts, with positions in pixels."""
    found = [_part("wokwi-pi-pico", "pico", 600, 520, {})]
    for number in range(1, DICE + 1):
        attributes = {"rows": "8", "cols": "8", "layout": "serpentine", "brightness": "4"}
        found.append(_part("wokwi-led-matrix", f"die{number}", (number - 1) * 220, 180, attributes))
    found.append(_part("board-ssd1306", "oled", 560, 40, {"i2cAddress": "0x3c"}))
    for number, name in enumerate(BUTTONS):
        is_keep = name.startswith("KEEP")
        x, y = (number * 220 + 60, 420) if is_keep else ((number - DICE) * 110 + 860, 60)
        color = "yellow" if is_keep else {"ROLL": "green", "BANK": "blue", "MENU": "grey"}[name]
        found.append(_part("wokwi-pushbutton", name.lower(), x, y, {"color": color, "label": name, "key": _KEYS[name]}))
    found.append(_part("wokwi-buzzer", "buzzer", 300, 40, {"volume": "0.1"}))
    value = CELL_MV * 1023 // FULL_SCALE_MV
    return [*found, _part("wokwi-potentiometer", "cell", 100, 60, {"value": str(value)})]


def _part(kind: str, name: str, left: int, top: int, attributes: dict[str, str]) -> dict[str, Any]:
    """Returns one part in Wokwi's format."""
    return {"type": kind, "id": name, "top": top, "left": left, "attrs": attributes}


def _wires() -> list[Wire]:
    """Returns all connections, with the GPIO numbers of pins.py."""
    pico = {net: f"pico:GP{gpio}" for gpio, net, _ in pins.PINS}
    found = []
    data = pico["LED_DATA"]
    for number in range(1, DICE + 1):
        found += [Wire(data, f"die{number}:DIN", "blue"), Wire("pico:VBUS", f"die{number}:VDD", "red")]
        found.append(Wire("pico:GND.8", f"die{number}:VSS", "black"))
        data = f"die{number}:DOUT"
    found += [Wire(pico["OLED_SDA"], "oled:SDA", "blue"), Wire(pico["OLED_SCL"], "oled:SCL", "yellow")]
    found += [Wire("pico:3V3", "oled:VCC", "red"), Wire("pico:GND.6", "oled:GND", "black")]
    for name in BUTTONS:
        found += [Wire(pico[name], f"{name.lower()}:1.l", "green"), Wire("pico:GND.3", f"{name.lower()}:2.l", "black")]
    found += [Wire(pico["BUZZER"], "buzzer:2", "violet"), Wire("pico:GND.5", "buzzer:1", "black")]
    found += [Wire(pico["VBAT"], "cell:SIG", "orange"), Wire("pico:3V3", "cell:VCC", "red")]
    return [*found, Wire("pico:GND.7", "cell:GND", "black")]


def text() -> str:
    """Returns the text of diagram.json."""
    wires = [[wire.start, wire.end, wire.color, []] for wire in _wires()]
    diagram = {"version": 1, "author": "Sixpip", "editor": "wokwi", "parts": _parts(), "connections": wires}
    return json.dumps(diagram, indent=2) + "\n"


def problems(diagram: dict[str, Any]) -> list[str]:
    """Returns a sentence for each error in a diagram."""
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    found = [f"{kind} is not in the table of pins." for kind in sorted(set(kinds.values()) - set(PINS))]
    ids = Counter(part["id"] for part in diagram["parts"])
    found += [f"There are {count} parts named {name}." for name, count in ids.items() if count > 1]
    counts = Counter(kinds.values())
    found += [
        f"There are {counts[kind]} parts of type {kind}, expected {expected}."
        for kind, expected in EXPECTED_COUNTS.items()
        if counts[kind] != expected
    ]
    ends: dict[str, list[str]] = {}
    for start, end, *_ in diagram["connections"]:
        for one, other in ((start, end), (end, start)):
            name, _, pin = one.partition(":")
            if pin not in PINS.get(kinds.get(name, ""), ()):
                found.append(f"{one} is not a pin.")
            ends.setdefault(one, []).append(other)
    return [*found, *_wrong_connections(ends)]


def _wrong_connections(ends: dict[str, list[str]]) -> list[str]:
    """Returns a sentence for each wrong connection of the Pico or a die."""
    found = []
    names: dict[str, tuple[str, ...]] = {net: (f"{net.lower()}:1.l",) for net in BUTTONS}
    names |= {"LED_DATA": ("die1:DIN",), "OLED_SDA": ("oled:SDA",)}
    names |= {"OLED_SCL": ("oled:SCL",), "BUZZER": ("buzzer:2",), "VBAT": ("cell:SIG",)} | dict.fromkeys(
        NOT_IN_WOKWI, ()
    )
    expected = {f"pico:GP{gpio}": names[net] for gpio, net, _ in pins.PINS}
    expected |= {f"die{number}:DOUT": (f"die{number + 1}:DIN",) for number in range(1, DICE)}
    checked = {end for end in ends if end.startswith("pico:GP") or end.endswith(":DOUT")}
    for end in sorted(checked | set(expected)):
        connected = tuple(ends.get(end, ()))
        if connected != expected.get(end, ()):
            found.append(f"{end} is connected to {' and '.join(connected) or 'nothing'}.")
    for name in (f"die{number}" for number in range(1, DICE + 1)):
        if len(ends.get(f"{name}:DIN", ())) != 1 or "pico:VBUS" not in ends.get(f"{name}:VDD", ()):
            found.append(f"{name} has no data or no 5 V connection.")
    return found
