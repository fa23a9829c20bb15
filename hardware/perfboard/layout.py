"""The layout of the tabletop's perfboard as data: parts, wires to the panel, bare and insulated wires on the back.

check.py compares it with the netlist, drawing.py draws it. Hole names are those of grid.py.
"""

from typing import NamedTuple


class Place(NamedTuple):
    """A part: the hole of its first lead, and its leads as (printed name, pin of the netlist's part or "").

    `turns` are quarter turns clockwise, seen from the front. Part D2 of the netlist is two diodes here.
    """

    name: str
    part: str
    package: str
    first: str
    leads: tuple[tuple[str, str], ...]
    turns: int = 0
    kind: str = ""

    @property
    def reference(self) -> str:
        """The reference of the part in the netlist."""
        return self.name.rstrip("ab")


def _numbers(count: int) -> tuple[tuple[str, str], ...]:
    """Returns leads that have the pin numbers of the netlist."""
    return tuple((str(number), str(number)) for number in range(1, count + 1))


_TWO = (("", "1"), ("", "2"))
_PLUS = (("+", "1"), ("-", "2"))
_DIODE = (("K", "1"), ("A", "2"))

PLACES = (
    Place("U1", "Raspberry Pi Pico", "Pico", "A19", _numbers(40)),
    # supply, at the right edge
    Place("F1", "polyfuse 1.5 A, radial", "fuse", "V20", _TWO, 3),
    Place("D4", "P6KE6.8A", "diode DO-15", "V16", _DIODE, 3),
    Place("C1", "220 uF 10 V", "electrolytic", "X15", _PLUS, 3),
    Place("U2", "TPS22918 on adapter", "adapter", "X9", _numbers(6), 3),
    Place("C2", "1 uF", "ceramic", "X11", _TWO, 1),
    Place("R1", "8.2 k", "resistor", "S10", _TWO, 3),
    Place("C3", "4.7 nF", "ceramic", "U4", _TWO),
    Place("R2", "220", "resistor", "T8", _TWO, 3),
    Place("D1", "1N5817", "diode DO-41", "B10", _DIODE, 3),
    # dice
    Place("C4", "220 uF 10 V", "electrolytic", "N2", _PLUS, 1),
    Place("C5", "220 uF 10 V", "electrolytic", "Q2", _PLUS, 1),
    Place("C6", "220 uF 10 V", "electrolytic", "J2", _PLUS, 1),
    Place("U3", "74AHCT125", "DIP-14", "F8", _numbers(14)),
    Place("C8", "100 nF", "ceramic", "F3", _TWO),
    Place("R5", "330", "resistor", "H9", _TWO),
    # cell voltage
    Place("R4", "200 k 1 %", "resistor", "G10", _TWO, 2),
    Place("C7", "100 nF", "ceramic", "F9", _TWO, 2),
    # OLED
    Place("R6", "4.7 k", "resistor", "N10", _TWO, 3),
    Place("R7", "4.7 k", "resistor", "O10", _TWO, 3),
    Place("C9", "100 nF", "ceramic", "P6", _TWO, 1),
    # sound
    Place("R8", "220", "resistor", "B23", _TWO),
    Place("LS1", "PS1240P02BT", "buzzer", "F26", _TWO, 1),
    Place("R9", "10 k", "resistor", "I26", _TWO, 3),
    # off latch
    Place("D3", "1N4148", "small diode", "J27", (("A", "1"), ("K", "3")), 3),
    Place("R17", "1 k", "resistor", "J30", _TWO, 2),
    Place("D2a", "1N4148", "small diode", "K22", (("A", "1"), ("K", "3")), 1),
    Place("D2b", "1N4148", "small diode", "L22", (("A", "2"), ("K", "3")), 1),
    Place("R10", "220 k", "resistor", "M26", _TWO, 1),
    Place("R11", "47 k", "resistor", "N24", _TWO, 1),
    Place("D5", "1N4148", "small diode", "N22", (("A", "1"), ("K", "3"))),
    Place("R12", "470 k", "resistor", "T25", _TWO),
    Place("C10", "100 nF", "ceramic", "P21", _TWO),
    Place("Q1", "TN2106N3-G", "TO-92", "Q24", (("S", "2"), ("G", "1"), ("D", "3")), 2, "flat side up"),
    Place("Q2", "TP2104N3-G", "TO-92", "Q28", (("S", "2"), ("G", "1"), ("D", "3")), 2, "flat side up"),
    Place("R13", "1 M", "resistor", "R24", _TWO, 1),
    # cell and charger
    Place("R14", "1 k", "resistor", "W30", _TWO, 2),
    Place("R3", "200 k 1 %", "resistor", "W28", _TWO, 2),
    Place("R15", "100 k", "resistor", "W26", _TWO, 2),
    Place("R16", "330 k", "resistor", "S24", _TWO),
)
"""All parts on the board."""

