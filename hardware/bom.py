"""The list of parts as data: what to buy for the handheld and for the tabletop, and the rules the list must keep.

Prices are indicative and assumed, in EUR for small numbers, taxes and postage apart. Shops are named with what to
search for there; where no maker's number stands, any make that fits the words will do.
"""

from collections import Counter
from typing import NamedTuple

from hardware import dimensions
from hardware.boards import netlist
from hardware.wiring.harness import CONSOLES, DICE

MM = dimensions.MM
LEDS = int(MM["cells"] ** 2)
CAPACITORS = int(MM["cells"] * (MM["cells"] - 1))
"""Of each tile."""

ANY = "any"
_PERF = "{perf_width:g} x {perf_height:g} mm".format_map(dimensions.TABLETOP_MM)
_CARRIER = " x ".join(f"{length:g}" for length in dimensions.carrier_size()) + " mm"


class Line(NamedTuple):
    """One line: references with how often each is bought, by console, then what it is and where it is had."""

    handheld: dict[str, int]
    tabletop: dict[str, int]
    part: str
    number: str
    search: str
    sources: tuple[str, str]
    price: float
    substitute: str
    note: str

    def quantity(self, console: str) -> int:
        """How many one console needs."""
        return sum((self.handheld if console == "handheld" else self.tabletop).values())


def _each(*references: str) -> dict[str, int]:
    """One of each reference; "SW1-9" stands for nine."""
    found: dict[str, int] = {}
    for reference in references:
        letters = reference.rstrip("0123456789-")
        first, _, last = reference[len(letters) :].partition("-")
        for number in range(int(first), int(last or first) + 1):
            found[f"{letters}{number}"] = 1
    return found


def _both(
    references: dict[str, int],
    part: str,
    number: str,
    search: str,
    sources: tuple[str, str],
    price: float,
    substitute: str,
    note: str,
) -> Line:
    """A line that is the same for both consoles."""
    return Line(references, references, part, number, search, sources, price, substitute, note)


_NONE: dict[str, int] = {}
_CHIPS = ("Mouser", "DigiKey")
_HOBBY = ("Adafruit", "Pimoroni")
_CHEAP = ("LCSC", "AliExpress")
_BOARDS = ("JLCPCB", "Aisler")
_DRAWER = ("Reichelt", "Mouser")

