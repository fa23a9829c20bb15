"""MEASURE.md: everything that is assumed and not yet measured, collected from the data of all modules."""

import re
from collections.abc import Iterator

from hardware import bringup, dimensions, heat, power
from hardware.case import sizes, slicer
from hardware.documents import markdown
from hardware.figures import Figure
from hardware.perfboard import grid
from hardware.wiring import latch_simulation

_LOOK_UP = re.compile(r"datasheet", re.IGNORECASE)

GROUPS = (
    ("Parts and case of the handheld", "dimensions.csv", dimensions.GIVEN, "calipers"),
    ("Parts and case of the tabletop", "dimensions-tabletop.csv", dimensions.TABLETOP, "calipers"),
    ("Perfboard of the tabletop", "perfboard/grid.csv", grid.GIVEN, "calipers"),
    ("Plugs, wires and other parts in the case", "case/sizes.csv", sizes.GIVEN, "calipers"),
    ("Electrical figures", "power.csv", power.FIGURES, "multimeter"),
    ("Heat", "heat.csv", heat.FIGURES, "see above"),
)
"""The groups of figures: title, file in hardware/, the figures, and how most of them are measured."""

NOTES = {
    "heat.csv": " Most of these cannot be measured alone: measure the temperatures of [HEAT.md](HEAT.md) with a "
    "thermometer in the case, and correct the figures until the sums agree."
}
LATCH = "In hardware/wiring/latch_simulation.py. The circuit must work in the whole range."
"""Sentences below some titles."""

LATCH_PARTS = {
    "q1": (1, "V", "threshold voltage of Q1", "datasheet"),
    "q2": (1, "V", "threshold voltage of Q2, with reversed sign", "datasheet"),
    "q1_ma": (1, "mA", "current at which the threshold of Q1 holds", "datasheet"),
    "q2_ma": (1, "mA", "current at which the threshold of Q2 holds", "datasheet"),
    "d2": (1e9, "nA", "reverse current of D2 and D5 (leakage) at 27 °C", "datasheet"),
    "d3": (1e9, "nA", "reverse current of D3 (leakage) at 27 °C", "datasheet"),
}
"""Fields of a corner of the latch simulation: scale, unit, what it is, and how to find the real value."""

LATCH_CONDITIONS = ("cell", "celsius", "vs", "console")
"""The other fields of a corner: the range in which the console must work, not assumed."""

LATCH_CONSTANTS = (
    (
        "ENABLE_LOW, ENABLE_HIGH",
        f"{latch_simulation.ENABLE_LOW:g}, {latch_simulation.ENABLE_HIGH:g}",
        "limits of the converter's enable pin: off below, on above, as fractions of the cell voltage",
        "bench supply at Bat, a second one at EN: where 5Vo appears and disappears",
    ),
)
"""Assumed constants of the latch simulation: name, value, what it is, and how to measure it."""


def latch_rows() -> list[list[str]]:
    """Returns the rows of what the simulation of the off latch assumes. Raises KeyError for an unknown field."""
    rows = []
    for field in latch_simulation.Corner._fields:
        if field not in LATCH_CONDITIONS:
            scale, unit, text, how = LATCH_PARTS[field]
            found = [getattr(corner, field) * scale for corner in latch_simulation.CORNERS]
            rows.append([field, f"{min(found):g} to {max(found):g} {unit}", text, how, ""])
    return [*rows, *([*constant, ""] for constant in LATCH_CONSTANTS)]


def _rows(given: tuple[Figure, ...], usual: str) -> list[list[str]]:
    """Returns the rows of the assumed figures, with how to replace each by a known one."""
    found = [one for one in given if one.kind == "assumed"]
    hows = [one.how or ("datasheet" if _LOOK_UP.search(one.source) else usual) for one in found]
    return [[one.name, one.text, one.source, how, ""] for one, how in zip(found, hows, strict=True)]


def _bringup_rows() -> Iterator[list[str]]:
    """Yields the steps of the bring-up whose range is assumed."""
    for step in bringup.steps():
        if step.expected and step.expected.kind == bringup.ASSUMED:
            yield [step.code, step.check, step.where, step.expected.text, ""]


