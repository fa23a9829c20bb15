"""Pages, list of parts, bring-up and guides: fresh, whole, and in words with the firmware and the netlist."""

import ast
import csv
import io
import math
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest

from hardware import FOLDER, bom, bringup, dimensions, pictures, power, troubles
from hardware import __main__ as command
from hardware.boards import netlist
from hardware.documents import bom_page, pages
from hardware.wiring.harness import CONSOLES, DICE
from host_tests.person import MENU, Person
from sixpip.board import limiter, oled, pins
from sixpip.console import care, selftest, settings_screen
from tools import FIRMWARE, ROOT

GUIDES = ("README.md", "BUILD.md", "SAFETY.md", "BRINGUP.md", "TROUBLESHOOTING.md", "PINOUT.md", "POWER.md", "BOM.md")
WRITTEN = {name: (FOLDER / name).read_text(encoding="utf-8") for name in GUIDES}
STEPS = bringup.steps()


# --- pages


def test_every_generated_page_is_fresh() -> None:
    assert pages.stale() == [], "stale: run `python -m hardware documents` (or `make hardware`)."


def test_a_page_that_was_changed_by_hand_or_is_missing_is_named_and_written_again(tmp_path: Path) -> None:
    assert set(pages.write(tmp_path)) == set(pages.PAGES)
    (tmp_path / "PINOUT.md").write_text("by hand", encoding="utf-8")
    (tmp_path / "BOM.csv").unlink()
    assert set(pages.stale(tmp_path)) == {"PINOUT.md", "BOM.csv"}
    assert set(pages.write(tmp_path)) == {"PINOUT.md", "BOM.csv"}
    assert pages.stale(tmp_path) == []


def test_every_page_says_that_nothing_has_been_built_yet() -> None:
    for name, text in WRITTEN.items():
        assert "ev A, not yet built" in text, name


def test_the_kept_pictures_show_what_the_files_say_now() -> None:
    assert pictures.stale() == [], (
        "the pictures in these folders are stale: run `make hardware` where KiCad and OpenSCAD are."
    )


def test_no_figure_claims_a_datasheet_without_naming_it() -> None:
    given = [(figure.kind, figure.source) for figure in power.GIVEN]
    given += [(length.kind, length.source) for length in dimensions.GIVEN]
    sheets = [source for kind, source in given if kind == "datasheet"]
    assert sheets
    for source in sheets:
        assert re.search(r"TPS22918|PowerBoost|Pico|WS2812B|board file", source), source
    assert {kind for kind, _ in given} <= set(dimensions.KINDS)


# --- the list of parts


def test_the_list_has_every_part_of_both_consoles_as_often_as_it_is_needed_and_no_other() -> None:
    assert bom.faults() == []


def test_a_part_that_is_missing_too_many_or_half_described_is_named() -> None:
    without = tuple(line for line in bom.LINES if "U3" not in line.handheld)
    assert bom.faults(without) == ["handheld: U3 is listed 0 times, needed 1."]
    first = bom.LINES[0]
    assert bom.faults((*bom.LINES, first)) == [
        "handheld: U1 is listed 2 times, needed 1.", "tabletop: U1 is listed 2 times, needed 1."
    ]  # fmt: skip
    spoilt = first._replace(sources=("Mouser", "Mouser"), price=0, substitute="")
    found = bom.faults((spoilt, *bom.LINES[1:]))
    assert len(found) == 3 and all("Raspberry Pi Pico" in line for line in found)


def test_the_tiles_parts_are_counted_from_the_tile() -> None:
    counts = {name: many for line in bom.LINES for name, many in line.handheld.items()}
    assert counts["TILE.D"] == DICE * 64 and counts["TILE.J"] == DICE * len(netlist.TILE_PLUGS)


