"""Simulates the off latch with ngspice: the console is switched off by its firmware, and on by a press of ROLL.

Parts and values come from the netlist, the limits of the transistors by maker from the table in carrier/README.md.
Diodes have the limits of their datasheets (assumed, not checked), the converter and the Pico are reduced to what the
latch sees of them.
"""

import itertools
import math
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from hardware import FOLDER, inputs, power
from hardware.boards import netlist
from hardware.boards.netlist import CELL, GND, SENSE


class SimulatorMissing(Exception):
    """ngspice is not installed; the message says how to install it."""


class Transistor(NamedTuple):
    """A row of the table: maker and part, the limits of its threshold in V, the current at which they hold, in mA.

    `console` has it in the place `reference`, or none does.
    """

    maker: str
    part: str
    reference: str
    console: str
    low: float
    high: float
    ma: float
    source: str


_ROW = re.compile(
    r"^\| ([^|]+) \| ([^|]+) \| (Q\d), ([^|]+) \| ([\d.]+) to ([\d.]+) V at ([\d.]+) mA \| ([^|]+) \|", re.MULTILINE
)


def transistors() -> list[Transistor]:
    """Returns the rows of the table."""
    text = (FOLDER / "carrier" / "README.md").read_text(encoding="utf-8")
    return [
        Transistor(maker, part, place, console, float(low), float(high), float(ma), source)
        for maker, part, place, console, low, high, ma, source in _ROW.findall(text)
    ]


class Corner(NamedTuple):
    """Volts of the cell, threshold voltages of Q1 and Q2 and the currents in mA at which they hold, reverse currents of
    D2 and D3 in A, °C, volts of Vs, console.

    Vs supplies the converter's pull-up: the cell, or a charger. D5 of the tabletop is like D2: the same type, from the
    same bag.
    """

    cell: float
    q1: float
    q2: float
    q1_ma: float
    q2_ma: float
    d2: float
    d3: float
    celsius: float
    vs: float
    console: str


CELLS = (3.0, 4.2)
"""A cell that is almost cut off and a full one."""
CHARGER_V = 5.0
"""Vs with a charger (assumed)."""
SLOPE, KELVIN_V, DRIFT = 1.5, 8.617e-5, 4e-3
"""How slowly the current falls below the threshold: to a tenth in 90 mV at 27 °C (assumed, 1.5 times the least that is
possible); volts of one kelvin; how much the threshold falls with each °C above 25 (onsemi 2N7002W, datasheet).
"""
LEAKS = ((30e-9, 30e-9), (30e-9, 0.3e-9), (0.3e-9, 30e-9))
"""Reverse current of D2 and D3 at 27 °C: the limit of BAV70, BAS16 and 1N4148, and so little that their forward voltage
is at its limit instead."""
DEGREES = (0.0, 27.0, 65.0)
"""Temperatures of the carrier; the highest is above the hottest air of HEAT.md."""


def _corners(console: str) -> list[Corner]:
    """Returns all combinations: transistors of each maker that conduct late and early, and the conditions."""
    rows = [row for row in transistors() if row.console == console]
    pairs = dict.fromkeys(
        ((one.low, two.low, one.ma, two.ma), (one.high, two.high, one.ma, two.ma))
        for one, two in itertools.product(rows, rows)
        if (one.reference, two.reference) == ("Q1", "Q2") and one.maker == two.maker
    )
    conditions = itertools.product(CELLS, itertools.chain(*pairs), LEAKS, DEGREES, (0.0, CHARGER_V))
    return [Corner(cell, *volts, *leak, celsius, vs or cell, console) for cell, volts, leak, celsius, vs in conditions]


CORNERS = (*_corners("handheld"), *_corners("tabletop"))
"""All combinations of both consoles."""

OFF_AT, ON_AT, AGAIN_AT, END = 1.0, 3.0, 4.0, 5.0
"""Seconds: POWER_OFF is high for 0.1 s, ROLL is pressed for 0.1 s, once with the console off and once with it on."""

