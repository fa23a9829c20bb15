"""Draws single parts of the schematic with schemdraw: symbols, boxes with pins, tags of nets. It knows no sheet."""

import math
from typing import Any

from hardware.boards.netlist import Part
from hardware.wiring import symbol_shapes, symbols
from hardware.wiring.symbol_shapes import SymbolShape

Point = tuple[float, float]
TAG_WIDTH = 2.4
BOX_WIDTH, PIN_PITCH = 3.6, 0.8


def element(elements: Any, part: Part) -> Any:
    """Returns the symbol of a part with two pads: one of schemdraw's, or the lines of its shape."""
    kinds = {"R": elements.Resistor, "C": elements.Capacitor, "CP": elements.Capacitor2, "F": elements.Fuse}
    kinds |= {"SW": elements.Button, "SCHOTTKY": elements.Schottky, "DIODE": elements.Diode}
    kind = symbol_shapes.kind(part)
    if kind == "TVS":
        return elements.Zener().reverse()
    return kinds[kind]() if kind in kinds else _two_pin_shape(elements, symbol_shapes.SHAPES[kind])


def text(drawing: Any, elements: Any, at: Point, content: str, side: str = "center", size: int = 10) -> None:
    """Adds text at a point, which is its center or its left or right end."""
    drawing += elements.Label().at((at[0] - 0.1, at[1] - 0.13)).theta(0).label(content, fontsize=size, halign=side)


def tag(drawing: Any, elements: Any, at: Point, net: str, right: bool) -> None:
    """Adds the tag of a net at the right or left end of a wire."""
    drawing += elements.Tag(width=TAG_WIDTH, height=0.6).at(at).theta(0 if right else 180)
    text(drawing, elements, (at[0] + (0.54 if right else -0.54) * TAG_WIDTH, at[1]), net)


def shunt(drawing: Any, elements: Any, part: Part, at: Point) -> None:
    """Adds a part from a wire down to ground."""
    low = (at[0], at[1] - 1.5)
    drawing += element(elements, part).at(at).to(low)
    label_x = at[0] + (0.8 if part.reference.startswith("SW") else 0.42)  # a button is wider
    text(drawing, elements, (label_x, at[1] - 0.5), part.reference, "left")
    if part.value != part.reference:
        text(drawing, elements, (label_x, at[1] - 0.93), part.value, "left")
    drawing += elements.Ground().at(low).theta(0)


def label(part: Part) -> str:
    """Returns reference and value, or only one if they are equal."""
    return part.reference if part.value == part.reference else f"{part.reference} {part.value}"


def point(drawing: Any, elements: Any, part: Part, at: Point) -> None:
    """Adds a test point."""
    drawing += elements.Dot(open=True).at(at)
    text(drawing, elements, (at[0] - 0.2, at[1]), label(part), "right")
    drawing += elements.Line().at(at).to((at[0] + 0.6, at[1]))
    tag(drawing, elements, (at[0] + 0.6, at[1]), part.nets["1"], True)


def box(drawing: Any, elements: Any, part: Part, x: float, top: float) -> float:
    """Adds a part with three pins or more, as a symbol or a box, with tags at its pins; returns its height."""
    names, places, kind = symbols.pins(part), symbol_shapes.places(part), symbol_shapes.kind(part)
    height = PIN_PITCH * (max(row for _, row in places.values()) + 1) + 0.3
    middle = x + BOX_WIDTH / 2
    text(drawing, elements, (middle, top + 0.3), label(part), size=11)
    if kind:
        _shape(drawing, elements, symbol_shapes.SHAPES[kind], (middle, top - PIN_PITCH / 2 - 0.15))
    else:
        drawing += elements.Rect(corner1=(0, 0), corner2=(BOX_WIDTH, height)).at((x, top - height)).theta(0)
    reach = symbol_shapes.SHAPES[kind].edge * PIN_PITCH if kind else BOX_WIDTH / 2
    for pin, (side, row) in places.items():
        edge, y = middle + side * BOX_WIDTH / 2, top - PIN_PITCH * (row + 0.5) - 0.15
        drawing += elements.Line().at((middle + side * reach, y)).to((edge + 0.55 * side, y))
        if names[pin][0] != pin and not kind:
            text(drawing, elements, (edge - 0.15 * side, y), names[pin][0], "right" if side > 0 else "left")
        text(drawing, elements, (edge + 0.24 * side, y + 0.2), pin, size=8)
        if pin in part.nets:
            tag(drawing, elements, (edge + 0.55 * side, y), part.nets[pin], side > 0)
        else:
            drawing += elements.NoConnect().at((edge + 0.55 * side, y)).theta(0)
    return height


def _segments(shape: SymbolShape) -> list[Any]:
    """Returns lines, filled outlines and circles of a shape for schemdraw, whose y is up."""
    from schemdraw.segments import Segment, SegmentCircle, SegmentPoly

    found: list[Any] = [Segment([(x * PIN_PITCH, -y * PIN_PITCH) for x, y in line]) for line in shape.lines]
    for line in shape.filled:
        found.append(SegmentPoly([(x * PIN_PITCH, -y * PIN_PITCH) for x, y in line[:-1]], fill="black"))
    for x, y, radius in shape.circles:
        fill = "black" if radius < 0.1 else None
        found.append(SegmentCircle((x * PIN_PITCH, -y * PIN_PITCH), radius * PIN_PITCH, fill=fill))
    return found


def _two_pin_shape(elements: Any, shape: SymbolShape) -> Any:
    """Returns an element of a shape with pins to the left and right, which schemdraw extends with wires."""
    from schemdraw.segments import Segment

    edge = shape.edge * PIN_PITCH
    made = elements.Element2Term()
    made.segments += [Segment([(-edge, 0), (math.nan, math.nan), (edge, 0)]), *_segments(shape)]
    return made


def _shape(drawing: Any, elements: Any, shape: SymbolShape, at: Point) -> None:
    """Adds a shape with the middle of its first row of pins at a point."""
    made = elements.Element()
    made.segments += _segments(shape)
    drawing += made.at(at).theta(0)
    for content, x, y in shape.texts:
        text(drawing, elements, (at[0] + x * PIN_PITCH, at[1] - y * PIN_PITCH), content, size=9)
