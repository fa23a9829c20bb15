"""hardware/production: the committed zip file is current and complete, and every fault of it is reported."""

import csv
import io
import json
import posixpath
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from hardware import bom, meshes, package, placement
from hardware.boards import exports, netlist, panel_plan, tile_plan
from tools.archives import zipped

_A, _B, _C, _D = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
TETRAHEDRON: "tuple[meshes.Triangle, ...]" = ((_A, _C, _B), (_A, _B, _D), (_A, _D, _C), (_B, _C, _D))


def stl_text(triangles: "Iterable[Iterable[meshes.Corner]]") -> str:
    """Returns a text STL file as OpenSCAD writes it."""
    lines = ["solid OpenSCAD_Model"]
    for one in triangles:
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x} {y} {z}" for x, y, z in one)]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, "endsolid"])


def files(folder: Path) -> dict[str, bytes]:
    """Returns the files in the zip file in a folder by name."""
    with zipfile.ZipFile(folder / package.ZIP) as opened:
        return {name.removeprefix(f"{package.NAME}/"): opened.read(name) for name in opened.namelist()}


NUMBER = re.compile(r"-?\d+(\.\d+)?")
MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
CHANGED = re.compile(rf"[=+\-@\t']|0\d|\d+[-/:]\d+|\d+e\d+$|(true|false)$|({MONTHS})[a-z]*\W?\d+$", re.IGNORECASE)
"""Cells that a spreadsheet takes for something else than they are: formulas, other numbers, dates, truth values."""


def tables() -> dict[str, str]:
    """Returns the text of every CSV file of the hardware: those of the repository, and those in the committed zip."""
    found = {path.name: path.read_text(encoding="utf-8") for path in package.PRODUCTION.parent.rglob("*.csv")}
    packed = {name: text.decode() for name, text in files(package.PRODUCTION).items() if name.endswith(".csv")}
    return found | packed


