"""The power tree as data and sums: rails, what they feed, drops, rise of the LED rail, and how long a charge lasts.

Every figure names its kind (KINDS of hardware/dimensions.py) and source. The budget and the currents of the LEDs are
the firmware's own (sixpip.board.limiter); parts and their rails are the netlist's.
"""

import math
from typing import NamedTuple

from hardware import dimensions
from hardware.boards import netlist
from hardware.boards.netlist import CELL, LED_5V, RAW, SUPPLY, V33, VSYS
from hardware.wiring.harness import DICE, handheld
from sixpip.board import limiter
from sixpip.board.led_chain import PIXELS

MM = dimensions.MM


class Figure(NamedTuple):
    """A value with its unit, its kind and where it comes from."""

    name: str
    value: float
    unit: str
    kind: str
    source: str


_MEMORY = "usual data sheets, not looked up"
GIVEN = (
    Figure("boost", 5.2, "V", "datasheet", "Adafruit PowerBoost 1000C, its README"),
    Figure("boost_most", 1000, "mA", "datasheet", "Adafruit PowerBoost 1000C, its product page"),
    Figure("boost_switch", 2000, "mA", "datasheet", "Adafruit PowerBoost 1000C, its README: 2 A internal switch"),
    Figure("boost_yield", 0.88, "", "assumed", "at 0.5 A from a half charged cell"),
    Figure("boost_own", 5, "mA", "datasheet", "Adafruit PowerBoost 1000C, its guide: enabled, power LED on"),
    Figure("boost_off", 0.02, "mA", "datasheet", "Adafruit PowerBoost 1000C with EN low: 20 uA on its product page"),
    Figure("cell", 2500, "mAh", "decided", "protected LiPo"),
    Figure("cell_volts", 3.7, "V", "assumed", "mean while it empties"),
    Figure("cell_low", 3.2, "V", "computed", "where the firmware saves and sleeps (app/power.py)"),
    Figure("cell_full", 4.2, "V", "assumed", _MEMORY),
    Figure("cell_used", 0.9, "", "assumed", "part of the capacity used before the firmware says empty"),
    Figure("cell_most", 2500, "mA", "assumed", "1 C; look at your cell's sheet"),
    Figure("usb_charge", 1000, "mA", "datasheet", "Adafruit PowerBoost 1000C, its README"),
    Figure("pico_mean", 30, "mA", "assumed", "Pico at 125 MHz with pauses"),
    Figure("pico_most", 95, "mA", "assumed", "Pico without radio, both cores busy"),
    Figure("oled_mean", 15, "mA", "assumed", "0.96 inch, a third of its pixels lit"),
    Figure("oled_most", 30, "mA", "assumed", "0.96 inch, every pixel lit"),
    Figure("asleep", 20, "mA", "assumed", "Pico waiting for a button at full clock, OLED off"),
    Figure("shifter", 5, "mA", "assumed", "74AHCT125 at 800 kHz into 330 ohm and a wire"),
    Figure("v33_most", 300, "mA", "assumed", "what the Pico's regulator can spare; " + _MEMORY),
    Figure("pico_3v3_yield", 0.85, "", "assumed", "the Pico's own regulator"),
    Figure("vsys_least", 1.8, "V", "datasheet", "Raspberry Pi Pico, VSYS"),
    Figure("vsys_most", 5.5, "V", "datasheet", "Raspberry Pi Pico, VSYS"),
    Figure("diode_drop", 0.35, "V", "assumed", "1N5817 at 0.1 A; " + _MEMORY),
    Figure("diode_most", 1000, "mA", "assumed", "1N5817; " + _MEMORY),
    Figure("fuse_hold", 900, "mA", "assumed", "1.1 A polyfuse at 40 degrees; " + _MEMORY),
    Figure("fuse_ohm", 0.21, "ohm", "assumed", "1.1 A polyfuse 1206, after a trip; " + _MEMORY),
    Figure("switch_ohm", 0.052, "ohm", "datasheet", "TI TPS22918, SLVSD76C, title"),
    Figure("switch_most", 2000, "mA", "datasheet", "TI TPS22918, SLVSD76C, title"),
    Figure("rise_slope", 0.55, "us/V/pF", "assumed", "TPS22918: rise = 0.55 x CT + 30 (check the sheet)"),
    Figure("rise_base", 30, "us/V", "assumed", "TPS22918: rise = 0.55 x CT + 30 (check the sheet)"),
    Figure("contact_ohm", 0.02, "ohm", "assumed", "a pin of JST SH, new"),
    Figure("contact_most", 1000, "mA", "assumed", "a pin of JST SH; " + _MEMORY),
    Figure("wire_ohm", 0.213, "ohm/m", "assumed", "28 AWG"),
    Figure("led_least", 3.7, "V", "datasheet", "Worldsemi WS2812B-2020"),
    Figure("tile_capacitor", 0.1, "uF", "decided", "one at each LED but the last row's"),
    Figure("adc_most", 3.3, "V", "assumed", "reference of the Pico's ADC"),
    Figure("bus_farad", 60e-12, "F", "assumed", "OLED, Pico and 10 cm of track"),
    Figure("bus_rise", 300e-9, "s", "assumed", "most for I2C at 400 kHz; " + _MEMORY),
    Figure("bus_sink", 3, "mA", "assumed", "what an I2C output must sink; " + _MEMORY),
)
"""What is given."""

