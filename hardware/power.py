"""The power tree as data: rails, loads, voltage drops, rise time of the LED rail, and battery life.

The figures are in power.csv. The current budget and the LED currents come from the firmware (sixpip.board.limiter),
parts and nets from the netlist.
"""

import math
from pathlib import Path
from typing import NamedTuple

from hardware import dimensions, figures
from hardware.boards import netlist, tile_plan
from hardware.boards.netlist import CELL, LED_5V, V5, V5_IN, V33, VSYS
from hardware.wiring.harness import DICE, handheld
from sixpip.board import limiter
from sixpip.board.limiter import PIXELS

MM = dimensions.MM

FIGURES = figures.read(Path(__file__).with_suffix(".csv"))
"""The given figures."""

VALUES = figures.values(*FIGURES)
"""The given values by name."""

LED_TYPES = tuple(kind for kind in limiter.LED_TYPES if kind != limiter.XL_2020)
"""The LEDs of the two consoles, with their currents. XL-2020RGBC does not fit the tiles: pin 1 is at another corner."""

_UNITS = {"u": 1e-6, "n": 1e-9, "k": 1e3, "M": 1e6, "": 1.0}


def component_value(reference: str) -> float:
    """Returns the value of a part of the carrier in farad or ohm, parsed from the netlist ("220u 10V", "8.2k")."""
    text = next(part.value for part in netlist.parts() if part.reference == reference).split()[0]
    unit = text[-1] if text[-1] in _UNITS else ""
    return float(text.removesuffix(unit)) * _UNITS[unit]


class Load(NamedTuple):
    """A consumer on a rail, with its maximum current in mA."""

    name: str
    max_ma: float


class Rail(NamedTuple):
    """A rail: source, part between, minimum and maximum volts, capacitors, loads, and current limits in mA."""

    net: str
    source: str
    through: str
    volts: tuple[float, float]
    capacitors: tuple[str, ...]
    loads: tuple[Load, ...]
    limits: tuple[tuple[str, float], ...]

    @property
    def max_ma(self) -> float:
        """The worst-case current in mA."""
        return sum(load.max_ma for load in self.loads)


def rails() -> list[Rail]:
    """Returns the rails from the 3.3 V rail back to the cell."""
    given = VALUES
    v33 = Rail(
        V33,
        VSYS,
        "U1 (regulator of the Pico)",
        (3.2, 3.4),
        _capacitors(V33),
        (
            Load("OLED", given["oled_max"]),
            Load("pull-ups R6, R7", 2 * 3300 / component_value("R6")),
            Load("buzzer", 0.5),
        ),
        (("U1", given["v33_max"]),),
    )
    vsys_ma = 3.3 * (v33.max_ma + given["pico_max"]) / (given["pico_3v3_efficiency"] * 4.5)
    led = Rail(
        LED_5V,
        V5,
        "U2 (switch)",
        (worst_die_volts()[0], most_led_volts()),
        _capacitors(LED_5V),
        (Load("dice (limited)", limiter.BUDGET_MA), Load("level shifter U3", given["level_shifter"])),
        (("U2", given["switch_max"]), ("connector pin", given["contact_max"])),
    )
    vsys_volts = (given["boost"] - given["fuse_ohm"] * (led.max_ma + vsys_ma) / 1000 - 0.45, 5.0)
    vsys = Rail(
        VSYS,
        V5,
        "D1",
        vsys_volts,
        _capacitors(VSYS),
        (Load("Pico and its 3V3 rail", vsys_ma),),
        (("D1", given["diode_max"]),),
    )
    supply_volts = (given["boost"] - given["fuse_ohm"] * (led.max_ma + vsys.max_ma) / 1000, given["boost_accepted"])
    feeds = (Load(LED_5V, led.max_ma), Load(VSYS, vsys.max_ma))
    supply = Rail(V5, V5_IN, "F1 (fuse)", supply_volts, _capacitors(V5), feeds, (("F1", fuse_hold_ma()),))
    raw_volts = (given["boost"] - 0.1, given["boost_accepted"])
    raw = Rail(
        V5_IN,
        CELL,
        "boost converter",
        raw_volts,
        (),
        (Load(V5, supply.max_ma),),
        (("boost converter", given["boost_max"]),),
    )
    cell_volts = (given["cell_low"], given["cell_full"])
    limit = (
        ("cell", given["cell_max"]), ("converter switch", given["boost_switch"]), ("charger", given["cell_path_max"])
    )  # fmt: skip
    cell_ma = max(most_cell_ma(raw.max_ma, volts) for volts in (given["cell_low"], given["cell_weak"]))
    cell = Rail(CELL, "cell", "protection circuit", cell_volts, (), (Load("boost converter", cell_ma),), limit)
    return [v33, vsys, led, supply, raw, cell]


