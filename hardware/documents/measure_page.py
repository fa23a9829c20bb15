"""MEASURE.md: everything that is assumed and not yet measured, collected from the data of all modules."""

import re
from collections.abc import Iterator

from hardware import bringup, dimensions, heat, power
from hardware.case import sizes, slicer
from hardware.documents import markdown
from hardware.perfboard import grid
from hardware.wiring import latch_simulation

HOW = {
    "diffuser_front": "print one diffuser and light it: bright and even?",
    "led_body": "calipers on an LED",
    "tile_plug_width": "calipers across the solder tabs of the connector",
    "insert_hole": "press one insert into a test print",
    "usb_width": "calipers on the plug of your cable",
    "usb_height": "calipers on the plug of your cable",
    "oled_pins_y": "calipers, from the upper edge to the pins",
    "battery_thickness": "calipers, on the full cell, without pressure",
    "sh_wires_bend": "calipers, with the wires bent as in the case",
    "ph_wires_bend": "calipers, with the wires bent as in the case",
    "columns": "count",
    "rows": "count",
    "pico_rows": "count",
    "adapter_rows": "count",
    "pico_3v3_efficiency": "power at 3V3 divided by power at VSYS, with a load of 100 mA",
    "adc_max": "ADC_VREF of the Pico (pin 35) with a multimeter",
    "meter_error": "datasheet of your multimeter",
    "cell_left": "charge drawn by a slow discharge from there to the cut-off of the protection circuit",
    "wire_max": "table of wire gauges",
    "ground_ohm": "voltage between GND at J1 and GND at J3, divided by the current",
    "boost_efficiency": "power at 5V divided by power at the cell, both with two multimeters, 0.5 A",
    "cell_volts": "mean of BAT during a discharge with all dice lit",
    "cell_usable": "charge drawn until the console reports an empty cell, divided by the nominal capacity",
    "pico_typical": "current at VSYS on a bench supply, OLED unplugged, in a menu",
    "pico_max": "current at VSYS on a bench supply, OLED unplugged, during a roll",
    "oled_typical": "current of the OLED's VCC in a menu",
    "oled_max": "current of the OLED's VCC in the self-test with all pixels lit",
    "sleep": "current of the bench supply with the console asleep",
    "level_shifter": "current at pin 14 of U3 while the dice change",
    "diode_drop": "voltage between 5V and VSYS",
    "fuse_ohm": "voltage across F1 divided by the current",
    "feedback_tolerance": "datasheet",
    "feedback_resistors": "multimeter, converter unconnected",
    "contact_ohm": "voltage across one mated contact at 0.7 A",
    "wire_ohm": "voltage across 1 m at 0.7 A",
    "bus_capacitance": "rise time of SCL on an oscilloscope",
    "rise_slope": "rise time of LED 5V on an oscilloscope, at power-on",
}
"""How to measure a figure, by its name, where calipers or the datasheet are not the answer."""

_LOOK_UP = re.compile(r"datasheet", re.IGNORECASE)

COUNTS = ("columns", "rows", "pico_rows", "adapter_rows")
"""Dimensions that are counts of holes, not lengths."""

LENGTHS = {
    "Parts and case of the handheld": ("dimensions.py", dimensions.GIVEN),
    "Parts and case of the tabletop": ("dimensions.py", dimensions.TABLETOP),
    "Perfboard of the tabletop": ("perfboard/grid.py", grid.GIVEN),
    "Plugs, wires and other parts in the case": ("case/sizes.py", sizes.GIVEN),
}
"""The groups of dimensions: title, file in hardware/, and the dimensions."""

LATCH_PARTS = {
    "q1": (1, "V", "threshold voltage of Q1", "datasheet"),
    "q2": (1, "V", "threshold voltage of Q2, with reversed sign", "datasheet"),
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
    (
        "ENABLE_PULL_UP_OHM",
        f"{latch_simulation.ENABLE_PULL_UP_OHM:g} ohm",
        "EN pull-up of the converter, from EN to Vs",
        "multimeter from EN to Vs, converter unconnected",
    ),
)
"""Assumed constants of the latch simulation: name, value, what it is, and how to measure it."""

Item = tuple[str, str, str]
"""Name, assumed value, and what it is."""


def lengths() -> dict[str, list[Item]]:
    """Returns the assumed dimensions by group."""
    return {
        title: [
            (one.name, f"{one.value:g} {'holes' if one.name in COUNTS else 'mm'}", one.source)
            for one in given
            if one.kind == "assumed"
        ]
        for title, (_, given) in LENGTHS.items()
    }


def figures(given: tuple[power.Figure, ...]) -> list[Item]:
    """Returns the assumed figures of power.py or heat.py."""
    return [(one.name, f"{one.value:g} {one.unit}".strip(), one.source) for one in given if one.kind == "assumed"]


def latch_rows() -> list[list[str]]:
    """Returns the rows of what the simulation of the off latch assumes. Raises KeyError for an unknown field."""
    rows = []
    for field in latch_simulation.Corner._fields:
        if field not in LATCH_CONDITIONS:
            scale, unit, text, how = LATCH_PARTS[field]
            found = [getattr(corner, field) * scale for corner in latch_simulation.CORNERS]
            rows.append([field, f"{min(found):g} to {max(found):g} {unit}", text, how, ""])
    return [*rows, *([*constant, ""] for constant in LATCH_CONSTANTS)]


def _how(name: str, source: str, usual: str) -> str:
    """Returns how to replace an assumed value by a known one."""
    return HOW.get(name) or ("datasheet" if _LOOK_UP.search(source) else usual)


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
    for title, items in lengths().items():
        text += f"## {title}\n\nIn hardware/{LENGTHS[title][0]}.\n\n"
        rows = [[name, value, source, _how(name, source, "calipers"), ""] for name, value, source in items]
        text += markdown.table(columns, rows) + "\n"
    text += "## Electrical figures\n\nIn hardware/power.py.\n\n"
    rows = [
        [name, value, source, _how(name, source, "multimeter"), ""] for name, value, source in figures(power.FIGURES)
    ]
    text += markdown.table(columns, rows)
    text += (
        "\n## Off latch\n\nIn hardware/wiring/latch_simulation.py. The circuit must work in the whole range.\n\n"
        + markdown.table(columns, latch_rows())
    )
    text += (
        "\n## Heat\n\nIn hardware/heat.py. Most of these cannot be measured alone: measure the temperatures of "
        "[HEAT.md](HEAT.md) with a thermometer in the case, and correct the figures until the sums agree.\n\n"
    )
    rows = [[name, value, source, _how(name, source, "see above"), ""] for name, value, source in figures(heat.FIGURES)]
    text += markdown.table(columns, rows)
    text += "\n## Ranges of the bring-up\n\nMeasured in any case when you do [BRINGUP.md](BRINGUP.md).\n\n"
    text += markdown.table(["step", "check", "where", "assumed", "measured"], _bringup_rows())
    return text + (
        "\n## Also assumed\n\n"
        "- The pins of U2, U3 and the LEDs ([PINOUT.md](PINOUT.md)): compare them with the datasheets before you "
        "order.\n"
        "- D4 begins to conduct above 6.4 V: compare it with its datasheet.\n"
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
