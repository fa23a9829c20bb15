"""All generated pages by path in hardware/: writes them, or lists those that are stale."""

from collections.abc import Callable
from pathlib import Path

from hardware import FOLDER, dimensions
from hardware.breadboard import drawing as breadboard_drawing
from hardware.case import print_page
from hardware.documents import (
    bom_page,
    breadboard_page,
    heat_page,
    measure_page,
    perfboard_page,
    pinout,
    power_page,
)
from hardware.perfboard import drawing

PAGES: dict[str, Callable[[], str]] = {
    "BOM.md": bom_page.page,
    "BREADBOARD.md": breadboard_page.page,
    "breadboard/breadboard.svg": breadboard_drawing.svg,
    "HEAT.md": heat_page.page,
    "MEASURE.md": measure_page.page,
    "PINOUT.md": pinout.page,
    "POWER.md": power_page.page,
    "perfboard/PERFBOARD.md": perfboard_page.page,
    "perfboard/back.svg": drawing.back,
    "perfboard/front.svg": drawing.front,
    "case/PRINT.md": print_page.page,
    "case/dimensions.scad": dimensions.scad,
    "case/tabletop.scad": dimensions.tabletop_scad,
}
"""Path of each page and the function that returns its text."""


def stale(folder: Path = FOLDER) -> list[str]:
    """Returns the pages that are missing or differ from what would be written now."""
    found = []
    for name, make in PAGES.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != make():
            found.append(name)
    return found


def write(folder: Path = FOLDER) -> list[str]:
    """Writes the stale pages and returns their names."""
    names = stale(folder)
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGES[name](), encoding="utf-8")
    return names
