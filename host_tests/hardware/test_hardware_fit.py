"""No parts of the assembled consoles overlap, and plugs, cables and the cell's lead have their space.

Tests that need OpenSCAD or trimesh are skipped without them.
"""

import importlib
from typing import Any

import pytest

from hardware import dimensions
from hardware.case import openscad
from hardware.wiring import harness
from host_tests.hardware.conftest import shared_volume


def test_no_parts_of_the_assembled_handheld_overlap(fit: Any, parts: dict[str, Any]) -> None:
    assert [str(overlap) for overlap in fit.overlaps(parts)] == []


def test_no_parts_of_the_assembled_tabletop_overlap(fit: Any, tabletop: dict[str, Any]) -> None:
    assert [str(overlap) for overlap in fit.overlaps(tabletop)] == []
    assert {"module 6", "button 9", "perfboard", "oled", "SW10", "battery", "boost"} <= set(tabletop)


@pytest.mark.parametrize(
    "name", ["lid", "diffuser 1", "module 3", "boost", "plug of the Pico", "button 9", "SW10", "case screw 1"]
)
def test_a_misplaced_part_of_the_tabletop_is_detected(fit: Any, tabletop: dict[str, Any], name: str) -> None:
    moved = tabletop[name].copy()
    moved.apply_translation((2.5, 2.5, 0))
    assert fit.overlaps(tabletop | {name: moved}, of=name), name


def test_the_perfboard_of_the_tabletop_rests_on_posts_and_its_oled_is_visible(
    trimesh: Any, tabletop: dict[str, Any], purchased_parts: Any
) -> None:
    mm, panel = dimensions.TABLETOP_MM, dimensions.panel()
    across, along = mm["perf_width"] / 2 - mm["perf_hole"], mm["perf_height"] / 2 - mm["perf_hole"]
    for x, y in ((x, y) for x in (-across, across) for y in (-along, along)):
        support = purchased_parts.rod(
            (panel["PERF"][0] + x, panel["PERF"][1] + y), 5.0, mm["floor"], mm["floor"] + mm["perf_rest"]
        )
        assert shared_volume(trimesh, tabletop["body"], support) > support.volume / 2
    seen = purchased_parts.box(
        panel["OLED"], (mm["window_width"] - 2, mm["window_height"] - 2), mm["depth"] - 3, mm["depth"]
    )
    assert shared_volume(trimesh, tabletop["lid"], seen) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("console", ["handheld", "tabletop"])
def test_the_positions_of_the_power_switch_are_engraved_in_the_lid(
    trimesh: Any, request: pytest.FixtureRequest, purchased_parts: Any, console: str
) -> None:
    if console == "handheld":
        mm, lid = dimensions.MM, request.getfixturevalue("printed")["lid"]
        y = dimensions.case_size()[1] - 5
        off, on = (mm["switch_x"] - 4.5, y), (mm["switch_x"] + 4.5, y)
    else:
        mm, lid = dimensions.TABLETOP_MM, request.getfixturevalue("tabletop")["lid"]
        x, y = dimensions.panel()["SW10"]
        off, on = (x - 8, y - 4.5), (x - 8, y + 4.5)  # lever up: I
    for place, middle_is_solid in ((off, True), (on, False)):
        area = purchased_parts.box(place, (2.4, 2.4), mm["depth"] - 0.3, mm["depth"])
        assert 0.3 * area.volume < shared_volume(trimesh, lid, area) < 0.9 * area.volume
        middle = purchased_parts.box(place, (0.3, 0.3), mm["depth"] - 0.3, mm["depth"])
        assert (shared_volume(trimesh, lid, middle) > middle.volume / 2) == middle_is_solid


def test_the_screws_of_the_tabletop_end_in_their_inserts(tabletop: dict[str, Any]) -> None:
    screws = [mesh for name, mesh in tabletop.items() if name.startswith("case screw")]
    assert len(screws) == len(dimensions.CASE_SCREWS)  # the quantity in the BOM
    for screw in screws:
        assert 4 <= screw.bounds[1][2] - dimensions.TABLETOP_MM["split_z"] <= 6.5


@pytest.mark.parametrize("name", ["lid", "tray", "carrier", "U1", "boost", "plug of the Pico", "case screw 1"])
def test_a_misplaced_part_of_the_handheld_is_detected(fit: Any, parts: dict[str, Any], name: str) -> None:
    moved = parts[name].copy()
    moved.apply_translation((1.2, 1.2, 0))
    assert fit.overlaps(parts | {name: moved}, of=name), name


def test_plugs_cables_and_the_lead_of_the_cell_have_their_space_in_the_handheld(
    fit: Any, parts: dict[str, Any]
) -> None:
    spaces = fit.spaces()
    assert [str(overlap) for overlap in fit.intrusions(parts, spaces)] == []
    names = {space.name for space in spaces}
    assert len([name for name in names if name.startswith("plug of tile")]) == 12
    assert {"plug of J1", "plug of J2", "plug of J3", "plug of the cell", "travel of SW10", "pin for BOOTSEL"} <= names


def test_the_lead_of_the_cell_has_its_space_in_the_tabletop(fit: Any, tabletop: dict[str, Any]) -> None:
    assert [str(overlap) for overlap in fit.intrusions(tabletop, fit.spaces(openscad.TABLETOP))] == []


Misplaced = tuple[str, tuple[float, float, float], str]
"""A plug or cable, by how much it is moved, and the part that it then overlaps."""

