"""The bill of materials (BOM) of the handheld and the tabletop, read from BOM.csv: its checks, and the cost.

BOM.csv is the source: change it with any spreadsheet program. Prices are assumptions in EUR for small quantities,
without taxes. Each line has two shops and a search term. Where the part number is ANY, any part that matches the
description will do.
"""

import csv
import math
import re
from collections import Counter
from typing import NamedTuple

from hardware import FOLDER, dimensions
from hardware.boards import netlist, tile_plan
from hardware.converter import R_CHARGE
from hardware.wiring.harness import CONSOLES, DICE, WIRE_RESISTORS

LEDS, CAPACITORS = tile_plan.COUNT, len(tile_plan.CAPACITOR_CELLS)
"""Number of LEDs and of capacitors on each tile."""

LEAST_PANELS = 2
"""Panels that an assembler places at least (assumed: JLCPCB; the other panels of an order stay empty)."""

PLASTIC = {"handheld": (130, 24), "tabletop": (215, 45)}
"""Grams of PETG in any color and in white for each console, a little more than case/PRINT.md says (decided)."""

ANY = "any"
YOU, ASSEMBLER = "you", "assembler"
"""Who buys the parts of a line."""

ESTIMATE_DATE = "2026-11"
"""Month of the estimated prices."""

_REFERENCE = re.compile(r"(?:(\d+)x)?(\S*?)(\d*)(?:-\D*(\d+))?")


class Line(NamedTuple):
    """One line of the BOM: references with their quantity for each console, then the part, its shops and unit price.

    `lcsc` is the part number of LCSC and JLCPCB, assumed: check it before you order. Parts are sold in packs of `pack`,
    and at least `minimum` in an order (both assumed). `pack_name` says what a pack is if it is not `pack` single parts.
    """

    references: str
    handheld: dict[str, int]
    tabletop: dict[str, int]
    part: str
    number: str
    search: str
    sources: tuple[str, str]
    price: float
    substitute: str
    note: str
    lcsc: str = ""
    supplier: str = YOU
    pack: int = 1
    minimum: int = 1
    pack_name: str = ""

    def quantity(self, console: str) -> int:
        """Returns the quantity that one console needs."""
        return sum((self.handheld if console == "handheld" else self.tabletop).values())

    def ordered(self, console: str, count: int = 1) -> int:
        """Returns the quantity to order for `count` consoles: whole packs, and at least the minimum."""
        needed = self.quantity(console) * count
        return max(self.minimum, math.ceil(needed / self.pack) * self.pack) if needed else 0

    def order(self, console: str) -> str:
        """Returns what to order for one console: a quantity, or packs by their name."""
        count = self.ordered(console)
        return f"{count // self.pack} x {self.pack_name}" if count and self.pack_name else str(count)


def quantities(references: str, total: int) -> dict[str, int]:
    """Returns the quantity of each reference: "2xD2 D5 SW1-SW9" are two of D2 and one of each other.

    A single reference without a quantity has the total; nothing is listed when that is 0.
    """
    found: dict[str, int] = {}
    for word in references.split() if total else ():
        match = _REFERENCE.fullmatch(word)
        count, letters, first, last = match.groups() if match else ("", word, "", "")
        names = [f"{letters}{number}" for number in range(int(first), int(last) + 1)] if last else [letters + first]
        found |= dict.fromkeys(names, int(count or 1))
    return {references: total} if len(found) == 1 and not references[0].isdigit() else found


def rows() -> list[dict[str, str]]:
    """Returns the rows of BOM.csv, with its totals."""
    with (FOLDER / "BOM.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


LINES = tuple(
    Line(
        row["reference"],
        quantities(row["reference"], int(row["handheld"])),
        quantities(row["reference"], int(row["tabletop"])),
        row["part"],
        row["part number"],
        row["search term"],
        (row["source 1"], row["source 2"]),
        float(row["unit price, EUR (assumed)"]),
        row["substitute"],
        row["note"],
        row["LCSC (assumed)"],
        row["supplied by"],
        int(row["pack"]),
        int(row["minimum"]),
        row["name of a pack"],
    )
    for row in rows()
    if not row["reference"].startswith("TOTAL")
)


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
        parts | cables | wired | {"BOOST", R_CHARGE, "LEAD", "TUBING", "CELL", "OLED", "FOAM", "USB.CABLE", "CHARGER"}
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


def total(console: str, lines: tuple[Line, ...] = LINES) -> float:
    """Returns the price of the parts in one console in EUR, without packs, minimum orders and fees."""
    return sum(line.price * line.quantity(console) for line in lines)


def cost(console: str, count: int, lines: tuple[Line, ...] = LINES) -> Cost:
    """Returns the estimated cost of an order for `count` consoles."""
    spent = dict.fromkeys((ASSEMBLER, YOU), 0.0)
    for line in lines:
        spent[line.supplier] += line.price * line.ordered(console, count)
    return Cost(spent[ASSEMBLER], spent[YOU], sum(fee.price for fee in FEES if fee.tabletop or console == "handheld"))
