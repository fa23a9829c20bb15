"""Stages 1 to 3 of the bring-up: the carrier without power, on USB, and on a bench supply."""

import math

from hardware import power
from hardware.boards import netlist
from hardware.bringup.step import ASSUMED, COMPUTED, Span, Stage, Step
from hardware.wiring.harness import BUTTONS

STAGES = (
    Stage(
        1,
        "Without any power",
        "No USB, no cell, no tiles, nothing in J1; the Pico is in its place. Meter on ohm, black to GND (TP12). Wait "
        "until the value stands still: capacitors charge.",
        "boards/renders/carrier-bottom.png",
    ),
    Stage(
        2, "Pico on USB alone", "MicroPython and the firmware are on it (`make flash`). Still no tiles, nothing in J1."
    ),
    Stage(
        3,
        "Bench supply, no tiles",
        "USB out. 5.0 V limited to 300 mA into J1: plus to 5V_IN (pin 1), minus to GND (pin 2). Console on.",
    ),
)

PICO_MA = next(rail.most_ma for rail in power.rails() if rail.net == netlist.VSYS)
"""What the Pico draws at worst, with all that it feeds."""
BENCH_MA = Span(20, PICO_MA, "mA", 0, ASSUMED)
"""What the carrier draws without tiles."""

_GIVEN = power.VALUE
_BENCH = 5.0


def _near(value: float, part: float, unit: str, digits: int, kind: str = COMPUTED) -> Span:
    """A span of plus and minus `part` around a value."""
    return Span(value * (1 - part), value * (1 + part), unit, digits, kind)


def steps() -> list[Step]:
    """The steps of these stages, in order."""
    return [*_cold(), *_usb(), *_bench()]


def _cold() -> list[Step]:
    """Resistances."""
    divider = (power.value_of("R3") + power.value_of("R4")) / 1000
    many = Span(1, math.inf, "k", 0, ASSUMED)
    return [
        Step("1.1", "Resistance of the 5 V rail", "5V", many, "", "Below: short at C1, C2, D1 or U2."),
        Step("1.2", "Resistance of the LED rail", "LED 5V", many, "", "Below: short at C4 to C6, C8 or U3."),
        Step(
            "1.3",
            "Resistance of the 3.3 V rail",
            "3V3",
            Span(0.2, math.inf, "k", 1, ASSUMED),
            "",
            "Below: short at C9 or the OLED.",
        ),
        Step(
            "1.4",
            "Pull-down of the rail switch",
            "LED EN",
            _near(power.value_of("R1") / 1000, 0.06, "k", 1),
            "",
            "Above: R1 is missing, the dice would light at power-on.",
        ),
        Step(
            "1.5",
            "Divider of the cell",
            "BAT",
            _near(divider, 0.04, "k", 0),
            "",
            "Above: R3 or R4 open. Below: short at C7.",
        ),
        Step(
            "1.6",
            "Its lower half",
            "BAT/2",
            _near(power.value_of("R4") / 1000, 0.06, "k", 0),
            "",
            "Lower: the unpowered Pico's input may load the meter, BAT counts. Higher: R4 is open.",
        ),
        Step(
            "1.7",
            "From U3 pin 3 to DIN, not to GND",
            "DIN",
            _near(power.value_of("R5"), 0.05, "ohm", 0),
            "",
            "Other: R5 is wrong or badly soldered.",
        ),
        Step(
            "1.8",
            "From the OLED's pin marked GND to GND, and from its VCC to 3V3",
            "OLED",
            Span(0, 1, "ohm", 0, ASSUMED),
            "",
            "Open or exchanged: bridge JP1 and JP2 for your OLED. Do not go on.",
        ),
    ]


def _usb() -> list[Step]:
    """What the Pico does by itself."""
    return [
        Step(
            "2.1",
            "Supply of the Pico",
            "VSYS",
            Span(4.3, 5.2, "V", 1, ASSUMED),
            "",
            "None: the cable only charges, or the Pico is dead.",
        ),
        Step(
            "2.2",
            "The Pico's 3.3 V",
            "3V3",
            Span(3.2, 3.4, "V", 1, ASSUMED),
            "",
            "Below: something draws too much: OLED the wrong way round (JP1, JP2)?",
        ),
        Step(
            "2.3",
            "Look at the OLED",
            "OLED",
            None,
            "A picture, straight and centred",
            "Dark: JP1 and JP2, R6 and R7, address not 0x3C. Two columns off: it is an SH1106.",
        ),
        Step(
            "2.4",
            "Press each button",
            "buttons",
            None,
            f"All {len(BUTTONS)} are counted, each once",
            "One missing: its joint, or a pin turned by 90 degrees. Stuck: solder between its pads.",
        ),
        Step(
            "2.5",
            "Listen",
            "buzzer",
            None,
            "Two tones, high and low",
            "Silence: R8. One tone only: the piezo has its own oscillator.",
        ),
        Step("2.6", "With the console on", "LED EN", Span(3.1, 3.4, "V", 1, ASSUMED), "", "None: GP17 has no contact."),
        Step(
            "2.7",
            "With the Pico in BOOTSEL",
            "LED EN",
            Span(0.0, 0.3, "V", 1, ASSUMED),
            "",
            "Above: R1 is missing. Do not go on.",
        ),
        Step("2.8", "Cell on the screen", "ABOUT", None, "none", "A voltage: BAT or BAT/2 touches something."),
    ]


def _bench() -> list[Step]:
    """The carrier on 5 V."""
    drop = _GIVEN["fuse_ohm"] * PICO_MA / 1000
    vsys = _BENCH - drop - _GIVEN["diode_drop"]
    return [
        Step(
            "3.1",
            "Current of the supply",
            "supply",
            BENCH_MA,
            "",
            "At the limit: take it off at once, go back to stage 1.",
        ),
        Step(
            "3.2",
            "Behind the fuse",
            "5V",
            Span(_BENCH - drop - 0.1, _BENCH + 0.1, "V", 1, COMPUTED),
            "",
            "None: F1 has tripped or is open.",
        ),
        Step(
            "3.3",
            "Behind the diode",
            "VSYS",
            Span(vsys - 0.15, vsys + 0.2, "V", 1, COMPUTED),
            "",
            "None: D1 the wrong way round.",
        ),
        Step(
            "3.4",
            "Console on",
            "LED 5V",
            Span(_BENCH - 0.2, _BENCH + 0.1, "V", 1, COMPUTED),
            "",
            "None: U2 or LED EN (2.6).",
        ),
        Step(
            "3.5",
            "Console asleep (a minute without a press)",
            "LED 5V",
            Span(0.0, 0.3, "V", 1, ASSUMED),
            "",
            "Stays up: U2 the wrong way round. Falls over seconds: R2.",
        ),
    ]
