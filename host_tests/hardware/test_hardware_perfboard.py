"""The perfboard of the tabletop: its layout matches the netlist, and every kind of fault in a layout is reported."""

import re

import pytest

from hardware import FOLDER, bom
from hardware.boards import netlist
from hardware.documents import perfboard_page
from hardware.perfboard import check, drawing, grid, layout
from hardware.perfboard.check import Layout
from hardware.wiring.harness import CONSOLES


def test_the_layout_connects_every_net_without_a_short_circuit_or_overlap() -> None:
    assert check.problems() == []


def moved(name: str, first: str) -> Layout:
    """Returns the layout with one part moved to another first hole."""
    return Layout(places=tuple(one._replace(first=first) if one.name == name else one for one in layout.PLACES))


def without(name: str) -> Layout:
    """Returns the layout without one part."""
    return Layout(places=tuple(one for one in layout.PLACES if one.name != name))


def rewired(net: str, old: str, new: str) -> Layout:
    """Returns the layout with some bare wires of a net replaced; `old` must be there."""
    assert old in layout.TRACKS[net]
    return Layout(tracks=layout.TRACKS | {net: layout.TRACKS[net].replace(old, new)})


FAULTS = {
    "a lead is moved": (moved("R3", "W27"), "CELL is not connected to R3.1"),
    "two leads are in one hole": (moved("R5", "H8"), "share hole H8"),
    "a bare wire is missing": (rewired("VSYS", "B10-B12", ""), "VSYS is not connected to"),
    "a bare wire is too long": (rewired("KEEP1", "D19-D20", "D19-D21"), "GND and KEEP1 are connected"),
    "a wire has the wrong net": (
        Layout(wires=layout.WIRES | {"KEEP1": layout.WIRES["VBAT"], "VBAT": ""}),
        "is not part of KEEP1",
    ),
    "a bare wire is not straight": (rewired("VSYS", "B10-B12", "B10-C12"), "not along the grid"),
    "a wire ends at no lead": (Layout(wires=layout.WIRES | {"CELL": "A1-A2"}), "The wire A1-A2 is not part of CELL"),
    "a part is missing": (without("R1"), "R1 is not on the board"),
    "one of two diodes is missing": (without("D2b"), "D2 has no lead for pin 2"),
    "a part is unknown": (
        Layout(places=(*layout.PLACES, layout.PLACES[-1]._replace(name="R99", first="A30"))),
        "R99 is not in the netlist",
    ),
    "two parts overlap": (moved("LS1", "H25"), "overlap"),
    "a part covers a lead": (moved("C10", "P22"), "covers"),
    "a part is too close to the edge": (moved("C4", "N1"), "C4 is too close to the upper or lower edge"),
    "a hole is not on the board": (moved("R8", "X23"), "There is no hole in column 28"),
    "a wire ends in a hole that does not exist": (rewired("VSYS", "B10-B12", "B0-B12"), "There is no hole B0"),
    "the Pico is off the left edge": (moved("U1", "B19"), "not at the left edge"),
    "the Pico is too low": (moved("U1", "A26"), "misses the opening of the case"),
    "a panel wire is missing": (Layout(panel=layout.PANEL | {"MENU": "N20"}), "MENU has 1 holes, 2 required"),
    "a part covers a panel wire": (Layout(panel=layout.PANEL | {"ROLL": "T24 M21"}), "covers ROLL.1 in T24"),
}


@pytest.mark.long
@pytest.mark.parametrize("fault", list(FAULTS))
def test_a_fault_in_the_layout_is_reported(fault: str) -> None:
    given, sentence = FAULTS[fault]
    found = check.problems(given)
    assert any(sentence in line for line in found), found


@pytest.mark.parametrize("name", ["D1", "D4", "D3", "D2a", "Q1", "Q2", "C1"])
def test_swapped_leads_are_reported(name: str) -> None:
    places = tuple(one._replace(leads=one.leads[::-1]) if one.name == name else one for one in layout.PLACES)
    assert check.problems(Layout(places=places)) != []


def test_the_grid_is_centered_on_the_board() -> None:
    first, last = grid.position((0, 0)), grid.position((grid.COLUMNS - 1, grid.ROWS - 1))
    assert first[0] == pytest.approx(grid.WIDTH - last[0]) and first[1] == pytest.approx(grid.HEIGHT - last[1])


def test_each_resistor_and_capacitor_has_the_value_of_the_netlist() -> None:
    values = {part.reference: part.value.replace(" 10V", "") for part in netlist.parts()}
    for place in layout.PLACES:
        if place.reference[0] in "RC":
            value = place.part.replace(" 1 %", "").replace(" 10 V", "").replace("F", "").replace(" ", "")
            assert value == values[place.reference], place.name


def test_the_parts_of_the_layout_have_the_part_numbers_of_the_bom() -> None:
    numbers = {name: line.number for line in bom.LINES if line.number != bom.ANY for name in line.tabletop}
    checked = [place for place in layout.PLACES if place.reference in numbers]
    assert {place.reference for place in checked} >= {"D1", "D2", "D3", "D4", "Q1", "Q2", "U2", "U3", "LS1"}
    for place in checked:
        assert place.part.split()[0] in numbers[place.reference], place.name


def test_every_test_point_of_the_bring_up_has_a_hole() -> None:
    rows = perfboard_page.test_point_rows()
    assert [(label, net) for label, net, _ in rows] == list(netlist.TEST_POINTS)
    ends = {grid.name(one.hole): one.net for one in check.terminals(Layout())}
    for _, net, hole in rows:
        assert ends[hole.split()[0]] == net


def test_pin_1_of_each_chip_is_left_of_its_notch_seen_from_above() -> None:
    for name, places in (("U3", {1: "F8", 8: "L5"}), ("U1", {1: "A19", 20: "T19", 21: "T12", 40: "A12"})):
        (holes,) = [check.lead_holes(one) for one in layout.PLACES if one.name == name]
        assert {pin: grid.name(holes[pin - 1]) for pin in places} == places


def test_the_switch_connects_the_middle_terminal_to_hold_when_it_is_on() -> None:
    nets = next(part.nets for part in netlist.parts() if part.reference == "SW10")
    plug = next(plug for harness in CONSOLES["tabletop"]() for plug in harness.plugs if plug.name == "PERF SWITCH")
    wired = {label: plug.net(number) for number, label, _ in plug.pins}
    assert [nets["1"], nets["2"], nets["3"]] == list(wired.values())
    drawn = (FOLDER / "perfboard" / "switch.svg").read_text(encoding="utf-8")
    assert drawn.index(": GND") < drawn.index(": BOOST_EN") < drawn.index(": HOLD")
    assert drawn.index("lever up: I, on") < drawn.index("middle and lower terminal") < drawn.index("lever down: O, off")


def test_the_drawings_name_every_part_and_the_page_every_hole_in_use() -> None:
    front, back, page = drawing.front(), drawing.back(), perfboard_page.page()
    for place in layout.PLACES:
        assert re.search(rf">{place.name}\b", front) and f">{place.name}<" in back
    used = {grid.name(one.hole) for one in check.terminals(Layout()) if not one.label.startswith("U1.")}
    assert used <= set(re.findall(r"\b[A-Z]\d+\b", page))
    for svg in (front, back):
        assert svg.startswith("<?xml") and svg.endswith("</svg>\n")
