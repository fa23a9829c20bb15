"""No parts of the assembled consoles overlap, and plugs, cables and the cell's lead have their space.

Tests that need OpenSCAD or trimesh are skipped without them.
"""

import importlib
from typing import Any

import pytest

from hardware import dimensions
from hardware.wiring import harness
from host_tests.hardware.conftest import MODELS, Assembled, Filled

BOTH = pytest.mark.parametrize("console", MODELS)
MM = {"handheld": dimensions.MM, "tabletop": dimensions.TABLETOP_MM}
SLACK = {"handheld": 10, "tabletop": 0}
"""Wire in mm that a route must leave: in the handheld, its ends in the plugs are not part of it."""


@BOTH
def test_no_parts_overlap_and_plugs_cables_and_resistors_in_wires_have_their_space(
    fit: Any, assembled: Assembled, console: str
) -> None:
    parts, spaces = assembled(console), fit.spaces(MODELS[console])
    assert [str(overlap) for overlap in fit.overlaps(parts) + fit.intrusions(parts, spaces)] == []
    names = {space.name for space in spaces}
    plugs = {name.replace("wires", "plug") for name in names if name.startswith("wires of")}
    assert {"plug of the cell", *plugs, *(name for name, _ in harness.WIRE_RESISTORS.values())} <= names


PARTS = {
    "handheld": ("lid", "tray", "carrier", "U1", "boost", "plug of the Pico", "case screw 1"),
    "tabletop": ("lid", "diffuser 1", "module 3", "boost", "plug of the Pico", "button 9", "SW10", "case screw 1"),
}


@pytest.mark.parametrize(("console", "name"), [(console, name) for console in PARTS for name in PARTS[console]])
def test_a_misplaced_part_is_detected(fit: Any, assembled: Assembled, console: str, name: str) -> None:
    moved, shift = assembled(console)[name].copy(), 1.2 if console == "handheld" else 2.5
    moved.apply_translation((shift, shift, 0))
    assert fit.overlaps(assembled(console) | {name: moved}, of=name), name


@pytest.mark.parametrize(
    ("console", "name", "shift", "hit"),
    [
        ("handheld", "plug of tile 3 OUT", (8.0, -6.0, 0.0), "tray"),
        ("handheld", "wires of J2", (-36.5, 0.0, 0.0), "lid"),
        ("handheld", "bent lead of the cell", (0.0, 6.0, 0.0), "boost"),
        ("handheld", "travel of SW10", (3.0, 0.0, 0.0), "body"),
        ("handheld", "pins of the OLED, front", (0.0, 0.0, 1.0), "lid"),
        ("handheld", "pin for BOOTSEL", (3.0, 0.0, 0.0), "body"),
        ("handheld", "cable W2", (-20.0, 0.0, 0.0), "battery"),
        ("handheld", "R_USB", (-30.0, 0.0, 0.0), "battery"),
        ("tabletop", "cable W2", (-16.0, 0.0, 0.0), "battery"),
        ("tabletop", "cable W4", (0.0, 0.0, 4.0), "module 2"),
        ("tabletop", "cable W20", (-6.0, 0.0, -4.0), "perfboard"),
        ("tabletop", "R_BAT", (6.0, 0.0, -3.0), "boost"),
    ],
)
def test_a_plug_a_cable_or_a_resistor_in_a_wire_without_space_is_detected(
    fit: Any, assembled: Assembled, console: str, name: str, shift: tuple[float, float, float], hit: str
) -> None:
    (space,) = [space for space in fit.spaces(MODELS[console]) if space.name == name]
    mates = tuple(mate for mate in space.mates if mate != hit)
    mesh = space.mesh.copy()
    mesh.apply_translation(shift)
    found = fit.intrusions(assembled(console), [space._replace(mesh=mesh, mates=mates)])
    assert any(overlap.other == hit for overlap in found), [str(overlap) for overlap in found]


def test_two_plugs_in_the_same_place_are_detected_but_wires_may_share_their_space(fit: Any) -> None:
    plug, wires = (next(s for s in fit.spaces() if s.name == f"{kind} of J1") for kind in ("plug", "wires"))
    assert fit.intrusions({}, [plug, plug])
    assert fit.intrusions({}, [wires, wires]) == []


