"""All generated pages by path in hardware/: writes them, or lists those that are stale."""

from collections.abc import Callable
from pathlib import Path

from hardware import FOLDER, dimensions
from hardware.documents import bom_page, bringup_page, pinout, power_page, troubleshooting_page

PAGES: dict[str, Callable[[], str]] = {
    "BOM.csv": bom_page.table,
    "BOM.md": bom_page.page,
    "BRINGUP.md": bringup_page.page,
    "PINOUT.md": pinout.page,
    "POWER.md": power_page.page,
    "TROUBLESHOOTING.md": troubleshooting_page.page,
    "case/dimensions.scad": dimensions.scad,
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
