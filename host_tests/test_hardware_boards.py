"""The two boards: the netlist against pins.py, and checks of the drawn boards; the router is in test_hardware_router.

Tests that need KiCad are skipped without it. The drawn boards are read with kiutils and gerbonara, not with pcbnew.
"""

import csv
import importlib.util
import itertools
import math
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hardware import bom, dimensions
from hardware.boards import netlist
from sixpip.board import pins
from tools import ROOT

MM = dimensions.MM
NO_KICAD = "Hardware tools: no Python with KiCad's pcbnew (Debian: apt-get install kicad kicad-footprints)."
NO_READER = "Hardware tools: kiutils is not installed: pip install kiutils."
SIDE = int(MM["cells"])


def kicad_python() -> str:
    """Returns the path of a Python that can import pcbnew, or ""."""
    own = ROOT / "build" / "hardware" / "venv" / "bin" / "python"
    for python in (str(own), sys.executable, "/usr/bin/python3"):
        if (
            Path(python).exists()
            and not subprocess.run([python, "-c", "import pcbnew"], capture_output=True).returncode
        ):
            return python
    return ""


@pytest.fixture(scope="module")
def kicad() -> None:
    """Skips the test without KiCad."""
    if not kicad_python():
        pytest.skip(NO_KICAD)


def draw(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs hardware.boards with KiCad's Python."""
    command = [kicad_python(), "-m", "hardware.boards", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def drawn(kicad: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder with both boards and their fabrication files, which passed the DRC."""
    folder = tmp_path_factory.mktemp("boards")
    done = draw("--out", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def board(folder: Path, name: str) -> Any:
    """Reads a board with kiutils."""
    reader = pytest.importorskip("kiutils.board", reason=NO_READER)
    return reader.Board.from_file(str(folder / name / f"{name}.kicad_pcb"))


def reference(footprint: Any) -> str:
    """Returns the reference of a kiutils footprint."""
    return str(next(item.text for item in footprint.graphicItems if getattr(item, "type", "") == "reference"))


def by_reference(folder: Path, name: str) -> dict[str, Any]:
    """Returns the footprints of a board by reference."""
    return {reference(footprint): footprint for footprint in board(folder, name).footprints}


def nets_of(footprint: Any) -> dict[str, str]:
    """Returns the net by pad number, for pads that have a net."""
    return {pad.number: pad.net.name for pad in footprint.pads if pad.net and pad.net.name}


# --- the netlist, without KiCad


def test_every_gpio_of_the_firmware_connects_the_pico_to_another_part() -> None:
    elsewhere = {net for part in netlist.parts() if part.reference != "U1" for net in part.nets.values()}
    at_pico = set(netlist.pico_nets().values())
    for gpio, net, _ in pins.PINS:
        assert netlist.GPIO_NETS[gpio] == net
        assert net in at_pico and net in elsewhere, net


def test_only_gpios_of_the_firmware_and_the_debug_port_are_connected() -> None:
    used = {gpio for gpio, _, _ in pins.PINS} | {0, 1}
    assert set(netlist.GPIO_NETS) == used
    assert not used & {15, 23, 24, 25, 29}


def test_every_net_of_the_carrier_has_two_or_more_pads() -> None:
    pads = Counter(net for part in netlist.parts() for net in part.nets.values())
    assert [net for net, count in pads.items() if count < 2] == []


def test_every_part_of_the_carrier_has_a_unique_reference() -> None:
    names = Counter(part.reference for part in netlist.parts())
    assert [name for name, count in names.items() if count > 1] == []


def test_the_level_shifter_is_on_the_switched_rail_and_the_switch_has_a_pull_down() -> None:
    parts = {part.reference: part for part in netlist.parts()}
    assert parts["U3"].nets["14"] == parts["U2"].nets["6"] == netlist.LED_5V
    assert parts["U2"].nets["1"] == netlist.V5
    assert set(parts["R1"].nets.values()) == {"LED_EN", netlist.GND}
    assert set(parts["R5"].nets.values()) == {parts["U3"].nets["3"], parts["J2"].nets["3"]}


def test_every_button_is_centered_below_its_cap() -> None:
    keys = {part.value: part for part in netlist.buttons()}
    names = [*(f"KEEP{number}" for number in range(1, 7)), "ROLL", "BANK", "MENU"]
    for name, cap in zip(names, dimensions.key_centers() + dimensions.action_centers(), strict=True):
        part = keys[name]
        assert (part.x + netlist.BUTTON_CENTER[0], part.y - netlist.BUTTON_CENTER[1]) == pytest.approx(cap)


# --- the boards, with KiCad


@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize("fault", ["short", "open"])
def test_the_design_rule_check_finds_a_fault_added_on_purpose(fault: str, tmp_path: Path) -> None:
    done = draw("tile", "--check-only", "--fault", fault, "--out", str(tmp_path))
    assert done.returncode == 1
    assert "tile: 0 violations, 0 unconnected" not in done.stdout


def test_both_boards_pass_the_design_rule_check(drawn: Path) -> None:
    for name in ("tile", "carrier"):
        report = (drawn / name / "drc.txt").read_text(encoding="utf-8")
        assert "Found 0 DRC violations" in report
        assert "Found 0 unconnected pads" in report


def test_the_leds_of_a_tile_form_one_serpentine_chain_from_the_upper_left(drawn: Path) -> None:
    parts = by_reference(drawn, "tile")
    leds = [parts[f"D{number}"] for number in range(1, SIDE * SIDE + 1)]
    nets = [nets_of(led) for led in leds]
    assert nets[0]["3"] == nets_of(parts["J1"])["3"]
    assert nets[-1]["1"] == nets_of(parts["J2"])["3"]
    for number, (one, following) in enumerate(itertools.pairwise(nets)):
        assert one["1"] == following["3"], number
    left, top = leds[0].position.X, leds[0].position.Y
    for index, led in enumerate(leds):
        row, column = divmod(index, SIDE)
        column = SIDE - 1 - column if row % 2 else column
        place = ((led.position.X - left) / MM["led_pitch"], (led.position.Y - top) / MM["led_pitch"])
        assert place == pytest.approx((column, row))


def test_every_led_except_in_the_last_row_has_a_capacitor_next_to_it(drawn: Path) -> None:
    parts = by_reference(drawn, "tile")
    capacitors = [part for name, part in parts.items() if name.startswith("C")]
    assert len(capacitors) == bom.CAPACITORS
    assert all(set(nets_of(part).values()) == {netlist.LED_5V, netlist.GND} for part in capacitors)
    bottom = max(part.position.Y for name, part in parts.items() if name.startswith("D"))
    for led in [part for name, part in parts.items() if name.startswith("D") and part.position.Y < bottom]:
        near = min(math.dist((led.position.X, led.position.Y), (one.position.X, one.position.Y)) for one in capacitors)
        assert near <= MM["led_pitch"] / 2 + 0.01, reference(led)


def test_all_chain_connectors_have_the_same_pin_order(drawn: Path) -> None:
    tile, carrier = by_reference(drawn, "tile"), by_reference(drawn, "carrier")
    for plug in (tile["J1"], tile["J2"], carrier["J2"], carrier["J3"]):
        nets = nets_of(plug)
        assert (nets["1"], nets["2"], nets["4"]) == ("GND", "LED_5V", "GND")


def test_every_pad_of_the_drawn_carrier_has_its_net_in_the_netlist(drawn: Path) -> None:
    parts = by_reference(drawn, "carrier")
    for part in netlist.parts():
        assert nets_of(parts[part.reference]) == part.nets, part.reference


def test_the_pico_is_on_the_back_with_its_usb_socket_at_the_left_wall(drawn: Path) -> None:
    pico = by_reference(drawn, "carrier")["U1"]
    assert pico.layer == "B.Cu"
    drills = (drawn / "carrier" / "gerbers" / "carrier-PTH.drl").read_text(encoding="utf-8")
    holes = points(drills)
    left = min(x for x, _ in holes)
    pitch, rows = 2.54, 17.78
    first = (left, max(y for x, y in holes if x == pytest.approx(left, abs=1e-3)))
    for number in range(20):
        for down in (0.0, rows):
            wanted = (first[0] + pitch * number, first[1] - down)
            assert any(hole == pytest.approx(wanted, abs=0.01) for hole in holes), (number, down)


def points(drill: str) -> list[tuple[float, float]]:
    """Returns the holes of an Excellon file in mm, y up."""
    found = [line[1:].split("Y") for line in drill.splitlines() if line.startswith("X")]
    return [(float(x), float(y)) for x, y in found]


@pytest.mark.parametrize("name", ["tile", "carrier"])
def test_the_holes_of_each_board_match_the_posts_and_pins_of_the_case(drawn: Path, name: str) -> None:
    holes = points((drawn / name / "gerbers" / f"{name}-NPTH.drl").read_text(encoding="utf-8"))
    if name == "carrier":
        wanted = list(dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS)
    else:
        wanted = list(dimensions.TILE_HOLES)
    middles = [tuple(sum(values) / len(values) for values in zip(*spots, strict=True)) for spots in (holes, wanted)]
    shifted = sorted((round(x - middles[0][0], 2), round(y - middles[0][1], 2)) for x, y in holes)
    assert shifted == sorted((round(x - middles[1][0], 2), round(y - middles[1][1], 2)) for x, y in wanted)


@pytest.mark.filterwarnings("ignore")
def test_the_board_size_in_the_gerbers_is_correct(drawn: Path) -> None:
    gerbonara = pytest.importorskip(
        "gerbonara", reason="Hardware tools: gerbonara is not installed: pip install gerbonara."
    )
    for name, size in (("tile", (MM["tile_size"],) * 2), ("carrier", dimensions.carrier_size())):
        (left, bottom), (right, top) = gerbonara.LayerStack.open(drawn / name / "gerbers").board_bounds()
        assert (right - left, top - bottom) == pytest.approx(size, abs=0.15), name


def test_the_placement_file_has_every_surface_mount_part_once(drawn: Path) -> None:
    for name in ("tile", "carrier"):
        with (drawn / name / f"{name}-positions.csv").open(encoding="utf-8") as file:
            placed = Counter(row["Designator"] for row in csv.DictReader(file))
        mounted = {
            found
            for found, footprint in by_reference(drawn, name).items()
            if footprint.attributes.type == "smd" and not found.startswith(("TP", "JP"))
        }
        assert placed == Counter(mounted), name


def test_the_quantities_in_a_board_bom_match_its_references(drawn: Path) -> None:
    with (drawn / "tile" / "tile-parts.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["Comment"]: int(row["Quantity"]) for row in rows}["WS2812B-2020"] == SIDE * SIDE
    for row in rows:
        assert len(row["Designator"].split(",")) == int(
            row["Quantity"]
        )  # separated by commas, as board manufacturers require


def test_the_bom_of_a_board_has_part_numbers_and_search_terms(drawn: Path) -> None:
    for name in ("tile", "carrier"):
        with (drawn / name / f"{name}-parts.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            lines = [line for line in bom.LINES if line.search == row["Search term"]]
            wanted = {"TILE." + row["Designator"][0]} if name == "tile" else set(row["Designator"].split(","))
            assert row["Part number"] in {line.number for line in lines}
            assert wanted <= {reference for line in lines for reference in line.handheld}, row


def test_the_interactive_bom_shows_every_part(drawn: Path) -> None:
    page = drawn / "carrier" / "carrier-parts.html"
    if not page.exists():
        pytest.skip("Hardware tools: InteractiveHtmlBom is not installed for the Python with KiCad.")
    text = page.read_text(encoding="utf-8")
    wanted = [part.reference for part in netlist.parts() if part.reference[0] in "UCRDFJ"]
    assert [name for name in wanted if f'"{name}"' not in text] == []


def test_without_kicad_the_command_names_the_package_to_install() -> None:
    if importlib.util.find_spec("pcbnew"):
        pytest.skip("Hardware tools: this Python has KiCad.")
    command = [sys.executable, "-m", "hardware.boards"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "apt-get install kicad" in done.stderr