def test_the_csv_has_the_columns_asked_for_and_sums_that_add_up() -> None:
    rows = list(csv.DictReader(io.StringIO((FOLDER / "BOM.csv").read_text(encoding="utf-8"))))
    lines = [row for row in rows if not row["reference"].startswith("TOTAL")]
    assert len(lines) == len(bom.LINES)
    for console in CONSOLES:
        price = "price each, EUR (assumed)"
        total = next(row[price] for row in rows if row["reference"] == f"TOTAL {console}")
        assert float(total) == pytest.approx(sum(int(row[console]) * float(row[price]) for row in lines), abs=0.5)
        assert f"**{total}**" in WRITTEN["BOM.md"]
    for row in lines:
        assert row["source 1"] != row["source 2"] and row["search for"] and row["substitute"], row


def test_references_that_follow_each_other_are_drawn_together() -> None:
    line = bom.LINES[0]._replace(handheld=dict.fromkeys(("R2", "R1", "R10", "R3", "R9", "C5"), 1))
    assert bom_page.references(line) == "C5 R1-R3 R9-R10"


# --- bring-up


def test_the_steps_are_numbered_in_order_within_their_stages() -> None:
    numbers = [tuple(int(part) for part in step.code.split(".")) for step in STEPS]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)
    by_stage = Counter(stage for stage, _ in numbers)
    assert list(by_stage) == [stage.number for stage in bringup.STAGES]
    for stage, count in by_stage.items():
        assert [step for number, step in numbers if number == stage] == list(range(1, count + 1))


def test_a_step_has_a_span_or_something_to_see_and_says_what_it_means_when_it_differs() -> None:
    for step in STEPS:
        assert (step.expect is None) != (not step.see), step.code
        assert step.otherwise
        if step.expect:
            assert 0 <= step.expect.low < step.expect.high
            assert step.expect.kind in (bringup.COMPUTED, bringup.ASSUMED)


def test_a_span_holds_what_lies_in_it() -> None:
    span = bringup.Span(4.9, 5.1, "V", 1, bringup.ASSUMED)
    assert span.holds(4.9) and span.holds(5.1) and not span.holds(4.89) and not span.holds(5.11)
    assert str(span) == "4.9-5.1 V" and str(span._replace(high=math.inf)) == "over 4.9 V"


def test_every_place_that_is_measured_with_volts_is_a_test_point_of_the_board() -> None:
    volts = [step for step in STEPS if step.expect and step.expect.unit == "V"]
    elsewhere = {"ABOUT", f"die {DICE}"}  # on the screen, and at the last plug
    assert {step.where for step in volts} <= set(bringup.points()) | elsewhere
    assert {"BAT", "5V", "VSYS", "3V3", "LED 5V", "DIN", "BAT/2", "DOUT", "LED EN"} <= {step.where for step in STEPS}


def test_the_spans_hold_what_the_circuit_gives() -> None:
    spans = {step.code: step.expect for step in STEPS if step.expect}
    rails = {rail.net: rail for rail in power.rails()}
    given = power.VALUE
    assert spans["1.4"].holds(power.value_of("R1") / 1000)
    assert spans["1.5"].holds((power.value_of("R3") + power.value_of("R4")) / 1000)
    assert spans["1.7"].holds(power.value_of("R5"))
    assert spans["6.3"].holds(power.half_cell(given["cell_full"])) and spans["6.3"].holds(
        power.half_cell(given["cell_low"])
    )
    assert spans["6.4"].holds(given["boost"])
    assert spans["5.4"].holds(power.fed_volts()[0])
    assert spans["5.2"].holds(power.base_ma() + power.idle_ma(limiter.WS2812B_2020))
    white = limiter.BUDGET_MA + power.base_ma()
    assert spans["5.3"].holds(white) and not spans["5.3"].holds(power.unlimited_ma(limiter.WS2812B_2020))
    assert spans["6.5"].low > given["vsys_least"] and spans["6.5"].high < given["vsys_most"]
    assert spans["3.1"].high == pytest.approx(rails[netlist.VSYS].most_ma)


