"""The schematic for KiCad (.kicad_sch): its nets by the positions of pins and labels are those of the netlist."""

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from hardware.boards import netlist
from hardware.wiring import figures, kicad_schematic, symbols

Nets = dict[str, set[tuple[str, str]]]


def parse(text: str) -> list[Any]:
    """Returns an s-expression as nested lists of strings."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token[1:-1] if token[0] == '"' else token)
    assert len(stack) == 1
    return list(stack[0][0])


def items(tree: list[Any], name: str) -> list[list[Any]]:
    """Returns the direct children with a name."""
    return [one for one in tree if isinstance(one, list) and one[0] == name]


def value(tree: list[Any], name: str) -> str:
    """Returns the value of a property."""
    return str(next(one[2] for one in items(tree, "property") if one[1] == name))


def pins_of(definition: list[Any]) -> dict[str, tuple[float, float]]:
    """Returns the end of each pin of a symbol, y up."""
    found = {}
    for unit in items(definition, "symbol"):
        for pin in items(unit, "pin"):
            (at,), (number,) = items(pin, "at"), items(pin, "number")
            found[number[1]] = (float(at[1]), float(at[2]))
    return found


def nets(text: str) -> Nets:
    """Returns the pins at each label, by position only, as KiCad connects them."""
    sheet = parse(text)
    definitions = {one[1]: pins_of(one) for one in items(items(sheet, "lib_symbols")[0], "symbol")}
    labels = {}
    for label in items(sheet, "global_label"):
        (at,) = items(label, "at")
        labels[round(float(at[1]), 2), round(float(at[2]), 2)] = label[1]
    found: Nets = defaultdict(set)
    for symbol in items(sheet, "symbol"):
        (at,), reference = items(symbol, "at"), value(symbol, "Reference")
        for number, (x, y) in definitions[items(symbol, "lib_id")[0][1]].items():
            where = round(float(at[1]) + x, 2), round(float(at[2]) - y, 2)
            if where in labels and not reference.startswith("#"):
                found[labels[where]].add((reference, number))
    return dict(found)


def wanted() -> Nets:
    """Returns the nets of the netlist."""
    found: Nets = defaultdict(set)
    for part in netlist.parts():
        for pin, net in part.nets.items():
            found[net].add((part.reference, pin))
    return dict(found)


def test_the_nets_of_the_schematic_are_exactly_those_of_the_netlist() -> None:
    assert nets(kicad_schematic.text()) == wanted()


def test_a_missing_label_and_a_part_on_another_net_are_found() -> None:
    text = kicad_schematic.text()
    without = re.sub(r'  \(global_label "OFF_LATCH"[^\n]*\n', "", text, count=1)
    assert without != text and nets(without) != wanted()
    moved = text.replace('(global_label "SENSE"', '(global_label "CELL"', 1)
    assert moved != text and nets(moved) != wanted()


def test_every_part_has_its_own_place_value_and_footprint() -> None:
    sheet = parse(kicad_schematic.text())
    parts = {part.reference: part for part in netlist.parts() if symbols.pins(part)}
    shown = {value(one, "Reference"): one for one in items(sheet, "symbol")}
    assert {name for name in shown if not name.startswith("#")} == set(parts)
    places = [tuple(items(one, "at")[0][1:3]) for one in shown.values()]
    assert len(set(places)) == len(places)
    for name, part in parts.items():
        assert value(shown[name], "Value") == part.value
        assert value(shown[name], "Footprint") == part.footprint


def test_parts_that_share_a_symbol_have_the_same_pins() -> None:
    seen: dict[str, object] = {}
    for part in netlist.parts():
        pins = symbols.pins(part)
        assert seen.setdefault(kicad_schematic.symbol_name(part), pins) == pins, part.reference


def test_no_two_labels_touch_and_all_are_on_the_paper() -> None:
    sheet = parse(kicad_schematic.text())
    where = [tuple(map(float, items(label, "at")[0][1:3])) for label in items(sheet, "global_label")]
    assert len(set(where)) == len(where)
    assert all(20 < x < 400 and 15 < y < 280 for x, y in where)


def test_the_file_has_the_same_bytes_in_each_run() -> None:
    assert kicad_schematic.text() == kicad_schematic.text()


@pytest.mark.hardware_tools
def test_kicad_reads_the_same_nets(tmp_path: Path) -> None:
    program = shutil.which("kicad-cli")
    if program is None:
        pytest.skip("Hardware tools: no kicad-cli (KiCad 7 or later).")
    sheet, exported = tmp_path / "sixpip.kicad_sch", tmp_path / "sixpip.net"
    sheet.write_text(kicad_schematic.text(), encoding="utf-8")
    command = [program, "sch", "export", "netlist", "--output", str(exported), str(sheet)]
    subprocess.run(command, check=True, capture_output=True)
    found: Nets = {}
    for net in items(items(parse(exported.read_text(encoding="utf-8")), "nets")[0], "net"):
        (name,), nodes = items(net, "name"), items(net, "node")
        pins = {(items(node, "ref")[0][1], items(node, "pin")[0][1]) for node in nodes}
        if not name[1].startswith("unconnected-"):
            found[name[1].lstrip("/")] = {pin for pin in pins if not pin[0].startswith("#")}
    assert found == wanted()


def _ends(definition: list[Any]) -> list[tuple[float, float]]:
    """Returns where the lines of the pins of a symbol meet its drawing, y up."""
    found = []
    for unit in items(definition, "symbol"):
        for pin in items(unit, "pin"):
            (at,), (length,) = items(pin, "at"), items(pin, "length")
            to_right = 1 if at[3] == "0" else -1
            found.append((float(at[1]) + to_right * float(length[1]), float(at[2])))
    return found


def _corners(definition: list[Any]) -> list[tuple[float, float]]:
    """Returns all corners of the lines of a symbol, y up."""
    lines = [line for unit in items(definition, "symbol") for line in items(unit, "polyline")]
    points = [point for line in lines for point in items(items(line, "pts")[0], "xy")]
    return [(float(x), float(y)) for _, x, y in points]


def test_resistors_capacitors_diodes_and_transistors_are_drawn_and_not_boxes() -> None:
    definitions = {one[1]: one for one in items(items(parse(kicad_schematic.text()), "lib_symbols")[0], "symbol")}
    names = {part.reference: f"sixpip:{kicad_schematic.symbol_name(part)}" for part in netlist.parts()}
    for reference, name in names.items():
        if re.fullmatch(r"[RCDQF]\d+", reference):
            corners = _corners(definitions[name])
            assert not any(items(unit, "rectangle") for unit in items(definitions[name], "symbol")), reference
            for x, y in _ends(definitions[name]):
                on_line = [one for one in corners if abs(one[0] - x) < 0.01 and abs(one[1] - y) < 2.0]
                assert on_line, f"pin of {reference} does not reach its symbol"


def test_the_arrow_of_a_transistor_and_the_bar_of_a_diode_are_at_the_right_pins() -> None:
    assert figures.FIGURES["NMOS"].places == {"G": (-1, 1), "S": (1, 2), "D": (1, 0)}
    assert figures.FIGURES["PMOS"].places == {"G": (-1, 1), "S": (1, 0), "D": (1, 2)}
    parts = {part.reference: part for part in netlist.parts()}
    assert [figures.kind(parts[name]) for name in ("Q1", "Q2")] == ["NMOS", "PMOS"]
    for name in ("D1", "D2", "D3", "D4"):
        figure = figures.FIGURES[figures.kind(parts[name])]
        pins = {pin.name: pin for pin in kicad_schematic.layout(parts[name])}
        cathode = pins.get("K", pins.get("1"))
        assert cathode is not None
        for triangle in figure.filled:
            tip = triangle[2][0]
            assert (tip > 0) == (cathode.x > 0), name
            assert any(all(abs(x - tip) <= 0.25 for x, _ in line) for line in figure.lines), f"{name} has no bar"