LINES = (
    # what makes a console of either
    _both(
        _each("U1"), "Raspberry Pi Pico, without or with its pins", ANY, "Raspberry Pi Pico",
        ("Pimoroni", "Reichelt"), 4.5, "Pico W; Pico 2 with R1 as it is", "two pin headers of 20 if it has none",
    ),
    _both(
        {"BOOST": 1}, "boost converter with charger, load sharing", "PowerBoost 1000C",
        "PowerBoost 1000C (Adafruit 2465)",
        _HOBBY, 19.0, "none with the same pins and shape", "5.2 V 1 A, EN, charges at 1 A",
    ),
    _both(
        {"CELL": 1}, "protected LiPo 3.7 V 2500 mAh, JST PH 2-pole", ANY, "LiPo 2500 mAh 785060 JST PH",
        _HOBBY, 15.0, "any protected cell up to 66 x 52 x 8 mm",
        "check its polarity against the converter: makers differ",
    ),
    _both(
        {"OLED": 1}, "OLED 0.96 inch 128x64, SSD1306, I2C, four pins", ANY, "0.96 OLED SSD1306 I2C 4 pin",
        ("AliExpress", "Reichelt"), 4.0, "none: SH1106 shows two columns off", "GND first; VCC first by JP1 and JP2",
    ),
    _both(
        _each("F1"), "polyfuse 1.1 A hold, 6 V or more, 1206", ANY, "PTC resettable fuse 1206 1.1 A 6 V",
        _CHIPS, 0.4, "radial polyfuse 1.1 A on the perfboard", "at most 0.3 ohm",
    ),
    _both(
        _each("D1"), "Schottky diode 1 A 20 V, DO-41", "1N5817", "1N5817",
        _DRAWER, 0.15, "1N5818, 1N5819", "ring towards VSYS",
    ),
    _both(
        _each("LS1"), "piezo buzzer without oscillator, 12.2 mm", "PS1240P02BT", "PS1240P02BT",
        _CHIPS, 0.8, "any passive piezo of 12 mm with 5 mm pitch", "one with an oscillator knows one tone only",
    ),
    # the handheld's own
    Line(
        {"TILE.D": LEDS * DICE}, _NONE, "RGB LED with driver, 2.0 x 2.2 mm", "WS2812B-2020", "WS2812B-2020",
        _CHEAP, 0.09, "XL-2020RGBC, once its sheet shows the same pins", "order 5 per cent more",
    ),
    Line(
        {"TILE.C": CAPACITORS * DICE}, _NONE, "ceramic capacitor 100 nF 16 V, 0402", ANY, "100nF 16V X7R 0402",
        _CHEAP, 0.005, "any X7R or X5R of 10 V or more", "one at each LED but the last row's",
    ),
    Line(
        {"TILE.J": 2 * DICE, "J2": 1, "J3": 1}, _NONE, "connector JST SH 4-pole, side entry", "SM04B-SRSS-TB",
        "SM04B-SRSS-TB",
        _CHIPS, 0.5, "clones sold as JST SH 1.0 mm 4P SMD", "on the back of tiles, on the front of the carrier",
    ),
    Line(
        {"TILE.PCB": DICE}, _NONE, "tile board 33 x 33 mm, two layers", "tile-gerbers.zip", "upload the file",
        _BOARDS, 1.0, "none", "made by `make hardware`; have it assembled",
    ),
    Line(
        {"CARRIER.PCB": 1}, _NONE, f"carrier board {_CARRIER}, two layers", "carrier-gerbers.zip", "upload the file",
        _BOARDS, 5.0, "the tabletop's perfboard", "made by `make hardware`; five is the usual minimum",
    ),
    Line(
        _each("W3", "W9"), _NONE, "cable JST SH 4-pole, 1 to 1, 100 mm", ANY, "STEMMA QT or Qwiic cable 100 mm",
        _HOBBY, 1.0, "any 1.0 mm JST SH cable wired 1 to 1", "check with a meter that it is 1 to 1",
    ),
    Line(
        _each("W4-8"), _NONE, "cable JST SH 4-pole, 1 to 1, 50 mm", ANY, "STEMMA QT or Qwiic cable 50 mm",
        _HOBBY, 1.0, "100 mm, folded", "check with a meter that it is 1 to 1",
    ),
    Line(
        _each("J1"), _NONE, "connector JST PH 4-pole, side entry, and its plug", "S4B-PH-K-S",
        "S4B-PH-K-S and PHR-4 with wires",
        _CHIPS, 0.9, "wires soldered into the holes", "with W2",
    ),
    Line(
        _each("W2"), _NONE, "silicone wire 24 AWG, four colours, 120 mm each", ANY, "silicone wire 24 AWG set",
        _HOBBY, 1.0, "any stranded wire of 0.2 mm2 or more", "from the converter to J1",
    ),
    Line(
        _each("J4"), _NONE, "pin header 4 x 2.54 mm", ANY, "pin header 2.54 mm",
        _DRAWER, 0.1, "those that came with the OLED", "soldered: the OLED sits on it",
    ),
    Line(
        _each("J5"), _NONE, "pin header 3 x 2.54 mm", ANY, "pin header 2.54 mm",
        _DRAWER, 0.1, "leave it out", "debug port, only for developers",
    ),
    Line(
        _each("U2"), _NONE, "load switch 5.5 V 2 A, SOT-23-6", "TPS22918DBVR", "TPS22918DBVR",
        _CHIPS, 0.6, "none with these pins", "",
    ),
    Line(
        _each("U3"), _NONE, "quad buffer for 5 V with TTL inputs, SOIC-14", "SN74AHCT125D", "SN74AHCT125D",
        _CHIPS, 0.5, "74HCT125 in SOIC-14", "not 74HC125: its inputs need 3.5 V",
    ),
    Line(
        _each("C1", "C4-6"), _NONE, "electrolytic capacitor 220 uF 10 V, SMD 6.3 x 7.7",
        ANY, "220uF 10V SMD electrolytic 6.3x7.7",
        _CHIPS, 0.5, "16 V in the same can", "not taller than 7.9 mm",
    ),
    Line(
        _each("C2"), _NONE, "ceramic capacitor 1 uF 16 V, 0805", ANY, "1uF 16V X7R 0805",
        _CHIPS, 0.1, "2.2 uF", "",
    ),
    Line(
        _each("C3"), _NONE, "ceramic capacitor 4.7 nF, 0805", ANY, "4.7nF 50V C0G 0805",
        _CHIPS, 0.1, "up to 10 nF", "sets how slowly the LED rail rises: never less",
    ),
    Line(
        _each("C7-9"), _NONE, "ceramic capacitor 100 nF 16 V, 0805", ANY, "100nF 16V X7R 0805",
        _CHIPS, 0.05, "any of 10 V or more", "",
    ),
    Line(
        _each("R1"), _NONE, "resistor 8.2 k, 0805", ANY, "8.2k 1% 0805",
        _CHIPS, 0.03, "4.7 k to 8.2 k (10 k only with an RP2040)", "keeps the dice off while the Pico starts",
    ),
    Line(
        _each("R2", "R8"), _NONE, "resistor 220, 0805", ANY, "220R 1% 0805",
        _CHIPS, 0.03, "180 to 330", "",
    ),
    Line(
        _each("R3-4"), _NONE, "resistor 200 k 1 %, 0805", ANY, "200k 1% 0805",
        _CHIPS, 0.03, "two alike from 100 k to 220 k", "1 % or better: they measure the cell",
    ),
    Line(
        _each("R5"), _NONE, "resistor 330, 0805", ANY, "330R 1% 0805",
        _CHIPS, 0.03, "300 to 470", "",
    ),
    Line(
        _each("R6-7"), _NONE, "resistor 4.7 k, 0805", ANY, "4.7k 1% 0805",
        _CHIPS, 0.03, "3.3 k to 5.6 k; leave out where the OLED has its own of 4.7 k", "",
    ),
    Line(
        _each("R9"), _NONE, "resistor 10 k, 0805", ANY, "10k 1% 0805",
        _CHIPS, 0.03, "4.7 k to 22 k", "",
    ),
    Line(
        _each("SW1-9"), _NONE, "tactile switch 6 x 6 mm, 7.3 mm from the board", ANY, "tactile switch 6x6 7.3mm THT",
        _DRAWER, 0.25, "none: the caps fit this height", "",
    ),
    Line(
        _each("SW10"), _NONE, "slide switch, right angle", "OS102011MA1QN1", "OS102011MA1QN1",
        _CHIPS, 0.8, "none with these pins", "",
    ),
    Line(
        {"SCREW.LONG": len(dimensions.CASE_SCREWS)}, _NONE, "screw M3 x 16, cylinder head", ANY, "M3x16 DIN 912",
        _DRAWER, 0.1, "M3 x 16 of any head up to 6 mm", "from the back",
    ),
    Line(
        {"SCREW.SHORT": len(dimensions.CARRIER_SCREWS)}, _NONE, "screw M3 x 6", ANY, "M3x6",
        _DRAWER, 0.1, "M3 x 5", "hold the carrier in the lid",
    ),
    Line(
        {"INSERT": len(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)},
        _NONE, "heat-set insert M3, 4.6 mm across", ANY,
        "heat set insert M3 short", ("AliExpress", "Pimoroni"), 0.15, "another one: set insert_hole", "into the lid",
    ),
    Line(
        {"PRINT": 1}, _NONE, "150 g of PLA for the case", ANY, "PLA 1.75 mm",
        ("Prusa", "a printing service"), 3.5, "PETG", "diffusers in white or clear",
    ),
    Line(
        _NONE, {"PRINT": 1}, "250 g of PLA for the case", ANY, "PLA 1.75 mm",
        ("Prusa", "a printing service"), 6.0, "PETG", "diffusers in white or clear",
    ),
    # the tabletop's own
    Line(
        _NONE, {"MODULE": DICE}, "8x8 WS2812B module, 65 x 65 mm", "DFR0459", "DFR0459, or 8x8 WS2812B 65 mm",
        ("DFRobot", "AliExpress"), 12.0, "any 8x8 WS2812B of 65 mm",
        "look where DIN and DOUT are; rows by the firmware's setting",
    ),
    Line(
        _NONE, {"PERFBOARD": 1}, f"perfboard {_PERF} with holes in its corners", ANY,
        "perfboard 70x90 mounting holes", _DRAWER,
        4.0, "another size: set perf_width, perf_height", "the Pico on its own pins: no sockets, see BUILD.md",
    ),
    Line(
        _NONE, {"SCREW.PERF": 4}, "screw M2 x 6", ANY, "M2x6",
        _DRAWER, 0.1, "self-tapping 2 x 6", "hold the perfboard in the body",
    ),
    Line(
        _NONE, _each("U2"), "load switch TPS22918 on an adapter SOT-23-6 to DIP", "TPS22918DBVR",
        "TPS22918DBVR and SOT-23-6 adapter",
        _CHIPS, 1.6, "a board with a load switch for 5 V 2 A, slow start", "",
    ),
    Line(
        _NONE, _each("U3"), "quad buffer for 5 V with TTL inputs, DIP-14", "SN74AHCT125N", "SN74AHCT125N",
        _CHIPS, 0.7, "SN74HCT125N", "not 74HC125: its inputs need 3.5 V",
    ),
    Line(
        _NONE, _each("C1", "C4-6"), "electrolytic capacitor 220 uF 10 V, radial", ANY, "220uF 16V radial",
        _DRAWER, 0.15, "one of 680 uF for C4 to C6", "",
    ),
    Line(
        _NONE, _each("C2-3", "C7-9"), "ceramic capacitors 1 uF, 4.7 nF, 3 x 100 nF, radial",
        ANY, "ceramic capacitor set",
        _DRAWER, 0.15, "film", "",
    ),
    Line(
        _NONE, _each("R1-9"), "resistors 8.2 k, 2 x 220, 2 x 200 k 1 %, 330, 2 x 4.7 k, 10 k",
        ANY, "resistor set 1% 0.25 W",
        _DRAWER, 0.05, "see the handheld", "",
    ),
    Line(
        _NONE, _each("SW1-9"), "panel button 12 mm, momentary", ANY, "momentary push button 12 mm",
        ("AliExpress", "Pimoroni"), 1.0, "arcade buttons, with another lid",
        "at most 20 mm deep, nut at most 16 across",
    ),
    Line(
        _NONE, _each("SW10"), "toggle switch, one pole, 6 mm thread", ANY, "mini toggle switch SPST 6 mm",
        _DRAWER, 1.0, "any switch; set toggle_hole", "",
    ),
    Line(
        _NONE, _each("W2-20"), "stranded wire 22, 24 and 26 AWG", ANY, "stranded wire set 22 AWG",
        _HOBBY, 0.5, "any stranded wire of these sizes", "a metre of each colour is enough",
    ),
    Line(
        _NONE, {"SCREW.LONG": len(dimensions.CASE_SCREWS)}, "screw M3 x 20 and insert",
        ANY, "M3x20 and heat set insert M3",
        _DRAWER, 0.25, "self-tapping 3 x 20", "",
    ),
)  # fmt: skip


