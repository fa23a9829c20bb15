"""The breadboard console as data: its parts, its wires, and the check that they make the circuit of the firmware.

Board A has 63 columns and the Pico, board B 30 columns and the buttons. A hole is "A12j": board, column, row. Rows a to
e of a column are connected, and f to j. "A+" and "A-" are the rails at the upper edge, "A=" and "B=" the ground rails
at the lower edges; "A+30" is the hole of a rail at column 30.
"""

import re
from collections import Counter
from typing import NamedTuple

from hardware.boards import netlist
from sixpip.board import pins

COLUMNS = {"A": 63, "B": 30}
ROWS = "abcdefghij"
FIRST_BUTTON, BUTTON_STEP = 1, 3
"""Columns of the first button's left legs, and from one button to the next; its right legs are two columns further."""


class Part(NamedTuple):
    """A part: its name, what is printed next to it, its legs as (name, hole), and the holes that its body covers."""

    name: str
    label: str
    legs: tuple[tuple[str, str], ...]
    covers: tuple[str, ...] = ()


class Wire(NamedTuple):
    """A jumper wire between two holes, and its color in the drawing."""

    start: str
    end: str
    color: str


PIN_OF_GPIO = {gpio: pin for pin, gpio in netlist.GPIO_OF_PIN.items()}
"""Pin of the Pico by GPIO."""


def pico_hole(pin: int) -> str:
    """Returns the hole of a pin: USB at the left, pins 1 to 20 below, 40 to 21 above."""
    return f"A{pin}c" if pin <= 20 else f"A{41 - pin}h"


def beside(pin: int, row: str = "") -> str:
    """Returns a free hole that is connected to a pin of the Pico."""
    hole = pico_hole(pin)
    return hole[:-1] + (row or ("a" if pin <= 20 else "j"))


def of_gpio(gpio: int, row: str = "") -> str:
    """Returns a free hole that is connected to a GPIO."""
    return beside(PIN_OF_GPIO[gpio], row)


def _box(board: str, columns: range, rows: str) -> tuple[str, ...]:
    """Returns the holes of some columns and rows."""
    return tuple(f"{board}{column}{row}" for column in columns for row in rows)


def _button(number: int) -> Part:
    """Returns a button across the groove: the legs of one column are connected, a press connects both columns."""
    left = FIRST_BUTTON + BUTTON_STEP * number
    names = ("KEEP 1", "KEEP 2", "KEEP 3", "KEEP 4", "KEEP 5", "KEEP 6", "ROLL", "BANK", "MENU")
    legs = tuple((side, f"B{left + step}{row}") for side, step in (("A", 0), ("B", 2)) for row in "ef")
    return Part(f"SW{number + 1}", names[number], legs, (f"B{left + 1}e", f"B{left + 1}f"))


_CHIP = (*((str(pin), f"A{23 + pin}e") for pin in range(1, 8)), *((str(pin), f"A{38 - pin}f") for pin in range(8, 15)))
PARTS = (
    Part(
        "U1", "Raspberry Pi Pico", tuple((str(pin), pico_hole(pin)) for pin in range(1, 41)),
        _box("A", range(1, 21), "defg"),
    ),
    Part("U3", "74AHCT125", _CHIP),
    Part("R5", "330", (("1", "A26b"), ("2", "A33b"))),
    Part("C8", "100 nF", (("1", "A24j"), ("2", "A-24"))),
    Part("C1", "470 uF", (("+", "A+59"), ("-", "A-59"))),
    Part("R8", "220", (("1", "A36j"), ("2", "A40j"))),
    Part("LS1", "buzzer", (("1", "A40g"), ("2", "A42g")), _box("A", range(39, 44), "fhi") + ("A39g", "A41g", "A43g")),
    Part("R22", "10 k", (("1", "A12i"), ("2", "A5i"))),
    Part(
        "OLED", "OLED", (("GND", "A50c"), ("VCC", "A51c"), ("SCL", "A52c"), ("SDA", "A53c")),
        _box("A", range(47, 57), "ab") + tuple(f"A{column}c" for column in (47, 48, 49, 54, 55, 56)),
    ),
    *(_button(number) for number in range(9)),
)  # fmt: skip
"""All parts but the panels."""

PANEL_HOLES = {"5V": "A+34", "GND": "A=38", "DIN": "A33d"}
"""The holes of the wires to panel 1; each other panel is plugged into the one before it."""

_SIGNALS = ("#1971c2", "#2f9e44", "#e8590c", "#7048e8", "#0b7285", "#c2255c", "#5c940d", "#a61e4d", "#1864ab")
RED, BLACK = "#d40000", "#222222"