PANEL = {
    "POWER": "X20 X18 X22 X29 X26",
    "SWITCH": "X24 X23 P26",
    "LED OUT": "L3 L2 L4",
    "LED END": "S3 S2 S4",
    "OLED": "M11 Q6 N11 O11",
    "KEEP1": "D20 D21",
    "KEEP2": "E20 E21",
    "KEEP3": "F20 F21",
    "KEEP4": "G20 G21",
    "KEEP5": "I20 I21",
    "KEEP6": "J20 J21",
    "ROLL": "K27 M21",
    "BANK": "L20 L21",
    "MENU": "N20 N21",
}
"""Holes of the wires that leave the board, by plug of the harness ("PERF POWER" ...), in the order of its pins."""

TRACKS = {
    "3V3": "N6-Q6",
    "5V": "X9-X11 W11-X11 W11-W16 X15-X16 V16-X16 V16-V18",
    "5V_IN": "V20-X20",
    "BANK": "L19-L20",
    "BOOST_EN": "X22-X23",
    "BUZZ": "F23-F26 F26-I26",
    "CELL": "W28-W30 W29-X29",
    "CHARGER": "S24-S26",
    "DISCHARGE": "T8-U8",
    "GND": (
        "H3-W3 H3-H5 J3-J8 R3-R21 R21-U21 W3-W4 G5-H5 J5-K5 R6-S6 J7-L7 L7-L8 D8-F8 D8-D10 I8-J8 P8-R8 C10-D10 "
        "C10-C21 M11-M21 V11-V13 H12-H21 H13-V13 X13-X14 X18-X19 U19-X19 U19-U22 C21-J21 E21-E28 I21-I22 "
        "L21-N21 U22-W22 Q23-Q24 Q23-W23 W22-W24 W24-X24 X24-X25 E28-F28"
    ),
    "HOLD": "O24-O26 R24-R26 O26-R26 P26-P28",
    "KEEP1": "D19-D20",
    "KEEP2": "E19-E20",
    "KEEP3": "F19-F20",
    "KEEP4": "G19-G20",
    "KEEP5": "I19-I20",
    "KEEP6": "J19-J20",
    "LED_5V": "F2-S2 F2-F5 T4-T7 S7-T7 S7-S9 S9-U9",
    "LED_DIN": "L4-M4 M4-M9 L9-M9",
    "LED_EN": "W7-X7 W7-W10 S10-W10 S10-S12",
    "LED_SHIFTED": "H8-H9",
    "MENU": "N19-N20",
    "OFF_DRIVE": "N28-O28",
    "OFF_LATCH": "P21-P22 L22-P22 N22-N24 J23-N23",
    "OFF_PULSE": "J27-J30",
    "OLED_SCL": "N10-N12",
    "OLED_SDA": "O10-O12",
    "RISE": "U4-U7",
    "ROLL": "K19-K22",
    "SENSE": "Q28-R28 Q28-Q30 M30-S30",
    "USB_5V": "W26-X26",
    "VBAT": "F9-G9 G9-G12",
    "VSYS": "B10-B12",
    "WAKE": "K26-M26 K26-K27",
}
"""Straight bare wires on the back, by net: each is soldered to every pad that it passes."""

WIRES = {
    "3V3": "E12-N6",
    "5V": "X9-B6",
    "BUZZER": "Q12-B23",
    "CHARGER": "L12-S24",
    "GND": "V11-X13 V11-X8",
    "LED_5V": "T4-S2",
    "LED_DATA": "T12-G8",
    "OFF_GATE": "R22-P24 R22-T25",
    "POWER_OFF": "P12-F30",
    "VBAT": "G12-S28",
}
"""Insulated wires on the back, by net."""