@pytest.mark.parametrize("name", tables())
def test_every_csv_file_is_one_table_whose_cells_a_spreadsheet_shows_as_they_are(name: str) -> None:
    rows = list(csv.reader(io.StringIO(tables()[name])))
    assert len(rows) > 2 and {len(row) for row in rows} == {len(set(rows[0]))}
    assert [cell for row in rows for cell in row if CHANGED.match(cell) and not NUMBER.fullmatch(cell)] == []


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An output folder of `make hardware` with small files, made from the current sources."""
    folder = tmp_path / "build"
    for board, names in package.BOARD_FILES.items():
        (folder / board).mkdir(parents=True)
        for name in names:
            (folder / board / name).write_text(name, encoding="utf-8")
    (folder / "case").mkdir()
    (folder / "case" / "handheld-key.stl").write_text(stl_text(TETRAHEDRON), encoding="utf-8")
    package.note("boards", folder, "9.0.2")
    package.note("case", folder, "2021.01")
    monkeypatch.setattr(package, "fonts", lambda: "LiberationSans-Bold.ttf 0123")
    return folder


@pytest.fixture
def packed(build: Path, tmp_path: Path) -> Path:
    """A folder with the package of that output folder."""
    folder = tmp_path / "production"
    folder.mkdir()
    shutil.copy(package.PRODUCTION / package.README, folder)
    assert package.write(build, folder)
    return folder


def test_the_committed_package_is_up_to_date_and_small_enough_for_the_repository() -> None:
    assert package.problems() == [], "stale: run `make hardware` on a computer with KiCad and OpenSCAD."
    assert (package.PRODUCTION / package.ZIP).stat().st_size < 4e6


def test_the_package_has_everything_to_order_and_print(packed: Path) -> None:
    names = set(files(packed))
    boards = {f"{board}/{name}" for board, files in package.BOARD_FILES.items() for name in files}
    assert boards | {"README.md", "SHA256SUMS", "manifest.txt", "BOM.csv", "LICENSE.txt", "NOTICE.txt"} <= names
    kinds = ("kicad_pro", "kicad_sch", "kicad_pcb", "kicad_dru", "kicad_sym", "kicad_mod")
    project = [path.relative_to(exports.PROJECT) for kind in kinds for path in exports.PROJECT.rglob(f"*.{kind}")]
    assert {f"carrier/kicad/{path.as_posix()}" for path in project} | {"tile/tile.kicad_sch"} <= names
    assert {"carrier/carrier-schematic.pdf", "case/handheld-key.stl", "case/handheld-key.3mf"} <= names


def test_no_page_in_the_package_links_to_a_file_that_is_not_in_it(packed: Path) -> None:
    found = files(packed)
    pages = [name for name in found if name.endswith(".md")]
    assert pages == ["README.md", "case/PRINT.md"]
    for page in pages:
        for target in re.findall(r"\]\(([^)]+)\)", found[page].decode()):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(page), target)) in found, (page, target)
    text = found["README.md"].decode()
    assert "SAFETY.md in the repository of Sixpip (`hardware/SAFETY.md`)" in text


def test_a_page_that_has_changed_since_the_package_was_made_is_reported(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package, "copied", lambda: {"BOM.csv": b"new"})
    assert package.problems(packed) == [f"The repository has another version of BOM.csv than {package.ZIP}."]


def test_the_same_files_give_the_same_bytes(build: Path, packed: Path) -> None:
    before = (packed / package.ZIP).read_bytes()
    assert not package.write(build, packed)
    assert (packed / package.ZIP).read_bytes() == before


def test_a_changed_source_makes_the_package_stale(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert package.problems(packed) == []
    current = package.source_checksums()
    for part in current:
        monkeypatch.setattr(package, "source_checksums", lambda part=part: current | {part: "0" * 64})
        assert package.problems(packed) == [f"The sources of the {part} have changed since {package.ZIP} was made."]


@pytest.mark.parametrize("name", [package.ZIP, package.SUMS, package.MANIFEST, package.README])
def test_a_missing_file_of_the_package_is_reported(packed: Path, name: str) -> None:
    (packed / name).unlink()
    assert package.problems(packed) == [f"hardware/production/{name} is missing."]


def test_another_zip_file_than_the_one_of_the_checksum_is_reported(packed: Path) -> None:
    (packed / package.ZIP).write_bytes(zipped({f"{package.NAME}/README.md": b""}))
    found = " ".join(package.problems(packed))
    assert f"SHA256SUMS is not the checksum of {package.ZIP}." in found and "do not match" in found


def test_output_of_older_sources_or_without_a_file_of_a_board_is_not_packed(build: Path, tmp_path: Path) -> None:
    (build / "carrier" / "carrier-parts.html").unlink()
    with pytest.raises(package.NotMade, match=r"carrier-parts\.html is missing"):
        package.write(build, tmp_path)
    (build / "boards.made").write_text("0\n9.0.2\n", encoding="utf-8")
    with pytest.raises(package.NotMade, match="python -m hardware boards"):
        package.write(build, tmp_path)


def test_a_mesh_has_the_same_bytes_in_any_order_of_its_triangles_and_stands_on_the_bed(tmp_path: Path) -> None:
    one, other = tmp_path / "one.stl", tmp_path / "other.stl"
    one.write_text(stl_text(TETRAHEDRON), encoding="utf-8")
    low = [[(x, y, z - 3.3) for x, y, z in (b, c, a)] for a, b, c in reversed(TETRAHEDRON)]
    other.write_text(stl_text(low), encoding="utf-8")
    assert meshes.read(one) == meshes.read(other)
    assert min(z for corners in meshes.read(other) for _, _, z in corners) == 0
    assert len(meshes.stl(meshes.read(one))) == 84 + 50 * len(TETRAHEDRON)
    (tmp_path / "no.stl").write_text("solid", encoding="utf-8")
    with pytest.raises(meshes.NotAMesh, match=r"no\.stl"):
        meshes.read(tmp_path / "no.stl")


def test_the_manifest_names_the_fonts_and_another_font_in_their_place_is_refused(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "fonts: LiberationSans-Bold.ttf 0123\n" in (packed / package.MANIFEST).read_text(encoding="utf-8")
    monkeypatch.undo()
    found = subprocess.CompletedProcess([], 0, stdout="DejaVu Sans\nDejaVuSans-Bold.ttf")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: found)
    with pytest.raises(package.NotMade, match="fonts-liberation"):
        package.fonts()


def test_the_3mf_file_has_all_corners_and_triangles(tmp_path: Path) -> None:
    (tmp_path / "one.stl").write_text(stl_text(TETRAHEDRON), encoding="utf-8")
    data = meshes.three_mf(meshes.read(tmp_path / "one.stl"))
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        model = ET.fromstring(opened.read("3D/3dmodel.model"))
    assert model.get("unit") == "millimeter"
    space = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    assert len(model.findall(f".//{space}vertex")) == 4 and len(model.findall(f".//{space}triangle")) == 4


def test_the_ordering_steps_name_the_files_and_the_options_of_the_panel() -> None:
    text = (package.PRODUCTION / package.README).read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:panel|carrier)/[^`]+)`", text))
    assert named and named <= {f"{board}/{name}" for board, names in package.BOARD_FILES.items() for name in names}
    for board in ("panel", "carrier"):
        assert {f"{board}/{board}-gerbers.zip", f"{board}/{board}-bom.csv", f"{board}/{board}-placement.csv"} <= named
    assert f"{panel_plan.WIDTH:g} x {panel_plan.HEIGHT:g} mm" in text.replace("**", "")
    with zipfile.ZipFile(io.BytesIO(files(package.PRODUCTION)["panel/panel-gerbers.zip"])) as opened:
        assert [name for name in opened.namelist() if "Paste" in name] == ["panel-F_Paste.gbr"]  # the back is by hand


def rotations_added(board: str) -> dict[str, int]:
    """Returns the degrees that the placement file for JLCPCB adds, by reference; nothing else differs."""
    packed = files(package.PRODUCTION)
    names = (f"{board}/{board}-placement.csv", f"{board}/{board}-placement-jlcpcb.csv")
    before, after = (list(csv.DictReader(io.StringIO(packed[name].decode()))) for name in names)
    turned = {}
    for one, other in zip(before, after, strict=True):
        assert one | {"Rotation": ""} == other | {"Rotation": ""}
        turned[one["Designator"]] = (int(other["Rotation"]) - int(one["Rotation"])) % 360
    return turned


def test_the_placement_of_the_panel_for_jlcpcb_turns_all_leds_by_90_degrees_and_no_capacitor() -> None:
    added = rotations_added("panel")
    assert {(re.sub(r"T\d_|\d+", "", name), degrees) for name, degrees in added.items()} == {("D", 90), ("C", 0)}
    assert len(added) == 6 * (tile_plan.COUNT + len(tile_plan.CAPACITOR_CELLS))


def test_the_order_page_has_the_led_its_price_and_what_each_table_of_corrections_says() -> None:
    text = (package.PRODUCTION / package.README).read_text(encoding="utf-8")
    words = " ".join(text.split())
    (leds,) = [line for line in bom.LINES if "TILE.D" in line.handheld]
    assert leds.number == tile_plan.LED and leds.lcsc in words and f"**{leds.number}**" in words
    assert f"that {leds.ordered('handheld')} are in stock" in words and "XL-2020" in leds.substitute
    spent = dict.fromkeys(("panel", "carrier"), 0.0)
    for line in bom.LINES:
        if line.supplier == bom.ASSEMBLER:
            spent["carrier" if "CARRIER.PCB" in line.handheld else "panel"] += line.price * line.ordered("handheld")
    fees = sum(fee.price for fee in bom.FEES if not fee.tabletop)
    assert (
        f"about {spent['panel']:.0f} EUR for the assembled panels with their LEDs, {spent['carrier']:.0f} EUR" in words
    )
    assert f"{fees:.0f} EUR for setup, baking and delivery with duty" in words
    for one in placement.CORRECTIONS:
        assert f"| {one.package} | {one.degrees} | {one.tables} |" in text
    assert "../boards/renders/panel-pin1.png" in text


def test_the_board_of_the_tile_in_the_repository_is_that_of_the_package() -> None:
    board = exports.TILE.with_suffix(".kicad_pcb")
    assert board.read_bytes() == files(package.PRODUCTION)[f"tile/{board.name}"]


def test_no_check_is_ignored_in_the_projects_of_tile_and_panel() -> None:
    for name in ("tile", "panel"):
        project = json.loads(files(package.PRODUCTION)[f"{name}/{name}.kicad_pro"])
        assert "rule_severities" not in project["board"]["design_settings"]
        assert "carrier/kicad/sixpip.pretty" in files(package.PRODUCTION)[f"{name}/fp-lib-table"].decode()
    assert project["board"]["design_settings"]["rules"]["min_copper_edge_clearance"] == panel_plan.COPPER_TO_CUT


def test_the_placement_for_jlcpcb_turns_the_packages_of_its_correction_tables_and_no_others() -> None:
    turned = rotations_added("carrier")
    half = {name for name, degrees in turned.items() if degrees == 180}
    assert half == {"C1", "C4", "C5", "C6", "D2", "D3", "Q1", "Q2", "U2"}
    assert {name: degrees for name, degrees in turned.items() if degrees not in (0, 180)} == {"U3": 270}


def test_the_checklist_of_the_order_has_every_part_that_fits_the_wrong_way_round() -> None:
    text = (package.PRODUCTION / package.README).read_text(encoding="utf-8")
    listed = re.findall(r"^   \| ((?:[CDQU]\d+(?:, )?)+) \|", text, re.MULTILINE)
    parts = [part for part in netlist.parts() if part.footprint.partition(":")[2].startswith(placement.ORIENTED)]
    assert sorted(", ".join(listed).split(", ")) == sorted(part.reference for part in parts if not part.back)