MOMENTS = {"on": 0.9, "off": 2.9, "on again": 3.9, "after a press": 4.9}
"""When the simulation is read."""

ROLL_HIGH_V = 3.0
"""Lowest voltage at GP8 while ROLL is not pressed."""
ENABLE_LOW, ENABLE_HIGH = 0.2, 0.8
"""Limits of the converter's enable pin as fractions of the cell voltage (TPS61090, assumed)."""
OFF_A = 60e-6
"""Highest current through the latch while the console is off."""

ENABLE_PULL_UP_OHM = 200e3
"""EN pull-up of the converter, from EN to Vs: R13 in its board file, which is not the R13 of the carrier."""


class Reading(NamedTuple):
    """Volts at the enable pin of the converter and at GP8 (ROLL), and the current out of SENSE in A."""

    enable: float
    roll: float
    sense: float


def circuit(corner: Corner) -> str:
    """Returns the circuit as SPICE text."""
    series = inputs.R_BAT + power.component_value("R14")
    lines = ["Off latch", f"Vcell {CELL} 0 {corner.cell}", f"Rcell {CELL} {SENSE} {series:g}"]
    for part in netlist.off_latch(corner.console):
        lines += _part(part, corner)
    lines += [
        f".model D2 D(IS={corner.d2} RS=2 N=1.8)",
        f".model D3 D(IS={corner.d3} RS=2 N=1.8)",
        f".model D5 D(IS={corner.d2} RS=2 N=1.8)",
        ".model PROTECTION D(IS=1e-14 N=1)",
        # The converter: its enable pin with the pull-up, SW10 at I, 3.3 V when it is on
        f"Vsupply VS 0 {corner.vs}",
        f"Rpull VS BOOST_EN {ENABLE_PULL_UP_OHM:g}",
        "Rswitch BOOST_EN HOLD 0.1",
        f"Bpower SUPPLY 0 V=3.3 / (1 + exp(-20 * (V(BOOST_EN) - {corner.cell / 2:g})))",
        "Rsupply SUPPLY RAIL 10",
        "Crail RAIL 0 100u",
        # The Pico: a pull-up at ROLL, an output at POWER_OFF, and the protection diodes of both
        f"Rpico ROLL RAIL {inputs.PULL_UP_OHM:g}",
        "Droll ROLL RAIL PROTECTION",
        f"Vpulse PULSE 0 PULSE(0 1 {OFF_AT} 1m 1m 0.1 100)",
        "Boff POWER_OUT 0 V=V(PULSE) * V(RAIL)",
        "Rout POWER_OUT POWER_OFF 50",
        # ROLL, a switch to ground
        f"Vroll1 PRESS1 0 PULSE(0 1 {ON_AT} 1m 1m 0.1 100)",
        f"Vroll2 PRESS2 0 PULSE(0 1 {AGAIN_AT} 1m 1m 0.1 100)",
        "Bpress PRESS 0 V=V(PRESS1) + V(PRESS2)",
        "Sroll WAKE 0 PRESS 0 BUTTON",
        f".options method=gear rshunt=1e12 temp={corner.celsius}",
        ".model BUTTON SW(VT=0.5 VH=0.1 RON=1 ROFF=1e9)",
        f".ic V(OFF_LATCH)=0 V(HOLD)={corner.cell} V(WAKE)={corner.cell}",
        f".tran 1m {END} 0 2m uic",
    ]
    for number, moment in enumerate(MOMENTS.values()):
        for name, value in (("enable", "V(BOOST_EN)"), ("roll", "V(ROLL)"), ("sense", "I(Vcell)")):
            lines.append(f".meas tran {name}{number} FIND {value} AT={moment}")
    lines.append(f".meas tran pressed FIND V(ROLL) AT={AGAIN_AT + 0.05}")
    return "\n".join([*lines, ".end", ""])


