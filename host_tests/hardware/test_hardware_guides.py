"""The guides: links work, and the text matches firmware, netlist, case and targets."""

import re
from urllib.parse import unquote

import pytest

from hardware import FOLDER, bom, bringup, dimensions, heat, power
from hardware.boards import REVISION, netlist
from hardware.case import sizes, slicer
from hardware.documents import measure_page, quickstart_page
from hardware.perfboard import grid
from hardware.wiring import latch_simulation
from hardware.wiring.harness import CONSOLES
from host_tests.guides import GUIDE_TEXT, GUIDES
from sixpip.app.settings import LED_CHAIN, MOST_TRIM, SETTINGS
from sixpip.board import limiter
from sixpip.screens.menus.workshop import Workshop
from tools import ROOT
from tools.targets import BY_NAME


def links(text: str) -> list[str]:
    """Returns the files that a guide links to or shows, relative to the guide."""
    return [unquote(link) for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) if "://" not in link]


def anchors(text: str) -> set[str]:
    """Returns the anchors of the headings of a page, as GitHub makes them."""
    return {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }


@pytest.mark.parametrize("name", GUIDES)
def test_every_link_and_picture_in_a_guide_exists(name: str) -> None:
    folder = (FOLDER / name).parent
    for link in links(GUIDE_TEXT[name]):
        assert (folder / link).exists(), link
    for file, anchor in re.findall(r"\]\(([^):#]*)#([^)]+)\)", GUIDE_TEXT[name]):
        target = folder / file if file else FOLDER / name
        assert anchor in anchors(target.read_text(encoding="utf-8")), f"{file}#{anchor}"


def test_the_build_guide_shows_every_harness_drawing_and_pictures_of_boards_and_case() -> None:
    shown = set(links(GUIDE_TEXT["BUILD.md"]))
    for console in CONSOLES.values():
        for harness in console():
            assert f"wiring/drawings/{harness.name}.svg" in shown
    assert {
        "boards/renders/carrier-top.png",
        "boards/renders/carrier-bottom.png",
        "case/renders/handheld-exploded.png",
    } <= shown


