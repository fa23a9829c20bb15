"""QUICKSTART.md: the whole way on one page, with cost and links from the BOM."""

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

HOURS = {"handheld": "8 hours", "tabletop": "9 hours"}
"""Hours of work as in BUILD.md (assumed)."""

_SKILLS = (
    "You have soldered 0805 parts or are willing to practice, can use a multimeter, and follow a safety page: there is "
    "a lithium cell. The tabletop has through-hole parts only, except one chip on an adapter and one 0805 resistor "
    "that is exchanged on the converter."
)
_TOOLS = (
    "Soldering iron with a fine tip, solder, flux, tweezers, side cutters, crimping pliers for JST PH, multimeter, "
    "bench supply with a current limit, hex key for M3, calipers, 3D printer or a printing service, computer with USB. "
    "For the tabletop also a hot glue gun. For the last stage of the bring-up, a thermometer with a wire."
)
_STEPS = (
    ("Read [SAFETY.md](SAFETY.md).", "10 min"),
    ("Choose: the [handheld](BUILD.md#the-handheld) or the [tabletop](BUILD.md#the-tabletop).", ""),
    (
        "Handheld: order the panel with the LEDs, assembled, and the carrier: [production/README.md]"
        "(production/README.md). Compare the datasheet of the LEDs with [PINOUT.md](PINOUT.md) before you pay.",
        "1 h",
    ),
    ("Order the parts below, and the rest from [BOM.md](BOM.md).", "1 h"),
    ("Print the case: files in [production](production/README.md), advice in [case/PRINT.md](case/PRINT.md).", ""),
    ("Try the firmware without hardware: `make play` in the main folder.", "10 min"),
    (
        "Solder: [handheld](BUILD.md#2-the-tiles-1-h), or tabletop, [hole by hole](perfboard/PERFBOARD.md).",
        "4 to 5 h",
    ),
    ("Install MicroPython and the firmware: `make flash`.", "15 min"),
    (
        "Measure, stages 1 to 5 of [BRINGUP.md](BRINGUP.md). If a result differs, see "
        "[TROUBLESHOOTING.md](TROUBLESHOOTING.md).",
        "2 h",
    ),
    (
        "Install the cell last, stage 6, and [calibrate its voltage](BUILD.md#9-calibrate-the-cell-voltage-5-min).",
        "1 h",
    ),
    ("Close the case. [Switching and charging](BUILD.md#switching-and-charging).", "15 min"),
    ("Report what you measured: [MEASURE.md](MEASURE.md).", ""),
)


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
    hours = ", ".join(f"{hours} for the {console}" for console, hours in HOURS.items())
    rows = [
        ["cost", f"about {prices}, with assembly, minimum orders and delivery, without taxes; prices of "
                 f"{bom.ESTIMATE_DATE}, assumed ([BOM.md](BOM.md))"],
        ["hours", f"{hours}, without printing and delivery (assumed)"],
        ["skills", _SKILLS],
        ["tools", _TOOLS],
    ]  # fmt: skip
    text += markdown.table(["what", "how much"], rows) + "\n## Steps\n\n"
    for number, (step, time) in enumerate(_STEPS, 1):
        text += f"{number}. {step}{f' ({time})' if time else ''}\n"
    text += (
        "\n## Parts with a part number\n\nThe links search for the part number; the quantity is for one console, in "
        "whole packs. LEDs and capacitors of the tiles come with the assembled panel. For all other parts, any that "
        "matches [BOM.md](BOM.md) will do; [BOM.csv](BOM.csv) has search terms and substitutes.\n\n"
    )
    return text + markdown.table(["part number", "part", *CONSOLES, "shops"], order_rows())
