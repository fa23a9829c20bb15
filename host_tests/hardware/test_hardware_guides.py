"""The guides: links work, and the text matches firmware, netlist, case, harness, BOM and targets."""

import re
from urllib.parse import unquote

import pytest

from hardware import FOLDER, bom, bringup, converter, dimensions, heat, power
from hardware.boards import board_file, netlist
from hardware.case import sizes
from hardware.documents import measure_page, perfboard_page, pinout
from hardware.perfboard import grid
from hardware.wiring import latch_simulation
from hardware.wiring.harness import BOOST_ROW, CONSOLES
from host_tests.guides import GUIDE_TEXT
from sixpip.app.settings import LED_CHAIN, MOST_TRIM, SETTINGS
from sixpip.board import limiter
from sixpip.screens.menus.workshop import Workshop
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


def test_the_solder_jumpers_of_the_oled_are_described_as_in_the_netlist() -> None:
    assert PARTS["JP1"].nets["1"] == PARTS["JP2"].nets["3"] == netlist.GND
    assert PARTS["JP1"].nets["3"] == PARTS["JP2"].nets["1"] == netlist.V33
    assert "bridge 1 and 2 if the OLED is labeled GND VCC, 2 and 3 if it is labeled VCC GND" in GUIDE


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


def test_the_quick_start_has_cost_hours_and_a_search_link_for_each_part_number() -> None:
    text = GUIDE_TEXT["QUICKSTART.md"]
    assert sum(step.startswith(IN_BUILD) for step in STEPS_OF_QUICKSTART) == len(IN_BUILD)
    for console in CONSOLES:
        assert f"{bom.cost(console, 1).total:.0f} EUR for one {console}" in text
        hours = sum(minutes(step, console) for step in STEPS_OF_QUICKSTART) / 60
        assert f"{hours:.1f} hours for the {console}" in text
        hours = sum(minutes(step, console) for step in STEPS_OF_QUICKSTART if step.startswith(IN_BUILD)) / 60
        assert f"Allow about {hours:.1f} hours of work" in GUIDE_TEXT["BUILD.md"]
    assert bom.ESTIMATE_DATE in text
    for line in bom.LINES:
        counts = [str(line.ordered(console)) if line.quantity(console) else "" for console in CONSOLES]
        row = f"| {line.number} | {line.part} | {' | '.join(counts)} |"
        wanted = line.number != bom.ANY and line.supplier == bom.YOU
        assert (row in text) == wanted, line.part
        assert not wanted or "](https://" in text.split(row)[1].partition("\n")[0]


def test_the_hours_of_the_handheld_are_the_sum_of_its_sections() -> None:
    handheld = GUIDE_TEXT["BUILD.md"].split("# Switching and charging")[0]
    times = re.findall(r"^## .*\(([\d.]+) (h|min)\)$", handheld, re.MULTILINE)
    assert len(times) == len(re.findall(r"^## ", handheld, re.MULTILINE))
    total = sum(float(time) * (60 if unit == "h" else 1) for time, unit in times)
    assert total == sum(minutes(step, "handheld") for step in STEPS_OF_QUICKSTART if step.startswith(IN_BUILD))


def test_every_link_to_a_section_of_the_build_guide_finds_it() -> None:
    titles = re.findall(r"^#+ (.*)$", GUIDE_TEXT["BUILD.md"], re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
    texts = [*GUIDE_TEXT.values(), (FOLDER / "HEAT.md").read_text(encoding="utf-8")]
    linked = {link for text in texts for link in re.findall(r"\]\(BUILD\.md#([^)]+)\)", text)}
    linked |= set(re.findall(r"\]\(#([^)]+)\)", GUIDE_TEXT["BUILD.md"]))
    assert len(linked) >= 5 and linked <= anchors


# Safety


def test_the_safety_page_has_the_computed_currents_times_and_temperatures() -> None:
    text = " ".join(GUIDE_TEXT["SAFETY.md"].split())
    typical, most = (power.off_ma(name) * 1000 for name in ("charger_off_typical", "charger_off"))
    assert (
        f"draws {typical:.0f} to {most:.0f} uA" in text
        and f"{typical:.0f} to {most:.0f} uA" in GUIDE_TEXT["CHANGELOG.md"]
    )
    assert f"lasts {power.prompt_hours():.0f} hours" in text
    hot = heat.temperatures(heat.Situation(35, limiter.CHARGING_BUDGET_MA, power.VALUES["charge"], lying=True))
    assert f"would reach {hot.cell:.0f} °C while you play on a table" in text
    assert f"{heat.VALUES['cell_max']:.0f} °C is the most" in text
    assert power.charge_hours() * 2 < 12


def test_no_guide_relies_on_the_fuse_at_the_limits_of_the_bench_supply() -> None:
    limits = [text for stage in bringup.STAGES for text in re.findall(r"limited to (\d+ m?A)", stage.setup)]
    most = max(int(text.split()[0]) * (1 if "mA" in text else 1000) for text in limits)
    assert most < power.fuse_hold_ma(25) < power.VALUES["fuse_trip"]
    assert "F1 does not trip and D4 gets hot" in GUIDE_TEXT["SAFETY.md"]
    for name, text in GUIDE_TEXT.items():
        for sentence in re.findall(r"[^.;|]*F1 trips[^.;|]*", " ".join(text.split())):
            assert f"{power.VALUES['fuse_trip'] / 1000:.0f} A" in sentence or name == "CHANGELOG.md", sentence


# The converter


def test_the_resistor_of_the_charge_current_is_named_apart_from_the_parts_of_the_carrier() -> None:
    assert converter.R_CHARGE not in PARTS and converter.charge_resistor().name in PARTS
    for name, text in {**GUIDE_TEXT, "HEAT.md": (FOLDER / "HEAT.md").read_text(encoding="utf-8")}.items():
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
    flash, solder = (
        next(n for n, text in enumerate(order) if text.startswith(word)) for word in ("Install M", "Solder")
    )
    assert flash < solder and "firmware already installed" in perfboard_page.page()


def test_the_tabletop_is_printed_after_its_modules_were_measured() -> None:
    assert "an XH connector" in TABLETOP and TABLETOP.index("height of your modules") < TABLETOP.index(
        "print the files"
    )
    assert f"with {sizes.SIZE['module_wires_depth']:g} mm behind a module" in TABLETOP


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


def test_the_pinout_page_named_in_the_ordering_step_lists_the_pins_of_the_leds() -> None:
    assert "datasheet of the LED with [PINOUT.md]" in GUIDE
    for pin, name in netlist.LED_PINS.items():
        assert f"| LED WS2812B-2020 | {pin} | {name} |" in pinout.page()
