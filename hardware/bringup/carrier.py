"""Stages 1 to 3 of the bring-up: the carrier without power, on USB power, and on a bench supply."""

import math

from hardware import inputs, power
from hardware.boards import netlist
from hardware.bringup.step import ASSUMED, COMPUTED, Range, Stage, Step
from hardware.wiring.harness import BUTTONS

_J1 = {net: pin for part in netlist.parts() if part.reference == "J1" for pin, net in part.nets.items()}
"""Contact of J1 by net."""
_WIRES = ("1.9", "1.10", "1.11", "1.12", "1.13")
"""Steps that measure the wires of the converter."""

STAGES = (
    Stage(
        1,
        "No power",
        "Disconnect USB, bench supply, cell, tiles and J1. The Pico is soldered in; it got its firmware before that. "
        "Set the "
        "multimeter to resistance, black probe on GND (TP12). Wait until the reading settles: the capacitors charge. "
        "For "
        f"{_WIRES[0]} to {_WIRES[-1]}, plug W2, which is soldered to the converter, into J1, and unplug it afterward "
        "(tabletop: solder it now). A mirrored plug shows here. Do not go on with one.",
        "boards/renders/carrier-bottom-parts.png",
    ),
    Stage(
        2,
        "Pico on USB power",
        "Still no tiles, and nothing in J1.",
    ),
    Stage(
        3,
        "Bench supply, no tiles",
        f"Unplug USB. Set the bench supply to 5.0 V, limited to 300 mA, and connect it with the bench lead, a second "
        "plug "
        f"for J1 with two wires: plus to 5V_IN (contact {_J1[netlist.V5_IN]}), minus to GND (contact "
        f"{_J1[netlist.GND]}). "
        "Tabletop: two wires in the same holes of the perfboard.",
    ),
)

PICO_MA = next(rail.max_ma for rail in power.rails() if rail.net == netlist.VSYS)
"""Worst-case current of the Pico and everything that it supplies."""
BENCH_MA = Range(20, PICO_MA, "mA", 0, ASSUMED)
"""Current of the carrier without tiles."""

_GIVEN = power.VALUES
_BENCH_V = 5.0


_SWAPPED = "Open: two wires of W2 are swapped, or the plug is mirrored. Compare all five with the drawing of W2."


def _tolerance(value: float, fraction: float, unit: str, digits: int, kind: str = COMPUTED) -> Range:
    """Returns a range of plus and minus `fraction` around a value."""
    return Range(value * (1 - fraction), value * (1 + fraction), unit, digits, kind)


def steps() -> list[Step]:
    """Returns the steps of these stages in order."""
    return [*_unpowered(), *_usb(), *_bench()]


def _unpowered() -> list[Step]:
    """Returns the resistance measurements of stage 1."""
    divider = (power.component_value("R3") + power.component_value("R4")) / 1000
    over_1k = Range(1, math.inf, "k", 0, ASSUMED)
    return [
        Step("1.1", "Resistance of the 5 V rail", "5V", over_1k, "", "Too low: short circuit at C1, C2, D1, D4 or U2."),
        Step(
            "1.2", "Resistance of the LED rail", "LED 5V", over_1k, "", "Too low: short circuit at C4 to C6, C8 or U3."
        ),
        Step(
            "1.3",
            "Resistance of the 3.3 V rail",
            "3V3",
            Range(0.2, math.inf, "k", 1, ASSUMED),
            "",
            "Too low: short circuit at C9 or the OLED.",
        ),
        Step(
            "1.4",
            "Pull-down of the rail switch",
            "LED EN",
            _tolerance(power.component_value("R1") / 1000, 0.06, "k", 1),
            "",
            "Too high: R1 is missing; the dice would light up at power-on.",
        ),
        Step(
            "1.5",
            "Voltage divider of the cell",
            "BAT",
            _tolerance(divider, 0.04, "k", 0),
            "",
            "Too high: R3 or R4 is open. Too low: short circuit at C7.",
        ),
        Step(
            "1.6",
            "Lower half of the divider",
            "BAT/2",
            _tolerance(power.component_value("R4") / 1000, 0.06, "k", 0),
            "",
            "Too low: the input of the unpowered Pico may affect the reading; rely on step 1.5. Too high: R4 is open.",
        ),
        Step(
            "1.7",
            "From U3 pin 3 to DIN (not to GND)",
            "DIN",
            _tolerance(power.component_value("R5"), 0.05, "ohm", 0),
            "",
            "R5 has the wrong value or a bad solder joint.",
        ),
        Step(
            "1.8",
            "From the OLED pin marked GND to GND, and from the pin marked VCC to 3V3",
            "OLED",
            Range(0, 1, "ohm", 0, ASSUMED),
            "",
            "Open or swapped: set JP1 and JP2 for your OLED. Do not continue.",
        ),
        *(
            Step(code, f"From {hole} of the converter to {label}", label, Range(0, 1, "ohm", 0, ASSUMED), "", _SWAPPED)
            for code, hole, label in zip(_WIRES, ("5V", "GND", "EN"), ("5V", "GND", "BOOST EN"), strict=False)
        ),
        Step(
            _WIRES[3],
            "From Bat of the converter to BAT: R_BAT, which is in the wire",
            "BAT",
            _tolerance(inputs.R_BAT / 1000, 0.06, "k", 2),
            "",
            f"0: R_BAT is missing, the cell could be shorted; do not continue. {_SWAPPED}",
        ),
        Step(
            _WIRES[4],
            "From USB of the converter to the contact USB_5V of J1: R_USB, which is in the wire",
            "J1",
            _tolerance(inputs.R_USB / 1000, 0.06, "k", 0),
            "",
            f"0: R_USB is missing; do not continue. {_SWAPPED}",
        ),
        Step(
            "1.14",
            "Each tile after the panel was broken: from pin 2 (5V) to pin 1 (GND) of IN",
            "tile",
            over_1k,
            "",
            "Too low: a capacitor at an edge has cracked, or a solder bridge. Do not use this tile.",
        ),
    ]


