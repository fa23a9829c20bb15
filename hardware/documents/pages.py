"""All generated pages by path in hardware/: writes them, or lists those that are stale."""

from collections.abc import Callable
from pathlib import Path

from hardware import FOLDER, converter, dimensions
from hardware.case import print_page
from hardware.documents import (
    bom_page,
    bringup_page,
    heat_page,
    measure_page,
    perfboard_page,
    pinout,
    power_page,
    quickstart_page,
    troubleshooting_page,
)
from hardware.perfboard import drawing, switch

PAGES: dict[str, Callable[[], str]] = {
    "converter.svg": converter.svg,
    "BOM.csv": bom_page.table,
    "BOM.md": bom_page.page,
    "BRINGUP.md": bringup_page.page,
    "HEAT.md": heat_page.page,
    "MEASURE.md": measure_page.page,
    "PINOUT.md": pinout.page,
    "POWER.md": power_page.page,
    "QUICKSTART.md": quickstart_page.page,
    "TROUBLESHOOTING.md": troubleshooting_page.page,
    "perfboard/PERFBOARD.md": perfboard_page.page,
    "perfboard/back.svg": drawing.back,
    "perfboard/front.svg": drawing.front,
    "perfboard/switch.svg": switch.svg,
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
