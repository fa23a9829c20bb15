"""Lines of the BOM: parts of the tabletop only. Prices are assumed."""

from hardware import dimensions
from hardware.bom_line import ANY, COMMON_PARTS, DISTRIBUTORS, HOBBY_SHOPS, NONE, Line, one_each
from hardware.wiring.harness import DICE

_PERF_SIZE = "{perf_width:g} x {perf_height:g} mm".format_map(dimensions.TABLETOP_MM)

LINES = (
    Line(
        NONE, {"PRINT": 1}, "250 g of PETG for all printed parts", ANY, "PETG 1.75 mm",
        ("Prusa", "a printing service"), 6.0, "ABS or ASA; not PLA, which softens", "sold in spools of 1 kg",
    ),
    Line(
        NONE, {"FILAMENT.WHITE": 1}, "45 g of them in white, for six diffusers", ANY, "PETG 1.75 mm white",
        ("Prusa", "a printing service"), 1.2, "natural PETG", "sold in spools of 0.25 to 1 kg",
    ),
    Line(
        NONE, {"MODULE": DICE}, "8x8 WS2812B module, 65 x 65 mm", "DFR0459", "DFR0459, or 8x8 WS2812B 65 mm",
        ("DFRobot", "AliExpress"), 12.0, "any 8x8 WS2812B module of 65 mm",
        "check where DIN and DOUT are; set the row order in Workshop, LED chain, Rows",
    ),
    Line(
        NONE, {"PERFBOARD": 1}, f"perfboard {_PERF_SIZE} with corner holes", ANY,
        "perfboard 70x90 mounting holes", COMMON_PARTS,
        4.0, "other sizes: change perf_width, perf_height", "solder the Pico directly, without sockets, see BUILD.md",
    ),
    Line(
        NONE, {"SCREW.PERF": 4}, "screw M2 x 6", ANY, "M2x6",
        COMMON_PARTS, 0.1, "self-tapping 2 x 6", "fasten the perfboard to the body", pack=20,
    ),
    Line(
        NONE, one_each("U2"), "load switch TPS22918 on a SOT-23-6 to DIP adapter", "TPS22918DBVR",
        "TPS22918DBVR and SOT-23-6 adapter",
        DISTRIBUTORS, 1.6, "any load switch module, 5 V 2 A, with slow start", "",
    ),
    Line(
        NONE, one_each("U3"), "quad buffer for 5 V with TTL inputs, DIP-14", "SN74AHCT125N", "SN74AHCT125N",
        DISTRIBUTORS, 0.7, "SN74HCT125N", "not 74HC125: its inputs need 3.5 V",
    ),
    Line(
        NONE, one_each("F1"), "radial polyfuse 1.5 to 1.6 A hold, 6 V or more", ANY, "PTC resettable fuse radial 1.6 A",
        DISTRIBUTORS, 0.5, "two of 0.75 A in parallel", "0.13 ohm or less",
    ),
    Line(
        NONE, one_each("D4"), "TVS diode 5 V, unidirectional, DO-15", "P6KE6.8A", "P6KE6.8A",
        DISTRIBUTORS, 0.3, "SMBJ5.0A on short wires", "ring to 5V",
    ),
    Line(
        NONE, {"D2": 2, "D3": 1}, "Schottky diode, two for D2 and one for D3", "BAT85", "BAT85",
        DISTRIBUTORS, 0.2, "BAT42, BAT43", "",
    ),
    Line(
        NONE, one_each("Q1"), "N-channel MOSFET, TO-92", "TN2106N3-G", "TN2106N3-G",
        DISTRIBUTORS, 0.7, "BSS138 on a SOT-23 adapter", "conducts at 2 V; a 2N7000 may need 3 V (assumed)",
    ),
    Line(
        NONE, one_each("Q2"), "P-channel MOSFET, TO-92", "TP2104N3-G", "TP2104N3-G",
        DISTRIBUTORS, 1.0, "BSS84 on a SOT-23 adapter", "conducts at 2 V; a BS250P may need 3.5 V (assumed)",
    ),
    Line(
        NONE, one_each("C1", "C4-6"), "electrolytic capacitor 220 uF 10 V, radial", ANY, "220uF 16V radial",
        COMMON_PARTS, 0.15, "a single 680 uF for C4 to C6", "",
    ),
    Line(
        NONE, one_each("C2-3", "C7-10"), "ceramic capacitors 1 uF, 4.7 nF, 4 x 100 nF, radial",
        ANY, "ceramic capacitor set",
        COMMON_PARTS, 0.15, "film capacitors", "",
    ),
    Line(
        NONE, one_each("R1-17"),
        "resistors 8.2 k, 2 x 220, 2 x 200 k 1 %, 330, 2 x 4.7 k, 10 k, 2 x 1 k, 47 k, 100 k, 150 k, 220 k, 470 k, 1 M",
        ANY, "resistor set 1% 0.25 W",
        COMMON_PARTS, 0.05, "as for the handheld", "",
    ),
    Line(
        NONE, one_each("SW1-9"), "panel button 12 mm, momentary", ANY, "momentary push button 12 mm",
        ("AliExpress", "Pimoroni"), 1.0, "arcade buttons, with a modified lid",
        "20 mm deep or less, nut 16 mm across or less",
    ),
    Line(
        NONE, one_each("SW10"), "toggle switch SPDT, 6 mm thread", ANY, "mini toggle switch SPDT on-on 6 mm",
        COMMON_PARTS, 1.0, "any switch: change toggle_hole", "",
    ),
    Line(
        NONE, one_each("W2-20"), "stranded wire 22, 24 and 26 AWG", ANY, "stranded wire set 22 AWG",
        HOBBY_SHOPS, 0.5, "any stranded wire of these sizes", "one meter of each color is enough",
    ),
    Line(
        NONE, {"SCREW.LONG": len(dimensions.CASE_SCREWS)}, "screw M3 x 20 and insert",
        ANY, "M3x20 and heat set insert M3",
        COMMON_PARTS, 0.25, "self-tapping 3 x 20", "", pack=20,
    ),
)  # fmt: skip
