"""The BOM: complete, with quantities that match the netlist and correct totals."""

import math
import re
from collections import Counter

import pytest

from hardware import bom, dimensions
from hardware.boards import netlist
from hardware.case import sizes
from hardware.documents import perfboard_page
from hardware.perfboard import check, grid, layout
from hardware.wiring.harness import CONSOLES, DICE
from host_tests.guides import GUIDE_TEXT

WIRE_SET_M = 3
"""Length of each color in a set of wires, in m (assumed)."""


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


def test_the_csv_has_correct_orders_and_totals() -> None:
    lines = [row for row in bom.rows() if not row["reference"].startswith("TOTAL")]
    for console in CONSOLES:
        price = "unit price, EUR (assumed)"
        total = next(row[price] for row in bom.rows() if row["reference"] == f"TOTAL {console}")
        assert float(total) == pytest.approx(bom.total(console), abs=0.5) and f"**{total}**" in GUIDE_TEXT["BOM.md"]
        orders = [line.order(console) for line in bom.LINES]
        assert [row[f"order for one {console}"] for row in lines] == orders
    for row, line in zip(lines, bom.LINES, strict=True):
        assert all(line.quantity(console) == int(row[console]) for console in CONSOLES), row


def test_quantities_to_order_are_whole_packs_and_at_least_the_minimum() -> None:
    line = bom.LINES[0]._replace(handheld={"R1": 1, "R2": 1}, pack=10, minimum=1)
    assert [line.ordered("handheld", count) for count in (1, 5, 6)] == [10, 10, 20]
    assert line._replace(minimum=50).ordered("handheld") == 50
    assert line._replace(handheld={}).ordered("handheld", 5) == 0  # nothing is needed: no minimum order


def test_panels_and_boards_are_ordered_as_a_manufacturer_sells_them() -> None:
    orders = {name: line for line in bom.LINES for name in line.handheld}
    assert orders["PANEL"].ordered("handheld") == orders["CARRIER.PCB"].ordered("handheld") == 5
    panels = orders["ASSEMBLY"].ordered("handheld")
    assert orders["TILE.D"].ordered("handheld") == panels * DICE * 64
    assert orders["TILE.D"].ordered("handheld", 5) == 5 * DICE * 64


def test_the_assembler_supplies_what_it_places_on_the_panel_and_you_supply_the_connectors() -> None:
    for name, supplier in (("TILE.C", bom.ASSEMBLER), ("TILE.D", bom.ASSEMBLER), ("TILE.J", bom.YOU)):
        assert [line.supplier for line in bom.LINES if name in line.handheld] == [supplier]


def test_the_cost_of_an_order_includes_minimum_orders_and_fees() -> None:
    for console in CONSOLES:
        one, five = bom.cost(console, 1), bom.cost(console, 5)
        assert one.total > bom.total(console) and five.total / 5 < one.total
    assert bom.cost("tabletop", 1).assembler == 0


def test_wires_plastic_headers_and_sets_are_ordered_in_whole_packs() -> None:
    in_packs = re.compile(r"\b(wire|PETG|headers?|sticks|set|roll)\b")
    lines = [line for line in bom.LINES if "U1" not in line.handheld and in_packs.search(f"{line.part} {line.search}")]
    assert len(lines) >= 10
    for line in lines:
        assert line.pack > 1, line.part
    (spool,) = [line for line in lines if "PRINT" in line.handheld]
    for console in CONSOLES:
        assert spool.ordered(console) == 1000 and spool.order(console) == "1 x spool of 1 kg"
        assert 15 < spool.price * spool.ordered(console) < 40
        assert f"| {spool.quantity(console)} | {spool.order(console)} | {spool.part} |" in GUIDE_TEXT["BOM.md"]


def test_a_set_of_wires_has_enough_of_every_color_for_one_console() -> None:
    board = sum(int(length.removesuffix(" mm")) for *_, length in perfboard_page.wire_rows())
    for console, harnesses in CONSOLES.items():
        needed: Counter[tuple[tuple[str, str], str]] = Counter()
        for harness in harnesses():
            for cable in harness.cables:
                if cable.kind in ("silicone", "stranded"):
                    needed.update({((cable.kind, cable.gauge), color): cable.length for color, *_ in cable.wires})
        assert needed, console
        extra = board if console == "tabletop" else 0
        assert max(needed.values()) <= WIRE_SET_M * 1000
        assert min(needed.values()) + extra <= WIRE_SET_M * 1000  # the perfboard: of any color
        for wire, _ in needed:
            (line,) = [line for line in bom.LINES if line.quantity(console) and all(word in line.part for word in wire)]
            assert line.pack_name.startswith("set of") and line.pack_name.endswith(f", {WIRE_SET_M} m each")


def test_the_bare_wire_is_long_enough_for_the_perfboard() -> None:
    length = sum(math.dist(grid.position(start), grid.position(end)) for _, start, end in check.ends(layout.TRACKS))
    (line,) = [line for line in bom.LINES if "WIRE.BARE" in line.tabletop]
    assert "1 m for the perfboard" in line.part and 1.1 * length < 1000


def test_no_substitute_for_u3_clamps_its_inputs_to_a_supply_that_is_off() -> None:
    lines = [line for line in bom.LINES if "U3" in line.handheld | line.tabletop]
    assert len(lines) == 2
    for line in lines:
        assert "HCT125" not in line.substitute.replace("AHCT125", "") and "not 74HCT125" in line.note


def test_q1_is_only_bought_with_a_threshold_that_roll_can_release() -> None:
    (line,) = [line for line in bom.LINES if "Q1" in line.handheld]
    least = re.search(r"threshold ([\d.]+) V or more", line.note)
    assert least and float(least[1]) > 0.7  # OFF_LATCH while ROLL is pressed: one diode drop, 0.54 V at most
    assert any("D5" in line.tabletop for line in bom.LINES)  # test_hardware_latch.py simulates both


def test_fine_connectors_and_crimp_contacts_have_spares() -> None:
    for name, used in (("TILE.J", len(netlist.TILE_PLUGS) * DICE + 2), ("J1.CONTACT", 5)):
        (line,) = [line for line in bom.LINES if name in line.handheld]
        assert line.ordered("handheld") >= used + 2


def test_the_leads_of_the_cell_reach_the_converter() -> None:
    (cell,) = [line for line in bom.LINES if "CELL" in line.handheld]
    for console, mm in (("handheld", dimensions.MM), ("tabletop", dimensions.TABLETOP_MM)):
        (lead,) = [cable for one in CONSOLES[console]() for cable in one.cables if cable.name == "W1"]
        assert sizes.cell_way(mm) + 5 < lead.length and f"leads of {lead.length} mm" in cell.part
    assert f"their way in the case is {sizes.cell_way(dimensions.MM):.0f} mm" in GUIDE_TEXT["SAFETY.md"]
    assert f"leads of {lead.length} mm" in GUIDE_TEXT["QUICKSTART.md"]
