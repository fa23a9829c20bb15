"""The bill of materials (BOM) of the handheld and the tabletop as data, and the checks of its completeness.

Prices are assumptions in EUR for small quantities, without taxes and shipping. Each line has two shops and a search
term. Where the part number is ANY, any part that matches the description will do.
"""

from collections import Counter
from typing import NamedTuple

from hardware import dimensions
from hardware.boards import netlist
from hardware.wiring.harness import CONSOLES, DICE

MM = dimensions.MM
LEDS = int(MM["cells"] ** 2)
CAPACITORS = int(MM["cells"] * (MM["cells"] - 1))
"""Number of capacitors on each tile."""

ANY = "any"
_PERF_SIZE = "{perf_width:g} x {perf_height:g} mm".format_map(dimensions.TABLETOP_MM)
_CARRIER_SIZE = " x ".join(f"{length:g}" for length in dimensions.carrier_size()) + " mm"


class Line(NamedTuple):
    """One line of the BOM: references with their quantity for each console, then the part, its shops and unit price."""

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
        """Returns the quantity that one console needs."""
        return sum((self.handheld if console == "handheld" else self.tabletop).values())


def _one_each(*references: str) -> dict[str, int]:
    """Returns a quantity of 1 for each reference; "SW1-9" stands for nine references."""
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
    """Returns a line that is the same for both consoles."""
    return Line(references, references, part, number, search, sources, price, substitute, note)


_NONE: dict[str, int] = {}
_DISTRIBUTORS = ("Mouser", "DigiKey")
_HOBBY_SHOPS = ("Adafruit", "Pimoroni")
_LOW_COST = ("LCSC", "AliExpress")
_PCB_MAKERS = ("JLCPCB", "Aisler")
_COMMON_PARTS = ("Reichelt", "Mouser")

