"""The case: dimensions, and the shapes that OpenSCAD makes: watertight parts with holes and openings in their places.

Tests that need OpenSCAD or trimesh are skipped without them.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hardware import dimensions
from hardware.boards import netlist
from hardware.case import openscad, sizes
from hardware.perfboard import grid
from host_tests.hardware.conftest import Assembled, Filled

MM = dimensions.MM
FRONT = MM["carrier_z"] + MM["pcb"]
ROOF = MM["depth"] - MM["roof"]
NOTHING = 1e-4
"""Part of a shape that rounding may leave inside a part."""


# --- dimensions, without OpenSCAD


def test_no_dimension_is_defined_twice() -> None:
    for lengths in (dimensions.GIVEN + sizes.GIVEN, dimensions.TABLETOP + sizes.GIVEN + grid.GIVEN):
        assert set(Counter(given.name for given in lengths).values()) == {1}


def test_the_stacked_parts_fit_into_the_depth_of_the_case() -> None:
    assert MM["tile_z"] - FRONT >= MM["tile_plug_height"]
    assert MM["tile_z"] + MM["pcb"] + MM["led_height"] < ROOF
    assert MM["floor"] + MM["battery_thickness"] < MM["carrier_z"]


# --- shapes, with OpenSCAD


@pytest.mark.parametrize(("model", "part"), [(m, part) for m, parts in openscad.PARTS.items() for part in parts])
def test_every_part_is_watertight_and_in_one_piece(trimesh: Any, model: Path, part: str, tmp_path: Path) -> None:
    mesh = trimesh.load(openscad.mesh(model, part, tmp_path / "part.stl", for_printing=True))
    assert mesh.is_watertight and mesh.is_volume
    assert mesh.body_count == 1


def test_the_case_has_the_computed_size(assembled: Assembled) -> None:
    low, high = assembled("handheld")["body"].bounds[0], assembled("handheld")["lid"].bounds[1]
    assert tuple(high - low) == pytest.approx((*dimensions.case_size(), MM["depth"]), abs=0.01)


def test_every_screw_hole_of_the_carrier_is_above_a_post_of_the_lid(
    trimesh: Any, assembled: Assembled, purchased_parts: Any, filled: Filled
) -> None:
    rod, lid = purchased_parts.rod, assembled("handheld")["lid"]
    for hole in netlist.holes():
        place = (hole.x, hole.y)
        assert filled(lid, rod(place, MM["insert_hole"] - 0.2, FRONT, FRONT + 5)) < NOTHING, hole.reference
        post = [
            rod(place, MM["post"] - 0.4, FRONT, FRONT + 5),
            rod(place, MM["insert_hole"] + 0.4, FRONT - 1, FRONT + 6),
        ]
        assert filled(lid, trimesh.boolean.difference(post, engine="manifold")) > 0.99, hole.reference


def test_every_case_screw_passes_through_the_body(assembled: Assembled, purchased_parts: Any, filled: Filled) -> None:
    body, rod = assembled("handheld")["body"], purchased_parts.rod
    for place in dimensions.CASE_SCREWS:
        assert filled(body, rod(place, MM["screw_hole"] - 0.1, -1, MM["carrier_z"])) < NOTHING
        assert filled(body, rod(place, MM["body_post"] - 0.2, MM["screw_seat"], MM["carrier_z"] - 0.2)) > 0.5


def test_every_hole_of_every_tile_has_a_pin_of_the_tray(
    assembled: Assembled, purchased_parts: Any, filled: Filled
) -> None:
    low, high = MM["tile_z"], MM["tile_z"] + MM["pcb"]
    for x, y in dimensions.tile_centers():
        for right, up in dimensions.TILE_HOLES:
            hole = purchased_parts.rod((x + right, y + up), MM["tile_hole"] - 0.1, low, high)
            assert filled(assembled("handheld")["tray"], hole) > 0.5


def test_each_cap_reaches_its_switch_and_projects_from_the_lid(assembled: Assembled) -> None:
    parts = assembled("handheld").items()
    caps = [mesh for name, mesh in parts if name.startswith("key ") or name in ("roll", "bank", "menu")]
    assert len(caps) == len(netlist.buttons())
    for cap in caps:
        assert cap.bounds[0][2] < FRONT + MM["tact_height"]
        assert cap.bounds[1][2] > MM["depth"]


@pytest.mark.parametrize("console", ["handheld", "tabletop"])
def test_dots_of_different_count_project_from_the_face_next_to_roll_bank_menu_and_two_keep_buttons(
    assembled: Assembled, console: str
) -> None:
    mm = MM if console == "handheld" else dimensions.TABLETOP_MM
    dots = [mesh for name, mesh in assembled(console).items() if name.startswith("dot")]
    assert len(dots) == openscad.PARTS[openscad.HANDHELD]["dot"] == len(dimensions.dots(mm))
    for dot in dots:
        assert 0.5 <= dot.bounds[1][2] - mm["depth"] <= 1.2  # felt, and lower than the caps
    keys = dimensions.key_centers(mm)
    near = [
        key for x, y in dimensions.dots(mm) for key, (left, low) in enumerate(keys, 1) if y == low and 0 < x - left < 20
    ]
    assert near == [1, 4, 4] and len(dots) - len(near) == 1 + 2 + 3


def test_none_of_the_slots_for_air_is_opposite_the_cell_or_lets_a_screw_in(
    assembled: Assembled, purchased_parts: Any, filled: Filled
) -> None:
    assert MM["vent_width"] < 2.5  # the rod of IP3X, and the shaft of an M3 screw
    _, height = dimensions.case_size()
    middle = (MM["vent_bottom"] + MM["vent_top"]) / 2
    for places, y in zip(dimensions.vents(), (0.0, height), strict=True):
        assert len(places) > 15
        for x in places:
            assert abs(x - MM["battery_x"]) > MM["battery_length"] / 2 + 5
            slot = purchased_parts.box((x, y), (MM["vent_width"] - 0.2, 3 * MM["wall"]), middle - 1, middle + 1)
            assert filled(assembled("handheld")["body"], slot) < NOTHING, x


def test_a_tube_guides_the_pin_for_bootsel(assembled: Assembled, purchased_parts: Any, filled: Filled) -> None:
    place = (MM["pico_x"] + MM["bootsel_in"], MM["pico_y"] + MM["bootsel_off"])
    button = MM["carrier_z"] - MM["pico_header"] - MM["pico_pcb"] - MM["bootsel_height"]
    ring = purchased_parts.rod(place, MM["bootsel_hole"] + 3, MM["floor"], button - 1)
    assert filled(assembled("handheld")["body"], ring) > 0.5


@pytest.mark.parametrize("place", [(3.4, MM["pico_y"]), (215.8, MM["boost_y"])])
def test_charge_and_data_are_engraved_in_the_face_at_the_sockets(
    assembled: Assembled, purchased_parts: Any, filled: Filled, place: tuple[float, float]
) -> None:
    area = purchased_parts.box(place, (2.6, 8.0), MM["depth"] - 0.3, MM["depth"])
    assert 0.3 < filled(assembled("handheld")["lid"], area) < 0.9