def test_the_perfboard_of_the_tabletop_rests_on_posts_and_its_oled_is_visible(
    assembled: Assembled, purchased_parts: Any, filled: Filled
) -> None:
    mm, panel, parts = dimensions.TABLETOP_MM, dimensions.panel(), assembled("tabletop")
    across, along = mm["perf_width"] / 2 - mm["perf_hole"], mm["perf_height"] / 2 - mm["perf_hole"]
    for x, y in ((x, y) for x in (-across, across) for y in (-along, along)):
        place = (panel["PERF"][0] + x, panel["PERF"][1] + y)
        assert filled(parts["body"], purchased_parts.rod(place, 5.0, mm["floor"], mm["floor"] + mm["perf_rest"])) > 0.5
    window = (mm["window_width"] - 2, mm["window_height"] - 2)
    assert filled(parts["lid"], purchased_parts.box(panel["OLED"], window, mm["depth"] - 3, mm["depth"])) < 1e-4


@BOTH
def test_the_positions_of_the_power_switch_are_engraved_in_the_lid(
    assembled: Assembled, purchased_parts: Any, filled: Filled, console: str
) -> None:
    mm, lid = MM[console], assembled(console)["lid"]
    if console == "handheld":
        y = dimensions.case_size()[1] - 5
        off, on = (mm["switch_x"] - 4.5, y), (mm["switch_x"] + 4.5, y)
    else:
        x, y = dimensions.panel()["SW10"]
        off, on = (x - 8, y - 4.5), (x - 8, y + 4.5)  # lever up: I
    for place, middle_is_solid in ((off, True), (on, False)):
        area, middle = (purchased_parts.box(place, (side, side), mm["depth"] - 0.3, mm["depth"]) for side in (2.4, 0.3))
        assert 0.3 < filled(lid, area) < 0.9 and (filled(lid, middle) > 0.5) == middle_is_solid


def test_the_screws_of_the_tabletop_end_in_their_inserts(assembled: Assembled) -> None:
    screws = [mesh for name, mesh in assembled("tabletop").items() if name.startswith("case screw")]
    assert len(screws) == len(dimensions.CASE_SCREWS)  # the quantity in the BOM
    for screw in screws:
        assert 4 <= screw.bounds[1][2] - dimensions.TABLETOP_MM["split_z"] <= 6.5


# Every cable of the wiring, from end to end


@BOTH
def test_every_cable_of_the_wiring_has_a_space_and_is_long_enough_for_its_route(fit: Any, console: str) -> None:
    lengths = {cable.name: cable.length for one in harness.CONSOLES[console]() for cable in one.cables}
    assert {space.cable for space in fit.spaces(MODELS[console])} - {""} == set(lengths)
    for route in getattr(importlib.import_module("hardware.case.routes"), console)():
        assert route.length + SLACK[console] <= lengths[route.cable.name], route.cable.name
        for one, other in zip(route.corners, route.corners[1:]):  # none is slanted
            assert sum(abs(a - b) > 1e-6 for a, b in zip(one, other, strict=True)) <= 1, route.cable.name


@BOTH
def test_the_cables_end_at_their_parts_or_continue_the_bent_wires_of_their_plugs(
    fit: Any, assembled: Assembled, filled: Filled, console: str
) -> None:
    spaces = fit.spaces(MODELS[console])
    bent = [space for space in spaces if space.name.startswith("wires of")]
    for space in (space for space in spaces if space.name.startswith("cable")):
        for mate in space.mates:
            assert filled(space.mesh, assembled(console)[mate]) > 0, (space.name, mate)
        touched = [one.name for one in bent if filled(space.mesh, one.mesh) > 0]
        assert not bent or len(touched) >= (1 if space.cable == "W2" else 2), (space.name, touched)


@BOTH
def test_the_supply_wires_end_directly_above_the_converter_and_have_their_resistors_next_to_it(
    fit: Any, filled: Filled, console: str
) -> None:
    boost = fit.purchased_parts.power(MM[console])["boost"]
    spaces = {space.name: space.mesh for space in fit.spaces(MODELS[console])}
    lower = spaces["cable W2"].copy()
    lower.apply_translation((0, 0, -1.5))
    assert filled(boost, spaces["cable W2"]) == 0 and filled(boost, lower) * lower.volume > 10
    for name, _ in harness.WIRE_RESISTORS.values():
        assert filled(spaces["cable W2"], spaces[name]) > 0
        assert abs(spaces[name].bounds[1][0] - boost.bounds[0][0]) < 1