def _usb() -> list[Step]:
    """Returns the steps of stage 2, with the Pico on USB power."""
    return [
        Step(
            "2.1",
            "Supply of the Pico",
            "VSYS",
            Range(4.3, 5.2, "V", 1, ASSUMED),
            "",
            "0 V: the USB cable has no power or the Pico is defective.",
        ),
        Step(
            "2.2",
            "3.3 V output of the Pico",
            "3V3",
            Range(3.2, 3.4, "V", 1, ASSUMED),
            "",
            "Too low: overload. Check JP1 and JP2: is the supply of the OLED reversed?",
        ),
        Step(
            "2.3",
            "Look at the OLED",
            "OLED",
            None,
            "A picture, straight and centered",
            "Dark: check JP1, JP2, R6, R7, and that the address is 0x3C. Shifted by two columns: it is an SH1106.",
        ),
        Step(
            "2.4",
            "Press each button",
            "buttons",
            None,
            f"All {len(BUTTONS)} are counted, one press each",
            "One missing: check its solder joints, and that it is not rotated by 90 degrees. Stuck: solder bridge "
            "between its pads.",
        ),
        Step(
            "2.5",
            "Listen to the buzzer",
            "buzzer",
            None,
            "Two tones, one high and one low",
            "No sound: check R8. Only one tone: it is an active buzzer.",
        ),
        Step("2.6", "Console on", "LED EN", Range(3.1, 3.4, "V", 1, ASSUMED), "", "0 V: GP17 is not connected."),
        Step(
            "2.7",
            "Pico in BOOTSEL mode",
            "LED EN",
            Range(0.0, 0.3, "V", 1, ASSUMED),
            "",
            "Too high: R1 is missing. Do not continue.",
        ),
        Step(
            "2.8",
            "Battery on the About screen",
            "ABOUT",
            None,
            "none",
            "A voltage is shown: short circuit at BAT or BAT/2.",
        ),
    ]


def _bench() -> list[Step]:
    """Returns the steps of stage 3, with the carrier on 5 V."""
    drop = _GIVEN["fuse_ohm"] * PICO_MA / 1000
    vsys = _BENCH_V - drop - _GIVEN["diode_drop"]
    return [
        Step(
            "3.1",
            "Current of the bench supply",
            "supply",
            BENCH_MA,
            "",
            "At the current limit: switch off at once, because D4 gets hot and F1 does not trip. Check the polarity "
            "and the "
            "voltage, and go back to stage 1.",
        ),
        Step(
            "3.2",
            "After the fuse",
            "5V",
            Range(_BENCH_V - drop - 0.1, _BENCH_V + 0.1, "V", 1, COMPUTED),
            "",
            "0 V: F1 has tripped or is open.",
        ),
        Step(
            "3.3",
            "After the diode",
            "VSYS",
            Range(vsys - 0.15, vsys + 0.2, "V", 1, COMPUTED),
            "",
            "0 V: D1 is reversed.",
        ),
        Step(
            "3.4",
            "Console on",
            "LED 5V",
            Range(_BENCH_V - 0.2, _BENCH_V + 0.1, "V", 1, COMPUTED),
            "",
            "0 V: check U2 and LED EN (2.6).",
        ),
        Step(
            "3.5",
            "Console asleep (60 s in a menu without a button press)",
            "LED 5V",
            Range(0.0, 0.3, "V", 1, ASSUMED),
            "",
            "Stays high: U2 is reversed. Falls over several seconds: check R2.",
        ),
    ]
