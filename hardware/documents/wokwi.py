"""hardware/wokwi/diagram.json for the Wokwi simulator, made from pins.py, and the rules that it must keep.

Wokwi cannot be run here: the diagram is checked against PINS alone. It has no rail switch, level shifter or SH1106.
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
"""Pins of each type of part (docs.wokwi.com; those of board-ssd1306 as its own diagrams name them, assumed)."""

WANTED = {"wokwi-pi-pico": 1, "wokwi-led-matrix": DICE, "board-ssd1306": 1, "wokwi-pushbutton": len(BUTTONS)}
WANTED |= {"wokwi-buzzer": 1, "wokwi-potentiometer": 1}
"""How many of each type the console has."""

NOT_SHOWN = ("LED_EN",)
"""Nets that lead to something that Wokwi does not have: the switch of the LED rail."""

FULL_SCALE_MV, CELL_MV = 6600, 3800
"""What the whole travel of the potentiometer stands for (twice 3.3 V), and where it stands at first."""

_KEYS = {name: name[-1] for name in BUTTONS if name.startswith("KEEP")} | {"ROLL": "r", "BANK": "b", "MENU": "m"}


class Wire(NamedTuple):
    """One connection of the diagram."""

    start: str
    end: str
    colour: str


def _parts() -> list[dict[str, Any]]:
    """Everything with its place on the screen, in pixels."""
    found = [_part("wokwi-pi-pico", "pico", 600, 520, {})]
    for number in range(1, DICE + 1):
        attributes = {"rows": "8", "cols": "8", "layout": "serpentine", "brightness": "4"}
        found.append(_part("wokwi-led-matrix", f"die{number}", (number - 1) * 220, 180, attributes))
    found.append(_part("board-ssd1306", "oled", 560, 40, {"i2cAddress": "0x3c"}))
    for number, name in enumerate(BUTTONS):
        keep = name.startswith("KEEP")
        x, y = (number * 220 + 60, 420) if keep else ((number - DICE) * 110 + 860, 60)
        colour = "yellow" if keep else {"ROLL": "green", "BANK": "blue", "MENU": "grey"}[name]
        found.append(
            _part("wokwi-pushbutton", name.lower(), x, y, {"color": colour, "label": name, "key": _KEYS[name]})
        )
    found.append(_part("wokwi-buzzer", "buzzer", 300, 40, {"volume": "0.1"}))
    value = CELL_MV * 1023 // FULL_SCALE_MV
    return [*found, _part("wokwi-potentiometer", "cell", 100, 60, {"value": str(value)})]


def _part(kind: str, name: str, left: int, top: int, attributes: dict[str, str]) -> dict[str, Any]:
    """One part as Wokwi writes it."""
    return {"type": kind, "id": name, "top": top, "left": left, "attrs": attributes}


def _wires() -> list[Wire]:
    """Every connection, by the numbers of pins.py."""
    pico = {net: f"pico:GP{gpio}" for gpio, net, _ in pins.PINS}
    found = []
    before = pico["LED_DATA"]
    for number in range(1, DICE + 1):
        found += [Wire(before, f"die{number}:DIN", "blue"), Wire("pico:VBUS", f"die{number}:VDD", "red")]
        found.append(Wire("pico:GND.8", f"die{number}:VSS", "black"))
        before = f"die{number}:DOUT"
    found += [Wire(pico["OLED_SDA"], "oled:SDA", "blue"), Wire(pico["OLED_SCL"], "oled:SCL", "yellow")]
    found += [Wire("pico:3V3", "oled:VCC", "red"), Wire("pico:GND.6", "oled:GND", "black")]
    for name in BUTTONS:
        found += [Wire(pico[name], f"{name.lower()}:1.l", "green"), Wire("pico:GND.3", f"{name.lower()}:2.l", "black")]
    found += [Wire(pico["BUZZER"], "buzzer:2", "violet"), Wire("pico:GND.5", "buzzer:1", "black")]
    found += [Wire(pico["VBAT"], "cell:SIG", "orange"), Wire("pico:3V3", "cell:VCC", "red")]
    return [*found, Wire("pico:GND.7", "cell:GND", "black")]


def text() -> str:
    """The diagram as it is written to DIAGRAM."""
    wires = [[wire.start, wire.end, wire.colour, []] for wire in _wires()]
    diagram = {"version": 1, "author": "Sixpip", "editor": "wokwi", "parts": _parts(), "connections": wires}
    return json.dumps(diagram, indent=2) + "\n"


def faults(diagram: dict[str, Any]) -> list[str]:
    """What is wrong with a diagram, a sentence each."""
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    found = [f"{kind} is not in the table of pins." for kind in sorted(set(kinds.values()) - set(PINS))]
    ids = Counter(part["id"] for part in diagram["parts"])
    found += [f"There are {count} parts named {name}." for name, count in ids.items() if count > 1]
    counts = Counter(kinds.values())
    found += [f"{counts[kind]} of {kind}, not {many}." for kind, many in WANTED.items() if counts[kind] != many]
    ends: dict[str, list[str]] = {}
    for start, end, *_ in diagram["connections"]:
        for here, there in ((start, end), (end, start)):
            name, _, pin = here.partition(":")
            if pin not in PINS.get(kinds.get(name, ""), ()):
                found.append(f"{here} is no pin.")
            ends.setdefault(here, []).append(there)
    return [*found, *_misled(ends)]


def _misled(ends: dict[str, list[str]]) -> list[str]:
    """Pins of the Pico that lead elsewhere than pins.py says, and dice out of order."""
    found = []
    names: dict[str, tuple[str, ...]] = {net: (f"{net.lower()}:1.l",) for net in BUTTONS}
    names |= {"LED_DATA": ("die1:DIN",), "OLED_SDA": ("oled:SDA",)}
    names |= {"OLED_SCL": ("oled:SCL",), "BUZZER": ("buzzer:2",), "VBAT": ("cell:SIG",)} | dict.fromkeys(NOT_SHOWN, ())
    wanted = {f"pico:GP{gpio}": names[net] for gpio, net, _ in pins.PINS}
    wanted |= {f"die{number}:DOUT": (f"die{number + 1}:DIN",) for number in range(1, DICE)}
    led = {end for end in ends if end.startswith("pico:GP") or end.endswith(":DOUT")}
    for here in sorted(led | set(wanted)):
        there = tuple(ends.get(here, ()))
        if there != wanted.get(here, ()):
            found.append(f"{here} leads to {' and '.join(there) or 'nothing'}.")
    for name in (f"die{number}" for number in range(1, DICE + 1)):
        if len(ends.get(f"{name}:DIN", ())) != 1 or "pico:VBUS" not in ends.get(f"{name}:VDD", ()):
            found.append(f"{name} lacks data or 5 V.")
    return found
