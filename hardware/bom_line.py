"""One line of the BOM, and the names that its lines share."""

import math
from typing import NamedTuple

from hardware.boards import tile_plan

LEDS = tile_plan.COUNT
CAPACITORS = len(tile_plan.CAPACITOR_CELLS)
"""Number of LEDs and of capacitors on each tile."""

LEAST_PANELS = 2
"""Panels that an assembler places at least (assumed: JLCPCB; the other panels of an order stay empty)."""

PLASTIC = {"handheld": (130, 22), "tabletop": (215, 45)}
"""Grams of PETG in any color and in white for each console, a little more than case/PRINT.md says (decided)."""

WIRE_SET_M = 3
"""Length of each color in a set of wires, in m (assumed)."""

ANY = "any"
YOU, ASSEMBLER = "you", "assembler"
"""Who buys the parts of a line."""

NONE: dict[str, int] = {}
DISTRIBUTORS = ("Mouser", "DigiKey")
HOBBY_SHOPS = ("Adafruit", "Pimoroni")
LOW_COST = ("LCSC", "AliExpress")
PCB_MAKERS = ("JLCPCB", "Aisler")
COMMON_PARTS = ("Reichelt", "Mouser")


class Line(NamedTuple):
    """One line of the BOM: references with their quantity for each console, then the part, its shops and unit price.

    `lcsc` is the part number of LCSC and JLCPCB, assumed: check it before you order. Parts are sold in packs of `pack`,
    and at least `minimum` in an order (both assumed). `pack_name` says what a pack is if it is not `pack` single parts.
    """

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


def one_each(*references: str) -> dict[str, int]:
    """Returns a quantity of 1 for each reference; "SW1-9" stands for nine references."""
    found: dict[str, int] = {}
    for reference in references:
        letters = reference.rstrip("0123456789-")
        first, _, last = reference[len(letters) :].partition("-")
        for number in range(int(first), int(last or first) + 1):
            found[f"{letters}{number}"] = 1
    return found


def both(
    references: dict[str, int],
    part: str,
    number: str,
    search: str,
    sources: tuple[str, str],
    price: float,
    substitute: str,
    note: str,
) -> Line:
    """Returns a line that is the same for both consoles."""
    return Line(references, references, part, number, search, sources, price, substitute, note)