OF_HANDHELD: list[Misplaced] = [
    ("plug of tile 3 OUT", (8.0, -6.0, 0.0), "tray"),
    ("wires of J2", (-36.5, 0.0, 0.0), "lid"),
    ("bent lead of the cell", (0.0, 6.0, 0.0), "boost"),
    ("travel of SW10", (3.0, 0.0, 0.0), "body"),
    ("pins of the OLED, front", (0.0, 0.0, 1.0), "lid"),
    ("pin for BOOTSEL", (3.0, 0.0, 0.0), "body"),
    ("cable W2", (-20.0, 0.0, 0.0), "battery"),
]
OF_TABLETOP: list[Misplaced] = [
    ("cable W2", (-16.0, 0.0, 0.0), "battery"),
    ("cable W4", (0.0, 0.0, 4.0), "module 2"),
    ("cable W20", (-6.0, 0.0, -4.0), "perfboard"),
]


def assert_detected(parts: dict[str, Any], fit: Any, spaces: list[Any], misplaced: Misplaced) -> None:
    """Asserts that a space that is moved by `shift` is reported to overlap the part `hit`."""
    name, shift, hit = misplaced
    (space,) = [space for space in spaces if space.name == name]
    mates = tuple(mate for mate in space.mates if mate != hit)
    mesh = space.mesh.copy()
    mesh.apply_translation(shift)
    found = fit.intrusions(parts, [space._replace(mesh=mesh, mates=mates)])
    assert any(overlap.other == hit for overlap in found), [str(overlap) for overlap in found]


@pytest.mark.parametrize("misplaced", OF_HANDHELD)
def test_a_plug_or_cable_of_the_handheld_without_space_is_detected(
    fit: Any, parts: dict[str, Any], misplaced: Misplaced
) -> None:
    assert_detected(parts, fit, fit.spaces(), misplaced)


@pytest.mark.parametrize("misplaced", OF_TABLETOP)
def test_a_cable_of_the_tabletop_in_the_wrong_place_is_detected(
    fit: Any, tabletop: dict[str, Any], misplaced: Misplaced
) -> None:
    assert_detected(tabletop, fit, fit.spaces(openscad.TABLETOP), misplaced)


def test_two_plugs_in_the_same_place_are_detected_but_wires_may_share_their_space(fit: Any) -> None:
    plug, wires = (next(s for s in fit.spaces() if s.name == f"{kind} of J1") for kind in ("plug", "wires"))
    assert fit.intrusions({}, [plug, plug])
    assert fit.intrusions({}, [wires, wires]) == []


# Every cable of the wiring, from end to end

CONSOLES = {"handheld": openscad.HANDHELD, "tabletop": openscad.TABLETOP}
SLACK = {"handheld": 10, "tabletop": 0}
"""Wire in mm that a route must leave: in the handheld, its ends in the plugs are not part of it."""


@pytest.fixture
def routes(trimesh: Any) -> Any:
    """The module hardware.case.routes."""
    return importlib.import_module("hardware.case.routes")


def cables(console: str) -> dict[str, int]:
    """Returns the length of each cable of a console by its name."""
    return {cable.name: cable.length for one in getattr(harness, console)() for cable in one.cables}


@pytest.mark.parametrize("console", CONSOLES)
def test_every_cable_of_the_wiring_has_a_space_in_the_case(fit: Any, console: str) -> None:
    assert {space.cable for space in fit.spaces(CONSOLES[console])} - {""} == set(cables(console))


@pytest.mark.parametrize("console", CONSOLES)
def test_every_cable_is_long_enough_for_its_route(routes: Any, console: str) -> None:
    found = {route.cable.name: route.length + SLACK[console] for route in getattr(routes, console)()}
    lengths = cables(console)
    assert {name: length for name, length in found.items() if length > lengths[name]} == {}


@pytest.mark.parametrize("console", CONSOLES)
def test_a_route_has_no_slanted_part(routes: Any, console: str) -> None:
    for route in getattr(routes, console)():
        for one, other in zip(route.corners, route.corners[1:]):
            assert sum(abs(a - b) > 1e-6 for a, b in zip(one, other, strict=True)) <= 1, route.cable.name


def test_the_cables_of_the_tabletop_end_at_their_parts(trimesh: Any, fit: Any, tabletop: dict[str, Any]) -> None:
    spaces = [space for space in fit.spaces(openscad.TABLETOP) if space.name.startswith("cable")]
    assert len(spaces) == len(cables("tabletop")) - 1
    for space in spaces:
        for mate in space.mates:
            assert shared_volume(trimesh, space.mesh, tabletop[mate]) > 0, (space.name, mate)


def test_the_cables_of_the_handheld_continue_the_bent_wires_of_their_plugs(trimesh: Any, fit: Any) -> None:
    spaces = fit.spaces()
    bent = [space for space in spaces if space.name.startswith("wires of")]
    for space in spaces:
        if space.name.startswith("cable"):
            touched = [one.name for one in bent if shared_volume(trimesh, space.mesh, one.mesh) > 0]
            assert len(touched) >= (1 if space.cable == "W2" else 2), (space.name, touched)


@pytest.mark.parametrize("console", CONSOLES)
def test_the_supply_wires_end_directly_above_the_converter(trimesh: Any, fit: Any, console: str) -> None:
    mm = fit.dimensions.TABLETOP_MM if console == "tabletop" else fit.dimensions.MM
    boost = fit.purchased_parts.power(mm)["boost"]
    (space,) = [space for space in fit.spaces(CONSOLES[console]) if space.name == "cable W2"]
    lower = space.mesh.copy()
    lower.apply_translation((0, 0, -1.5))
    assert shared_volume(trimesh, space.mesh, boost) == 0 and shared_volume(trimesh, lower, boost) > 10
