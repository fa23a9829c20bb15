"""BOM.csv and BOM.md from hardware/bom.py."""

import csv
import io
import re

from hardware import bom
from hardware.documents import markdown
from hardware.wiring.harness import CONSOLES

COLUMNS = ["reference", "handheld", "tabletop", "part", "maker's number", "search for", "source 1", "source 2"]
COLUMNS += ["price each, EUR (assumed)", "substitute", "note"]


def references(line: bom.Line) -> str:
    """The references of a line, runs drawn together: "C1 C4-C6"."""
    names = sorted(line.handheld or line.tabletop, key=lambda name: (re.sub(r"\d", "", name), _number(name)))
    words: list[str] = []
    run: list[str] = []
    for name in [*names, ""]:
        follows = run and name and re.sub(r"\d", "", name) == re.sub(r"\d", "", run[-1])
        if follows and _number(name) == _number(run[-1]) + 1:
            run.append(name)
            continue
        if run:
            words.append(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}")
        run = [name] if name else []
    return " ".join(words)


def _number(name: str) -> int:
    """The number in a reference."""
    return int(re.sub(r"\D", "", name) or 0)


def table() -> str:
    """The text of BOM.csv."""
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
        rows.writerow([f"TOTAL {console}", *empty, "", "", price, "", "sum of quantity times price, rounded"])
    return file.getvalue()


def page() -> str:
    """The text of BOM.md: the lines of each console, shorter than the CSV."""
    words = (
        "Prices are indicative and assumed: EUR, small numbers, no postage, no assembly. Where the maker's number is "
        "`any`, any make that fits will do. All columns, with shops and substitutes, are in [BOM.csv](BOM.csv)."
    )
    text = markdown.head("Parts", "hardware/bom.py", words)
    for console in CONSOLES:
        rows = []
        for line in bom.LINES:
            count = line.quantity(console)
            if count:
                rows.append([references(line), str(count), line.part, line.number, f"{line.price * count:.2f}"])
        rows.append(["", "", "**in all, about**", "", f"**{bom.total(console):.0f}**"])
        text += f"## {console.capitalize()}\n\n"
        text += markdown.table(["reference", "pieces", "part", "maker's number", "EUR"], rows) + "\n"
    return text + (
        "TILE.D, TILE.C, TILE.J: LEDs, capacitors and plugs of all six tiles. W: cables of the drawings in "
        "wiring/drawings; W1 comes with the cell. Test points, bridges and holes are copper and cost nothing.\n"
    )