def page() -> str:
    """Returns the text of MEASURE.md."""
    text = markdown.head(
        "What to measure on the first board",
        "the data of dimensions, case, power, off latch, heat, perfboard and bring-up",
        "These values are assumed. Write what you find into the last column and report it. Then each value is "
        "corrected where it is defined, marked as measured, and everything is computed again.",
    )
    columns = ["name", "assumed", "what it is", "how", "measured"]
    for title, file, given, usual in GROUPS:
        if file == "heat.csv":
            text += f"## Off latch\n\n{LATCH}\n\n{markdown.table(columns, latch_rows())}\n"
        text += f"## {title}\n\nIn hardware/{file}.{NOTES.get(file, '')}\n\n"
        text += markdown.table(columns, _rows(given, usual)) + "\n"
    text += "## Ranges of the bring-up\n\nMeasured in any case when you do [BRINGUP.md](BRINGUP.md).\n\n"
    text += markdown.table(["step", "check", "where", "assumed", "measured"], _bringup_rows())
    text += (
        "\n## What only a first build can show\n\nNo program can check these. The numbers are steps of "
        "[BRINGUP.md](BRINGUP.md).\n\n"
        "- That R_CHARGE is the resistor of the drawing, and that 2.0 k make the charge current 0.5 A (6.13).\n"
        "- That the assembler places every part as in the checklist of [production/README.md](production/README.md).\n"
        "- That no capacitor cracks when the panel is broken by hand (1.14, 4.4), and that its edges fit the case.\n"
        "- That the converter gives 5.25 V at most (6.2, 6.14), and that its EN works as assumed (6.4, 6.8).\n"
        "- That the console switches off, stays off, and starts with ROLL, cold and warm, with and without a charger "
        "(6.9, 6.10), with the transistors that you got; and its current when it is off (6.11).\n"
        "- The voltage at the last die, the current at the limit, and data without errors (5.3 to 5.5).\n"
        "- All temperatures (6.16 to 6.19), and whether the Pico's sensor shows the limit before the cell reaches "
        "it.\n"
        "- That all parts, plugs and wires fit into the printed case, also the two resistors in W2; that wires of 26 "
        "AWG fit into the contacts of J1; the height of the connector behind a stock module.\n"
        "- That code is as fast in the flash as in memory, the same within 5 %: "
        "`.venv/bin/python -m tools.check.bench.code_speed > speed.py`, then "
        "`.venv/bin/python -m mpremote run speed.py` on the bare Pico with Sixpip prints both times in microseconds.\n"
        "- That the light is even, the labels are readable, and the hours are enough.\n"
    )
    return text + (
        "\n## Also assumed\n\n"
        "- The pins of U2, U3 and the LEDs ([PINOUT.md](PINOUT.md)): compare them with the datasheets before you "
        "order.\n"
        "- D4 begins to conduct above 6.4 V: compare it with its datasheet.\n"
        f"- The leads of the cell, 100 mm: their way in the case is {sizes.cell_way(dimensions.MM):.0f} mm. "
        "Ask for their length before you order.\n"
        f"- The density of PETG, {slicer.SETTINGS['filament-density']} g/cm3 (hardware/case/slicer.py).\n"
        "- All prices, packs and lengths of wire in a set ([BOM.md](BOM.md)).\n"
        "- Tooling holes, distances from V-cuts and least number of panels (hardware/boards): ask the assembler.\n"
        "- Shapes of typical parts on the perfboard, and the terminals that the lever of SW10 connects "
        "([PERFBOARD.md](perfboard/PERFBOARD.md)).\n"
        "- The colors of ready-made cables: check with a multimeter that they are wired straight through.\n"
        "- The hours in [BUILD.md](BUILD.md) and [QUICKSTART.md](QUICKSTART.md): note yours.\n"
        "- The markings of the resistors near R_CHARGE ([the drawing](converter.svg)).\n"
        "- The rotations of the placement file for JLCPCB (hardware/placement.py): the preview of the order shows "
        "them.\n"
    )
