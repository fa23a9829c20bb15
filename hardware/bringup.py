"""The bring-up as data: what to do in which order, where to measure, what to expect and what it means when it differs.

BRINGUP.md and the firmware's self-test screen tell the same steps by the same codes. Spans that follow from the
circuit are computed here; the others are assumed until one has been built.
"""

import math
from typing import NamedTuple

from hardware import power
from hardware.boards import netlist
from hardware.wiring.harness import BUTTONS, DICE
from sixpip.board import limiter

COMPUTED, ASSUMED = "computed", "assumed"
SCREEN_LETTERS = 21
"""Of a row of the OLED: code, where and span of a step must fit into one."""


class Span(NamedTuple):
    """What a measurement should give: least, most, unit, digits after the point, and how we know."""

    low: float
    high: float
    unit: str
    digits: int
    kind: str

    def __str__(self) -> str:
        """As it is printed: "4.9-5.1 V", "over 1 k"."""
        if math.isinf(self.high):
            return f"over {self.low:g} {self.unit}"
        return f"{self.low:.{self.digits}f}-{self.high:.{self.digits}f} {self.unit}"

    def holds(self, value: float) -> bool:
        """Whether a measured value is as expected."""
        return self.low <= value <= self.high


class Step(NamedTuple):
    """One step. `where` is the test point's name as printed (or a few words); no span: look or listen."""

    code: str
    do: str
    where: str
    expect: Span | None
    see: str
    otherwise: str

    @property
    def stage(self) -> int:
        """The number of its stage."""
        return int(self.code[0])


class Stage(NamedTuple):
    """Steps under the same conditions."""

    number: int
    title: str
    setting: str
    picture: str = ""


_IDLE = {led_type[0]: power.idle_ma(led_type) / DICE for led_type in limiter.LED_TYPES}
"""mA of one dark tile by LED type."""

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
    Stage(4, "One tile", "As before, limited to 500 mA. Settings: brightness at its lowest. Plug tile 1 into LED OUT."),
    Stage(
        5,
        "All tiles, one at a time",
        "As before, limited to 1 A. Switch off, add the next tile, switch on, look; at last the cable back to LED END. "
        f"Spans are for WS2812B-2020, {_IDLE['WS2812B-2020']:.0f} mA a dark tile; a dark 5050 module draws about "
        f"{_IDLE['WS2812B 5050']:.0f} mA.",
    ),
    Stage(
        6,
        "The cell, at the very end",
        "Bench supply away, converter on J1, SW10 off. Read SAFETY.md first.",
    ),
)


def _near(value: float, part: float, unit: str, digits: int, kind: str = COMPUTED) -> Span:
    """A span of plus and minus `part` around a value."""
    return Span(value * (1 - part), value * (1 + part), unit, digits, kind)


_GIVEN = power.VALUE
_TILE_MA = _IDLE["WS2812B-2020"]
_BENCH = 5.0
_PICO_MA = next(rail.most_ma for rail in power.rails() if rail.net == netlist.VSYS)
_BENCH_MA = Span(20, _PICO_MA, "mA", 0, ASSUMED)
_DARK = Span(20 + _TILE_MA * DICE, _PICO_MA + _TILE_MA * DICE, "mA", 0, ASSUMED)