def references(text: str) -> set[str]:
    """Returns the references in a text, with "C4 to C6" expanded."""
    found = set(re.findall(r"\b(?:[A-Z]+\d+)\b", text))
    for letters, first, last in re.findall(r"\b([A-Z]+)(\d+) to \1(\d+)\b", text):
        found |= {f"{letters}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_the_build_guide_mentions_every_part_of_the_carrier() -> None:
    handheld = GUIDE_TEXT["BUILD.md"].split("# The tabletop")[0]
    wanted = {part.reference for part in netlist.parts() if not part.reference.startswith(("TP", "H"))}
    assert wanted - references(handheld) == set()


def test_the_solder_jumpers_of_the_oled_are_described_as_in_the_netlist() -> None:
    parts = {part.reference: part.nets for part in netlist.parts()}
    assert (parts["JP1"]["1"], parts["JP2"]["1"]) == (netlist.GND, netlist.V33)
    assert (parts["JP1"]["3"], parts["JP2"]["3"]) == (netlist.V33, netlist.GND)
    guide = " ".join(GUIDE_TEXT["BUILD.md"].split())
    assert "bridge 1 and 2 if the OLED is labeled GND VCC, 2 and 3 if it is labeled VCC GND" in guide


def test_the_build_guide_has_the_screws_of_the_case() -> None:
    text = GUIDE_TEXT["BUILD.md"]
    count = {4: "four", 6: "six", 10: "ten"}
    assert f"{count[len(dimensions.CASE_SCREWS)]} M3 x 16" in text
    assert f"{count[len(dimensions.CARRIER_SCREWS)]} M3 x 6" in text
    assert f"{count[len(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)]} heat-set inserts" in text


def test_the_safety_page_has_the_current_limits_of_the_firmware() -> None:
    text = GUIDE_TEXT["SAFETY.md"]
    worst = max(power.unlimited_ma(led_type) for led_type in limiter.LED_TYPES)
    assert f"up to {worst / 1000:.0f} A" in text
    assert f"to {limiter.BUDGET_MA} mA" in text
    page = " ".join(text.split())
    stock, own = limiter.WS2812B_5050, limiter.WS2812B_2020
    wrong = (limiter.BUDGET_MA - power.idle_ma(own)) * stock[1] / own[1] + power.idle_ma(stock)
    assert f"with 5050 modules: they would draw up to {wrong / 1000:.1f} A" in page
    ((title, words),) = [(row.label, row.choices) for row in LED_CHAIN if row.name == "leds"]
    assert f'With the tiles, set Workshop, LED chain, {title}, to "{words[1]}"' in page
    assert f'Workshop, LED chain, {title}, at "{words[0]}"' in GUIDE_TEXT["BUILD.md"]


def test_settings_named_in_the_guides_are_on_the_screen_that_the_guides_name() -> None:
    for place, rows, some in (
        ("Settings", SETTINGS, {"Flashing"}),
        ("Workshop, LED chain", LED_CHAIN, {"LEDs", "Rows"}),
    ):
        titles = {setting.label for setting in rows}
        named = {name for text in GUIDE_TEXT.values() for name in re.findall(place + r",\s([A-Z]\w+)", text)}
        assert some <= named <= titles
    values = {setting.label: setting.choices for setting in LED_CHAIN}
    assert "progressive" in values["Rows"]
    assert "Workshop, LED chain, Rows: progressive" in GUIDE_TEXT["TROUBLESHOOTING.md"]


def test_the_readme_names_the_licenses_and_their_texts_are_included() -> None:
    for name, first in (
        ("CERN-OHL-P-2.0", "CERN Open Hardware Licence Version 2 - Permissive"),
        ("CC-BY-4.0", "Attribution 4.0"),
    ):
        text = (FOLDER / "licenses" / f"{name}.txt").read_text(encoding="utf-8")
        assert text.startswith(first) and len(text) > 5000
        assert name in GUIDE_TEXT["README.md"]


def test_the_readme_names_the_revision() -> None:
    assert f"The design is {REVISION} and has not been built yet." in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_make_command_in_the_guides_is_a_target() -> None:
    shown = {line for text in GUIDE_TEXT.values() for line in re.findall(r"^ {4}(\S.*)$", text, re.MULTILINE)}
    assert shown == {"make hardware"}  # indented lines are commands
    quoted = {word for text in GUIDE_TEXT.values() for word in re.findall(r"`make ([a-z-]+)", text)}
    assert "flash" in quoted and quoted <= set(BY_NAME)


def test_the_quick_start_has_cost_hours_and_a_search_link_for_each_part_number() -> None:
    text = GUIDE_TEXT["QUICKSTART.md"]
    for console in CONSOLES:
        assert f"{bom.cost(console, 1).total:.0f} EUR for one {console}" in text
        hours = quickstart_page.HOURS[console]
        assert f"{hours} for the {console}" in text and f"Allow about {hours} of work" in GUIDE_TEXT["BUILD.md"]
    assert bom.ESTIMATE_DATE in text
    for line in bom.LINES:
        wanted = line.number != bom.ANY and line.supplier == bom.YOU
        assert (f"| {line.number} | {line.part} |" in text) == wanted, line.part
    assert quickstart_page.link("DigiKey", "TPS22918DBVR") == (
        "[DigiKey](https://www.digikey.com/en/products/result?keywords=TPS22918DBVR)"
    )
    assert quickstart_page.link("Adafruit", "PowerBoost 1000C").endswith("?q=PowerBoost%201000C)")
    assert quickstart_page.link("Reichelt", "1N5817") == "Reichelt"
    for number, *_, shops in quickstart_page.order_rows():
        assert "](https://" in shops, number
    assert len(text.splitlines()) < 70


def test_the_hours_of_the_handheld_are_the_sum_of_its_sections() -> None:
    handheld = GUIDE_TEXT["BUILD.md"].split("# Switching and charging")[0]
    times = re.findall(r"^## .*\(([\d.]+) (h|min)\)$", handheld, re.MULTILINE)
    assert len(times) == len(re.findall(r"^## ", handheld, re.MULTILINE))
    hours = sum(float(time) / (1 if unit == "h" else 60) for time, unit in times)
    assert quickstart_page.HOURS["handheld"] == f"{hours:.0f} hours"


def test_the_list_of_what_to_measure_has_every_assumed_value() -> None:
    text = GUIDE_TEXT["MEASURE.md"]
    given = (*dimensions.GIVEN, *dimensions.TABLETOP, *grid.GIVEN, *sizes.GIVEN, *power.FIGURES, *heat.FIGURES)
    assumed = {one.name for one in given if one.kind == "assumed"}
    assert assumed
    for name in assumed:
        assert f"| {name} | " in text, name
    for name in {one.name for one in given} - assumed:
        assert f"| {name} | " not in text, name
    for step in bringup.steps():
        is_assumed = step.expected is not None and step.expected.kind == bringup.ASSUMED
        assert (f"| {step.code} | " in text) == is_assumed, step.code
    assert set(measure_page.HOW) <= assumed


def test_the_list_of_what_to_measure_has_every_assumed_size_of_a_part_in_the_case() -> None:
    text = GUIDE_TEXT["MEASURE.md"]
    assert "In hardware/case/sizes.py." in text
    assumed = [one for one in sizes.GIVEN if one.kind == "assumed"]
    assert assumed
    for one in assumed:
        assert f"| {one.name} | {one.value:g} mm | {one.source} | " in text, one.name


def test_no_other_module_of_the_case_has_an_assumed_size() -> None:
    for path in {*(FOLDER / "case").glob("*.py")} - {FOLDER / "case" / "sizes.py"}:
        assert "assum" not in path.read_text(encoding="utf-8").lower(), path.name


def test_every_size_of_a_part_in_the_case_is_used_and_every_used_one_exists() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (FOLDER / "case").glob("*.py"))
    used = set(re.findall(r'SIZE\["(\w+)"\]', source))
    for part in re.findall(r'sizes\.of_part\("(\w+)"\)', source):
        used |= {f"{part}_length", f"{part}_width", f"{part}_height"}
    assert used == {one.name for one in sizes.GIVEN}


