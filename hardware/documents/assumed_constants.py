"""Constants of other modules that are assumed, for MEASURE.md.

They are read from the source text: some of these modules need packages that the pages do not need.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from hardware import FOLDER
from hardware.wiring import latch_simulation

CASE_FILES = ("case/keepouts.py", "case/routes.py", "case/purchased_parts.py", "case/purchased_parts_tabletop.py")
"""Modules with the sizes of purchased parts, plugs and bent wires."""

LATCH_FILE = "wiring/latch_simulation.py"

LATCH_PARTS = {
    "q1": (1, "V", "threshold voltage of Q1", "datasheet"),
    "q2": (1, "V", "threshold voltage of Q2, with reversed sign", "datasheet"),
    "d2": (1e9, "nA", "reverse current of D2 (leakage) at 27 °C", "datasheet"),
    "d3": (1e9, "nA", "reverse current of D3 (leakage) at 27 °C", "datasheet"),
}
"""What the corners of the simulation vary: scale, unit, what it is, and how to find the real value."""

LATCH_CONDITIONS = ("cell", "celsius")
"""The other fields of a corner: the range in which the console must work, not assumed."""

LATCH_CONSTANTS = {
    "ENABLE_LOW, ENABLE_HIGH": (
        "limits of the converter's enable pin: off below, on above, as fractions of the cell voltage",
        "bench supply at Bat, a second one at EN: where 5Vo appears and disappears",
    ),
    "_PULL_UP_OHM": (
        "EN pull-up of the converter, from EN to Vs, in ohm",
        "multimeter from EN to Vs, converter unconnected",
    ),
}
"""Constants of the simulation: what each is, and how to measure it."""


class Constant(NamedTuple):
    """A constant at the top of a module: its names, its value as text, and its docstring."""

    names: str
    value: str
    text: str


def constants(path: str) -> Iterator[Constant]:
    """Yields the constants of a module in hardware/, with an empty text for one without a docstring."""
    body = ast.parse((FOLDER / path).read_text(encoding="utf-8")).body
    for one, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(one, ast.Assign) and len(one.targets) == 1:
            text = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                text = " ".join(str(after.value.value).split())
            yield Constant(ast.unparse(one.targets[0]).strip("()"), ast.unparse(one.value).strip("()"), text)


def case_rows() -> list[list[str]]:
    """Returns the rows of all assumed sizes of parts, plugs and wires."""
    return [
        [name, f"{value} mm", one.text.removesuffix("."), "calipers", ""]
        for path in CASE_FILES
        for one in constants(path)
        if "assumed" in one.text
        for name, value in _sizes(one)
    ]


def _sizes(one: Constant) -> list[tuple[str, str]]:
    """Returns the name and the value of a constant; of a table, those of each entry."""
    if not one.value.startswith("{"):
        return [(one.names, one.value)]
    entries: dict[str, float | tuple[float, ...]] = ast.literal_eval(one.value)
    return [(f"{one.names}, {key}", str(sizes).strip("()")) for key, sizes in entries.items()]


def latch_rows() -> list[list[str]]:
    """Returns the rows of what the simulation of the off latch assumes. Raises KeyError when a name is gone."""
    values = {one.names: one.value.replace("_", "") for one in constants(LATCH_FILE)}
    rows = []
    for field in latch_simulation.Corner._fields:
        if field not in LATCH_CONDITIONS:
            scale, unit, text, how = LATCH_PARTS[field]
            found = [getattr(corner, field) * scale for corner in latch_simulation.CORNERS]
            rows.append([field, f"{min(found):g} to {max(found):g} {unit}", text, how, ""])
    for names, (text, how) in LATCH_CONSTANTS.items():
        rows.append([names, f"{float(values[names]):g}" if "," not in values[names] else values[names], text, how, ""])
    return rows