VALUE = {figure.name: figure.value for figure in GIVEN}
"""The same by name."""

_UNITS = {"u": 1e-6, "n": 1e-9, "k": 1e3, "": 1.0}


def value_of(reference: str) -> float:
    """Farad or ohm of a part of the carrier, from its value in the netlist ("220u 10V", "8.2k")."""
    word = next(part.value for part in netlist.parts() if part.reference == reference).split()[0]
    unit = word[-1] if word[-1] in _UNITS else ""
    return float(word.removesuffix(unit)) * _UNITS[unit]


class Load(NamedTuple):
    """Something that draws from a rail, in mA at worst."""

    what: str
    most_ma: float


class Rail(NamedTuple):
    """A rail: what feeds it and through what, its least and most volts, capacitors on it, loads, and its limits."""

    net: str
    source: str
    through: str
    volts: tuple[float, float]
    capacitors: tuple[str, ...]
    loads: tuple[Load, ...]
    limits: tuple[tuple[str, float], ...]

    @property
    def most_ma(self) -> float:
        """The worst-case current."""
        return sum(load.most_ma for load in self.loads)


def rails() -> list[Rail]:
    """The tree, from the last rail to the cell."""
    given = VALUE
    v33 = Rail(
        V33,
        VSYS,
        "U1, the Pico's regulator",
        (3.2, 3.4),
        _capacitors(V33),
        (Load("OLED", given["oled_most"]), Load("pull-ups R6, R7", 2 * 3300 / value_of("R6")), Load("buzzer", 0.5)),
        (("U1", given["v33_most"]),),
    )
    vsys_ma = 3.3 * (v33.most_ma + given["pico_most"]) / (given["pico_3v3_yield"] * 4.5)
    led = Rail(
        LED_5V,
        SUPPLY,
        "U2, switch",
        (fed_volts()[0], given["boost"]),
        _capacitors(LED_5V),
        (Load("dice, by the limiter", limiter.BUDGET_MA), Load("level shifter U3", given["shifter"])),
        (("U2", given["switch_most"]), ("a pin of a plug", given["contact_most"])),
    )
    vsys_volts = (given["boost"] - given["fuse_ohm"] * (led.most_ma + vsys_ma) / 1000 - 0.45, 5.0)
    vsys = Rail(
        VSYS,
        SUPPLY,
        "D1",
        vsys_volts,
        _capacitors(VSYS),
        (Load("Pico and its 3V3 rail", vsys_ma),),
        (("D1", given["diode_most"]),),
    )
    supply_volts = (given["boost"] - given["fuse_ohm"] * (led.most_ma + vsys.most_ma) / 1000, given["boost"])
    feeds = (Load(LED_5V, led.most_ma), Load(VSYS, vsys.most_ma))
    supply = Rail(SUPPLY, RAW, "F1, fuse", supply_volts, _capacitors(SUPPLY), feeds, (("F1", given["fuse_hold"]),))
    raw_volts = (given["boost"] - 0.1, given["boost"] + 0.1)
    raw = Rail(
        RAW,
        CELL,
        "boost converter",
        raw_volts,
        (),
        (Load(SUPPLY, supply.most_ma),),
        (("boost converter", given["boost_most"]),),
    )
    cell_ma = raw.most_ma * given["boost"] / (given["boost_yield"] * given["cell_low"])
    cell_volts = (given["cell_low"], given["cell_full"])
    limit = (("cell", given["cell_most"]), ("switch in the converter", given["boost_switch"]))
    cell = Rail(CELL, "cell", "its protection", cell_volts, (), (Load("boost converter", cell_ma),), limit)
    return [v33, vsys, led, supply, raw, cell]


