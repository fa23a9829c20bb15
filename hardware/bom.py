"""The bill of materials (BOM) of the handheld and the tabletop: its lines, the checks of its completeness, the cost.

Prices are assumptions in EUR for small quantities, without taxes. Each line has two shops and a search term. Where the
part number is ANY, any part that matches the description will do.
"""

from collections import Counter
from typing import NamedTuple

from hardware import bom_handheld, bom_tabletop, dimensions
from hardware.boards import netlist
from hardware.bom_line import ANY, ASSEMBLER, CAPACITORS, LEDS, PLASTIC, YOU, Line
from hardware.converter import R_CHARGE
from hardware.wiring.harness import CONSOLES, DICE, WIRE_RESISTORS

__all__ = ["ANY", "ASSEMBLER", "CAPACITORS", "LEDS", "LINES", "YOU", "Line"]

LINES = bom_handheld.LINES + bom_tabletop.LINES
ESTIMATE_DATE = "2026-11"
"""Month of the estimated prices."""


class Fee(NamedTuple):
    """What an order costs besides its parts: name, price in EUR (assumed), and whether the tabletop has it, too."""

    name: str
    price: float
    tabletop: bool


FEES = (
    Fee("setup and stencil for the panel, two feeders", 35.0, False),
    Fee("baking of the LEDs", 10.0, False),
    Fee("delivery of boards and panels, with duty", 30.0, False),
    Fee("delivery of all other parts, from three shops", 20.0, True),
)


class Cost(NamedTuple):
    """Estimated cost of an order in EUR: what the assembler supplies, what you buy, and the fees."""

    assembler: float
    you: float
    fees: float

    @property
    def total(self) -> float:
        """The whole cost."""
        return self.assembler + self.you + self.fees


def find_line(reference: str, board: str) -> Line:
    """Returns the line of a part of the "tile", the "panel" or the "carrier". Raises StopIteration without one."""
    wanted = reference if board == "carrier" else f"TILE.{reference.partition('_')[2][:1] or reference[0]}"
    return next(line for line in LINES if wanted in line.handheld)


def required_quantities(console: str) -> Counter[str]:
    """Returns the quantities that netlist, harness, boards and case require, by reference."""
    parts = {part.reference for part in netlist.parts() if not part.reference.startswith(("TP", "H", "JP", "FID"))}
    cables = {cable.name for harness in CONSOLES[console]() for cable in harness.cables} - {
        "W1"
    }  # attached to the cell
    wired = {name for name, _ in WIRE_RESISTORS.values()}
    wanted = Counter(
        parts | cables | wired | {"BOOST", R_CHARGE, "LEAD", "CELL", "OLED", "FOAM", "USB.CABLE", "CHARGER"}
    )
    wanted["PRINT"], wanted["FILAMENT.WHITE"] = PLASTIC[console]
    wanted["SCREW.LONG"] = wanted["INSERT"] = len(dimensions.CASE_SCREWS)
    wanted["U1.HEADER"] = 2
    if console == "handheld":
        wanted |= Counter({"TILE.D": LEDS * DICE, "TILE.C": CAPACITORS * DICE, "TILE.J": 2 * DICE})
        wanted |= Counter({"PANEL": 1, "ASSEMBLY": 1})
        wanted |= Counter({"CARRIER.PCB": 1, "SCREW.SHORT": len(dimensions.CARRIER_SCREWS)})
        wanted["INSERT"] += len(dimensions.CARRIER_SCREWS)
        wanted |= Counter({"J1.PLUG": 2, "J1.CONTACT": 7, "SPARE": 2})
        return wanted
    for plug in ("J1", "J2", "J3", "J4", "J5"):  # the wires are soldered to the perfboard
        del wanted[plug]
    wanted["D2"] = 2  # no dual diode has leads
    wanted["D5"] = 1  # tabletop_parts: no transistor with leads has a threshold of 1 V or more
    return wanted | Counter(
        {"MODULE": DICE, "PERFBOARD": 1, "SCREW.PERF": 4, "U2.HEADER": 2, "WIRE.BARE": 1, "GLUE": 1}
    )


def problems(lines: tuple[Line, ...] = LINES) -> list[str]:
    """Returns a sentence for each error in the BOM."""
    found = []
    for console in CONSOLES:
        listed: Counter[str] = Counter()
        for line in lines:
            listed.update(line.handheld if console == "handheld" else line.tabletop)
        required = required_quantities(console)
        for reference in sorted(set(listed) | set(required)):
            count = listed[reference]
            if count != required[reference]:
                found.append(f"{console}: {reference} is listed {count} times, {required[reference]} required.")
    for line in lines:
        if not (line.part and line.number and line.search and line.substitute):
            found.append(f"{line.part or line.search}: a field is empty.")
        if len(set(line.sources)) != 2 or not all(line.sources):
            found.append(f"{line.part}: two different sources are required.")
        if line.price <= 0:
            found.append(f"{line.part}: the price is missing.")
    return found


def supplier_problems(assembled: set[str], lines: tuple[Line, ...] = LINES) -> list[str]:
    """Returns a sentence for each part of the panel whose supplier in the BOM is wrong.

    `assembled`: the part numbers in panel-bom.csv, which the assembler supplies.
    """
    found = []
    for line in lines:
        on_panel = set(line.handheld) & {"TILE.C", "TILE.D", "TILE.J"}
        if on_panel and (line.search in assembled) != (line.supplier == ASSEMBLER):
            found.append(f"{line.part}: the BOM says {line.supplier}, but panel-bom.csv does not agree.")
    return found


def total(console: str, lines: tuple[Line, ...] = LINES) -> float:
    """Returns the price of the parts in one console in EUR, without packs, minimum orders and fees."""
    return sum(line.price * line.quantity(console) for line in lines)


def cost(console: str, count: int, lines: tuple[Line, ...] = LINES) -> Cost:
    """Returns the estimated cost of an order for `count` consoles."""
    spent = dict.fromkeys((ASSEMBLER, YOU), 0.0)
    for line in lines:
        spent[line.supplier] += line.price * line.ordered(console, count)
    return Cost(spent[ASSEMBLER], spent[YOU], sum(fee.price for fee in FEES if fee.tabletop or console == "handheld"))