def test_the_list_of_what_to_measure_has_what_the_off_latch_assumes() -> None:
    text = GUIDE_TEXT["MEASURE.md"]
    assert "EN pull-up of the converter" in text and "limits of the converter's enable pin" in text
    assert f"| ENABLE_PULL_UP_OHM | {latch_simulation.ENABLE_PULL_UP_OHM:g} ohm | " in text
    limits = f"{latch_simulation.ENABLE_LOW:g}, {latch_simulation.ENABLE_HIGH:g}"
    assert f"| ENABLE_LOW, ENABLE_HIGH | {limits} | " in text
    for field in set(latch_simulation.Corner._fields) - set(measure_page.LATCH_CONDITIONS):
        assert f"| {field} | " in text, field


def test_the_list_of_what_to_measure_has_the_assumptions_outside_the_tables() -> None:
    text = GUIDE_TEXT["MEASURE.md"]
    assert "{" not in text
    assert "D4" in text
    assert f"The density of PETG, {slicer.SETTINGS['filament-density']} g/cm3 (hardware/case/slicer.py)" in text


def test_the_changelog_has_the_errata_of_rev_a_in_order_each_with_a_remedy() -> None:
    rows = re.findall(r"^\| A(\d+) \| (.+) \| (.+) \|$", GUIDE_TEXT["CHANGELOG.md"], re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1)) and len(rows) > 10
    for topic in ("CELL", "polarity", "5.25 V", "empties its cell", "F1", "SW10"):
        assert any(topic in finding + remedy for _, finding, remedy in rows), topic


def test_the_guide_to_charging_names_the_sockets_as_the_case_does() -> None:
    text = GUIDE_TEXT["BUILD.md"]
    lid = (FOLDER / "case" / "lid.scad").read_text(encoding="utf-8")
    for mark in ("CHARGE", "DATA"):
        assert f"| {mark} |" in text and f'"{mark}"' in lid
    hours = power.charge_hours()
    assert f"about {hours:.0f} hours with the console off" in " ".join(text.split())


def test_the_calibration_in_the_guide_is_that_of_the_firmware() -> None:
    text = " ".join(GUIDE_TEXT["BUILD.md"].split())
    assert "Choose Workshop, Cell voltage" in text and "Cell voltage" in Workshop.lines(Workshop.__new__(Workshop))
    assert f"difference above {MOST_TRIM // 10} %" in text
    assert "asleep for five minutes" in text  # OFF_MS in test_app_switch_off.py