def _capacitors(net: str) -> tuple[str, ...]:
    """References of the carrier's capacitors on a net."""
    return tuple(part.reference for part in netlist.parts() if part.reference[0] == "C" and net in part.nets.values())


def fed_volts() -> list[float]:
    """Volts at each die when the whole budget flows into it and only the plug at the first die is in.

    The chain is fed at both ends; with one plug out this is the worst that can be.
    """
    given = VALUE
    supply_ma = limiter.BUDGET_MA + given["shifter"] + given["pico_most"]
    start = given["boost"] - given["fuse_ohm"] * supply_ma / 1000 - given["switch_ohm"] * limiter.BUDGET_MA / 1000
    found = []
    ohm = 0.0
    chain = handheld()[1].cables
    for cable in chain[:DICE]:
        one_way = 2 * given["contact_ohm"] + given["wire_ohm"] * cable.length / 1000
        ohm += one_way * 1.5  # two wires of four carry ground
        found.append(start - ohm * limiter.BUDGET_MA / 1000)
    return found[::-1]


def rail_farad() -> float:
    """All capacitors behind the rail switch."""
    tile = MM["cells"] * (MM["cells"] - 1) * VALUE["tile_capacitor"] * 1e-6
    return sum(value_of(name) for name in _capacitors(LED_5V)) + DICE * tile


def rise_us() -> float:
    """How long the LED rail takes from nothing to full, by C3."""
    per_volt = VALUE["rise_slope"] * value_of("C3") * 1e12 + VALUE["rise_base"]
    return per_volt * VALUE["boost"]


def inrush_ma() -> float:
    """What the capacitors of the LED rail draw while it rises."""
    return rail_farad() * VALUE["boost"] / rise_us() * 1e9


def fall_s() -> float:
    """How long the LED rail takes to a tenth, through R2 (the switch's own resistance is left out)."""
    return value_of("R2") * rail_farad() * math.log(10)


def half_cell(volts: float) -> float:
    """Volts at the ADC for a cell's volts."""
    return volts * value_of("R4") / (value_of("R3") + value_of("R4"))


def bus_rise_s() -> float:
    """Rise time of an I2C line from 30 to 70 per cent."""
    return 0.8473 * value_of("R6") * VALUE["bus_farad"]


def hours(rail_ma: float) -> float:
    """How long a full cell lasts when the 5 V rail draws `rail_ma`, the boost converter's own need besides."""
    given = VALUE
    drawn_mw = rail_ma * given["boost"] / given["boost_yield"] + given["boost_own"] * given["cell_volts"]
    return given["cell"] * given["cell_used"] * given["cell_volts"] / drawn_mw


def off_ma() -> float:
    """What the cell loses while SW10 is off, at most: the boost converter, and through R3 alone into the dead Pico.

    The Pico's input holds the middle of the divider near ground while it has no supply (assumed).
    """
    return VALUE["boost_off"] + VALUE["cell_volts"] * 1000 / value_of("R3")


def base_ma() -> float:
    """What the console draws in play without its dice."""
    return VALUE["pico_mean"] + VALUE["oled_mean"]


def idle_ma(led_type: tuple[str, int, int, int, int]) -> float:
    """What the dark chain draws while its rail is on."""
    return int(PIXELS) * led_type[4] / 1000


def unlimited_ma(led_type: tuple[str, int, int, int, int]) -> float:
    """What all LEDs would draw in full white without the limiter."""
    return int(PIXELS) * (led_type[1] + led_type[2] + led_type[3]) + idle_ma(led_type)


def charge_hours() -> float:
    """A full charge with the console off; a tenth more for its slow end (assumed)."""
    return VALUE["cell"] / VALUE["usb_charge"] * 1.1
