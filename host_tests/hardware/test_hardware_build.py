"""The build guide matches netlist, case, harness and BOM: values, labels and orientations."""

import re

import pytest

from hardware import FOLDER, bom, bringup, dimensions, power
from hardware.boards import netlist
from hardware.boards.silkscreen import CARRIER_TEXT
from hardware.documents import heat_page, perfboard_page, pinout
from hardware.wiring.harness import CONSOLES

GUIDE = " ".join((FOLDER / "BUILD.md").read_text(encoding="utf-8").split())
HANDHELD, TABLETOP = GUIDE.split("# The tabletop")
BODY = (FOLDER / "case" / "body.scad").read_text(encoding="utf-8")
PARTS = {part.reference: part for part in netlist.parts()}


def values_in_guide() -> dict[str, str]:
    """Returns the value in the guide by reference, with "C7 to C9 (100n)" expanded."""
    found: dict[str, str] = {}
    for names, value in re.findall(r"((?:(?:[A-Z]+\d+)(?:, | and | to )?)+) \(([^)]+)\)", HANDHELD):
        references = re.findall(r"[A-Z]+\d+", names)
        for letters, first, last in re.findall(r"([A-Z]+)(\d+) to \1(\d+)", names):
            references += [f"{letters}{number}" for number in range(int(first), int(last))]
        found |= dict.fromkeys(references, value)
    return found


@pytest.mark.parametrize("reference", [name for name in PARTS if re.fullmatch(r"[RCDFQ]\d+|U[23]", name)])
def test_the_guide_gives_each_part_the_value_of_the_netlist(reference: str) -> None:
    assert values_in_guide()[reference] == PARTS[reference].value


def test_the_boards_to_order_have_the_thickness_that_the_case_expects() -> None:
    assert f"two layers, {dimensions.MM['pcb']:g} mm" in GUIDE


