"""BOM.csv and BOM.md from hardware/bom.py."""

import csv
import io
import re

from hardware import bom
from hardware.documents import markdown
from hardware.wiring.harness import CONSOLES

COLUMNS = ["reference", "handheld", "tabletop", "part", "part number", "search term", "source 1", "source 2"]
COLUMNS += ["unit price, EUR (assumed)", "substitute", "note"]


def references(line: bom.Line) -> str:
    """Returns the references of a line, with consecutive numbers as a range: "C1 C4-C6"."""
    names = sorted(line.handheld or line.tabletop, key=lambda name: (re.sub(r"\d", "", name), _number(name)))
    ranges: list[str] = []
    run: list[str] = []
    for name in [*names, ""]:
        continues = run and name and re.sub(r"\d", "", name) == re.sub(r"\d", "", run[-1])
        if continues and _number(name) == _number(run[-1]) + 1:
            run.append(name)
            continue
        if run:
            ranges.append(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}")
        run = [name] if name else []
    return " ".join(ranges)


def _number(name: str) -> int:
    """Returns the number in a reference, or 0."""
    return int(re.sub(r"\D", "", name) or 0)


def table() -> str:
    """Returns the text of BOM.csv."""
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(COLUMNS)
    for line in bom.LINES:
        counts = [str(line.quantity(console)) for console in ("handheld", "tabletop")]
        fixed = [line.part, line.number, line.search, *line.sources, f"{line.price:g}", line.substitute, line.note]
        rows.writerow([references(line), *counts, *fixed])
    for console in CONSOLES:
        price = f"{bom.total(console):.0f}"
        empty = [""] * 5
        rows.writerow([f"TOTAL {console}", *empty, "", "", price, "", "sum of quantity times unit price, rounded"])
    return file.getvalue()


def page() -> str:
    """Returns the text of BOM.md: one table per console, with fewer columns than the CSV."""
    introduction = (
        "Prices are assumptions in EUR for small quantities, without shipping and assembly. Where the part number is "
        "`any`, any part that matches the description will do. [BOM.csv](BOM.csv) also has shops and substitutes."
    )
    text = markdown.head("Parts", "hardware/bom.py", introduction)
    for console in CONSOLES:
        rows = []
        for line in bom.LINES:
            count = line.quantity(console)
            if count:
                rows.append([references(line), str(count), line.part, line.number, f"{line.price * count:.2f}"])
        rows.append(["", "", "**total, about**", "", f"**{bom.total(console):.0f}**"])
        text += f"## {console.capitalize()}\n\n"
        text += markdown.table(["reference", "quantity", "part", "part number", "EUR"], rows) + "\n"
    return text + (
        "TILE.D, TILE.C and TILE.J are the LEDs, capacitors and connectors of all six tiles. W numbers are the cables "
        "in wiring/drawings; W1 is attached to the cell. Test points, solder jumpers and holes are on the boards.\n"
    )
