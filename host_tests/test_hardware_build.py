"""The build guide matches netlist, case, harness and BOM: values, labels and orientations."""

import re

import pytest

from hardware import FOLDER, bom, dimensions
from hardware.boards import netlist
from hardware.boards.silkscreen import CARRIER_TEXT
from hardware.documents import pinout
from hardware.wiring.harness import CONSOLES

GUIDE = " ".join((FOLDER / "BUILD.md").read_text(encoding="utf-8").split())
HANDHELD, TABLETOP = GUIDE.split("# The tabletop")
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
