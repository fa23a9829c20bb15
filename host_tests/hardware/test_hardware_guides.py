"""The guides: links work, and the text matches firmware, netlist, case, harness, BOM and targets."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

import pytest

from hardware import FOLDER, bom, bringup, converter, dimensions, heat, power
from hardware.boards import board_file, netlist, tile_plan
from hardware.case import sizes
from hardware.documents import perfboard_page
from hardware.perfboard import grid
from hardware.wiring.harness import BOOST_ROW, CONSOLES, DICE
from host_tests.guides import GUIDE_TEXT
from sixpip.app import power as power_manager
from sixpip.app.settings import LED_CHAIN, MOST_TRIM, SETTINGS
from sixpip.board import limiter, oled
from sixpip.screens.workshop.workshop import Workshop
from tools.targets import BY_NAME

GUIDE = " ".join(GUIDE_TEXT["BUILD.md"].split())
HANDHELD, TABLETOP = GUIDE.split("# The tabletop")
PARTS = {part.reference: part for part in netlist.parts()}


def links(text: str) -> list[str]:
    """Returns the files that a guide links to or shows, relative to the guide."""
    return [unquote(link) for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) if "://" not in link]


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


def test_settings_named_in_the_guides_are_on_the_screen_that_the_guides_name() -> None:
    for place, rows, some in (
        ("Settings", SETTINGS, {"Flashing"}),
        ("Workshop, LED chain", LED_CHAIN, {"LEDs", "Rows"}),
    ):
        titles = {setting.label for setting in rows}
        named = {name for text in GUIDE_TEXT.values() for name in re.findall(place + r",\s([A-Z]\w+)", text)}
        assert some <= named <= titles


def test_every_make_command_in_the_guides_is_a_target() -> None:
    shown = {line for text in GUIDE_TEXT.values() for line in re.findall(r"^ {4}(\S.*)$", text, re.MULTILINE)}
    assert shown == {"make hardware"}  # indented lines are commands
    quoted = {word for text in GUIDE_TEXT.values() for word in re.findall(r"`make ([a-z-]+)", text)}
    assert "flash" in quoted and quoted <= set(BY_NAME)


STEPS_OF_QUICKSTART = re.findall(r"^\d+\. (.*)$", GUIDE_TEXT["QUICKSTART.md"], re.MULTILINE)
IN_BUILD = ("Handheld: order the panel", "Install MicroPython", "Solder:", "Measure, stages", "Install the cell")
"""Beginnings of the steps of QUICKSTART.md that BUILD.md has in detail."""


def minutes(step: str, console: str) -> float:
    """Returns the minutes of a step of QUICKSTART.md for a console."""
    found = re.search(rf"\((?:[^()]*{console} |)([\d.]+) (h|min)[^()]*\)$", step)
    other = step.startswith("Handheld: ") and console == "tabletop"
    return float(found[1]) * (60 if found[2] == "h" else 1) if found and not other else 0.0


def test_the_quick_start_has_cost_hours_of_all_sections_and_a_search_link_for_each_part_number() -> None:
    text = GUIDE_TEXT["QUICKSTART.md"]
    assert sum(step.startswith(IN_BUILD) for step in STEPS_OF_QUICKSTART) == len(IN_BUILD)
    for console in CONSOLES:
        assert f"{bom.cost(console, 1).total:.0f} EUR for one {console}" in text
        hours = sum(minutes(step, console) for step in STEPS_OF_QUICKSTART) / 60
        assert f"{hours:.1f} hours for the {console}" in text
        hours = sum(minutes(step, console) for step in STEPS_OF_QUICKSTART if step.startswith(IN_BUILD)) / 60
        assert f"Allow about {hours:.1f} hours of work" in GUIDE_TEXT["BUILD.md"]
    handheld = GUIDE_TEXT["BUILD.md"].split("# Switching and charging")[0]
    times = re.findall(r"^## .*\(([\d.]+) (h|min)\)$", handheld, re.MULTILINE)
    assert len(times) == len(re.findall(r"^## ", handheld, re.MULTILINE))
    total = [float(time) * (60 if unit == "h" else 1) for time, unit in times]
    assert sum(total) == sum(minutes(step, "handheld") for step in STEPS_OF_QUICKSTART if step.startswith(IN_BUILD))
    waits = sum(int(text) for step in bringup.steps() for text in re.findall(r"after (\d+) min", step.check))
    assert total[6] > 10 * DICE and total[8] > waits >= 60  # stage 4: ten minutes for each tile; stage 6
    assert bom.ESTIMATE_DATE in text
    for line in bom.LINES:
        counts = [str(line.ordered(console)) if line.quantity(console) else "" for console in CONSOLES]
        row = f"| {line.number} | {line.part} | {' | '.join(counts)} |"
        wanted = line.number != bom.ANY and line.supplier == bom.YOU
        assert (row in text) == wanted, line.part
        assert not wanted or "](https://" in text.split(row)[1].partition("\n")[0]


def figures() -> Iterator[tuple[str, str]]:
    """Yields a page and a text that it must have: figures of the firmware, the circuit, the case and the sums."""
    own, stock = limiter.WS2812B_2020, limiter.WS2812B_5050
    worst = max(power.unlimited_ma(led_type) for led_type in limiter.LED_TYPES)
    wrong = (limiter.BUDGET_MA - power.idle_ma(own)) * stock[1] / own[1] + power.idle_ma(stock)
    typical, most = (power.off_ma(name) * 1000 for name in ("charger_off_typical", "charger_off"))
    hot = heat.temperatures(heat.Situation(35, limiter.CHARGING_BUDGET_MA, power.VALUES["charge"], lying=True))
    ((title, words),) = [(row.label, row.choices) for row in LED_CHAIN if row.name == "leds"]
    for text in (
        f"up to {worst / 1000:.0f} A", f"to {limiter.BUDGET_MA} mA",
        f"with 5050 modules: they would draw up to {wrong / 1000:.1f} A",
        f'With the tiles, set Workshop, LED chain, {title}, to "{words[1]}"',
        f"draws {typical:.0f} to {most:.0f} uA", f"lasts {power.prompt_hours():.0f} hours",
        f"would reach {hot.cell:.0f} °C while you play on a table", f"{heat.VALUES['cell_max']:.0f} °C is the most",
        "F1 does not trip and D4 gets hot",
    ):  # fmt: skip
        yield "SAFETY.md", text
    yield "CHANGELOG.md", f"{typical:.0f} to {most:.0f} uA"
    levels = (f"{millivolts / 1000:.1f} V" for millivolts in power_manager.LEVELS_MV)
    hot_cool = f"shows {power_manager.HOT_C} °C or more", f"below {power_manager.COOL_C} °C the dice"
    for text in (*levels, *hot_cool, f"0x{oled.ADDRESS:02X}", "Workshop, LED chain, Rows: progressive"):
        yield "TROUBLESHOOTING.md", text
    count = {4: "four", 6: "six", 9: "nine", 10: "ten"}
    for text in (
        f"{count[len(dimensions.CASE_SCREWS)]} M3 x 16", f"{count[len(dimensions.CARRIER_SCREWS)]} M3 x 6",
        f"{count[len(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)]} heat-set inserts",
        "four posts with M2 x 6", "six M3 x 20", f"two layers, {dimensions.MM['pcb']:g} mm",
        f"with {sizes.SIZE['module_wires_depth']:g} mm behind a module", "an XH connector",
        f'Workshop, LED chain, {title}, at "{words[0]}"', "datasheet of the LED with [PINOUT.md]",
        f"{count[len(dimensions.dots())]} dots",
        "bridge 1 and 2 if the OLED is labeled GND VCC, 2 and 3 if it is labeled VCC GND", "| CHARGE |", "| DATA |",
        f"about {power.charge_hours():.0f} hours with the console off", "Choose Workshop, Cell voltage",
        f"difference above {MOST_TRIM // 10} %", "asleep for five minutes",  # OFF_MS in test_app_switch_off.py
    ):  # fmt: skip
        yield "BUILD.md", text
    for mm in (dimensions.MM, dimensions.TABLETOP_MM):
        yield "README.md", " x ".join(f"{length:g}" for length in (*dimensions.case_size(mm), mm["depth"])) + " mm"
    for pin, name in netlist.LED_PINS.items():
        yield "PINOUT.md", f"| LED {tile_plan.LED} | {pin} | {name} |"


@pytest.mark.parametrize(("page", "text"), list(figures()))
def test_a_page_has_what_firmware_circuit_case_and_sums_say(page: str, text: str) -> None:
    assert text in " ".join(GUIDE_TEXT[page].split())


def test_what_the_pages_say_of_jumpers_screws_sockets_and_the_workshop_is_true() -> None:
    assert PARTS["JP1"].nets["1"] == PARTS["JP2"].nets["3"] == netlist.GND
    assert PARTS["JP1"].nets["3"] == PARTS["JP2"].nets["1"] == netlist.V33
    for reference, count, size in (("SCREW.PERF", 4, "M2 x 6"), ("SCREW.LONG", 6, "M3 x 20")):
        (screws,) = [line for line in bom.LINES if reference in line.tabletop]
        assert screws.quantity("tabletop") == count and size in screws.part
    lid = (FOLDER / "case" / "lid.scad").read_text(encoding="utf-8")
    assert '"CHARGE"' in lid and '"DATA"' in lid and "Cell voltage" in Workshop.lines(Workshop.__new__(Workshop))
    assert "progressive" in {setting.label: setting.choices for setting in LED_CHAIN}["Rows"]
    assert TABLETOP.index("height of your modules") < TABLETOP.index("print the files")
    assert power.charge_hours() * 2 < 12  # "after 12 hours": something is wrong


def test_the_list_of_what_to_measure_has_every_assumed_value_and_no_other() -> None:
    given = (*dimensions.GIVEN, *dimensions.TABLETOP, *grid.GIVEN, *sizes.GIVEN, *power.FIGURES, *heat.FIGURES)
    assumed = {one.name for one in given if one.kind == "assumed"}
    for one in given:
        assert (f"| {one.name} | " in GUIDE_TEXT["MEASURE.md"]) == (one.name in assumed), one.name
    for step in bringup.steps():
        is_assumed = step.expected is not None and step.expected.kind == bringup.ASSUMED
        assert (f"| {step.code} | " in GUIDE_TEXT["MEASURE.md"]) == is_assumed, step.code


# Safety


def test_no_guide_relies_on_the_fuse_at_the_limits_of_the_bench_supply() -> None:
    limits = [text for stage in bringup.STAGES for text in re.findall(r"limited to (\d+ m?A)", stage.setup)]
    most = max(int(text.split()[0]) * (1 if "mA" in text else 1000) for text in limits)
    assert most < power.fuse_hold_ma(25) < power.VALUES["fuse_trip"]
    for name, text in GUIDE_TEXT.items():
        for sentence in re.findall(r"[^.;|]*F1 (?:has )?trip(?:s|ped)[^.;|]*", " ".join(text.split())):
            assert f"{power.VALUES['fuse_trip'] / 1000:.0f} A" in sentence or name == "CHANGELOG.md", sentence


# The converter


def test_the_resistor_of_the_charge_current_is_named_apart_from_the_parts_of_the_carrier() -> None:
    assert converter.R_CHARGE not in PARTS and converter.charge_resistor().name in PARTS
    for name, text in GUIDE_TEXT.items():
        assert not re.search(r"R16 of (the|its) converter|its R16|marked R16", text), name
    assert "converter.svg" in links(GUIDE_TEXT["BUILD.md"])
    place = converter.charge_resistor()
    (left,) = [one for one in converter.RESISTORS if one.marking == "104"]
    assert left.x < place.x and abs(converter.hole(1)[0] - place.x) < 0.5 < place.y
    drawn = (FOLDER / "converter.svg").read_text(encoding="utf-8")
    (mark,) = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="1.9" height="3.5" fill="none"', drawn)
    assert [float(value) for value in mark] == pytest.approx([place.x - 0.95, 11.3 - place.y - 1.75], abs=0.01)
    assert power.VALUES["charge"] == 1000 * converter.DELIVERED_OHM / converter.CHARGE_OHM
    assert power.VALUES["usb_charge"] == 1000 * 1000 / converter.DELIVERED_OHM
    (step,) = [step for step in bringup.steps() if step.where == "USB"]
    assert step.expected and f"**{step.expected.low:g} to {step.expected.high:g} A** before the case is closed" in GUIDE
    assert GUIDE.count(f"BRINGUP {step.code}") == GUIDE_TEXT["SAFETY.md"].count(f"BRINGUP {step.code}") == 1


def test_the_labels_of_the_converter_are_those_printed_on_it_and_used_in_the_harness() -> None:
    for side, column in (("parts", 0), ("back", 1)):
        assert f"| {side} | {', '.join(labels[column] or '(none)' for labels in converter.HOLES)} |" in GUIDE
    for (number, label, _), printed in zip(BOOST_ROW, converter.HOLES, strict=True):
        assert label in printed, number


def test_the_pico_gets_its_firmware_before_it_is_soldered_and_no_power_before_stage_1() -> None:
    for first, then in (
        ("on the bare Pico", "The Pico U1 on the back"),
        ("The Pico U1 on the back", "Do stages 1 to 3"),
    ):
        assert HANDHELD.index(first) < HANDHELD.index(then)
    order = STEPS_OF_QUICKSTART
    flash, solder = ([text.startswith(word) for text in order].index(True) for word in ("Install M", "Solder"))
    assert flash < solder and "firmware already installed" in perfboard_page.page()


def test_every_size_of_a_part_in_the_case_is_used_and_every_used_one_exists() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (FOLDER / "case").glob("*.py"))
    used = set(re.findall(r'SIZE\["(\w+)"\]', source))
    for part in re.findall(r'sizes\.of_part\("(\w+)"\)', source):
        used |= {f"{part}_length", f"{part}_width", f"{part}_height"}
    assert used == {one.name for one in sizes.GIVEN}


# The build guide


def values_in_guide() -> dict[str, str]:
    """Returns the value in the guide by reference, with "C7 to C9 (100n)" expanded."""
    found: dict[str, str] = {}
    for names, value in re.findall(r"((?:(?:[A-Z]+\d+)(?:, | and | to )?)+) \(([^)]+)\)", HANDHELD):
        references = re.findall(r"[A-Z]+\d+", names)
        for letters, first, last in re.findall(r"([A-Z]+)(\d+) to \1(\d+)", names):
            references += [f"{letters}{number}" for number in range(int(first), int(last))]
        found |= dict.fromkeys(references, value)
    return found


def test_the_guide_gives_each_part_the_value_of_the_netlist() -> None:
    parts = {name: part.value for name, part in PARTS.items() if re.fullmatch(r"[RCDFQ]\d+|U[23]", name)}
    assert {name: values_in_guide().get(name) for name in parts} == parts


def test_the_guide_names_every_cable() -> None:
    for text, console in ((HANDHELD, "handheld"), (TABLETOP, "tabletop")):
        named = set(re.findall(r"\bW\d+", text))
        for first, last in re.findall(r"\bW(\d+) to W(\d+)", text):
            named |= {f"W{number}" for number in range(int(first), int(last))}
        cables = {cable.name for harness in CONSOLES[console]() for cable in harness.cables} - {
            "W1"
        }  # attached to the cell
        assert cables <= named


@pytest.mark.parametrize("text", [HANDHELD, TABLETOP], ids=["handheld", "tabletop"])
def test_the_charge_current_is_limited_before_the_cell_is_connected(text: str) -> None:
    step = text.index("**R_CHARGE**, one of its own" if text is HANDHELD else "replace R_CHARGE of the converter")
    assert step < text.index("Do stage 6") and "2.0 k" in text[step : step + 200] and "Do not skip this" in text
    (line,) = [line for line in bom.LINES if converter.R_CHARGE in line.handheld]
    assert line.quantity("tabletop") == line.quantity("handheld") == 1
    assert "2.0 k" in line.part and "0805" in line.part and f"{power.VALUES['charge']:.0f} mA" in line.note


MATERIALS = {
    "handheld": {
        "20-pin headers": "pin header 20 x 2.54 mm", "foam": "foam", "heat-set inserts": "heat-set insert",
        "crimp them into the plug": "crimp contact", "plug for J1": "plug JST PH 5-pin for J1",
        "diffusers in white": "PETG in white", "2.0 k": "resistor 2.0 k",
        "JST PH 2-pin extension": "extension JST PH 2-pin",
        "two wires of 26 AWG in a second plug": "silicone wire 26 AWG",
        "(R_CHARGE in the parts list)": "for the converter board",
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
    labels = {(text, place.x, place.y) for text, place in board_file.texts() if text in ("1", "3") and not place.back}
    for reference in ("U2", "U3"):
        part = PARTS[reference]
        near = [(x, y) for text, x, y in labels if text == "1" and abs(x - part.x) < 5 and abs(y - part.y) < 5]
        assert len(near) == 1 and near[0][0] < part.x and near[0][1] > part.y, reference  # pin 1 is the upper left
        assert part.rotation == 0
    for reference in ("JP1", "JP2"):
        part = PARTS[reference]
        ends = {text: x for text, x, y in labels if y == part.y and abs(x - part.x) < 4}
        assert ends["1"] < part.x < ends["3"] and part.rotation == 0
