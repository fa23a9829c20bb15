"""Generated pages and pictures: up to date, replaced only when their sources change, figures with sources."""

import re
from pathlib import Path

import pytest

from hardware import dimensions, figures, heat, pictures, power
from hardware.boards import REVISION
from hardware.case import sizes
from hardware.documents import pages
from hardware.perfboard import grid
from host_tests.guides import GUIDE_TEXT


@pytest.mark.long
def test_every_generated_page_is_up_to_date() -> None:
    assert pages.stale() == [], "stale: run `python -m hardware documents` (or `make hardware`)."


def test_a_changed_or_missing_page_is_reported_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PAGES", {name: pages.PAGES[name] for name in ("PINOUT.md", "BOM.md", "POWER.md")})
    assert set(pages.write(tmp_path)) == set(pages.PAGES)
    (tmp_path / "PINOUT.md").write_text("by hand", encoding="utf-8")
    (tmp_path / "BOM.md").unlink()
    assert set(pages.stale(tmp_path)) == {"PINOUT.md", "BOM.md"}
    assert set(pages.write(tmp_path)) == {"PINOUT.md", "BOM.md"}
    assert pages.stale(tmp_path) == []


def test_every_page_states_that_the_hardware_is_not_built_yet() -> None:
    for name, text in GUIDE_TEXT.items():
        assert f"{REVISION[1:]}, not yet built" in text, name


def test_the_pictures_match_their_current_sources() -> None:
    assert pictures.stale() == [], (
        "the pictures in these folders are stale: run `make hardware` on a computer with KiCad and OpenSCAD."
    )


def test_every_figure_has_a_kind_and_a_source_which_names_the_datasheet_if_it_is_one() -> None:
    given = [*dimensions.GIVEN, *dimensions.TABLETOP, *grid.GIVEN, *sizes.GIVEN, *power.FIGURES, *heat.FIGURES]
    assert all(one.source for one in given) and {one.kind for one in given} <= set(figures.KINDS)
    sheets = [one.source for one in given if one.kind == "datasheet"]
    assert sheets
    for source in sheets:
        assert re.search(r"TPS22918|PowerBoost|Pico|WS2812B|MCP73871|board file", source), source


def test_pictures_are_replaced_only_when_their_sources_change(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    current, drawn = tmp_path / "boards" / "renders", tmp_path / "drawn"
    for folder in (current, drawn):
        folder.mkdir(parents=True)
        (folder / "tile-top.png").write_bytes(folder.name.encode())
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(pictures, "checksums", lambda: {current: "abc\n"})
    assert pictures.stale() == ["boards/renders"]
    assert pictures.update(drawn, current)
    assert (current / "tile-top.png").read_bytes() == b"drawn" and pictures.stale() == []
    (drawn / "tile-top.png").write_bytes(b"drawn again")
    assert not pictures.update(drawn, current)
    assert (current / "tile-top.png").read_bytes() == b"drawn"
