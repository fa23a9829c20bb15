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
from host_tests.hardware.conftest import shared_volume

MM = dimensions.MM
FRONT = MM["carrier_z"] + MM["pcb"]
ROOF = MM["depth"] - MM["roof"]


# --- dimensions, without OpenSCAD


def test_the_case_uses_the_dimensions_of_the_boards() -> None:
    assert openscad.HANDHELD.parent == dimensions.SCAD.parent
    stale = "run python -m hardware documents"
    assert dimensions.SCAD.read_text(encoding="utf-8") == dimensions.scad(), stale
    assert dimensions.TABLETOP_SCAD.read_text(encoding="utf-8") == dimensions.tabletop_scad(), stale


def test_no_dimension_is_defined_twice() -> None:
    for lengths in (dimensions.GIVEN + sizes.GIVEN, dimensions.TABLETOP + sizes.GIVEN + grid.GIVEN):
        assert [name for name, count in Counter(given.name for given in lengths).items() if count > 1] == []


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


def test_the_case_has_the_computed_size(printed: dict[str, Any]) -> None:
    low, high = printed["body"].bounds[0], printed["lid"].bounds[1]
    assert tuple(high - low) == pytest.approx((*dimensions.case_size(), MM["depth"]), abs=0.01)


def test_a_larger_tile_makes_a_larger_case(trimesh: Any, tmp_path: Path) -> None:
    more = 5.0
    changes = {"tile_size": str(MM["tile_size"] + more), "tile_pitch": str(MM["tile_pitch"] + more), "tile_rows": "2"}
    lid = trimesh.load(openscad.mesh(openscad.HANDHELD, "lid", tmp_path / "lid.stl", changes=changes))
    width, height = dimensions.case_size()
    row = MM["tile_pitch"] + more + MM["key_strip"]
    assert lid.is_watertight
    assert tuple(lid.extents[:2]) == pytest.approx((width + MM["tile_columns"] * more, height + more + row), abs=0.01)


def test_every_screw_hole_of_the_carrier_is_above_a_post_of_the_lid(
    trimesh: Any, printed: dict[str, Any], purchased_parts: Any
) -> None:
    ring_out, ring_in = MM["post"] - 0.4, MM["insert_hole"] + 0.4
    for hole in netlist.holes():
        place = (hole.x, hole.y)
        core = purchased_parts.rod(place, MM["insert_hole"] - 0.2, FRONT, FRONT + 5)
        assert shared_volume(trimesh, printed["lid"], core) == pytest.approx(0, abs=0.01), hole.reference
        tube = trimesh.boolean.difference(
            [
                purchased_parts.rod(place, ring_out, FRONT, FRONT + 5),
                purchased_parts.rod(place, ring_in, FRONT - 1, FRONT + 6),
            ],
            engine="manifold",
        )
        assert shared_volume(trimesh, printed["lid"], tube) == pytest.approx(tube.volume, rel=0.01), hole.reference


def test_every_case_screw_passes_through_the_body(trimesh: Any, printed: dict[str, Any], purchased_parts: Any) -> None:
    for place in dimensions.CASE_SCREWS:
        screw = purchased_parts.rod(place, MM["screw_hole"] - 0.1, -1, MM["carrier_z"])
        head = purchased_parts.rod(place, MM["screw_head"] - 0.2, -1, MM["screw_seat"])
        around = purchased_parts.rod(place, MM["body_post"] - 0.2, MM["screw_seat"], MM["carrier_z"] - 0.2)
        assert shared_volume(trimesh, printed["body"], screw) == pytest.approx(0, abs=0.01)
        assert shared_volume(trimesh, printed["body"], head) == pytest.approx(0, abs=0.01)
        assert shared_volume(trimesh, printed["body"], around) > around.volume / 2


def test_every_hole_of_every_tile_has_a_pin_of_the_tray(
    trimesh: Any, printed: dict[str, Any], purchased_parts: Any
) -> None:
    low, high = MM["tile_z"], MM["tile_z"] + MM["pcb"]
    for x, y in dimensions.tile_centers():
        for right, up in dimensions.TILE_HOLES:
            hole = purchased_parts.rod((x + right, y + up), MM["tile_hole"] - 0.1, low, high)
            assert shared_volume(trimesh, printed["tray"], hole) > hole.volume / 2


def test_each_cap_reaches_its_switch_and_projects_from_the_lid(printed: dict[str, Any]) -> None:
    top_of_switch = FRONT + MM["tact_height"]
    caps = [mesh for name, mesh in printed.items() if name.startswith("key ") or name in ("roll", "bank", "menu")]
    assert len(caps) == len(netlist.buttons())
    for cap in caps:
        assert cap.bounds[0][2] < top_of_switch
        assert cap.bounds[1][2] > MM["depth"]


def test_none_of_the_slots_for_air_is_opposite_the_cell_or_lets_a_screw_in(
    trimesh: Any, printed: dict[str, Any], purchased_parts: Any
) -> None:
    assert MM["vent_width"] < 2.5  # the rod of IP3X, and the shaft of an M3 screw
    _, height = dimensions.case_size()
    middle = (MM["vent_bottom"] + MM["vent_top"]) / 2
    for places, y in zip(dimensions.vents(), (0.0, height), strict=True):
        assert len(places) > 15
        for x in places:
            assert abs(x - MM["battery_x"]) > MM["battery_length"] / 2 + 5
            slot = purchased_parts.box((x, y), (MM["vent_width"] - 0.2, 3 * MM["wall"]), middle - 1, middle + 1)
            assert shared_volume(trimesh, printed["body"], slot) == pytest.approx(0, abs=0.01), x


def test_bootsel_is_reached_through_the_back_and_the_charging_lights_are_seen_through_the_wall(
    trimesh: Any, printed: dict[str, Any], purchased_parts: Any
) -> None:
    place = (MM["pico_x"] + MM["bootsel_in"], MM["pico_y"] + MM["bootsel_off"])
    width, _ = dimensions.case_size()
    button = MM["carrier_z"] - MM["pico_header"] - MM["pico_pcb"] - MM["bootsel_height"]
    pin = purchased_parts.rod(place, MM["bootsel_hole"] - 0.4, -1, button)
    low = MM["floor"] + MM["boost_rest"] + MM["pcb"]
    light = purchased_parts.box((width, MM["boost_y"] + MM["boost_light_y"]), (12, 1.0), low + 0.5, low + 2)
    for shape in (pin, light):
        assert shared_volume(trimesh, printed["body"], shape) == pytest.approx(0, abs=0.01)
    ring = purchased_parts.rod(place, MM["bootsel_hole"] + 3, MM["floor"], button - 1)
    assert shared_volume(trimesh, printed["body"], ring) > ring.volume / 2, "the tube that guides the pin"


@pytest.mark.parametrize("place", [(3.4, MM["pico_y"]), (215.8, MM["boost_y"])])
def test_charge_and_data_are_engraved_in_the_face_at_the_sockets(
    trimesh: Any, printed: dict[str, Any], purchased_parts: Any, place: tuple[float, float]
) -> None:
    area = purchased_parts.box(place, (2.6, 8.0), MM["depth"] - 0.3, MM["depth"])
    assert 0.3 * area.volume < shared_volume(trimesh, printed["lid"], area) < 0.9 * area.volume
