"""The symbols of the parts: recognizable shapes in both schematics, and pins that reach them."""

from typing import Any

import pytest

from hardware.boards import netlist, tile_plan
from hardware.boards.netlist import Part
from hardware.wiring import kicad_symbols, symbol_shapes, symbols
from host_tests.hardware.kicad_file import items, parse

EACH_SYMBOL = {kicad_symbols.name(part): part for part in [*netlist.parts(), *tile_plan.parts()] if symbols.pins(part)}
"""One part for each symbol of both boards, by the name of the symbol."""


def _ends(definition: list[Any]) -> list[tuple[float, float]]:
    """Returns where the lines of the pins of a symbol meet its drawing, y up."""
    found = []
    for unit in items(definition, "symbol"):
        for pin in items(unit, "pin"):
            (at,), (length,) = items(pin, "at"), items(pin, "length")
            to_right = 1 if at[3] == "0" else -1
            found.append((round(float(at[1]) + to_right * float(length[1]), 2), float(at[2])))
    return found


def _corners(definition: list[Any]) -> list[tuple[float, float]]:
    """Returns all corners of the lines of a symbol, y up."""
    lines = [line for unit in items(definition, "symbol") for line in items(unit, "polyline")]
    points = [point for line in lines for point in items(items(line, "pts")[0], "xy")]
    return [(float(x), float(y)) for _, x, y in points]


def is_box(part: Part) -> bool:
    """Returns whether a part is drawn as a box: integrated circuits and LEDs, connectors, the switch of the console."""
    letters = part.reference.rstrip("0123456789")
    return letters in ("U", "J") or part.reference == "SW10" or part.value == tile_plan.LED


@pytest.mark.parametrize("part", EACH_SYMBOL.values(), ids=EACH_SYMBOL)
def test_a_part_is_a_box_or_has_a_shape_that_its_pins_reach(part: Part) -> None:
    definition = parse(kicad_symbols.definition(part))
    boxes = [box for unit in items(definition, "symbol") for box in items(unit, "rectangle")]
    assert bool(boxes) == is_box(part) == (not symbol_shapes.kind(part))
    if is_box(part):
        corners = {(float(x), float(y)) for box in boxes for _, x, y in (*items(box, "start"), *items(box, "end"))}
        (left, right), (low, high) = (sorted(set(one)) for one in zip(*corners, strict=True))
        assert all(x in (left, right) and low < y < high for x, y in _ends(definition))
    elif symbol_shapes.kind(part) not in ("SW", "TP"):  # their wires end at circles
        corners = set(_corners(definition))
        for x, y in _ends(definition):
            assert any(abs(one - x) < 0.01 and abs(other - y) < 2.0 for one, other in corners)


def test_data_goes_through_the_box_of_an_led_from_left_to_right() -> None:
    definition = next(one for one in tile_plan.parts() if one.value == tile_plan.LED)
    pins = {pin.name: pin for pin in kicad_symbols.layout(definition)}
    assert pins["DI"].x < 0 < pins["DO"].x and pins["DI"].y == pins["DO"].y


def test_the_arrow_of_a_transistor_and_the_bar_of_a_diode_are_at_the_right_pins() -> None:
    assert symbol_shapes.SHAPES["NMOS"].places == {"G": (-1, 1), "S": (1, 2), "D": (1, 0)}
    assert symbol_shapes.SHAPES["PMOS"].places == {"G": (-1, 1), "S": (1, 0), "D": (1, 2)}
    parts = {part.reference: part for part in netlist.parts()}
    assert [symbol_shapes.kind(parts[name]) for name in ("Q1", "Q2")] == ["NMOS", "PMOS"]
    for name in ("D1", "D2", "D3", "D4"):
        shape = symbol_shapes.SHAPES[symbol_shapes.kind(parts[name])]
        pins = {pin.name: pin for pin in kicad_symbols.layout(parts[name])}
        cathode = pins.get("K", pins.get("1"))
        assert cathode is not None
        for triangle in shape.filled:
            tip = triangle[2][0]
            assert (tip > 0) == (cathode.x > 0), name
            assert any(all(abs(x - tip) <= 0.25 for x, _ in line) for line in shape.lines), f"{name} has no bar"