LINES = (
    # both consoles
    _both(
        _one_each("U1"), "Raspberry Pi Pico, with or without headers", ANY, "Raspberry Pi Pico",
        ("Pimoroni", "Reichelt"), 4.5, "Pico W; Pico 2 with the same R1", "needs two 20-pin headers if sold without",
    ),
    _both(
        {"BOOST": 1}, "boost converter with charger and load sharing", "PowerBoost 1000C",
        "PowerBoost 1000C (Adafruit 2465)",
        _HOBBY_SHOPS, 19.0, "none: pinout and outline must match", "5.2 V, 1 A, enable pin, charges at 1 A",
    ),
    _both(
        {"CELL": 1}, "protected LiPo cell 3.7 V 2500 mAh, JST PH 2-pin", ANY, "LiPo 2500 mAh 785060 JST PH",
        _HOBBY_SHOPS, 15.0, "any protected cell up to 66 x 52 x 8 mm",
        "check the polarity of its plug: it varies by manufacturer",
    ),
    _both(
        {"OLED": 1}, "OLED 0.96 inch 128x64, SSD1306, I2C, four pins", ANY, "0.96 OLED SSD1306 I2C 4 pin",
        ("AliExpress", "Reichelt"), 4.0, "none: on an SH1106 the picture is shifted by two columns",
        "pin order GND VCC or VCC GND, set with JP1 and JP2",
    ),
    _both(
        _one_each("F1"), "polyfuse 1.5 A hold, 6 V or more, 1206", ANY, "PTC resettable fuse 1206 1.5 A 6 V",
        _DISTRIBUTORS, 0.4, "radial polyfuse 1.5 A on the perfboard", "0.13 ohm or less",
    ),
    _both(
        _one_each("D1"), "Schottky diode 1 A 20 V, DO-41", "1N5817", "1N5817",
        _COMMON_PARTS, 0.15, "1N5818, 1N5819", "cathode (ring) to VSYS",
    ),
    _both(
        _one_each("LS1"), "passive piezo buzzer, 12.2 mm", "PS1240P02BT", "PS1240P02BT",
        _DISTRIBUTORS, 0.8, "any passive piezo buzzer, 12 mm, 5 mm pitch",
        "not an active buzzer: it plays only one tone",
    ),
    # handheld only
    Line(
        {"TILE.D": LEDS * DICE}, _NONE, "RGB LED with driver, 2.0 x 2.2 mm", "WS2812B-2020", "WS2812B-2020",
        _LOW_COST, 0.09, "XL-2020RGBC, if its datasheet shows the same pins", "order 5 % spare",
    ),
    Line(
        {"TILE.C": CAPACITORS * DICE}, _NONE, "ceramic capacitor 100 nF 16 V, 0402", ANY, "100nF 16V X7R 0402",
        _LOW_COST, 0.005, "any X7R or X5R, 10 V or more", "one per LED except in the last row",
    ),
    Line(
        {"TILE.J": 2 * DICE, "J2": 1, "J3": 1}, _NONE, "connector JST SH 4-pin, side entry", "SM04B-SRSS-TB",
        "SM04B-SRSS-TB",
        _DISTRIBUTORS, 0.5, "clones sold as JST SH 1.0 mm 4P SMD", "back of the tiles, front of the carrier",
    ),
    Line(
        {"TILE.PCB": DICE}, _NONE, "tile board 33 x 33 mm, two layers", "tile-gerbers.zip", "upload this file",
        _PCB_MAKERS, 1.0, "none", "from `make hardware`; order it assembled",
    ),
    Line(
        {"CARRIER.PCB": 1}, _NONE, f"carrier board {_CARRIER_SIZE}, two layers", "carrier-gerbers.zip",
        "upload this file",
        _PCB_MAKERS, 5.0, "the perfboard of the tabletop", "from `make hardware`; the usual minimum order is five",
    ),
    Line(
        _one_each("W3", "W9"), _NONE, "cable JST SH 4-pin, straight-through, 100 mm", ANY,
        "STEMMA QT or Qwiic cable 100 mm",
        _HOBBY_SHOPS, 1.0, "any JST SH cable wired straight through", "check the wiring with a multimeter",
    ),
    Line(
        _one_each("W4-8"), _NONE, "cable JST SH 4-pin, straight-through, 50 mm", ANY, "STEMMA QT or Qwiic cable 50 mm",
        _HOBBY_SHOPS, 1.0, "100 mm, folded", "check the wiring with a multimeter",
    ),
    Line(
        _one_each("J1"), _NONE, "connector JST PH 5-pin, side entry, and mating plug", "S5B-PH-K-S",
        "S5B-PH-K-S and PHR-5 with wires",
        _DISTRIBUTORS, 0.9, "wires soldered into the holes", "for W2",
    ),
    Line(
        _one_each("W2"), _NONE, "silicone wire 24 AWG, five colors, 120 mm each", ANY, "silicone wire 24 AWG set",
        _HOBBY_SHOPS, 1.0, "any stranded wire of 0.2 mm2 or more", "from converter to J1",
    ),
    Line(
        _one_each("J4"), _NONE, "pin header 4 x 2.54 mm", ANY, "pin header 2.54 mm",
        _COMMON_PARTS, 0.1, "the header sold with the OLED", "the OLED is soldered to it",
    ),
    Line(
        _one_each("J5"), _NONE, "pin header 3 x 2.54 mm", ANY, "pin header 2.54 mm",
        _COMMON_PARTS, 0.1, "omit", "debug port, for developers only",
    ),
    Line(
        _one_each("U2"), _NONE, "load switch 5.5 V 2 A, SOT-23-6", "TPS22918DBVR", "TPS22918DBVR",
        _DISTRIBUTORS, 0.6, "none: the pinout must match", "",
    ),
    Line(
        _one_each("U3"), _NONE, "quad buffer for 5 V with TTL inputs, SOIC-14", "SN74AHCT125D", "SN74AHCT125D",
        _DISTRIBUTORS, 0.5, "74HCT125 in SOIC-14", "not 74HC125: its inputs need 3.5 V",
    ),
    Line(
        _one_each("C1", "C4-6"), _NONE, "electrolytic capacitor 220 uF 10 V, SMD 6.3 x 7.7",
        ANY, "220uF 10V SMD electrolytic 6.3x7.7",
        _DISTRIBUTORS, 0.5, "16 V in the same size", "7.9 mm high or less",
    ),
    Line(
        _one_each("C2"), _NONE, "ceramic capacitor 1 uF 16 V, 0805", ANY, "1uF 16V X7R 0805",
        _DISTRIBUTORS, 0.1, "2.2 uF", "",
    ),
    Line(
        _one_each("C3"), _NONE, "ceramic capacitor 4.7 nF, 0805", ANY, "4.7nF 50V C0G 0805",
        _DISTRIBUTORS, 0.1, "up to 10 nF", "sets the rise time of the LED rail: never use less",
    ),
    Line(
        _one_each("D4"), _NONE, "TVS diode 5 V, unidirectional, SMB", "SMBJ5.0A", "SMBJ5.0A",
        _DISTRIBUTORS, 0.3, "SMBJ6.0A", "ring to 5V",
    ),
    Line(
        _one_each("D2"), _NONE, "dual Schottky diode, common cathode, SOT-23", "BAT54C", "BAT54C",
        _DISTRIBUTORS, 0.1, "none: the pinout must match", "",
    ),
    Line(
        _one_each("D3"), _NONE, "Schottky diode, SOT-23", "BAT54", "BAT54",
        _DISTRIBUTORS, 0.1, "none: the pinout must match", "not BAT54A, C or S",
    ),
    Line(
        _one_each("Q1"), _NONE, "N-channel MOSFET, SOT-23", "BSS138", "BSS138",
        _DISTRIBUTORS, 0.1, "2N7002 only if it conducts at 2 V", "",
    ),
    Line(
        _one_each("Q2"), _NONE, "P-channel MOSFET, SOT-23", "BSS84", "BSS84",
        _DISTRIBUTORS, 0.1, "none: the pinout must match", "",
    ),
    Line(
        _one_each("C7-10"), _NONE, "ceramic capacitor 100 nF 16 V, 0805", ANY, "100nF 16V X7R 0805",
        _DISTRIBUTORS, 0.05, "any, 10 V or more", "",
    ),
    Line(
        _one_each("R1"), _NONE, "resistor 8.2 k, 0805", ANY, "8.2k 1% 0805",
        _DISTRIBUTORS, 0.03, "4.7 k to 8.2 k (10 k only with an RP2040)", "holds the dice off while the Pico starts",
    ),
    Line(
        _one_each("R2", "R8"), _NONE, "resistor 220, 0805", ANY, "220R 1% 0805",
        _DISTRIBUTORS, 0.03, "180 to 330", "",
    ),
    Line(
        _one_each("R3-4"), _NONE, "resistor 200 k 1 %, 0805", ANY, "200k 1% 0805",
        _DISTRIBUTORS, 0.03, "two equal values, 100 k to 220 k", "1 % or better: divider for the cell voltage",
    ),
    *(
        Line(
            _one_each(*references), _NONE, f"resistor {value}, 0805", ANY, f"{value} 1% 0805",
            _DISTRIBUTORS, 0.03, "5 % is good enough", "",
        )
        for value, references in (
            ("1 k", ("R14", "R17")), ("47 k", ("R11",)), ("100 k", ("R15",)), ("150 k", ("R16",)), ("220 k", ("R10",)),
            ("470 k", ("R12",)), ("1 M", ("R13",)),
        )
    ),
    Line(
        _one_each("R5"), _NONE, "resistor 330, 0805", ANY, "330R 1% 0805",
        _DISTRIBUTORS, 0.03, "300 to 470", "",
    ),
    Line(
        _one_each("R6-7"), _NONE, "resistor 4.7 k, 0805", ANY, "4.7k 1% 0805",
        _DISTRIBUTORS, 0.03, "3.3 k to 5.6 k; omit if the OLED has its own 4.7 k", "",
    ),
    Line(
        _one_each("R9"), _NONE, "resistor 10 k, 0805", ANY, "10k 1% 0805",
        _DISTRIBUTORS, 0.03, "4.7 k to 22 k", "",
    ),
    Line(
        _one_each("SW1-9"), _NONE, "tactile switch 6 x 6 mm, 7.3 mm high", ANY, "tactile switch 6x6 7.3mm THT",
        _COMMON_PARTS, 0.25, "none: the caps are made for this height", "",
    ),
    Line(
        _one_each("SW10"), _NONE, "slide switch, right angle", "OS102011MA1QN1", "OS102011MA1QN1",
        _DISTRIBUTORS, 0.8, "none: the pinout must match", "",
    ),
    Line(
        {"SCREW.LONG": len(dimensions.CASE_SCREWS)}, _NONE, "screw M3 x 16, cap head", ANY, "M3x16 DIN 912",
        _COMMON_PARTS, 0.1, "M3 x 16, head up to 6 mm", "from the back",
    ),
    Line(
        {"SCREW.SHORT": len(dimensions.CARRIER_SCREWS)}, _NONE, "screw M3 x 6", ANY, "M3x6",
        _COMMON_PARTS, 0.1, "M3 x 5", "fasten the carrier to the lid",
    ),
    Line(
        {"INSERT": len(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)},
        _NONE, "heat-set insert M3, 4.6 mm diameter", ANY,
        "heat set insert M3 short", ("AliExpress", "Pimoroni"), 0.15, "other sizes: change insert_hole", "in the lid",
    ),
    Line(
        {"PRINT": 1}, _NONE, "150 g of PLA for the case", ANY, "PLA 1.75 mm",
        ("Prusa", "a printing service"), 3.5, "PETG", "diffusers in white or clear",
    ),
    Line(
        _NONE, {"PRINT": 1}, "250 g of PLA for the case", ANY, "PLA 1.75 mm",
        ("Prusa", "a printing service"), 6.0, "PETG", "diffusers in white or clear",
    ),
    # tabletop only
    Line(
        _NONE, {"MODULE": DICE}, "8x8 WS2812B module, 65 x 65 mm", "DFR0459", "DFR0459, or 8x8 WS2812B 65 mm",
        ("DFRobot", "AliExpress"), 12.0, "any 8x8 WS2812B module of 65 mm",
        "check where DIN and DOUT are; set the row order in Workshop, LED chain, Rows",
    ),
    Line(
        _NONE, {"PERFBOARD": 1}, f"perfboard {_PERF_SIZE} with corner holes", ANY,
        "perfboard 70x90 mounting holes", _COMMON_PARTS,
        4.0, "other sizes: change perf_width, perf_height", "solder the Pico directly, without sockets, see BUILD.md",
    ),
    Line(
        _NONE, {"SCREW.PERF": 4}, "screw M2 x 6", ANY, "M2x6",
        _COMMON_PARTS, 0.1, "self-tapping 2 x 6", "fasten the perfboard to the body",
    ),
    Line(
        _NONE, _one_each("U2"), "load switch TPS22918 on a SOT-23-6 to DIP adapter", "TPS22918DBVR",
        "TPS22918DBVR and SOT-23-6 adapter",
        _DISTRIBUTORS, 1.6, "any load switch module, 5 V 2 A, with slow start", "",
    ),
    Line(
        _NONE, _one_each("U3"), "quad buffer for 5 V with TTL inputs, DIP-14", "SN74AHCT125N", "SN74AHCT125N",
        _DISTRIBUTORS, 0.7, "SN74HCT125N", "not 74HC125: its inputs need 3.5 V",
    ),
    Line(
        _NONE, _one_each("D4"), "TVS diode 5 V, unidirectional, DO-15", "P6KE6.8A", "P6KE6.8A",
        _DISTRIBUTORS, 0.3, "SMBJ5.0A on short wires", "ring to 5V",
    ),
    Line(
        _NONE, _one_each("D2-3"), "Schottky diode, two for D2 and one for D3", "BAT85", "BAT85",
        _DISTRIBUTORS, 0.2, "BAT42, BAT43", "",
    ),
    Line(
        _NONE, _one_each("Q1"), "N-channel MOSFET, TO-92", "2N7000", "2N7000",
        _DISTRIBUTORS, 0.2, "BS170", "",
    ),
    Line(
        _NONE, _one_each("Q2"), "P-channel MOSFET, TO-92", "ZVP2106A", "ZVP2106A",
        _DISTRIBUTORS, 0.5, "BS250P", "",
    ),
    Line(
        _NONE, _one_each("C1", "C4-6"), "electrolytic capacitor 220 uF 10 V, radial", ANY, "220uF 16V radial",
        _COMMON_PARTS, 0.15, "a single 680 uF for C4 to C6", "",
    ),
    Line(
        _NONE, _one_each("C2-3", "C7-10"), "ceramic capacitors 1 uF, 4.7 nF, 4 x 100 nF, radial",
        ANY, "ceramic capacitor set",
        _COMMON_PARTS, 0.15, "film capacitors", "",
    ),
    Line(
        _NONE, _one_each("R1-17"),
        "resistors 8.2 k, 2 x 220, 2 x 200 k 1 %, 330, 2 x 4.7 k, 10 k, 2 x 1 k, 47 k, 100 k, 150 k, 220 k, 470 k, 1 M",
        ANY, "resistor set 1% 0.25 W",
        _COMMON_PARTS, 0.05, "as for the handheld", "",
    ),
    Line(
        _NONE, _one_each("SW1-9"), "panel button 12 mm, momentary", ANY, "momentary push button 12 mm",
        ("AliExpress", "Pimoroni"), 1.0, "arcade buttons, with a modified lid",
        "20 mm deep or less, nut 16 mm across or less",
    ),
    Line(
        _NONE, _one_each("SW10"), "toggle switch SPDT, 6 mm thread", ANY, "mini toggle switch SPDT on-on 6 mm",
        _COMMON_PARTS, 1.0, "any switch: change toggle_hole", "",
    ),
    Line(
        _NONE, _one_each("W2-20"), "stranded wire 22, 24 and 26 AWG", ANY, "stranded wire set 22 AWG",
        _HOBBY_SHOPS, 0.5, "any stranded wire of these sizes", "one meter of each color is enough",
    ),
    Line(
        _NONE, {"SCREW.LONG": len(dimensions.CASE_SCREWS)}, "screw M3 x 20 and insert",
        ANY, "M3x20 and heat set insert M3",
        _COMMON_PARTS, 0.25, "self-tapping 3 x 20", "",
    ),
)  # fmt: skip


