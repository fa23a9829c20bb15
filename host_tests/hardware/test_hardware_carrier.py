"""The KiCad projects of carrier and tile: current exports, clean ERC and DRC, and what KiCad has no rules for."""

import itertools
import json
import math
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware import power
from hardware.boards import REVISION, board_file, exports, kicad, netlist, s_expression, tile_plan, track_rules
from hardware.boards.board_file import Pad, Segment

SCREW_HEAD = 3.2
"""Radius around a screw hole that is free of copper, in mm."""


@pytest.fixture(name="kicad")
def _kicad() -> None:
    """Skips the test without KiCad."""
    try:
        kicad.version()
    except kicad.KiCadMissing as missing:
        pytest.skip(f"Hardware tools: {missing}")


def exported(name: str) -> str:
    """The text of a committed export."""
    return (exports.FILES / name).read_text(encoding="utf-8")


def test_the_exports_are_those_of_the_project() -> None:
    assert not exports.stale(), "The KiCad project has changed: run `python -m hardware carrier`."


@pytest.mark.parametrize("name", [exports.NETLIST, exports.TILE_NETLIST])
def test_a_netlist_names_no_folder_of_the_computer_that_made_it(name: str) -> None:
    assert not re.search(r"\((?:source|uri) ", exported(name))


def test_erc_and_drc_find_no_error_no_warning_and_no_difference_between_schematic_and_board() -> None:
    for name in (exports.ERC, exports.TILE_ERC, exports.DRC):
        assert kicad.findings(json.loads(exported(name))) == []
    checked = json.loads(exported(exports.DRC))
    assert {"violations", "unconnected_items", "schematic_parity"} <= set(checked)


def test_the_schematic_of_the_tile_has_the_parts_and_nets_of_the_drawn_tile() -> None:
    tree = s_expression.parse(exported(exports.TILE_NETLIST))
    shown = {ends: net for ends, (net, _) in netlist.pins(tree).items()}
    assert shown == {(part.reference, pin): net for part in tile_plan.parts() for pin, net in part.nets.items()}
    components = s_expression.children(s_expression.child(tree, "components"), "comp")
    values = {s_expression.value(one, "ref"): s_expression.value(one, "value") for one in components}
    assert values == {part.reference: part.value for part in tile_plan.parts()}


def test_a_finding_is_a_sentence_unless_the_project_excludes_it() -> None:
    one = {"type": "clearance", "description": "Too near", "items": [{"description": "Pad 1 of R1"}]}
    assert kicad.findings({"violations": [one, one | {"excluded": True}]}) == ["clearance: Too near (Pad 1 of R1)"]
    assert kicad.findings({"sheets": [{"violations": [one]}]}) == ["clearance: Too near (Pad 1 of R1)"]


@pytest.mark.usefixtures("kicad")
def test_kicad_makes_the_same_netlist_and_reports_again(tmp_path: Path) -> None:
    assert exports.write(tmp_path) == []
    for name in (exports.NETLIST, exports.TILE_NETLIST, exports.ERC, exports.TILE_ERC, exports.DRC):
        assert (tmp_path / name).read_text(encoding="utf-8") == exported(name), name


def without(text: str, start: str) -> str:
    """Returns a file without the blocks that begin with `start`."""
    return re.sub(rf"\n\t\({start}\b.*?\n\t\)", "", text, flags=re.DOTALL)


@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize(
    ("name", "change", "found"),
    [
        ("latch.kicad_sch", lambda text: without(text, "wire"), "pin_not_connected"),
        ("latch.kicad_sch", lambda text: text.replace('"Value" "470k"', '"Value" "47k"'), "footprint_symbol_mismatch"),
        ("carrier.kicad_pcb", lambda text: without(text, "segment"), "unconnected_items"),
        ("carrier.kicad_dru", lambda text: text.replace("max 20mm", "max 5mm"), "length_out_of_range"),
    ],
)
def test_kicad_finds_a_fault_in_the_project(
    name: str, change: Callable[[str], str], found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "carrier"
    shutil.copytree(exports.PROJECT, project)
    for part in ("PROJECT", "BOARD", "SCHEMATIC"):
        monkeypatch.setattr(exports, part, project / getattr(exports, part).name if part != "PROJECT" else project)
    before = (project / name).read_text(encoding="utf-8")
    (project / name).write_text(change(before), encoding="utf-8")
    assert (project / name).read_text(encoding="utf-8") != before
    assert any(sentence.startswith(found) for sentence in exports.write(tmp_path / "exports"))


# --- what KiCad has no rules for


def test_both_sides_name_the_revision() -> None:
    named = {place.back for text, place in board_file.texts() if text == f"SIXPIP CARRIER {REVISION.upper()}"}
    assert named == {False, True} and board_file.revision() == REVISION


def test_each_pin_of_the_plug_from_the_converter_has_its_text_and_pin_1_its_number() -> None:
    words = {"5V_IN": "5V", "USB_5V": "USB", "GND": "GND", "CELL": "BAT", "BOOST_EN": "EN"}
    plug = board_file.places()["J1"]
    places = {text: place for text, place in board_file.texts() if place.back and math.dist(place[:2], plug[:2]) < 11}
    for pin, net in netlist.find("J1").nets.items():
        pad, text = board_file.pad("J1", pin), places[words[net]]
        assert text.x == pytest.approx((pad.low[0] + pad.high[0]) / 2), pin
        assert pad.high[1] < text.y < pad.high[1] + 4 and text.rotation == 90, pin
    assert math.dist(places["1"][:2], plug[:2]) < 4  # the origin of the part is pin 1


def test_no_track_is_under_the_head_of_a_screw_and_the_hole_keeps_all_copper_away() -> None:
    library = (exports.PROJECT / "sixpip.pretty" / "screw-hole.kicad_mod").read_text(encoding="utf-8")
    zone = s_expression.child(s_expression.parse(library), "zone")
    corners = [(float(x), float(y)) for _, x, y in s_expression.child(zone, "polygon", "pts")[1:]]
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in itertools.pairwise([*corners, corners[0]])]
    assert min(math.hypot(*one) for one in middles) >= SCREW_HEAD - 1e-3
    for kind in ("tracks", "vias", "copperpour"):
        assert s_expression.value(zone, "keepout", kind) == "not_allowed"
    assert {hole.footprint for hole in netlist.holes()} == {"sixpip:screw-hole"} and len(netlist.holes()) == 10


def test_three_fiducials_on_the_front_show_the_position_and_the_rotation_of_the_board() -> None:
    places = [place for name, place in board_file.places().items() if name.startswith("FID")]
    assert len(places) == 3 and not any(place.back for place in places)
    sides = sorted(math.dist(one[:2], other[:2]) for one, other in itertools.combinations(places, 2))
    assert sides[0] > 50 and sides[1] - sides[0] > 10  # a triangle with three different sides


def test_the_tracks_from_the_converter_to_the_first_die_have_the_resistance_of_the_power_sums() -> None:
    assert 0 < track_rules.supply_ohm() <= power.VALUES["track_ohm"]


def test_the_resistance_between_two_pads_is_that_of_the_tracks_between_them() -> None:
    start, end = Pad((-0.5, -0.5), (0.5, 0.5)), Pad((19.5, -0.5), (20.5, 0.5))
    straight = [Segment((0, 0), (10, 0), 1.0), Segment((10, 0), (20, 0), 0.5)]
    ohm = (10 / 1.0 + 10 / 0.5) * track_rules.SHEET_OHM
    assert track_rules.resistance(straight, start, end) == pytest.approx(ohm)
    assert track_rules.resistance(straight[:1], start, end) == math.inf
