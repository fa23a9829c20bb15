"""Lines of the BOM: parts of the tabletop only. Prices are assumed."""

from hardware import dimensions
from hardware.bom_line import ANY, COMMON_PARTS, DISTRIBUTORS, HOBBY_SHOPS, NONE, WIRE_SET_M, Line, one_each
from hardware.wiring.harness import DICE

_PERF_SIZE = "{perf_width:g} x {perf_height:g} mm".format_map(dimensions.TABLETOP_MM)

LINES = (
    Line(
        NONE, {"MODULE": DICE}, "8x8 WS2812B module, 65 x 65 mm", "DFR0459", "DFR0459, or 8x8 WS2812B 65 mm",
        ("DFRobot", "AliExpress"), 12.0, "any 8x8 WS2812B module of 65 mm",
        "measure its height with plugs before you print: an XH connector on its back does not fit; check where DIN "
        "and DOUT are",
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
        NONE, {"U2.HEADER": 2}, "pin header 3 x 2.54 mm, for the adapter of U2", ANY, "pin header 2.54 mm 40 pins",
        COMMON_PARTS, 0.05, "the headers sold with the adapter", "", pack=12, pack_name="strip of 40 pins",
    ),
    Line(
        NONE, one_each("U3"), "quad buffer for 5 V with TTL inputs, DIP-14", "SN74AHCT125N", "SN74AHCT125N",
        DISTRIBUTORS, 0.7, "SN74AHCT125D on an adapter",
        "not 74HCT125, whose inputs feed the dark rail through their diodes, nor 74HC125, which needs 3.5 V",
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
        NONE, {"D2": 2, "D3": 1, "D5": 1}, "switching diode DO-35, two for D2, one each for D3 and D5", "1N4148",
        "1N4148", DISTRIBUTORS, 0.1, "1N914", "not a Schottky diode: it leaks too much when it is warm",
    ),
    Line(
        NONE, one_each("Q1"), "N-channel MOSFET, TO-92", "TN2106N3-G", "TN2106N3-G",
        DISTRIBUTORS, 0.7, "2N7002 or BSS138 on a SOT-23 adapter",
        "conducts at 2 V; a 2N7000 may need 3 V (assumed)",
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
        COMMON_PARTS, 0.6, "film capacitors", "", pack=12, pack_name="set with 10 of each value",
    ),
    Line(
        NONE, one_each("R1-17"),
        "resistors 8.2 k, 2 x 220, 2 x 200 k 1 %, 330, 2 x 4.7 k, 10 k, 2 x 1 k, 47 k, 100 k, 220 k, 330 k, 470 k, 1 M",
        ANY, "resistor set 1% 0.25 W",
        COMMON_PARTS, 0.12, "as for the handheld", "check that the set has 8.2 k, or take 4.7 k for R1",
        pack=85, pack_name="set with 10 of each value",
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
        NONE, one_each("W3-9"), "stranded wire 22 AWG, black, red and blue", ANY, "stranded wire set 22 AWG",
        HOBBY_SHOPS, 2.1, "any stranded wire of 0.3 mm2 or more", "also for 5V and LED_5V on the perfboard",
        pack=7, pack_name=f"set of five colors, {WIRE_SET_M} m each",
    ),
    Line(
        NONE, one_each("W10-20"), "stranded wire 26 AWG, six colors", ANY, "stranded wire set 26 AWG",
        HOBBY_SHOPS, 1.3, "28 or 30 AWG", "also for the other insulated wires on the perfboard",
        pack=11, pack_name=f"set of six colors, {WIRE_SET_M} m each",
    ),
    Line(
        NONE, {"WIRE.BARE": 1}, "tinned copper wire, 0.6 to 0.8 mm, 1 m for the perfboard", ANY,
        "tinned copper wire 0.6 mm", COMMON_PARTS, 0.5, "legs cut off resistors, for the short ones", "",
        pack=10, pack_name="roll of 10 m",
    ),
    Line(
        NONE, {"GLUE": 1}, "hot glue, one stick", ANY, "hot glue sticks",
        COMMON_PARTS, 0.3, "double-sided tape", "holds modules and OLED", pack=12, pack_name="pack of 12 sticks",
    ),
    Line(
        NONE, {"SCREW.LONG": len(dimensions.CASE_SCREWS)}, "screw M3 x 20, cap head", ANY, "M3x20 DIN 912",
        COMMON_PARTS, 0.1, "self-tapping 3 x 20", "from the back", pack=20,
    ),
)  # fmt: skip