def line_of(reference: str, board: str) -> Line:
    """The line to buy a part of the "tile" or the "carrier" by. Raises StopIteration."""
    wanted = f"TILE.{reference.rstrip('0123456789')}" if board == "tile" else reference
    return next(line for line in LINES if wanted in line.handheld)


def expected(console: str) -> Counter[str]:
    """What the list must have, by netlist, harness, boards and case."""
    parts = {part.reference for part in netlist.parts() if not part.reference.startswith(("TP", "H", "JP"))}
    cables = {cable.name for harness in CONSOLES[console]() for cable in harness.cables} - {"W1"}  # the cell's own
    wanted = Counter(parts | cables | {"BOOST", "CELL", "OLED", "PRINT"})
    wanted["SCREW.LONG"] = len(dimensions.CASE_SCREWS)
    if console == "handheld":
        wanted |= Counter({"TILE.D": LEDS * DICE, "TILE.C": CAPACITORS * DICE, "TILE.J": 2 * DICE, "TILE.PCB": DICE})
        wanted |= Counter({"CARRIER.PCB": 1, "SCREW.SHORT": len(dimensions.CARRIER_SCREWS)})
        wanted["INSERT"] = len(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)
        return wanted
    for plug in ("J1", "J2", "J3", "J4", "J5"):  # wires are soldered
        del wanted[plug]
    return wanted | Counter({"MODULE": DICE, "PERFBOARD": 1, "SCREW.PERF": 4})


def faults(lines: tuple[Line, ...] = LINES) -> list[str]:
    """What is wrong with the list, a sentence each."""
    found = []
    for console in CONSOLES:
        have: Counter[str] = Counter()
        for line in lines:
            have.update(line.handheld if console == "handheld" else line.tabletop)
        wanted = expected(console)
        for reference in sorted(set(have) | set(wanted)):
            if have[reference] != wanted[reference]:
                found.append(f"{console}: {reference} is listed {have[reference]} times, needed {wanted[reference]}.")
    for line in lines:
        if not (line.part and line.number and line.search and line.substitute):
            found.append(f"{line.part or line.search}: a field is empty.")
        if len(set(line.sources)) != 2 or not all(line.sources):
            found.append(f"{line.part}: two different sources are needed.")
        if line.price <= 0:
            found.append(f"{line.part}: there is no price.")
    return found


def total(console: str, lines: tuple[Line, ...] = LINES) -> float:
    """What one console costs, in EUR, by the indicative prices."""
    return sum(line.price * line.quantity(console) for line in lines)