def find_line(reference: str, board: str) -> Line:
    """Returns the line of a part of the "tile" or the "carrier". Raises StopIteration when there is none."""
    wanted = f"TILE.{reference.rstrip('0123456789')}" if board == "tile" else reference
    return next(line for line in LINES if wanted in line.handheld)


def required_quantities(console: str) -> Counter[str]:
    """Returns the quantities that netlist, harness, boards and case require, by reference."""
    parts = {part.reference for part in netlist.parts() if not part.reference.startswith(("TP", "H", "JP"))}
    cables = {cable.name for harness in CONSOLES[console]() for cable in harness.cables} - {
        "W1"
    }  # attached to the cell
    wanted = Counter(parts | cables | {"BOOST", "CELL", "OLED", "PRINT"})
    wanted["SCREW.LONG"] = len(dimensions.CASE_SCREWS)
    if console == "handheld":
        wanted |= Counter({"TILE.D": LEDS * DICE, "TILE.C": CAPACITORS * DICE, "TILE.J": 2 * DICE, "TILE.PCB": DICE})
        wanted |= Counter({"CARRIER.PCB": 1, "SCREW.SHORT": len(dimensions.CARRIER_SCREWS)})
        wanted["INSERT"] = len(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)
        return wanted
    for plug in ("J1", "J2", "J3", "J4", "J5"):  # the wires are soldered to the perfboard
        del wanted[plug]
    return wanted | Counter({"MODULE": DICE, "PERFBOARD": 1, "SCREW.PERF": 4})


def problems(lines: tuple[Line, ...] = LINES) -> list[str]:
    """Returns a sentence for each error in the BOM."""
    found = []
    for console in CONSOLES:
        listed: Counter[str] = Counter()
        for line in lines:
            listed.update(line.handheld if console == "handheld" else line.tabletop)
        required = required_quantities(console)
        for reference in sorted(set(listed) | set(required)):
            count = listed[reference]
            if count != required[reference]:
                found.append(f"{console}: {reference} is listed {count} times, {required[reference]} required.")
    for line in lines:
        if not (line.part and line.number and line.search and line.substitute):
            found.append(f"{line.part or line.search}: a field is empty.")
        if len(set(line.sources)) != 2 or not all(line.sources):
            found.append(f"{line.part}: two different sources are required.")
        if line.price <= 0:
            found.append(f"{line.part}: the price is missing.")
    return found


def total(console: str, lines: tuple[Line, ...] = LINES) -> float:
    """Returns the total price of one console in EUR."""
    return sum(line.price * line.quantity(console) for line in lines)