def cell_ma(watts: float, volts: float) -> float:
    """Returns the current of a cell when the converter's input takes `watts` behind the resistance of the charger."""
    ohm = VALUES["cell_path"]
    return (volts - math.sqrt(volts**2 - 4 * ohm * watts)) / (2 * ohm) * 1000


def most_cell_ma(supply_ma: float, volts: float, limited: bool = True) -> float:
    """Returns the highest current of the cell at a voltage, when `supply_ma` is the highest at the 5 V rail.

    Below cell_weak the dice have the lower budget, which the firmware uses with a charger, too; not with `limited`
    False.
    """
    if limited and volts < VALUES["cell_weak"]:
        supply_ma -= limiter.BUDGET_MA - limiter.CHARGING_BUDGET_MA
    return cell_ma(VALUES["boost"] * supply_ma / 1000 / VALUES["boost_efficiency"], volts)


def _capacitors(net: str) -> tuple[str, ...]:
    """Returns the references of the capacitors on a net."""
    return tuple(part.reference for part in netlist.parts() if part.reference[0] == "C" and net in part.nets.values())


def worst_die_volts() -> list[float]:
    """Returns the volts at each die, lowest first, when that die draws the whole budget and only LED OUT is plugged in.

    The chain is normally fed from both ends, so this is the worst case.
    """
    given = VALUES
    supply_ma = limiter.BUDGET_MA + given["level_shifter"] + given["pico_max"]
    board_ohm = given["switch_ohm"] + given["track_ohm"] + given["ground_ohm"]
    start = given["boost"] - given["fuse_ohm"] * supply_ma / 1000 - board_ohm * limiter.BUDGET_MA / 1000
    found = []
    ohm = 0.0
    chain = handheld()[1].cables
    for cable in chain[:DICE]:
        one_way = 2 * given["contact_ohm"] + given["wire_ohm"] * cable.length / 1000
        ohm += one_way * 1.5  # one wire carries 5 V, two in parallel carry ground
        found.append(start - ohm * limiter.BUDGET_MA / 1000)
    return found[::-1]


def most_led_volts() -> float:
    """Returns the highest voltage at the dice: without current nothing drops, and the multimeter may be wrong."""
    return VALUES["boost_accepted"] * (1 + VALUES["meter_error"])


def fuse_hold_ma(celsius: float | None = None) -> float:
    """Returns the current that F1 holds at a temperature; None: at the highest inside the case."""
    hotter = (VALUES["fuse_hottest"] if celsius is None else celsius) - 23
    return VALUES["fuse_hold"] * (1 - VALUES["fuse_derating"] * hotter)


def rail_capacitance_f() -> float:
    """Returns the total capacitance behind the rail switch in farad."""
    tile = len(tile_plan.CAPACITOR_CELLS) * VALUES["tile_capacitor"] * 1e-6
    return sum(component_value(name) for name in _capacitors(LED_5V)) + DICE * tile


