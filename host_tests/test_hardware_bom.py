"""The BOM: complete, with quantities that match the netlist and correct totals."""

import csv
import io

import pytest

from hardware import FOLDER, bom
from hardware.boards import netlist
from hardware.documents import bom_page
from hardware.wiring.harness import CONSOLES, DICE
from host_tests.guides import GUIDE_TEXT


def test_the_bom_has_the_required_quantity_of_every_part_of_both_consoles_and_no_other_part() -> None:
    assert bom.problems() == []


def test_missing_duplicate_and_incomplete_lines_are_reported() -> None:
    without = tuple(line for line in bom.LINES if "U3" not in line.handheld)
    assert bom.problems(without) == ["handheld: U3 is listed 0 times, 1 required."]
    first = bom.LINES[0]
    assert bom.problems((*bom.LINES, first)) == [
        "handheld: U1 is listed 2 times, 1 required.", "tabletop: U1 is listed 2 times, 1 required."
    ]  # fmt: skip
    incomplete = first._replace(sources=("Mouser", "Mouser"), price=0, substitute="")
    found = bom.problems((incomplete, *bom.LINES[1:]))
    assert len(found) == 3 and all("Raspberry Pi Pico" in line for line in found)


def test_the_quantities_of_leds_and_connectors_match_the_tile() -> None:
    counts = {name: count for line in bom.LINES for name, count in line.handheld.items()}
    assert counts["TILE.D"] == DICE * 64 and counts["TILE.J"] == DICE * len(netlist.TILE_PLUGS)


def test_the_csv_has_all_columns_and_correct_totals() -> None:
    rows = list(csv.DictReader(io.StringIO((FOLDER / "BOM.csv").read_text(encoding="utf-8"))))
    lines = [row for row in rows if not row["reference"].startswith("TOTAL")]
    assert len(lines) == len(bom.LINES)
    for console in CONSOLES:
        price = "unit price, EUR (assumed)"
        total = next(row[price] for row in rows if row["reference"] == f"TOTAL {console}")
        assert float(total) == pytest.approx(sum(int(row[console]) * float(row[price]) for row in lines), abs=0.5)
        assert f"**{total}**" in GUIDE_TEXT["BOM.md"]
    for row in lines:
        assert row["source 1"] != row["source 2"] and row["search term"] and row["substitute"], row


def test_consecutive_references_are_written_as_a_range() -> None:
    line = bom.LINES[0]._replace(handheld=dict.fromkeys(("R2", "R1", "R10", "R3", "R9", "C5"), 1))
    assert bom_page.references(line) == "C5 R1-R3 R9-R10"
