"""PRINT.md: how to print each part, the bed that it needs, and what the slicer said (sliced.json)."""

from pathlib import Path

from hardware.case import openscad, slicer
from hardware.documents import markdown

SLICED = Path(__file__).with_name("sliced.json")
"""The stored result of `python -m hardware.case slice`."""

BRIM = 5.0
"""Width of the brim in mm that the bed sizes include (decided)."""

MODELS = {"handheld": openscad.HANDHELD, "tabletop": openscad.TABLETOP}
DOWN = {
    "body": "its back",
    "lid": "its front",
    "diffuser": "its lit side",
    "tray": "the side without pins",
    "oled_rest": "either side",
    "key": "its flange",
    "roll": "its flange",
    "bank": "its flange",
    "menu": "its flange",
    "dot": "its flange",
}
"""The side of each part on the bed. The files are in this orientation."""


def prints(console: str) -> dict[str, tuple[int, slicer.Print]]:
    """Returns the quantity and the sliced piece by part of a console, without new parts that were never sliced."""
    _, _, found = slicer.load(SLICED)
    parts = openscad.PARTS[MODELS[console]].items()
    return {part: (count, found[f"{console}-{part}"]) for part, count in parts if f"{console}-{part}" in found}


def totals(console: str) -> tuple[float, float]:
    """Returns grams and hours of all parts of a console."""
    every = prints(console).values()
    grams = sum(count * one.grams for count, one in every)
    return grams, sum(count * one.minutes for count, one in every) / 60


def bed(console: str) -> tuple[float, float]:
    """Returns width and height in mm of the printable area that the largest part needs, brim included."""
    sizes = [one.size for _, one in prints(console).values()]
    return max(size[0] for size in sizes) + 2 * BRIM, max(size[1] for size in sizes) + 2 * BRIM


def rows(console: str) -> list[list[str]]:
    """Returns the table of a console, with a total."""
    found = []
    for part, (count, one) in prints(console).items():
        size = " x ".join(f"{length:.0f}" for length in one.size)
        area = " x ".join(f"{length + 2 * BRIM:.0f}" for length in one.size[:2])
        supports = "yes" if one.support_layers else "no"
        color = "white" if part == "diffuser" else "any"
        found.append(
            [part, str(count), color, DOWN[part], supports, size, area, *_cost(count * one.grams, count * one.minutes)]
        )
    grams, hours = totals(console)
    pieces = sum(count for count, _ in prints(console).values())
    return [*found, ["all", str(pieces), "", "", "", "", "", *_cost(grams, hours * 60)]]


def _cost(grams: float, minutes: float) -> list[str]:
    """Returns plastic and time as printed."""
    return [f"{grams:.0f} g", f"{int(minutes) // 60} h {int(minutes) % 60:02d} min"]


def page() -> str:
    """Returns the text of PRINT.md."""
    tool, _, _ = slicer.load(SLICED)
    text = markdown.head(
        "Printing",
        "hardware/case/print_page.py",
        "Print every part in PETG, the diffusers in white PETG: PLA would soften ([HEAT.md](../HEAT.md)). No part "
        "needs supports. The files (STL and 3MF) are in print orientation.",
    )
    width, height = bed("handheld")
    text += (
        f"**Bed: the handheld needs a printable area of {width:.0f} x {height:.0f} mm, with a brim of {BRIM:g} mm.** "
        f"On a bed of 220 mm print body and lid without a brim: they are {width - 2 * BRIM:.0f} mm long. On a smaller "
        "bed they do not fit; have them printed.\n\n"
        f"Times and plastic are from {tool} with its default speeds, 0.2 mm layers, {slicer.SETTINGS['perimeters']} "
        f"perimeters and {slicer.SETTINGS['fill-density']} infill (`python -m hardware.case slice`). "
        "Your slicer shows those of your printer. Supports: what the same slicer asked for. "
        "Print one diffuser first: is it bright and even?\n"
    )
    head = ["part", "pieces", "color", "on the bed", "supports", "size in mm", "bed with brim", "plastic", "time"]
    for console in MODELS:
        text += f"\n## {console.capitalize()}\n\n{markdown.table(head, rows(console))}"
    area = " x ".join(f"{length:.0f}" for length in bed("tabletop"))
    return text + f"\nThe tabletop needs a printable area of {area} mm, without a brim 10 mm less each way.\n"
