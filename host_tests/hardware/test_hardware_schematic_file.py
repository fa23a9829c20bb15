"""The schematics for KiCad (.kicad_sch): the nets by the positions of pins and labels are those of each board.

The symbols are in test_hardware_symbols.py.
"""

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from hardware.boards import netlist, tile_plan
from hardware.boards.netlist import Part
from hardware.wiring import kicad_schematic, kicad_symbols, symbols
from hardware.wiring.kicad_schematic import Sheet
from host_tests.hardware.kicad_file import Box, Nets, items, nets, parse, text_boxes, value

PARTS: dict[str, list[Part]] = {"carrier": netlist.parts(), "tile": tile_plan.parts()}
"""The parts of each board by the name of its sheet."""

SHEETS = {sheet.name: sheet for sheet in kicad_schematic.sheets()}
each_sheet = pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)


def wanted(sheet: Sheet) -> Nets:
    """Returns the nets of the board that a sheet shows."""
    found: Nets = defaultdict(set)
    for part in PARTS[sheet.name]:
        for pin, net in part.nets.items():
            found[net].add((part.reference, pin))
    return dict(found)


def test_every_board_has_a_schematic() -> None:
    assert set(SHEETS) == set(PARTS)


@each_sheet
def test_the_nets_of_the_schematic_are_exactly_those_of_the_board(sheet: Sheet) -> None:
    assert nets(kicad_schematic.text(sheet)) == wanted(sheet)


@each_sheet
def test_every_part_has_its_own_place_value_and_footprint(sheet: Sheet) -> None:
    tree = parse(kicad_schematic.text(sheet))
    parts = {part.reference: part for part in PARTS[sheet.name] if symbols.pins(part)}
    references = [value(one, "Reference") for one in items(tree, "symbol")]
    assert len(set(references)) == len(references)
    shown = dict(zip(references, items(tree, "symbol"), strict=True))
    assert {name for name in shown if not name.startswith("#")} == set(parts)
    places = [tuple(items(one, "at")[0][1:3]) for one in shown.values()]
    assert len(set(places)) == len(places)
    for name, part in parts.items():
        assert value(shown[name], "Value") == part.value
        assert value(shown[name], "Footprint") == part.footprint


@each_sheet
def test_parts_that_share_a_symbol_have_the_same_definition(sheet: Sheet) -> None:
    seen: dict[str, tuple[object, str]] = {}
    for part in PARTS[sheet.name]:
        found = symbols.pins(part), kicad_symbols.definition(part) if symbols.pins(part) else ""
        assert seen.setdefault(kicad_symbols.name(part), found) == found, part.reference


@each_sheet
def test_no_two_labels_touch_and_all_are_on_the_paper(sheet: Sheet) -> None:
    tree = parse(kicad_schematic.text(sheet))
    where = [tuple(map(float, items(label, "at")[0][1:3])) for label in items(tree, "global_label")]
    assert len(set(where)) == len(where)
    assert all(20 < x < 400 and 15 < y < 280 for x, y in where)


TITLE_BLOCK: Box = (295.0, 250.0, 420.0, 297.0)
"""The title block on A3 paper."""


@pytest.mark.long
@each_sheet
def test_no_text_of_a_sheet_covers_another_one_or_the_title_block(sheet: Sheet) -> None:
    boxes = text_boxes(parse(kicad_schematic.text(sheet)))
    assert len(boxes) > 2 * len(PARTS[sheet.name])
    listed = [*boxes.items(), (("title block", ""), TITLE_BLOCK)]
    for number, (name, one) in enumerate(listed):
        for other_name, other in listed[:number]:
            apart = one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
            assert apart, f"{name} covers {other_name}"


def test_each_row_of_leds_of_the_tile_is_a_column_in_the_order_of_the_chain() -> None:
    placed, _ = kicad_schematic.place(SHEETS["tile"])
    columns: dict[float, list[str]] = defaultdict(list)
    for one in sorted(placed, key=lambda one: (one.x, one.y)):
        if one.part.value == tile_plan.LED:
            columns[one.x].append(one.part.reference)
    cells = tile_plan.CELLS
    assert list(columns.values()) == [[f"D{row * cells + place + 1}" for place in range(cells)] for row in range(cells)]


def test_no_identifier_occurs_twice() -> None:
    text = "".join(kicad_schematic.text(sheet) for sheet in SHEETS.values())
    found = re.findall(r"\(uuid ([^)]+)\)", text)
    assert len(set(found)) == len(found) > 0


@each_sheet
def test_every_supply_pin_has_a_source_of_power_or_a_flag_on_its_net(sheet: Sheet) -> None:
    kinds: dict[str, set[str]] = defaultdict(set)
    for part in PARTS[sheet.name]:
        for pin, (_, kind) in symbols.pins(part).items():
            if pin in part.nets:
                kinds[part.nets[pin]].add(kind)
    without = {net for net, found in kinds.items() if symbols.POWER_IN in found and symbols.POWER_OUT not in found}
    assert without == set(sheet.flagged)
    tree = parse(kicad_schematic.text(sheet))
    flags = [one for one in items(tree, "symbol") if value(one, "Value") == kicad_symbols.FLAG]
    places = {tuple(items(label, "at")[0][1:3]): label[1] for label in items(tree, "global_label")}
    assert [places[tuple(items(flag, "at")[0][1:3])] for flag in flags] == list(sheet.flagged)


@pytest.mark.hardware_tools
@each_sheet
def test_kicad_reads_the_same_nets_and_finds_no_error(sheet: Sheet, tmp_path: Path) -> None:
    program = shutil.which("kicad-cli")
    if program is None:
        pytest.skip("Hardware tools: no kicad-cli (KiCad 7 or later).")
    path, exported, report = (tmp_path / f"{sheet.name}.{ending}" for ending in ("kicad_sch", "net", "rpt"))
    path.write_text(kicad_schematic.text(sheet), encoding="utf-8")
    command = [program, "sch", "export", "netlist", "--output", str(exported), str(path)]
    subprocess.run(command, check=True, capture_output=True)
    found: Nets = {}
    for net in items(items(parse(exported.read_text(encoding="utf-8")), "nets")[0], "net"):
        (name,), nodes = items(net, "name"), items(net, "node")
        pins = {(items(node, "ref")[0][1], items(node, "pin")[0][1]) for node in nodes}
        if not name[1].startswith("unconnected-"):
            found[name[1].lstrip("/")] = {pin for pin in pins if not pin[0].startswith("#")}
    assert found == wanted(sheet)
    if "erc" in subprocess.run([program, "sch", "--help"], check=False, capture_output=True, text=True).stdout:
        command = [program, "sch", "erc", "--output", str(report), str(path)]
        subprocess.run(command, check=True, capture_output=True)
        assert "Errors 0 " in report.read_text(encoding="utf-8")
