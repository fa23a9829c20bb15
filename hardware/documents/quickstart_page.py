"""QUICKSTART.md: the whole way on one page, with cost and links from the BOM."""

from typing import NamedTuple
from urllib.parse import quote

from hardware import bom
from hardware.documents import markdown
from hardware.wiring.harness import CONSOLES

SHOPS = {
    "DigiKey": "https://www.digikey.com/en/products/result?keywords={}",
    "Mouser": "https://www.mouser.com/c/?q={}",
    "LCSC": "https://www.lcsc.com/search?q={}",
    "Adafruit": "https://www.adafruit.com/?q={}",
    "Pimoroni": "https://shop.pimoroni.com/search?q={}",
    "DFRobot": "https://www.dfrobot.com/search-{}.html",
    "AliExpress": "https://www.aliexpress.com/w/wholesale-{}.html",
}
"""Address of the search of each shop; {} stands for the part number."""

_SKILLS = (
    "You have soldered 0805 parts or are willing to practice, can use a multimeter, and follow a safety page: there is "
    "a lithium cell. The hardest work of the handheld: {plugs} connectors with pins 1.0 mm apart, {backs} of them on "
    "the "
    "backs of boards that have LEDs on their fronts, and a chip with pins 0.95 mm apart (U2). The tabletop has "
    "through-hole parts only, except that chip on an adapter. On both, one 0805 resistor of the converter is replaced."
)
_TOOLS = (
    "Soldering iron with a fine tip, solder, flux, tweezers, side cutters, crimping pliers for JST PH, multimeter, "
    "bench supply with a current limit, USB meter, hex key for M3, calipers, 3D printer or a printing service, "
    "computer "
    "with USB. For the tabletop also a hot glue gun. For the last stage of the bring-up, a thermometer with a wire."
)


class Task(NamedTuple):
    """A step: its text, the minutes for handheld and tabletop (assumed), and whether BUILD.md has it."""

    text: str
    handheld: int = 0
    tabletop: int = 0
    in_build: bool = False


TASKS = (
    Task("Read [SAFETY.md](SAFETY.md).", 10, 10),
    Task("Choose: the [handheld](BUILD.md#the-handheld) or the [tabletop](BUILD.md#the-tabletop)."),
    Task(
        "Handheld: order the panel with the LEDs, assembled, and the carrier: [production/README.md]"
        "(production/README.md). Compare the datasheet of the LEDs with [PINOUT.md](PINOUT.md) before you pay.",
        60, 0, True,
    ),
    Task("Order the parts below, and the rest from [BOM.md](BOM.md).", 60, 60),
    Task(
        "Measure the converter when it arrives, while it can be returned ([BUILD.md](BUILD.md#1-order-and-print-1-h), "
        "step 9). Its USB-A socket is not needed: leave it off.",
        5, 5,
    ),
    Task("Print the case: files in [production](production/README.md), advice in [case/PRINT.md](case/PRINT.md)."),
    Task("Try the firmware without hardware: `make play` in the main folder.", 10, 10),
    Task("Install MicroPython and the firmware on the bare Pico: `make flash`.", 15, 15, True),
    Task(
        "Solder: [handheld](BUILD.md#2-the-tiles-15-h), or tabletop, [hole by hole](perfboard/PERFBOARD.md); the "
        "Pico is "
        "the last part.",
        315, 300, True,
    ),
    Task(
        "Measure, stages 1 to 5 of [BRINGUP.md](BRINGUP.md). If a result differs, see "
        "[TROUBLESHOOTING.md](TROUBLESHOOTING.md).",
        165, 165, True,
    ),
    Task(
        "Install the cell last, stage 6, measure the charge current before the case is closed, and [calibrate the cell "
        "voltage](BUILD.md#10-calibrate-the-cell-voltage-5-min).",
        95, 95, True,
    ),
    Task("Read how to [switch and charge](BUILD.md#switching-and-charging)."),
    Task("Report what you measured: [MEASURE.md](MEASURE.md)."),
)  # fmt: skip


def hours(console: str, only_build: bool = False) -> str:
    """Returns the hours of work as text, the sum of the steps; with `only_build`, of those in BUILD.md."""
    total = sum(getattr(task, console) for task in TASKS if task.in_build or not only_build)
    return f"{total / 60:.1f} hours"


def _time(minutes: int) -> str:
    """Returns a time as text."""
    return f"{minutes} min" if minutes < 60 else f"{minutes / 60:.1f} h".replace(".0 ", " ")


def _times(task: Task) -> str:
    """Returns the time of a step in parentheses, "" without one."""
    if task.handheld == task.tabletop or not task.tabletop:
        return f" ({_time(task.handheld)})" if task.handheld else ""
    return f" (handheld {_time(task.handheld)}, tabletop {_time(task.tabletop)})"


def link(shop: str, number: str) -> str:
    """Returns a Markdown link to the search of a shop for a part number, or the name of a shop without one."""
    return f"[{shop}]({SHOPS[shop].format(quote(number))})" if shop in SHOPS else shop


def order_rows() -> list[list[str]]:
    """Returns part number, description, quantities and shops of each part with a number that the builder orders."""
    rows = []
    for line in bom.LINES:
        if line.number == bom.ANY or line.supplier != bom.YOU:
            continue
        counts = [str(line.ordered(console)) if line.quantity(console) else "" for console in CONSOLES]
        rows.append([line.number, line.part, *counts, ", ".join(link(shop, line.number) for shop in line.sources)])
    return rows


def page() -> str:
    """Returns the text of QUICKSTART.md."""
    prices = " and ".join(f"{bom.cost(console, 1).total:.0f} EUR for one {console}" for console in CONSOLES)
    text = markdown.head(
        "Quick start",
        "hardware/bom.py and hardware/documents/quickstart_page.py",
        "From nothing to a console on one page. Each step links to the guide that has the details.",
    )
    plugs = next(line for line in bom.LINES if "TILE.J" in line.handheld).handheld
    skills = _SKILLS.format(plugs=plugs["TILE.J"] + plugs["J2"] + plugs["J3"], backs=plugs["TILE.J"])
    both = ", ".join(f"{hours(console)} for the {console}" for console in CONSOLES)
    rows = [
        ["cost", f"about {prices}, with assembly, minimum orders and delivery, without taxes; prices of "
                 f"{bom.ESTIMATE_DATE}, assumed ([BOM.md](BOM.md))"],
        ["hours", f"{both}: the sum of the steps below, each assumed, without printing and delivery"],
        ["skills", skills],
        ["tools", _TOOLS],
    ]  # fmt: skip
    text += markdown.table(["what", "how much"], rows) + "\n## Steps\n\n"
    text += "".join(f"{number}. {task.text}{_times(task)}\n" for number, task in enumerate(TASKS, 1))
    text += (
        "\n## Parts with a part number\n\nThe links search for the part number; the quantity is for one console, in "
        "whole packs. LEDs and capacitors of the tiles come with the assembled panel. For all other parts, any that "
        "matches [BOM.md](BOM.md) will do; [BOM.csv](BOM.csv) has search terms and substitutes.\n\n"
    )
    return text + markdown.table(["part number", "part", *CONSOLES, "shops"], order_rows())