def test_the_readme_has_the_size_of_both_cases() -> None:
    (row,) = re.findall(r"^\| case \| (.*)$", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    for mm in (dimensions.MM, dimensions.TABLETOP_MM):
        size = (*dimensions.case_size(mm), mm["depth"])
        assert " x ".join(f"{length:g}" for length in size) + " mm" in row


def test_the_guide_names_every_cable() -> None:
    for text, console in ((HANDHELD, "handheld"), (TABLETOP, "tabletop")):
        named = set(re.findall(r"\bW\d+", text))
        for first, last in re.findall(r"\bW(\d+) to W(\d+)", text):
            named |= {f"W{number}" for number in range(int(first), int(last))}
        cables = {cable.name for harness in CONSOLES[console]() for cable in harness.cables} - {
            "W1"
        }  # attached to the cell
        assert cables <= named


def test_the_screws_of_the_tabletop_match_the_bom() -> None:
    (screws,) = [line for line in bom.LINES if "SCREW.PERF" in line.tabletop]
    assert screws.quantity("tabletop") == 4 and "four posts with M2 x 6" in TABLETOP and "M2 x 6" in screws.part
    (screws,) = [line for line in bom.LINES if "SCREW.LONG" in line.tabletop]
    assert screws.quantity("tabletop") == 6 and "six M3 x 20" in TABLETOP and "M3 x 20" in screws.part


def test_the_guide_says_how_bootsel_is_reached_on_each_console() -> None:
    paragraph = GUIDE.split("**BOOTSEL.**")[1].split("**Supply.**")[0]
    handheld, tabletop = paragraph.split("- tabletop:")
    assert "through the hole marked BOOTSEL" in handheld and "bootsel_hole" in BODY
    mm = dimensions.TABLETOP_MM
    board = dimensions.panel()["PERF"][0] - mm["perf_width"] / 2, dimensions.panel()["PERF"][1]
    button = board[0] + mm["bootsel_in"], board[1] - mm["bootsel_off"]  # the Pico faces the lid
    (x, y), half = dimensions.tile_centers(mm)[0], mm["tile_size"] / 2
    assert abs(button[0] - x) < half and abs(button[1] - y) < half and "behind die 1" in tabletop
    count = {4: "four", 6: "six", 8: "eight"}[len(dimensions.tabletop_screws())]
    assert f"take out the {count} M3 x 20" in tabletop


def test_the_bring_up_begins_when_the_pico_is_soldered_in() -> None:
    assert "The Pico is soldered in." in bringup.STAGES[0].setup
    before, after = HANDHELD.split("5. The Pico U1 on the back")
    assert not re.search(r"\bdo stages? \d|stage 1\b", before, re.IGNORECASE)
    assert "do stages 1 to 3 of" in after
    assert TABLETOP.index("Solder the Pico") < TABLETOP.index("Do stages 1 to 3")


@pytest.mark.long
@pytest.mark.parametrize("text", [HANDHELD, TABLETOP], ids=["handheld", "tabletop"])
def test_the_charge_current_is_limited_before_the_cell_is_connected(text: str) -> None:
    step = text.index("R16, one of its own" if text is HANDHELD else "Replace R16 of the converter")
    assert step < text.index("Do stage 6") and "2.0 k" in text[step : step + 200] and "Do not skip this" in text
    assert "This is required" in heat_page.page()
    (line,) = [line for line in bom.LINES if "BOOST.R16" in line.handheld]
    assert line.quantity("tabletop") == line.quantity("handheld") == 1
    assert "2.0 k" in line.part and "0805" in line.part and f"{power.VALUES['charge']:.0f} mA" in line.note


MATERIALS = {
    "handheld": {
        "20-pin headers": "pin header 20 x 2.54 mm", "foam": "foam", "heat-set inserts": "heat-set insert",
        "crimp them into the plug": "crimp contact", "plug for J1": "plug JST PH 5-pin for J1",
        "diffusers in white": "PETG in white", "2.0 k": "resistor 2.0 k",
    },
    "tabletop": {
        "tinned copper of 0.6 to 0.8 mm": "tinned copper wire, 0.6 to 0.8 mm", "two pin headers": "pin header 20 x",
        "adapter of U2 with its headers": "pin header 3 x 2.54 mm, for the adapter of U2", "hot glue": "hot glue",
        "inserts": "heat-set insert", "foam": "foam", "white diffusers": "PETG in white", "2.0 k": "resistor 2.0 k",
    },
}  # fmt: skip
"""Words of a guide about a part or material, and the words of its line in the BOM."""


@pytest.mark.parametrize("console", MATERIALS)
def test_every_part_and_material_that_a_guide_tells_to_use_is_in_the_bom(console: str) -> None:
    guide = HANDHELD if console == "handheld" else TABLETOP + " " + perfboard_page.page()
    parts = [line.part for line in bom.LINES if line.quantity(console)]
    for words, part in MATERIALS[console].items():
        assert words in guide, words
        assert any(part in listed for listed in parts), part
    sizes = set(re.findall(r"M\d x \d+", guide.split("# Switching and charging")[0]))
    assert sizes
    for size in sizes:
        assert any(f"screw {size}" in listed for listed in parts), size
    for first, last in re.findall(r"(\d\d)(?: to (\d\d))? AWG", guide):
        gauges = range(int(first), int(last or first) + 1)
        assert any(f"{gauge} AWG" in listed for gauge in gauges for listed in parts), first


def test_pin_1_of_each_chip_and_both_ends_of_the_solder_jumpers_are_labeled() -> None:
    labels = {(text, x, y) for text, x, y, _, _ in CARRIER_TEXT if text in ("1", "3")}
    for reference in ("U2", "U3"):
        part = PARTS[reference]
        near = [(x, y) for text, x, y in labels if text == "1" and abs(x - part.x) < 5 and abs(y - part.y) < 5]
        assert len(near) == 1 and near[0][0] < part.x and near[0][1] > part.y, reference  # pin 1 is the upper left
        assert part.rotation == 0
    for reference in ("JP1", "JP2"):
        part = PARTS[reference]
        ends = {text: x for text, x, y in labels if y == part.y and abs(x - part.x) < 4}
        assert ends["1"] < part.x < ends["3"] and part.rotation == 0


def test_the_pinout_page_named_in_the_ordering_step_lists_the_pins_of_the_leds() -> None:
    assert "datasheet of the LED with [PINOUT.md]" in GUIDE
    for pin, name in netlist.LED_PINS.items():
        assert f"| LED WS2812B-2020 | {pin} | {name} |" in pinout.page()
