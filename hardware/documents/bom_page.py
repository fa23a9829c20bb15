"""BOM.md from BOM.csv."""

from hardware import bom
from hardware.documents import markdown
from hardware.wiring.harness import CONSOLES

COUNTS = (1, 5)
"""Numbers of consoles in the estimate of the cost."""


def _cost() -> str:
    """Returns the section with the estimated cost of orders."""
    rows = []
    for console in CONSOLES:
        for count in COUNTS:
            cost = bom.cost(console, count)
            figures = [cost.assembler, cost.you, cost.fees, cost.total, cost.total / count]
            rows.append([f"{count} x {console}", *(f"{figure:.0f}" for figure in figures)])
    columns = ["order", "assembler", "you", "fees and delivery", "total", "for each console"]
    fees = "; ".join(f"{fee.name} {fee.price:.0f}" for fee in bom.FEES)
    return (
        f"## Cost with assembly\n\nEstimated {bom.ESTIMATE_DATE} in EUR, with minimum orders and packs, without taxes. "
        f"All prices are assumed: ask for quotes.\n\n{markdown.table(columns, rows)}\n"
        f"Fees: {fees}. One handheld takes one panel, but an assembler makes at least five panels and places parts on "
        f"at least {bom.LEAST_PANELS} of them (assumed): the second one is a spare set of dice.\n\n"
    )


def page() -> str:
    """Returns the text of BOM.md: the cost, then one table per console, with fewer columns than the CSV."""
    introduction = (
        "Prices are assumptions in EUR for small quantities. Where the part number is `any`, any part that matches the "
        "description will do. [BOM.csv](BOM.csv) also has shops and substitutes.\n\n"
        "**Supplied by** says who buys a part, so that nothing is bought twice. The assembler makes the panel and the "
        "carrier board, and buys and places LEDs and capacitors of the tiles: do not buy those. You buy everything "
        "else, also the connectors of the tiles (TILE.J), which are soldered by hand. LEDs are sensitive to moisture: "
        "ask the assembler to bake them. **Order** is the quantity for one console in whole packs, spools and sets and "
        "with minimum orders (assumed). EUR is the price of the quantity that one console needs; the cost below counts "
        "what you order. If you have a spool, a set of resistors or wires at hand, subtract them."
    )
    text = markdown.head("Parts", "hardware/BOM.csv", introduction) + _cost()
    for console in CONSOLES:
        rows = []
        for line in bom.LINES:
            count = line.quantity(console)
            if count:
                quantities = [str(count), line.order(console)]
                price = f"{line.price * count:.2f}"
                rows.append([line.references, line.supplier, *quantities, line.part, line.number, price])
        rows.append(["", "", "", "", "**total of the parts, about**", "", f"**{bom.total(console):.0f}**"])
        text += f"## {console.capitalize()}\n\n"
        columns = ["reference", "supplied by", "quantity", "order", "part", "part number", "EUR"]
        text += markdown.table(columns, rows) + "\n"
    return text + (
        "TILE.D, TILE.C and TILE.J are the LEDs, capacitors and connectors of all six tiles, SPARE two more "
        "connectors. "
        "R_CHARGE is for the converter, LEAD for bring-up 6.11. W numbers are the cables in wiring/drawings; W1 is "
        "attached to "
        "the cell. Test points, solder jumpers and holes are on the boards.\n"
    )