def _part(part: netlist.Part, corner: Corner) -> list[str]:
    """Returns the SPICE lines of a part of the latch; buttons and SW10 are not simulated."""
    nets = {pin: "0" if net == GND else net for pin, net in part.nets.items()}
    kind = part.reference[0]
    if kind in "RC":
        return [f"{part.reference} {nets['1']} {nets['2']} {power.component_value(part.reference):g}"]
    if kind == "Q":
        gate, source, drain = nets["1"], nets["2"], nets["3"]
        return _transistor(part.reference, drain, gate, source, corner)
    if kind == "D":
        return [f"{part.reference}{pin} {net} {nets['3']} {part.reference}" for pin, net in nets.items() if pin != "3"]
    return []


def _transistor(reference: str, drain: str, gate: str, source: str, corner: Corner) -> list[str]:
    """Returns a MOSFET by the equation of Enz, Krummenacher and Vittoz, which is right below the threshold, too.

    At its threshold the current of its datasheet flows.
    """
    sign, threshold, ma = (1, corner.q1, corner.q1_ma) if reference == "Q1" else (-1, corner.q2, corner.q2_ma)
    heat = KELVIN_V * (corner.celsius + 273.15)
    opened = f"{sign} * (V({gate}) - V({source})) - {threshold - DRIFT * (corner.celsius - 25):g}"
    across = f"{SLOPE * sign} * (V({drain}) - V({source}))"
    forward, back = (f"ln(1 + exp(({volts}) / {2 * SLOPE * heat:g}))^2" for volts in (opened, f"{opened} - {across}"))
    body = (source, drain) if sign > 0 else (drain, source)
    return [
        f"B{reference} {drain} {source} I={sign * ma / 1000 / math.log(2) ** 2:g} * ({forward} - {back})",
        f"D{reference} {body[0]} {body[1]} PROTECTION",
    ]


def run(text: str) -> dict[str, float]:
    """Runs ngspice and returns its measurements by name. Raises SimulatorMissing."""
    if shutil.which("ngspice") is None:
        raise SimulatorMissing("ngspice is not installed (Debian: apt-get install ngspice).")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "latch.cir"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run(["ngspice", "-b", str(path)], capture_output=True, encoding="utf-8", check=False)
    found = {}
    for line in done.stdout.splitlines():
        name, equals, value = line.partition("=")
        if equals and name.strip().rstrip("0123456789") in (*Reading._fields, "pressed"):
            found[name.strip()] = float(value.split()[0])
    return found


def simulate(corner: Corner) -> tuple[dict[str, Reading], float]:
    """Returns what is read at each of MOMENTS, and the volts at GP8 while ROLL is pressed. Raises SimulatorMissing."""
    found = run(circuit(corner))
    readings = {
        name: Reading(found[f"enable{number}"], found[f"roll{number}"], -found[f"sense{number}"])
        for number, name in enumerate(MOMENTS)
    }
    return readings, found["pressed"]


def problems(corner: Corner) -> list[str]:
    """Returns a sentence for each way in which the latch fails in this corner. Raises SimulatorMissing."""
    found, pressed = simulate(corner)
    where = "with " + ", ".join(f"{name} {value}" for name, value in corner._asdict().items())
    wrong = []
    for moment in ("on", "on again", "after a press"):
        if found[moment].enable < ENABLE_HIGH * corner.cell:
            wrong.append(f"The converter is off {where} ({moment}).")
        elif found[moment].roll < ROLL_HIGH_V:
            wrong.append(f"ROLL reads as pressed {where} ({moment}).")
    if found["off"].enable > ENABLE_LOW * corner.cell:
        wrong.append(f"The converter stays on {where}.")
    if found["off"].sense > OFF_A:
        wrong.append(f"The latch draws {found['off'].sense * 1e6:.0f} uA while the console is off {where}.")
    if pressed > inputs.LOW_V:
        wrong.append(f"A press of ROLL is not read {where}.")
    return wrong
