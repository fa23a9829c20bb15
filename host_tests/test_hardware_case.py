"""The case: dimensions, print estimate, and the shapes that OpenSCAD makes: watertight parts that fit together.

Tests that need OpenSCAD or trimesh are skipped without them.
"""

import importlib
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hardware import FOLDER, bom, dimensions, pictures
from hardware.boards import netlist
from hardware.case import estimate, openscad

MM = dimensions.MM
FRONT = MM["carrier_z"] + MM["pcb"]
ROOF = MM["depth"] - MM["roof"]


@pytest.fixture(scope="module")
def trimesh() -> Any:
    """The module trimesh; skips the test without trimesh, manifold3d or OpenSCAD."""
    pytest.importorskip(
        "manifold3d", reason="Hardware tools: manifold3d is not installed: pip install trimesh manifold3d."
    )
    found = pytest.importorskip(
        "trimesh", reason="Hardware tools: trimesh is not installed: pip install trimesh manifold3d."
    )
    try:
        openscad.require()
    except openscad.OpenScadMissing as missing:
        pytest.skip(f"Hardware tools: {missing}")
    return found


@pytest.fixture(scope="module")
def fit(trimesh: Any) -> Any:
    """The module hardware.case.fit."""
    return importlib.import_module("hardware.case.fit")


@pytest.fixture(scope="module")
def purchased_parts(trimesh: Any) -> Any:
    """The module hardware.case.purchased_parts."""
    return importlib.import_module("hardware.case.purchased_parts")


@pytest.fixture(scope="module")
def printed(fit: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All printed parts of the handheld at their assembled positions."""
    found: dict[str, Any] = fit.printed(tmp_path_factory.mktemp("case"))
    return found


@pytest.fixture(scope="module")
def tabletop(fit: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All parts of the assembled tabletop."""
    found: dict[str, Any] = fit.assembled(tmp_path_factory.mktemp("tabletop"), openscad.TABLETOP)
    return found


@pytest.fixture(scope="module")
def parts(printed: dict[str, Any], purchased_parts: Any) -> dict[str, Any]:
    """All parts of the assembled handheld."""
    others: dict[str, Any] = purchased_parts.everything()
    return printed | others


def shared_volume(trimesh: Any, one: Any, other: Any) -> float:
    """Returns the volume of the intersection of two parts in mm3."""
    common = trimesh.boolean.intersection([one, other], engine="manifold")
    return 0.0 if common.is_empty else float(common.volume)


# --- dimensions, without OpenSCAD


def test_the_case_uses_the_dimensions_of_the_boards() -> None:
    assert openscad.HANDHELD.parent == dimensions.SCAD.parent
    stale = "run python -m hardware.dimensions"
    assert dimensions.SCAD.read_text(encoding="utf-8") == dimensions.scad(), stale
    assert dimensions.TABLETOP_SCAD.read_text(encoding="utf-8") == dimensions.tabletop_scad(), stale


def test_every_dimension_has_a_kind_and_a_source() -> None:
    for given in dimensions.GIVEN + dimensions.TABLETOP:
        assert given.kind in dimensions.KINDS, given.name
        assert given.source, given.name


def test_no_dimension_is_defined_twice() -> None:
    for lengths in (dimensions.GIVEN, dimensions.TABLETOP):
        assert [name for name, count in Counter(given.name for given in lengths).items() if count > 1] == []


def test_the_stacked_parts_fit_into_the_depth_of_the_case() -> None:
    assert MM["tile_z"] - FRONT >= MM["tile_plug_height"]
    assert MM["tile_z"] + MM["pcb"] + MM["led_height"] < ROOF
    assert MM["floor"] + MM["battery_thickness"] < MM["carrier_z"]


def test_the_estimate_in_the_g_code_is_parsed() -> None:
    found = estimate.read("; filament used [cm3] = 10.0\n; estimated printing time (normal mode) = 1d 1h 2m 30s\n")
    assert found.minutes == pytest.approx(24 * 60 + 62.5)
    assert found.grams == pytest.approx(10 * estimate.DENSITY)


def test_the_totals_of_the_estimate_include_all_pieces() -> None:
    rows = [("lid", 1, estimate.Estimate(10.0, 30.0, "x")), ("key", 6, estimate.Estimate(1.0, 10.0, "x"))]
    last = estimate.table(rows).splitlines()[-1]
    assert "| 7 |" in last
    assert "1 h 30 min" in last
    assert f"{16 * estimate.DENSITY:.0f} g" in last


def printing(console: str) -> tuple[float, float]:
    """Returns total mass in grams and time in hours for a console from PRINT.md."""
    table = pictures.PRINT_PAGE.read_text(encoding="utf-8").split(f"{console.capitalize()} (computed")[1]
    row = re.search(r"\| all \| \d+ \| (\d+) g \| (\d+) h (\d+) min", table)
    assert row
    return float(row[1]), int(row[2]) + int(row[3]) / 60


def test_the_print_page_matches_the_current_models(tmp_path: Path) -> None:
    assert not pictures.print_page_is_stale(), "stale: run `make hardware` on a computer with OpenSCAD and PrusaSlicer."
    tables, page = tmp_path / "estimate.md", tmp_path / "PRINT.md"
    tables.write_text("tables\n", encoding="utf-8")
    assert pictures.update_print_page(tables, page) and not pictures.print_page_is_stale(page)
    assert not pictures.update_print_page(tables, page)
    page.write_text("of another case", encoding="utf-8")
    assert pictures.print_page_is_stale(page)


@pytest.mark.parametrize("console", ["handheld", "tabletop"])
def test_build_guide_and_bom_match_the_print_page(console: str) -> None:
    grams, hours = printing(console)
    guide = (FOLDER / "BUILD.md").read_text(encoding="utf-8")
    section = guide.split("# The tabletop")[0 if console == "handheld" else 1]
    assert f"{hours:.0f} hours of printing" in " ".join(section.split())
    (line,) = [line for line in bom.LINES if "PRINT" in (line.handheld if console == "handheld" else line.tabletop)]
    assert grams <= float(line.part.split()[0]) <= 1.1 * grams


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


def test_each_cap_reaches_its_switch_and_projects_from_the_lid(printed: dict[str, Any]) -> None:
    top_of_switch = FRONT + MM["tact_height"]
    caps = [mesh for name, mesh in printed.items() if name.startswith("key ") or name in ("roll", "bank", "menu")]
    assert len(caps) == len(netlist.buttons())
    for cap in caps:
        assert cap.bounds[0][2] < top_of_switch
        assert cap.bounds[1][2] > MM["depth"]