def steps() -> list[Step]:
    """All steps in order."""
    return [*_cold(), *_usb(), *_bench(), *_one_tile(), *_all_tiles(), *_cell()]


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
    drop = _GIVEN["fuse_ohm"] * _PICO_MA / 1000
    vsys = _BENCH - drop - _GIVEN["diode_drop"]
    return [
        Step(
            "3.1",
            "Current of the supply",
            "supply",
            _BENCH_MA,
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


def _one_tile() -> list[Step]:
    """The first tile."""
    more = Span(_BENCH_MA.low + 0.5 * _TILE_MA, _BENCH_MA.high + 1.5 * _TILE_MA, "mA", 0, ASSUMED)
    return [
        Step(
            "4.1",
            "Current, tile dark",
            "supply",
            more,
            "",
            "Far above: a LED is turned round or shorted: feel which one gets warm.",
        ),
        Step(
            "4.2",
            "Look at die 1",
            "die 1",
            None,
            "Its number, upright; then all red, all green, all blue as the OLED says",
            "First pixel wrong: DIN or R5. Red and green exchanged: other LEDs. Every second row mirrored: Settings, "
            "Rows. Dark from one pixel on: that LED or the one before.",
        ),
        Step("4.3", "At the tile's plug", "LED 5V", Span(4.7, 5.1, "V", 1, COMPUTED), "", "Below: a bad crimp."),
    ]


def _all_tiles() -> list[Step]:
    """The chain."""
    limit = limiter.BUDGET_MA + _GIVEN["shifter"]
    return [
        Step(
            "5.1",
            f"Tile by tile, to {DICE}",
            "dice",
            None,
            "Each new die shows its number",
            "Dark from a die on: IN and OUT exchanged there, or its cable is not 1 to 1.",
        ),
        Step(
            "5.2",
            "Current, all dark",
            "supply",
            _DARK,
            "",
            f"Each tile adds about {_TILE_MA:.0f} mA: far more is a bad tile.",
        ),
        Step(
            "5.3",
            "Current, all white",
            "supply",
            Span(limit * 0.5, limit + _BENCH_MA.high, "mA", 0, COMPUTED),
            "",
            "Above: stop. The limiter does not know these LEDs: Settings, LEDs (SAFETY.md).",
        ),
        Step(
            "5.4",
            f"All white, 5 V at die {DICE}",
            f"die {DICE}",
            Span(power.fed_volts()[0] - 0.2, 5.1, "V", 1, COMPUTED),
            "",
            "Below: a bad crimp, or the cable to LED END is out.",
        ),
        Step(
            "5.5",
            "Pixels travel through all dice",
            "DOUT",
            None,
            "No flicker, no wrong colour",
            "Flicker: the plug before the first die that flickers.",
        ),
    ]


def _cell() -> list[Step]:
    """The cell and its converter."""
    low, full = _GIVEN["cell_low"], _GIVEN["cell_full"]
    half = Span(power.half_cell(3.0), power.half_cell(full) + 0.02, "V", 2, COMPUTED)
    boost = _GIVEN["boost"]
    hand = Span(boost - 0.2, boost + 0.1, "V", 1, COMPUTED)
    pico = Span(boost - 0.2 - _GIVEN["diode_drop"] - 0.15, boost - 0.1, "V", 1, COMPUTED)
    return [
        Step(
            "6.1",
            "Polarity of the cell's plug, before it goes in",
            "plug",
            None,
            "Red at the converter's +",
            "Exchanged: do not plug it in; change the two crimps, one after the other.",
        ),
        Step(
            "6.2",
            "Cell",
            "BAT",
            Span(3.0, full, "V", 1, ASSUMED),
            "",
            f"Below {low:.1f} V: charge first. None: its protection is open: plug in the charger.",
        ),
        Step("6.3", "Half of it", "BAT/2", half, "", "Not half: R3, R4. 2.5 V: sensed behind the converter."),
        Step("6.4", "SW10 on", "5V", hand, "", "None: BOOST EN is at ground: SW10 the other way."),
        Step("6.5", "Supply of the Pico", "VSYS", pico, "", "As in 3.3."),
        Step(
            "6.6",
            "Screen against meter",
            "ABOUT",
            Span(0.0, 0.1, "V", 1, COMPUTED),
            "",
            "Apart by more: R3, R4 of 1 %?",
        ),
        Step(
            "6.7",
            "SW10 off, after ten seconds",
            "5V",
            Span(0.0, 0.5, "V", 1, ASSUMED),
            "",
            "Stays up: BOOST EN has no contact.",
        ),
        Step(
            "6.8",
            "Charger in, console off",
            "BAT",
            None,
            "Rises, and stays at 4.2 V or below",
            "Above 4.25 V: unplug at once, SAFETY.md.",
        ),
        Step(
            "6.9",
            "Half an hour all white",
            "case",
            Span(15, 45, "C", 0, ASSUMED),
            "",
            "Hotter: lower the brightness, look for a bad crimp.",
        ),
    ]


def screen_rows() -> list[tuple[str, str, str]]:
    """For the self-test screen: code, where, and the span or what to see, of the steps while the console runs."""
    return [(step.code, step.where, str(step.expect) if step.expect else "") for step in steps() if step.stage > 1]


def points() -> dict[str, str]:
    """Net of each test point by the name printed beside it."""
    return dict(netlist.TEST_POINTS)
