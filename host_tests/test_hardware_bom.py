"""The list of parts: whole, counted from the netlist, with sums that add up."""

import csv
import io

import pytest

from hardware import FOLDER, bom
from hardware.boards import netlist
from hardware.documents import bom_page
from hardware.wiring.harness import CONSOLES, DICE
from host_tests.guides import GUIDE_TEXT


def test_the_list_has_every_part_of_both_consoles_as_often_as_it_is_needed_and_no_other() -> None:
    assert bom.problems() == []


def test_a_part_that_is_missing_too_many_or_half_described_is_named() -> None:
    without = tuple(line for line in bom.LINES if "U3" not in line.handheld)
    assert bom.problems(without) == ["handheld: U3 is listed 0 times, needed 1."]
    first = bom.LINES[0]
    assert bom.problems((*bom.LINES, first)) == [
        "handheld: U1 is listed 2 times, needed 1.", "tabletop: U1 is listed 2 times, needed 1."
    ]  # fmt: skip
    spoilt = first._replace(sources=("Mouser", "Mouser"), price=0, substitute="")
    found = bom.problems((spoilt, *bom.LINES[1:]))
    assert len(found) == 3 and all("Raspberry Pi Pico" in line for line in found)


def test_the_tiles_parts_are_counted_from_the_tile() -> None:
    counts = {name: many for line in bom.LINES for name, many in line.handheld.items()}
    assert counts["TILE.D"] == DICE * 64 and counts["TILE.J"] == DICE * len(netlist.TILE_PLUGS)


def test_the_csv_has_the_columns_asked_for_and_sums_that_add_up() -> None:
    rows = list(csv.DictReader(io.StringIO((FOLDER / "BOM.csv").read_text(encoding="utf-8"))))
    lines = [row for row in rows if not row["reference"].startswith("TOTAL")]
    assert len(lines) == len(bom.LINES)
    for console in CONSOLES:
        price = "price each, EUR (assumed)"
        total = next(row[price] for row in rows if row["reference"] == f"TOTAL {console}")
        assert float(total) == pytest.approx(sum(int(row[console]) * float(row[price]) for row in lines), abs=0.5)
        assert f"**{total}**" in GUIDE_TEXT["BOM.md"]
    for row in lines:
        assert row["source 1"] != row["source 2"] and row["search for"] and row["substitute"], row


def test_references_that_follow_each_other_are_drawn_together() -> None:
    line = bom.LINES[0]._replace(handheld=dict.fromkeys(("R2", "R1", "R10", "R3", "R9", "C5"), 1))
    assert bom_page.references(line) == "C5 R1-R3 R9-R10"
