"""Lines of the BOM: parts of both consoles, then those of the handheld only. Prices are assumed."""

from hardware import dimensions
from hardware.boards import panel_plan
from hardware.bom_line import (
    ANY,
    ASSEMBLER,
    CAPACITORS,
    COMMON_PARTS,
    DISTRIBUTORS,
    HOBBY_SHOPS,
    LEAST_PANELS,
    LEDS,
    LOW_COST,
    NONE,
    PCB_MAKERS,
    PLASTIC,
    WIRE_SET_M,
    Line,
    both,
    one_each,
)  # fmt: skip
from hardware.converter import R_CHARGE
from hardware.wiring.harness import DICE, WIRE_RESISTORS

_CARRIER_SIZE = " x ".join(f"{length:g}" for length in dimensions.carrier_size()) + " mm"
WIRE_PARTS = {name: 1 for name, _ in WIRE_RESISTORS.values()}
_PANEL_SIZE = f"{panel_plan.WIDTH:g} x {panel_plan.HEIGHT:g} mm"

LINES = (
    # both consoles
    both(
        one_each("U1"), "Raspberry Pi Pico, with or without headers", ANY, "Raspberry Pi Pico",
        ("Pimoroni", "Reichelt"), 4.5, "Pico W; Pico 2 with the same R1", "comes without U1.HEADER or with it",
    ),
    both(
        {"BOOST": 1}, "boost converter with charger and load sharing", "PowerBoost 1000C",
        "PowerBoost 1000C (Adafruit 2465)",
        HOBBY_SHOPS, 19.0, "none: pinout and outline must match", "5.2 V, 1 A, enable pin; as sold it charges at 1 A",
    ),
    both(
        {"CELL": 1}, "protected LiPo cell 3.7 V 2500 mAh, JST PH 2-pin", ANY, "LiPo 2500 mAh 785060 JST PH",
        HOBBY_SHOPS, 15.0, "any protected cell up to 66 x 52 x 8 mm",
        "check the polarity of its plug: it varies by manufacturer",
    ),
    both(
        {"OLED": 1}, "OLED 0.96 inch 128x64, SSD1306, I2C, four pins", ANY, "0.96 OLED SSD1306 I2C 4 pin",
        ("AliExpress", "Reichelt"), 4.0, "none: on an SH1106 the picture is shifted by two columns",
        "pin order GND VCC or VCC GND, set with JP1 and JP2",
    ),
    both(
        one_each("D1"), "Schottky diode 1 A 20 V, DO-41", "1N5817", "1N5817",
        COMMON_PARTS, 0.15, "1N5818, 1N5819", "cathode (ring) to VSYS",
    ),
    both(
        one_each("LS1"), "passive piezo buzzer, 12.2 mm", "PS1240P02BT", "PS1240P02BT",
        DISTRIBUTORS, 0.8, "any passive piezo buzzer, 12 mm, 5 mm pitch",
        "not an active buzzer: it plays only one tone",
    ),
    both(
        {"FOAM": 1}, "soft foam sheet, 1.5 mm, 66 x 52 mm", ANY, "EVA foam sheet 1.5 mm",
        ("AliExpress", "a craft shop"), 1.0, "felt", "under the cell; it must not press on it",
    ),
    both(
        {"USB.CABLE": 1}, "USB cable to micro USB, with data lines", ANY, "USB A to micro B data cable",
        COMMON_PARTS, 4.0, "a cable at hand", "for the Pico, and for charging",
    ),
    both(
        {"CHARGER": 1}, "USB charger 5 V, 2 A", ANY, "USB power supply 5 V 2 A",
        COMMON_PARTS, 8.0, "a phone charger at hand, 2 A or more", "0.5 A for the cell, the rest for the console",
    ),
    Line(
        {"U1.HEADER": 2}, {"U1.HEADER": 2}, "pin header 20 x 2.54 mm, straight", ANY, "pin header 2.54 mm 40 pins",
        COMMON_PARTS, 0.3, "the headers sold with the Pico", "omit if the Pico has them",
        pack=2, pack_name="strip of 40 pins",
    ),
    Line(
        {R_CHARGE: 1}, {R_CHARGE: 1}, "resistor 2.0 k 1 %, 0805, for the converter board", ANY, "2k 1% 0805",
        DISTRIBUTORS, 0.03, "2.2 k; never less than 2.0 k",
        "limits the charge current to 500 mA; BUILD.md shows which resistor of the converter it replaces", pack=10,
    ),
    Line(
        WIRE_PARTS, WIRE_PARTS, "resistors 1 k and 100 k with leads, 0.25 W, in two wires of W2", ANY,
        "resistor set 1% 0.25 W", COMMON_PARTS, 0.05, "5 % is good enough",
        "at the converter, in heat-shrink tubing: no fault at the board can short the cell or the charger", pack=10,
    ),
    Line(
        {"LEAD": 1}, {"LEAD": 1}, "extension JST PH 2-pin, plug and socket, for the measuring lead", ANY,
        "JST PH 2-pin extension cable", HOBBY_SHOPS, 2.0, "a second plug and socket with wires", "red to red: check it",
    ),
    Line(
        one_each("W2"), one_each("W2"), "silicone wire 26 AWG, five colors, up to 300 mm each", ANY,
        "silicone wire 26 AWG set", HOBBY_SHOPS, 1.5, "24 AWG, if its insulation fits the crimp contacts (1.5 mm)",
        "from converter to board, and for the bench lead",
        pack=10, pack_name=f"set of five colors, {WIRE_SET_M} m each",
    ),
    Line(
        {"INSERT": len(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)}, {"INSERT": len(dimensions.CASE_SCREWS)},
        "heat-set insert M3, 4.6 mm diameter", ANY, "heat set insert M3 short",
        ("AliExpress", "Pimoroni"), 0.15, "other sizes: change insert_hole", "in the lid", pack=20,
    ),
    Line(
        {"PRINT": PLASTIC["handheld"][0]}, {"PRINT": PLASTIC["tabletop"][0]},
        "PETG for all printed parts except the diffusers, in g", ANY, "PETG 1.75 mm", ("Prusa", "a printing service"),
        0.022, "ABS or ASA; not PLA, which softens", "a spool in white is enough for all parts",
        pack=1000, pack_name="spool of 1 kg",
    ),
    Line(
        {"FILAMENT.WHITE": PLASTIC["handheld"][1]}, {"FILAMENT.WHITE": PLASTIC["tabletop"][1]},
        "PETG in white, for six diffusers, in g", ANY, "PETG 1.75 mm white", ("Prusa", "a printing service"),
        0.04, "natural PETG", "", pack=250, pack_name="spool of 0.25 kg",
    ),
    # handheld only
    Line(
        one_each("F1"), NONE, "polyfuse 1.5 A hold, 6 V or more, 1206", ANY, "PTC resettable fuse 1206 1.5 A 6 V",
        DISTRIBUTORS, 0.4, "1.6 A hold in the same size", "0.13 ohm or less",
    ),
    Line(
        {"TILE.D": LEDS * DICE}, NONE, "RGB LED with driver, 2.0 x 2.2 mm", "WS2812B-2020", "WS2812B-2020",
        LOW_COST, 0.09, "XL-2020RGBC, if its datasheet shows the same pins", "to be baked before soldering",
        supplier=ASSEMBLER, minimum=LEAST_PANELS * LEDS * DICE, lcsc="C965555",
    ),
    Line(
        {"TILE.C": CAPACITORS * DICE}, NONE, "ceramic capacitor 100 nF 16 V, 0402", ANY, "100nF 16V X7R 0402",
        LOW_COST, 0.005, "any X7R or X5R, 10 V or more", "one per LED except in the last row",
        supplier=ASSEMBLER, minimum=LEAST_PANELS * CAPACITORS * DICE, lcsc="C1525",
    ),
    Line(
        {"TILE.J": 2 * DICE, "J2": 1, "J3": 1, "SPARE": 2}, NONE, "connector JST SH 4-pin, side entry", "SM04B-SRSS-TB",
        "SM04B-SRSS-TB",
        DISTRIBUTORS, 0.5, "clones sold as JST SH 1.0 mm 4P SMD",
        "back of the tiles and front of the carrier, by hand; two are spare",
        lcsc="C160404",
    ),
    Line(
        {"PANEL": 1}, NONE, f"panel of six tile boards, {_PANEL_SIZE}, two layers", "panel-gerbers.zip",
        "upload this file", PCB_MAKERS, 3.0, "none", "usual minimum order", supplier=ASSEMBLER, minimum=5,
    ),
    Line(
        {"ASSEMBLY": 1}, NONE, "assembly of a panel, front only: LEDs and capacitors", "panel-placement.csv",
        "panel-bom.csv and panel-placement.csv", PCB_MAKERS, 9.0, "none", "usual minimum order",
        supplier=ASSEMBLER, minimum=LEAST_PANELS,
    ),
    Line(
        {"CARRIER.PCB": 1}, NONE, f"carrier board {_CARRIER_SIZE}, two layers", "carrier-gerbers.zip",
        "upload this file", PCB_MAKERS, 5.0, "the perfboard of the tabletop", "usual minimum order; without parts",
        supplier=ASSEMBLER, minimum=5,
    ),
    Line(
        one_each("W3", "W9"), NONE, "cable JST SH 4-pin, straight-through, 100 mm", ANY,
        "STEMMA QT or Qwiic cable 100 mm",
        HOBBY_SHOPS, 1.0, "any JST SH cable wired straight through", "check the wiring with a multimeter",
    ),
    Line(
        one_each("W4-8"), NONE, "cable JST SH 4-pin, straight-through, 50 mm", ANY, "STEMMA QT or Qwiic cable 50 mm",
        HOBBY_SHOPS, 1.0, "100 mm, folded", "check the wiring with a multimeter",
    ),
    Line(
        one_each("J1"), NONE, "connector JST PH 5-pin, side entry", "S5B-PH-K-S", "S5B-PH-K-S",
        DISTRIBUTORS, 0.4, "wires soldered into the holes", "for W2",
    ),
    Line(
        {"J1.PLUG": 2}, NONE, "plug JST PH 5-pin for J1", "PHR-5", "PHR-5",
        DISTRIBUTORS, 0.15, "a plug sold with wires", "one for W2, one for the bench lead",
    ),
    Line(
        {"J1.CONTACT": 7}, NONE, "crimp contact JST PH for the plug", "SPH-002T-P0.5S", "SPH-002T-P0.5S",
        DISTRIBUTORS, 0.06, "wires with crimped contacts", "for 24 to 30 AWG, insulation 0.9 to 1.5 mm (assumed)",
        pack=10,
    ),
    Line(
        one_each("J4-5"), NONE, "pin headers 2.54 mm, 4 pins for the OLED and 3 pins for J5", ANY,
        "pin header 2.54 mm 40 pins", COMMON_PARTS, 0.06, "the header sold with the OLED",
        "J5 is the debug port, for developers only", pack=10, pack_name="strip of 40 pins",
    ),
    Line(
        one_each("U2"), NONE, "load switch 5.5 V 2 A, SOT-23-6", "TPS22918DBVR", "TPS22918DBVR",
        DISTRIBUTORS, 0.6, "none: the pinout must match", "pins 0.95 mm apart",
    ),
    Line(
        one_each("U3"), NONE, "quad buffer for 5 V with TTL inputs, SOIC-14", "SN74AHCT125D", "SN74AHCT125D",
        DISTRIBUTORS, 0.5, "74AHCT125 of another maker, in SOIC-14",
        "not 74HCT125, whose inputs feed the dark rail through their diodes, nor 74HC125, which needs 3.5 V",
        lcsc="C155176",
    ),
    Line(
        one_each("C1", "C4-6"), NONE, "electrolytic capacitor 220 uF 10 V, SMD 6.3 x 7.7",
        ANY, "220uF 10V SMD electrolytic 6.3x7.7",
        DISTRIBUTORS, 0.5, "16 V in the same size", "7.9 mm high or less",
    ),
    Line(
        one_each("C2"), NONE, "ceramic capacitor 1 uF 16 V, 0805", ANY, "1uF 16V X7R 0805",
        DISTRIBUTORS, 0.1, "2.2 uF", "", pack=10, lcsc="C28323",
    ),
    Line(
        one_each("C3"), NONE, "ceramic capacitor 4.7 nF, 0805", ANY, "4.7nF 50V C0G 0805",
        DISTRIBUTORS, 0.1, "5.6 nF",
        "sets the rise time of the LED rail: with less the inrush is high, with more the firmware does not wait for it",
        pack=10,
    ),
    Line(
        one_each("D4"), NONE, "TVS diode 5 V, unidirectional, SMB", "SMBJ5.0A", "SMBJ5.0A",
        DISTRIBUTORS, 0.3, "SMBJ6.0A", "ring to 5V", lcsc="C83333",
    ),
    Line(
        one_each("D2"), NONE, "dual switching diode, common cathode, SOT-23", "BAV70,215", "BAV70,215",
        DISTRIBUTORS, 0.1, "none: the pinout must match", "", lcsc="C2501",
    ),
    Line(
        one_each("D3"), NONE, "switching diode, SOT-23", "BAS16,215", "BAS16,215",
        DISTRIBUTORS, 0.1, "none: the pinout must match", "not a Schottky diode: it leaks too much when it is warm",
    ),
    Line(
        one_each("Q1"), NONE, "N-channel MOSFET, SOT-23", "2N7002", "2N7002",
        DISTRIBUTORS, 0.1, "BSS138 only with a threshold of 0.8 V or more",
        "threshold 1.0 V or more, 2.5 V at most: with 0.7 V or less ROLL cannot switch on", lcsc="C8545",
    ),
    Line(
        one_each("Q2"), NONE, "P-channel MOSFET, SOT-23", "BSS84", "BSS84",
        DISTRIBUTORS, 0.1, "none: the pinout must match", "", lcsc="C85202",
    ),
    Line(
        one_each("C7-10"), NONE, "ceramic capacitor 100 nF 16 V, 0805", ANY, "100nF 16V X7R 0805",
        DISTRIBUTORS, 0.05, "any, 10 V or more", "", pack=10, lcsc="C49678",
    ),
    Line(
        one_each("R1"), NONE, "resistor 8.2 k, 0805", ANY, "8.2k 1% 0805",
        DISTRIBUTORS, 0.03, "4.7 k to 8.2 k (10 k only with an RP2040)", "holds the dice off while the Pico starts",
        pack=10, lcsc="C17828",
    ),
    Line(
        one_each("R2", "R8"), NONE, "resistor 220, 0805", ANY, "220R 1% 0805",
        DISTRIBUTORS, 0.03, "180 to 330", "", pack=10, lcsc="C17557",
    ),
    Line(
        one_each("R3-4"), NONE, "resistor 200 k 1 %, 0805", ANY, "200k 1% 0805",
        DISTRIBUTORS, 0.03, "two equal values, 100 k to 220 k", "1 % or better: divider for the cell voltage", pack=10,
        lcsc="C17539",
    ),
    *(
        Line(
            one_each(*references), NONE, f"resistor {value}, 0805", ANY, f"{value} 1% 0805",
            DISTRIBUTORS, 0.03, "5 % is good enough", "", pack=10, lcsc=lcsc,
        )
        for value, lcsc, references in (
            ("1 k", "C17513", ("R14", "R17")), ("47 k", "C17713", ("R11",)), ("100 k", "C149504", ("R15",)),
            ("330 k", "", ("R16",)), ("220 k", "C17556", ("R10",)), ("470 k", "C17709", ("R12",)),
            ("1 M", "C17514", ("R13",)),
        )
    ),
    Line(
        one_each("R5"), NONE, "resistor 330, 0805", ANY, "330R 1% 0805",
        DISTRIBUTORS, 0.03, "300 to 470", "", pack=10, lcsc="C17630",
    ),
    Line(
        one_each("R6-7"), NONE, "resistor 4.7 k, 0805", ANY, "4.7k 1% 0805",
        DISTRIBUTORS, 0.03, "3.3 k to 5.6 k; omit if the OLED has its own 4.7 k", "", pack=10, lcsc="C17673",
    ),
    Line(
        one_each("R9"), NONE, "resistor 10 k, 0805", ANY, "10k 1% 0805",
        DISTRIBUTORS, 0.03, "4.7 k to 22 k", "", pack=10, lcsc="C17414",
    ),
    Line(
        one_each("SW1-9"), NONE, "tactile switch 6 x 6 mm, 7.3 mm high", ANY, "tactile switch 6x6 7.3mm THT",
        COMMON_PARTS, 0.25, "none: the caps are made for this height", "", pack=10,
    ),
    Line(
        one_each("SW10"), NONE, "slide switch, right angle", "OS102011MA1QN1", "OS102011MA1QN1",
        DISTRIBUTORS, 0.8, "none: the pinout must match", "",
    ),
    Line(
        {"SCREW.LONG": len(dimensions.CASE_SCREWS)}, NONE, "screw M3 x 16, cap head", ANY, "M3x16 DIN 912",
        COMMON_PARTS, 0.1, "M3 x 16, head up to 6 mm", "from the back", pack=20,
    ),
    Line(
        {"SCREW.SHORT": len(dimensions.CARRIER_SCREWS)}, NONE, "screw M3 x 6", ANY, "M3x6",
        COMMON_PARTS, 0.1, "M3 x 5", "fasten the carrier to the lid", pack=20,
    ),
)  # fmt: skip