def test_power_comes_in_the_right_order_and_the_cell_last() -> None:
    assert "cell" in bringup.STAGES[-1].title.lower()
    limits = [int(match[1]) for stage in bringup.STAGES if (match := re.search(r"limited to (\d+) mA", stage.setting))]
    assert limits == sorted(limits) and len(limits) >= 2
    earlier = [step for step in STEPS if step.stage < bringup.STAGES[-1].number and step.stage > 1]
    assert not [step.code for step in earlier if step.where == "BAT"]


def test_every_step_fits_into_a_row_of_the_oled() -> None:
    for code, where, expected in bringup.screen_rows():
        assert len(" ".join((code, where, expected)).strip()) <= bringup.SCREEN_LETTERS, code
    assert {code for code, _, _ in bringup.screen_rows()} == {step.code for step in STEPS if step.stage > 1}


# --- troubleshooting


def sentences() -> list[str]:
    """Every text in the firmware's own files, with "..." for what it fills in."""
    found = []
    for path in sorted((FIRMWARE / "sixpip").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                found.append(
                    "".join(str(part.value) if isinstance(part, ast.Constant) else troubles.GAP for part in node.values)
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
    return found


def is_said(sentence: str, texts: list[str]) -> bool:
    """Whether the firmware has the sentence, at most in two pieces that a gap or a colon joins."""
    pieces = [
        piece for piece in re.split(r"\.\.\.|(?<=randomness)(?=:)|(?<=stuck)(?=:)", sentence) if piece.strip(". ")
    ]
    return bool(pieces) and all(any(piece in text for text in texts) for piece in pieces)


@pytest.mark.parametrize("said", troubles.SAID, ids=lambda said: str(said.sentence.strip())[:30])
def test_what_the_page_says_the_console_says_is_said_by_the_firmware(said: troubles.Said) -> None:
    assert is_said(said.sentence, sentences())


def test_a_sentence_that_the_firmware_does_not_say_is_found() -> None:
    assert not is_said("Battery low: charge me now.", sentences())
    assert not is_said("...", sentences())


def test_every_sentence_about_battery_buttons_and_dice_is_on_the_page() -> None:
    page = " ".join(said.sentence for said in troubles.SAID)
    for sentence in care._SAID[1:]:
        assert sentence in page
    dead = [text for text in sentences() if re.fullmatch(r"The dice (have no randomness|are stuck)", text)]
    assert len(set(dead)) == 2
    for sentence in dead:
        assert f"{sentence}: no dice are thrown" in page
    assert " stuck and left out." in page and "SIXPIP STOPPED" in page


def test_every_trouble_names_steps_that_there_are() -> None:
    codes = {step.code for step in STEPS}
    for row in (*troubles.SAID, *troubles.SEEN):
        assert set(row.codes) <= codes, row
        assert row.cause and row.cure
    assert all(seen.codes for seen in troubles.SEEN)


def test_the_figures_of_the_firmware_stand_in_the_page_as_the_firmware_has_them() -> None:
    page = WRITTEN["TROUBLESHOOTING.md"]
    for millivolts in care._LEVELS_MV:
        assert f"{millivolts / 1000:.1f} V" in page
    assert f"0x{oled.ADDRESS:X}".lower() in page.lower()


# --- guides


def links(text: str) -> list[str]:
    return [unquote(link) for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]


@pytest.mark.parametrize("name", GUIDES)
def test_every_link_and_picture_of_a_guide_is_there(name: str) -> None:
    for link in links(WRITTEN[name]):
        assert (FOLDER / link).exists(), link


def test_the_build_guide_shows_every_drawing_of_the_harness_and_pictures_of_boards_and_case() -> None:
    shown = set(links(WRITTEN["BUILD.md"]))
    for console in CONSOLES.values():
        for harness in console():
            assert f"wiring/drawings/{harness.name}.svg" in shown
    assert {
        "boards/renders/carrier-top.png",
        "boards/renders/carrier-bottom.png",
        "case/renders/handheld-exploded.png",
    } <= shown


def named(text: str) -> set[str]:
    """The references in a text, "C4 to C6" spelled out."""
    found = set(re.findall(r"\b(?:[A-Z]+\d+)\b", text))
    for letters, first, last in re.findall(r"\b([A-Z]+)(\d+) to \1(\d+)\b", text):
        found |= {f"{letters}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_part_of_the_carrier_is_soldered_in_one_of_the_steps() -> None:
    handheld = WRITTEN["BUILD.md"].split("# The tabletop")[0]
    wanted = {part.reference for part in netlist.parts() if not part.reference.startswith(("TP", "H"))}
    assert wanted - named(handheld) == set()


def test_the_bridges_of_the_oled_are_told_as_the_netlist_has_them() -> None:
    parts = {part.reference: part.nets for part in netlist.parts()}
    assert (parts["JP1"]["1"], parts["JP2"]["1"]) == (netlist.GND, netlist.V33)
    assert (parts["JP1"]["3"], parts["JP2"]["3"]) == (netlist.V33, netlist.GND)
    told = " ".join(WRITTEN["BUILD.md"].split())
    assert "bridge 1 and 2 when your OLED says GND VCC, 2 and 3 when it says VCC GND" in told


def test_the_screws_of_the_guide_are_those_of_the_case() -> None:
    text = WRITTEN["BUILD.md"]
    count = {4: "four", 6: "six", 10: "Ten"}
    assert f"{count[len(dimensions.CASE_SCREWS)]} M3 x 16" in text
    assert f"{count[len(dimensions.CARRIER_SCREWS)]} M3 x 6" in text
    assert f"{count[len(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)]} heat-set inserts" in text


def test_the_safety_page_has_the_limits_of_the_firmware() -> None:
    text = WRITTEN["SAFETY.md"]
    worst = max(power.unlimited_ma(led_type) for led_type in limiter.LED_TYPES)
    assert f"up to {worst / 1000:.0f} A" in text
    assert f"within {limiter.BUDGET_MA} mA" in text
    told = " ".join(text.split())
    stock, own = limiter.WS2812B_5050, limiter.WS2812B_2020
    wrong = (limiter.BUDGET_MA - power.idle_ma(own)) * stock[1] / own[1] + power.idle_ma(stock)
    assert f"with 5050 modules: they would draw up to {wrong / 1000:.1f} A" in told
    ((title, words),) = [row[1:] for row in settings_screen._ROWS if row[0] == "leds"]
    assert f'With tiles set Settings, {title}, to "{words[1]}"' in told
    assert f'Settings, {title}, at "{words[0]}"' in WRITTEN["BUILD.md"]


def test_settings_that_the_guides_name_are_on_the_screen() -> None:
    titles = {title for _, title, _ in settings_screen._ROWS}
    named = {name for text in WRITTEN.values() for name in re.findall(r"Settings, ([A-Z]\w+)", text)}
    assert {"LEDs", "Rows", "Flashing"} <= named <= titles
    values = {title: words for _, title, words in settings_screen._ROWS}
    assert "progressive" in values["Rows"] and "Settings, Rows: progressive" in WRITTEN["TROUBLESHOOTING.md"]


def test_the_self_test_is_found_blind_as_the_page_says(tmp_path: Path) -> None:
    presses = re.search(r"from the boot menu ([A-Z0-9, ]+) \(Workshop, Self-test\)", WRITTEN["TROUBLESHOOTING.md"])
    assert presses
    person = Person(str(tmp_path))
    person.board.oled_there = False
    for name in presses[1].split(", "):
        person.press(MENU if name == "MENU" else int(name.removeprefix("KEEP ")) - 1)
    assert isinstance(person.app.screen, selftest.STEPS[0])


def test_the_licences_are_named_and_their_texts_are_there() -> None:
    for name, first in (
        ("CERN-OHL-P-2.0", "CERN Open Hardware Licence Version 2 - Permissive"),
        ("CC-BY-4.0", "Attribution 4.0"),
    ):
        text = (FOLDER / "licences" / f"{name}.txt").read_text(encoding="utf-8")
        assert text.startswith(first) and len(text) > 5000
        assert name in WRITTEN["README.md"]


def test_every_command_in_the_guides_is_one_that_make_knows() -> None:
    shown = {line for text in WRITTEN.values() for line in re.findall(r"^ {4}(\S.*)$", text, re.MULTILINE)}
    assert shown == {"make hardware"}
    targets = set(re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    quoted = {word for text in WRITTEN.values() for word in re.findall(r"`make ([a-z-]+)", text)}
    assert "hardware" in quoted and quoted <= targets


# --- the command


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """`python -m hardware` as make runs it."""
    line = [sys.executable, "-m", "hardware", *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


def fine() -> command.Made:
    """A part that could be made."""
    return True, "8 pages"


def test_the_command_runs_our_rules_and_ends_with_what_to_do_next() -> None:
    done = run("rules")
    assert done.returncode == 0, done.stderr
    assert "[1/1] rules" in done.stdout
    assert done.stdout.strip().splitlines()[-1].startswith("Next: ")


def test_when_nothing_is_missing_the_command_leads_to_the_build_guide(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PARTS", {"documents": fine})
    assert command.main([]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Next: hardware/BUILD.md;") and (ROOT / "hardware" / "BUILD.md").exists()


def test_the_command_refuses_a_part_that_it_does_not_know() -> None:
    done = run("toaster")
    assert done.returncode == 2
    assert "There is no part toaster: name documents, drawings" in done.stderr


def test_a_missing_tool_is_named_with_how_to_install_it_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone() -> command.Made:
        raise command.Missing("There is no hammer: install it (Debian: apt-get install hammer).")

    monkeypatch.setattr(command, "PARTS", {"drawings": gone, "documents": fine})
    assert command.main(["drawings", "documents"]) == 0
    said = capsys.readouterr().out
    assert "Left out drawings: There is no hammer: install it" in said
    assert "8 pages" in said and said.splitlines()[-1].startswith("Next: install")


def test_a_check_that_finds_something_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PARTS", {"rules": lambda: (False, "5V has two sources.")})
    assert command.main(["rules"]) == 1
    said = capsys.readouterr().out
    assert "FAILED: 5V has two sources." in said and "make hardware" in said.splitlines()[-1]


def test_the_pins_come_from_the_firmware_alone() -> None:
    numbers = {str(gpio) for gpio, _, _ in pins.PINS}
    for path in (*FOLDER.glob("*.py"), *(FOLDER / "wiring").glob("*.py"), *(FOLDER / "documents").glob("*.py")):
        typed = re.findall(r"\"GP(\d+)\"|'GP(\d+)'", path.read_text(encoding="utf-8"))
        assert not {one or other for one, other in typed} & numbers, path


def test_pictures_are_replaced_only_when_they_show_something_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept, drawn = tmp_path / "boards" / "renders", tmp_path / "drawn"
    for folder in (kept, drawn):
        folder.mkdir(parents=True)
        (folder / "tile-top.png").write_bytes(folder.name.encode())
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(pictures, "marks", lambda: {kept: "abc\n"})
    assert pictures.stale() == ["boards/renders"]
    assert pictures.keep(drawn, kept)
    assert (kept / "tile-top.png").read_bytes() == b"drawn" and pictures.stale() == []
    (drawn / "tile-top.png").write_bytes(b"drawn again")
    assert not pictures.keep(drawn, kept)
    assert (kept / "tile-top.png").read_bytes() == b"drawn"