def rise_us(farad: float | None = None) -> float:
    """Returns the rise time of the LED rail in microseconds, as set by C3, or by a capacitor of another value."""
    per_volt = VALUES["rise_slope"] * (farad or component_value("C3")) * 1e12 + VALUES["rise_base"]
    return per_volt * VALUES["boost"]


def inrush_ma() -> float:
    """Returns the current into the capacitors of the LED rail while it rises."""
    return rail_capacitance_f() * VALUES["boost"] / rise_us() * 1e9


def fall_s() -> float:
    """Returns the time for the LED rail to fall to 10 % through R2, without the resistance of the switch itself."""
    return component_value("R2") * rail_capacitance_f() * math.log(10)


def bus_rise_s() -> float:
    """Returns the rise time of an I2C line from 30 % to 70 % in seconds."""
    return 0.8473 * component_value("R6") * VALUES["bus_capacitance"]


def runtime_hours(rail_ma: float) -> float:
    """Returns how long a full cell lasts when the 5 V rail draws `rail_ma`, including the converter's own current."""
    given = VALUES
    drawn_mw = rail_ma * given["boost"] / given["boost_efficiency"] + given["boost_quiescent"] * given["cell_volts"]
    return given["cell"] * given["cell_usable"] * given["cell_volts"] / drawn_mw


def off_ma(charger: str = "charger_off") -> float:
    """Returns the cell current after the console has switched itself off, at most or with "charger_off_typical".

    Boost converter, its charger, protection circuit, the divider of the converter's low light, R3 into the unpowered
    Pico, whose input pulls the center of the divider close to ground (assumed), and the off latch: R11 with R12, and
    R13. The current of the converter on its product page does not have that of the charger (assumed).
    """
    latch = 1 / (component_value("R11") + component_value("R12")) + 1 / component_value("R13")
    resistors_ma = VALUES["cell_volts"] * 1000 * (1 / component_value("R3") + latch + 1 / VALUES["low_divider"])
    return VALUES["boost_shutdown"] + VALUES[charger] + VALUES["protection"] + resistors_ma


def prompt_hours() -> float:
    """Returns how long a full cell lasts with dark dice and a lit OLED when nothing switches the console off."""
    return runtime_hours(base_ma())


def boost_volts() -> tuple[float, float, float]:
    """Returns the lowest, nominal and highest output of a converter, from its feedback divider and tolerances."""
    off, ratio = VALUES["feedback_tolerance"], VALUES["feedback_upper"] / VALUES["feedback_lower"]
    spread = (1 + VALUES["feedback_resistors"]) / (1 - VALUES["feedback_resistors"])
    low, nominal, high = (VALUES["feedback"] * (1 + sign * off) * (1 + ratio * spread**sign) for sign in (-1, 0, 1))
    return low, nominal, high


def asleep_ma() -> float:
    """Returns the cell current of a console that sleeps but has not switched itself off, as rev A did."""
    given = VALUES
    return given["sleep"] * given["boost"] / given["boost_efficiency"] / given["cell_low"] + given["boost_quiescent"]


def empty_hours(drawn_ma: float) -> float:
    """Returns the time from "empty" until the protection circuit cuts the cell off, at a cell current in mA."""
    return VALUES["cell"] * VALUES["cell_left"] / drawn_ma


def base_ma() -> float:
    """Returns the typical current of Pico and OLED, without dice."""
    return VALUES["pico_typical"] + VALUES["oled_typical"]


def idle_ma(led_type: tuple[str, int, int, int, int]) -> float:
    """Returns the current of all LEDs when dark, with the LED rail on."""
    return int(PIXELS) * led_type[4] / 1000


def unlimited_ma(led_type: tuple[str, int, int, int, int]) -> float:
    """Returns the current of all LEDs at full white without the limiter."""
    return int(PIXELS) * (led_type[1] + led_type[2] + led_type[3]) + idle_ma(led_type)


def charge_hours() -> float:
    """Returns the time of a full charge with the console off, with 10 % added for the taper phase (assumed)."""
    return VALUES["cell"] / VALUES["charge"] * 1.1