WIRES = (
    Wire(beside(40), "A+1", RED),
    Wire(beside(38), "A-3", BLACK),
    Wire(beside(3), "A=3", BLACK),
    Wire("A=31", "B=30", BLACK),
    Wire(of_gpio(pins.VBAT), "A-7", BLACK),
    # the buffer: its channel 1 carries the data of the dice; the inputs of the others are at ground
    Wire("A24i", "A+26", RED),
    Wire("A30a", "A=33", BLACK),
    Wire(of_gpio(pins.LED_DATA), "A25a", "#2f9e44"),
    *(Wire(f"A{column}a", f"A={column}", BLACK) for column in (24, 27, 28)),
    *(Wire(f"A{column}j", f"A-{column}", BLACK) for column in (25, 26, 28, 29)),
    # buzzer and OLED
    Wire(of_gpio(pins.BUZZER), "A36i", "#0b7285"),
    Wire("A42j", "A-42", BLACK),
    Wire("A50e", "A=44", BLACK),
    Wire(beside(36), "A51e", "#c2255c"),
    Wire(of_gpio(pins.OLED_SCL), "A52e", "#5c940d"),
    Wire(of_gpio(pins.OLED_SDA), "A53e", "#1971c2"),
    # buttons
    *(Wire(f"B{FIRST_BUTTON + BUTTON_STEP * number}a", f"B={FIRST_BUTTON + BUTTON_STEP * number + 1}", BLACK)
      for number in range(9)),
    *(Wire(of_gpio(gpio), f"B{FIRST_BUTTON + BUTTON_STEP * number + 2}j", _SIGNALS[number])
      for number, gpio in enumerate(pins.BUTTONS)),
)  # fmt: skip
"""All jumper wires, without those of the panels."""

CIRCUIT = {
    "5V": ("U1.40", "U3.14", "C8.1", "C1.+", "PANEL.5V"),
    "GND": (
        "U1.3", "U1.8", "U1.13", "U1.18", "U1.23", "U1.28", "U1.33", "U1.38", "U1.34", "C8.2", "C1.-", "PANEL.GND",
        "LS1.2", "OLED.GND", *(f"U3.{pin}" for pin in (1, 4, 5, 7, 9, 10, 12, 13)), *(f"SW{n}.A" for n in range(1, 10)),
    ),
    "3V3": ("U1.36", "OLED.VCC", "R22.2"),
    "CHARGER": ("U1.29", "R22.1"),
    "LED_DATA": ("U1.21", "U3.2"),
    "DATA_5V": ("U3.3", "R5.1"),
    "DIN": ("R5.2", "PANEL.DIN"),
    "BUZZER": ("U1.24", "R8.1"),
    "LS": ("R8.2", "LS1.1"),
    "SCL": ("U1.27", "OLED.SCL"),
    "SDA": ("U1.26", "OLED.SDA"),
    **{f"BUTTON{number}": (f"U1.{PIN_OF_GPIO[gpio]}", f"SW{number}.B") for number, gpio in enumerate(pins.BUTTONS, 1)},
}  # fmt: skip
"""The legs of each net. GND of the Pico's pins is connected inside the Pico; VBAT (pin 34) is at ground: no cell.

CHARGER is high, so that the firmware limits the dice to the lower budget, which a USB port can give.
"""

_GROUNDS = ("3", "8", "13", "18", "23", "28", "33", "38")
_HOLE = re.compile(r"([AB])(\d+)([a-j])|([AB])([-+=])(\d*)")


def strip(hole: str) -> str:
    """Returns the name of the holes that are connected to a hole. Raises ValueError for a hole that does not exist."""
    found = _HOLE.fullmatch(hole)
    if found is None or int(found[2] or found[6] or 1) not in range(1, COLUMNS[found[1] or found[4]] + 1):
        raise ValueError(hole)
    if found[4]:
        return found[4] + found[5]
    return f"{found[1]}{found[2]}{'lower' if found[3] in 'abcde' else 'upper'}"


def connected() -> dict[str, set[str]]:
    """Returns the legs of all parts that are connected with each other, by one of the strips that connect them."""
    groups: dict[str, str] = {}

    def find(name: str) -> str:
        while groups.setdefault(name, name) != name:
            name = groups[name]
        return name

    pairs = [(wire.start, wire.end) for wire in WIRES]
    ground = [pico_hole(int(pin)) for pin in _GROUNDS]
    for one, other in [*pairs, *zip(ground, ground[1:])]:
        groups[find(strip(one))] = find(strip(other))
    legs: dict[str, set[str]] = {}
    for part in PARTS:
        for name, hole in part.legs:
            legs.setdefault(find(strip(hole)), set()).add(f"{part.name}.{name}")
    for name, hole in PANEL_HOLES.items():
        legs.setdefault(find(strip(hole)), set()).add(f"PANEL.{name}")
    return legs


def problems() -> list[str]:
    """Returns a sentence for each fault: a wrong net, a hole that is used twice, or one under a part."""
    found = []
    legs = list(connected().values())
    wanted = {name: set(ends) for name, ends in CIRCUIT.items()}
    used = set().union(*wanted.values())
    for name, ends in wanted.items():
        if not any(ends == group & used for group in legs):
            found.append(f"{name} does not connect {', '.join(sorted(ends))} and nothing else.")
    for group in legs:
        if group & used and group - used:
            found.append(f"{', '.join(sorted(group - used))} should be open.")
    holes = Counter(hole for wire in WIRES for hole in wire[:2])
    holes.update(hole for part in PARTS for _, hole in part.legs)
    holes.update(PANEL_HOLES.values())
    found += [f"Hole {hole} is used {count} times." for hole, count in holes.items() if count > 1]
    covered = {hole for part in PARTS for hole in part.covers}
    return found + [f"Hole {hole} is under a part." for hole in holes if hole in covered]
