"""The fabrication files of all boards, and the drawn tile and panel; the carrier's project has tests of its own.

Tests that need KiCad are skipped without it. The boards are read with kiutils and gerbonara, not with pcbnew.
"""

import csv
import json
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hardware import bom, dimensions
from hardware.boards import exports, kicad, netlist, panel_plan, tile_plan
from tools import ROOT

MM = dimensions.MM


def kicad_python() -> str:
    """Returns the path of a Python that can import pcbnew, or ""."""
    return kicad.find_python((str(ROOT / "build" / "hardware" / "venv" / "bin" / "python"),))


@pytest.fixture(scope="module", name="kicad")
def _kicad() -> None:
    """Skips the test without KiCad."""
    if not kicad_python():
        pytest.skip(f"Hardware tools: {kicad.INSTALL}")


def draw(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs hardware.boards with KiCad's Python."""
    command = [kicad_python(), "-m", "hardware.boards", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def drawn(kicad: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder with all boards and their fabrication files, which passed the DRC."""
    folder = tmp_path_factory.mktemp("boards")
    done = draw("--out", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def by_reference(folder: Path, name: str) -> dict[str, Any]:
    """Returns the footprints of a board by reference, read with kiutils."""
    reader = pytest.importorskip(
        "kiutils.board", reason="Hardware tools: kiutils is not installed: pip install kiutils."
    )
    path = exports.BOARD if name == "carrier" else folder / name / f"{name}.kicad_pcb"
    return {one.properties["Reference"]: one for one in reader.Board.from_file(str(path)).footprints}


def table(folder: Path, board: str, kind: str) -> list[dict[str, str]]:
    """Returns the rows of the placement file or the BOM of a board."""
    with (folder / board / f"{board}-{kind}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize(
    ("board", "fault", "found"),
    [
        ("tile", "short", "short"),
        ("tile", "open", "unconnected_items"),
        ("tile", "via", "No hole in or next"),
        ("panel", "near-cut", "T2_D1 is 0.35 mm from the V-cut at x 33 mm, 1 mm required."),
    ],
)
def test_a_board_with_a_fault_added_on_purpose_is_refused(board: str, fault: str, found: str, tmp_path: Path) -> None:
    done = draw(board, "--check-only", "--fault", fault, "--out", str(tmp_path))
    assert done.returncode == 1
    assert found in done.stdout + (tmp_path / board / "drc.json").read_text(encoding="utf-8")


def places(folder: Path, board: str) -> dict[str, tuple[float, float]]:
    """Returns the positions of a placement file by reference."""
    return {row["Designator"]: (float(row["Mid X"]), float(row["Mid Y"])) for row in table(folder, board, "placement")}


def test_the_panel_has_six_tiles_with_references_of_their_own_between_its_rails(drawn: Path) -> None:
    placed, single = places(drawn, "panel"), places(drawn, "tile")
    assert len(placed) == 6 * len(single)
    for number, (left, top) in enumerate(panel_plan.origins(), 1):
        below = panel_plan.HEIGHT - top - panel_plan.TILE
        for name, (x, y) in single.items():
            assert placed[f"T{number}_{name}"] == pytest.approx((x + left, y + below), abs=1e-3)
    assert not [name for name in placed if "J" in name]  # the connectors are soldered by hand


def test_the_panel_has_three_fiducials_and_four_tooling_holes_on_its_rails(drawn: Path) -> None:
    parts = by_reference(drawn, "panel")
    origin = min(part.position.X for part in parts.values()), min(part.position.Y for part in parts.values())
    fiducials = [part for name, part in parts.items() if name.startswith("FID")]
    assert len(fiducials) == 3
    for mark in fiducials:
        (pad,) = mark.pads
        assert (pad.size.X, pad.solderMaskMargin) == (1.0, 0.5)  # a dot of 1 mm in an opening of 2 mm
    tooling = [parts[f"H{number}"] for number in range(1, 5)]
    ys = sorted({round(part.position.Y - origin[1], 3) for part in [*fiducials, *tooling]})
    assert ys == [0.0, pytest.approx(panel_plan.HEIGHT - panel_plan.RAIL)]


def test_the_v_cuts_have_a_gerber_file_of_their_own(drawn: Path) -> None:
    text = (drawn / "panel" / "gerbers" / "panel-V_Cuts.gbr").read_text(encoding="utf-8")
    lines = re.findall(r"X(\d+)Y(\d+)D02\*\nX(\d+)Y(\d+)D01", text)
    drawn_cuts = {tuple(sorted(((int(a), int(b)), (int(c), int(d))))) for a, b, c, d in lines}
    wanted = {
        tuple(sorted((round(x * 1e6), round((panel_plan.HEIGHT - y) * 1e6)) for x, y in cut))
        for cut in panel_plan.cuts()
    }
    assert drawn_cuts == wanted


def test_no_gerber_file_has_a_date_or_marks_of_drilled_holes(drawn: Path) -> None:
    for path in drawn.glob("*/gerbers/*"):
        text = path.read_text(encoding="utf-8")
        assert "CreationDate" not in text and " date " not in text, path.name
        if "Silkscreen" in path.name or "Edge_Cuts" in path.name:
            dark = re.sub(r"%LPC\*%.*?(?=%LPD\*%|\Z)", "", text, flags=re.DOTALL)  # without what is cleared again
            assert "D03*" not in dark, path.name  # lines and arcs only


def test_the_tile_is_drawn_with_the_nets_and_positions_of_its_plan(drawn: Path) -> None:
    parts, left_top = by_reference(drawn, "tile"), tile_plan.led(0)
    origin = parts["D1"].position.X - left_top.x, parts["D1"].position.Y - left_top.y
    for one in tile_plan.parts():
        nets = {
            pad.number: pad.net.name.removeprefix("/") for pad in parts[one.reference].pads if pad.net and pad.net.name
        }
        assert nets == one.nets, one.reference
        place = parts[one.reference].position.X - origin[0], parts[one.reference].position.Y - origin[1]
        assert place == pytest.approx((one.x, one.y)), one.reference


def test_the_board_of_the_tile_differs_in_nothing_from_its_schematic_and_no_check_is_ignored(drawn: Path) -> None:
    for name in ("tile", "panel"):
        report = json.loads((drawn / name / "drc.json").read_text(encoding="utf-8"))
        assert report["violations"] == report["unconnected_items"] == [], name
    report = json.loads((drawn / "tile" / "drc.json").read_text(encoding="utf-8"))
    assert report["schematic_parity"] == []


@pytest.mark.parametrize("name", ["tile", "carrier"])
def test_the_holes_of_each_board_match_the_posts_and_pins_of_the_case(drawn: Path, name: str) -> None:
    text = (drawn / name / "gerbers" / f"{name}-NPTH.drl").read_text(encoding="utf-8")
    holes = [(float(x), float(y)) for x, y in re.findall(r"^X(.*)Y(.*)$", text, re.MULTILINE)]  # in mm, y up
    wanted = {"tile": dimensions.TILE_HOLES, "carrier": dimensions.CASE_SCREWS + dimensions.CARRIER_SCREWS}[name]
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


def test_the_placement_file_has_every_surface_mount_part_of_the_front_once(drawn: Path) -> None:
    for name in ("tile", "carrier"):
        mounted = {
            found
            for found, footprint in by_reference(drawn, name).items()
            if footprint.attributes.type == "smd" and footprint.layer == "F.Cu"
        }
        placed = Counter(row["Designator"] for row in table(drawn, name, "placement"))
        assert placed == Counter(one for one in mounted if not one.startswith(("TP", "JP", "FID"))), name


def test_the_bom_of_a_board_has_part_numbers_search_terms_and_what_the_assembler_supplies(drawn: Path) -> None:
    panel = {row["Search term"]: int(row["Quantity"]) for row in table(drawn, "panel", "bom")}
    lines = [line for line in bom.LINES if line.supplier == bom.ASSEMBLER and {"TILE.C", "TILE.D"} & set(line.handheld)]
    assert panel == {line.search: line.quantity("handheld") for line in lines}
    for name in ("tile", "carrier"):
        for row in table(drawn, name, "bom"):
            lines = [line for line in bom.LINES if line.search == row["Search term"]]
            wanted = {"TILE." + row["Designator"][0]} if name == "tile" else set(row["Designator"].split(","))
            assert row["Manufacturer Part"] in {"" if line.number == bom.ANY else line.number for line in lines}
            assert row["LCSC Part #"] in {line.lcsc for line in lines}
            assert wanted <= {reference for line in lines for reference in line.handheld}, row


def test_the_interactive_bom_shows_every_part(drawn: Path) -> None:
    page = drawn / "carrier" / "carrier-parts.html"
    if not page.exists():
        pytest.skip("Hardware tools: InteractiveHtmlBom is not installed for the Python with KiCad.")
    text = page.read_text(encoding="utf-8")
    wanted = [part.reference for part in netlist.parts() if part.reference[0] in "UCRDFJ"]
    assert [name for name in wanted if f'"{name}"' not in text] == []
