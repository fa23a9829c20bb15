"""BREADBOARD.md: the cheapest console that plays, from hardware/breadboard."""

import csv

from hardware import FOLDER, power
from hardware.breadboard import layout
from hardware.documents import markdown
from sixpip.board import limiter

CHARGER_EUR = 8
"""Price of a USB charger, if none is at hand: that of CHARGER in BOM.csv (assumed)."""

SET = 40
"""Jumper wires in a set."""


def parts() -> list[dict[str, str]]:
    """Returns the rows of parts.csv."""
    with (FOLDER / "breadboard" / "parts.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _price(row: dict[str, str]) -> float:
    """Returns the price of a line."""
    return int(row["quantity"]) * float(row["unit price, EUR (assumed)"])


def total() -> float:
    """Returns the price of all parts in EUR, without delivery."""
    return sum(_price(row) for row in parts())


def most_ma() -> float:
    """Returns the highest current from the USB socket in mA: the lower budget of the dice, buffer, Pico and OLED."""
    given = power.VALUES
    return int(limiter.CHARGING_BUDGET_MA) + given["level_shifter"] + given["pico_max"] + given["oled_max"]


def _hole(hole: str) -> str:
    """Returns a hole as the page names it: "A, column 12, row j", or "A, + rail, column 12"."""
    board, place = hole[0], hole[1:]
    if place[0] in "+-=":
        rails = {"+": "upper + rail", "-": "upper - rail", "=": "lower - rail"}
        return f"{board}, {rails[place[0]]}, column {place[1:]}"
    return f"{board}, column {place[:-1]}, row {place[-1]}"


def _placed() -> list[list[str]]:
    """Returns the rows of the parts and their holes; chip, Pico and buttons by their first legs."""
    found = []
    for part in layout.PARTS:
        if len(part.legs) <= 4 and not part.name.startswith("SW"):
            legs = "; ".join(f"{name}: {_hole(hole)}" for name, hole in part.legs)
        else:
            legs = f"{part.legs[0][0]}: {_hole(part.legs[0][1])}"
        found.append([part.name, part.label, legs])
    return found


def page() -> str:
    """Returns the text of BREADBOARD.md."""
    wires = len(layout.WIRES) + len(layout.PANEL_HOLES)
    text = markdown.head(
        "On breadboards",
        "hardware/documents/breadboard_page.py",
        "The cheapest console that plays: a Pico, six ready-made 8x8 panels, an OLED and nine buttons "
        "on "
        "two breadboards, supplied by USB. There is no cell, no case and no board to order, and nothing to solder if "
        "Pico, OLED and panels come with their headers and plugs. It runs the same firmware as the other two consoles, "
        "which are [the next step](README.md).",
    )
    text += (
        f"| what | how much |\n| --- | --- |\n"
        f"| cost of the parts | {total():.0f} EUR without delivery, {total() + CHARGER_EUR:.0f} EUR with a USB "
        "charger, "
        "if you have none (assumed prices) |\n"
        "| time | about 3 hours (assumed) |\n| tools | tweezers, a multimeter, a computer with USB |\n\n"
        "![Both breadboards with all parts and wires](breadboard/breadboard.svg)\n\n"
        "## Parts\n\n"
    )
    rows = [
        [row["quantity"], row["part"], row["search term"], row["shops"], f"{_price(row):.2f}", row["note"]]
        for row in parts()
    ]
    rows.append(["", "**total, about**", "", "", f"**{total():.0f}**", ""])
    text += markdown.table(["quantity", "part", "search term", "shops", "EUR", "note"], rows)
    text += (
        f"\nAll prices are assumed. {wires} jumper wires are used, and a set has {SET}. LED strips instead of panels "
        "work, too: 8 rows of 8 LEDs for each die, "
        "but their rows must be soldered together.\n\n"
        "## Before you begin\n\n"
        f"- The dice are limited to {limiter.CHARGING_BUDGET_MA} mA, because a wire tells the firmware that a "
        "charger is "
        f"plugged in (10 k from 3.3 V to GP22). With that the console takes up to {most_ma():.0f} mA: more than the "
        "500 mA "
        "of a USB 2 port. Play with a USB charger of 1 A or more, or at a USB 3 port.\n"
        "- Leave Workshop, LED chain, LEDs, at the type that the console has at first, which is for stock modules: "
        "with "
        "another one the limiter does not hold ([SAFETY.md](SAFETY.md#the-current-of-the-leds)).\n"
        "- **Never connect a cell or a second supply to this console**: it has no fuse, no switch and no protection.\n"
        "- It has no switch for the supply of the dice: asleep and switched off, they show their last picture. Unplug "
        "USB when you have finished.\n"
        "- USB must be unplugged whenever you change a wire.\n\n"
        "## Ten steps\n\n"
        "1. Install MicroPython and the firmware on the bare Pico (README.md of the project, Flash), with nothing else "
        "connected. Unplug USB.\n"
        "2. Place the parts on boards A and B as in the drawing and the first table below: the Pico across the groove, "
        "its USB socket at the left edge; the chip across the groove, its notch at the left; the buttons across the "
        "groove of board B. The legs of a button that are further apart go to both sides of the groove.\n"
        "3. Check the polarity: + of the electrolytic capacitor (its unmarked side) is in the + rail. Compare the four "
        "labels of your OLED with the drawing: some have VCC first; then swap its two wires.\n"
        "4. Connect the wires to the rails first, red and black, then all others, row by row of the second table.\n"
        "5. Measure with the multimeter, without USB: from the + rail to the upper - rail of board A more than 1 k "
        "after some seconds (assumed), from the upper - rail of A to the lower one and to that of B less than 1 ohm.\n"
        "6. Plug in USB, without the panels. The OLED shows the start menu. If it is dark, unplug USB at once and "
        "compare the wires of the OLED.\n"
        "7. Press each button: each one sounds or moves the menu. Unplug USB.\n"
        "8. Connect panel 1: 5V to the + rail, GND to the lower - rail of board A, DIN to the resistor of 330 ohm, "
        "column "
        f"{layout.PANEL_HOLES['DIN'][1:-1]}. On some panels the labels DIN and DOUT are swapped: an arrow shows the "
        "way "
        "of the data. Plug in USB, and choose Workshop, Self-test: die 1 shows its number, upright.\n"
        "9. Add the other panels one at a time, with USB unplugged, each at DOUT of the one before it, and look each "
        "time at the new die. If every second row is mirrored, change Workshop, LED chain, Rows.\n"
        "10. Do the whole self-test, as below, and play: ROLL starts a game.\n\n"
        "## The self-test\n\n"
        "Workshop, Self-test has the steps of [BRINGUP.md](BRINGUP.md). There is no cell and no converter here, so "
        "that "
        "only these apply: 2.3 (the picture on the OLED), 2.4 (all nine buttons), 2.5 (two tones), 2.8 (no battery), "
        "4.2 "
        "and 5.1 (numbers and colors of the dice), 5.5 (a pixel moves through all dice), and the steps after the "
        "bring-up "
        "for dice, random bits and the disk. Skip the others with ROLL. If something differs, see "
        "[TROUBLESHOOTING.md](TROUBLESHOOTING.md).\n\n"
        "## Where everything goes\n\nRows a to e of a column are connected with each other, and rows f to j. For Pico, "
        "chip and buttons the table has the hole of one leg; the drawing shows the others.\n\n"
    )
    text += markdown.table(["part", "value", "legs"], _placed())
    text += "\n"
    names = [[str(number), _hole(wire.start), _hole(wire.end)] for number, wire in enumerate(layout.WIRES, 1)]
    names += [["panel 1", _hole(hole), name] for name, hole in layout.PANEL_HOLES.items()]
    text += markdown.table(["wire", "from", "to"], names)
    return text + (
        "\n## The next step\n\nPico, OLED, buzzer, chip and the small parts can be used again. The [tabletop]"
        "(BUILD.md#the-tabletop) adds a case, a cell and a switch for the dice, on a perfboard; the [handheld]"
        "(BUILD.md#the-handheld) has its own boards.\n"
    )
