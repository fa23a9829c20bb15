"""The symbols of parts for KiCad, as text of a .kicad_sch file. It knows no sheet.

Each symbol is a shape of symbol_shapes.py or a box with named pins. y is up in a symbol, and down in symbol_shapes.py.
"""

import re
from typing import NamedTuple

from hardware.boards.netlist import Part
from hardware.wiring import symbol_shapes, symbols
from hardware.wiring.symbol_shapes import SymbolShape

GRID = 2.54
"""Distance of two rows of pins in mm."""

LIBRARY = "sixpip"
FLAG = "PWR_FLAG"
"""The symbol that tells KiCad's electrical rules check (ERC) that a net gets its power through a passive part."""

_STROKE = "(stroke (width 0.254) (type default) (color 0 0 0 0))"


class Pin(NamedTuple):
    """A pin of a symbol: number, name, electrical type, and its end from the first row, x to the right, y down."""

    number: str
    name: str
    kind: str
    x: float
    y: float


def quoted(text: str) -> str:
    """Returns a text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def font(option: str = "") -> str:
    """Returns the font of all texts but headings, with an option such as `hide`."""
    return f"(effects (font (size 1.27 1.27)){' ' if option else ''}{option})"


def property_text(name: str, value: str, number: int, x: float, y: float, hidden: bool = False) -> str:
    """Returns one property of a symbol, such as its reference."""
    return (
        f"(property {quoted(name)} {quoted(value)} (id {number}) (at {x:g} {y:g} 0) {font('hide' if hidden else '')})"
    )


def name(part: Part) -> str:
    """Returns the name of the symbol of a part: its kind if its pins have no names, else its value and label."""
    if _has_named_pins(part):
        return "_".join(re.findall(r"[\w.-]+", f"{part.value} {part.label}"))
    letters = symbol_shapes.kind(part) or re.sub(r"\d", "", part.reference)
    return f"{letters}_{len(symbols.pins(part))}"


def _has_named_pins(part: Part) -> bool:
    """Returns whether a pin of a part has another name than its number."""
    return any(number != called for number, (called, _) in symbols.pins(part).items())


def layout(part: Part) -> list[Pin]:
    """Returns the pins of a part with their positions."""
    pins = symbols.pins(part)
    x = _half_width(part) + GRID * max(map(len, pins))  # the number of a pin is above its line
    found = []
    for number, (side, row) in symbol_shapes.places(part).items():
        called, kind = pins[number]
        found.append(Pin(number, called, kind.replace(" ", "_"), side * x, row * GRID))
    return found


def rows(part: Part) -> int:
    """Returns the number of rows of pins."""
    return max(row for _, row in symbol_shapes.places(part).values()) + 1


def _half_width(part: Part) -> float:
    """Returns half the width of a box: wide enough for the names of its pins."""
    names = [called for number, (called, _) in symbols.pins(part).items() if called != number]
    longest = max(map(len, names), default=0)
    return max(2, -(-(longest + 1) // 2)) * GRID


def _shape(part: Part) -> SymbolShape:
    """Returns the shape of a part: one of symbol_shapes.py, or an empty one whose pins begin at the sides of a box."""
    kind = symbol_shapes.kind(part)
    return symbol_shapes.SHAPES[kind] if kind else SymbolShape(_half_width(part) / GRID)


def _lines(part: Part) -> list[str]:
    """Returns the lines of the symbol of a part."""
    if not symbol_shapes.kind(part):
        half = _half_width(part)
        corners = f"(start {-half:g} {GRID:g}) (end {half:g} {-rows(part) * GRID:g})"
        return [f"(rectangle {corners} {_STROKE} (fill (type background)))"]
    shape, found = _shape(part), []
    for line, fill in [(line, "none") for line in shape.lines] + [(line, "outline") for line in shape.filled]:
        corners = " ".join(f"(xy {x * GRID:.4g} {-y * GRID:.4g})" for x, y in line)
        found.append(f"(polyline (pts {corners}) {_STROKE} (fill (type {fill})))")
    for x, y, radius in shape.circles:
        center = f"(center {x * GRID:.4g} {-y * GRID:.4g}) (radius {radius * GRID:.4g})"
        found.append(f"(circle {center} {_STROKE} (fill (type {'none' if radius > 0.1 else 'outline'})))")
    for text, x, y in shape.texts:
        found.append(f"(text {quoted(text)} (at {x * GRID:.4g} {-y * GRID:.4g} 0) {font()})")
    return found


def _pin(pin: Pin, edge: float) -> str:
    """Returns a pin; its line ends at the distance `edge` from the middle."""
    label = "~" if pin.name == pin.number else pin.name
    ends = f"(at {pin.x:g} {-pin.y:g} {180 if pin.x > 0 else 0}) (length {abs(pin.x) - edge:.4g})"
    return f"(pin {pin.kind} line {ends} (name {quoted(label)} {font()}) (number {quoted(pin.number)} {font()}))"


def definition(part: Part) -> str:
    """Returns the definition of the symbol of a part."""
    called = name(part)
    hidden = "(pin_names (offset 0) hide) " if symbol_shapes.kind(part) else ""
    hidden += "(pin_numbers hide) " if len(symbols.pins(part)) < 3 and not _has_named_pins(part) else ""
    properties = [
        property_text("Reference", re.sub(r"\d", "", part.reference), 0, 0, 2 * GRID),
        property_text("Value", called, 1, 0, -(rows(part) + 1) * GRID),
        property_text("Footprint", "", 2, 0, 0, True), property_text("Datasheet", "", 3, 0, 0, True),
    ]  # fmt: skip
    pins = "".join(f"        {_pin(pin, _shape(part).edge * GRID)}\n" for pin in layout(part))
    return (
        f'    (symbol "{LIBRARY}:{called}" {hidden}(in_bom yes) (on_board yes)\n      {" ".join(properties)}\n'
        f'      (symbol "{called}_0_1" {" ".join(_lines(part))})\n'
        f'      (symbol "{called}_1_1"\n{pins}      )\n    )\n'
    )


def flag() -> str:
    """Returns the definition of the power flag: one pin that counts as a source of power."""
    pin = f'(pin power_out line (at 0 0 90) (length 0) (name "pwr" {font()}) (number "1" {font()}))'
    properties = [
        property_text("Reference", "#FLG", 0, 0, GRID, True), property_text("Value", FLAG, 1, 0, 3.81),
        property_text("Footprint", "", 2, 0, 0, True), property_text("Datasheet", "", 3, 0, 0, True),
    ]  # fmt: skip
    corners = "(xy 0 0) (xy 0 1.27) (xy -1.016 1.905) (xy 0 2.54) (xy 1.016 1.905) (xy 0 1.27)"
    line = f"(polyline (pts {corners}) {_STROKE} (fill (type none)))"
    return (
        f'    (symbol "{LIBRARY}:{FLAG}" (power) (pin_numbers hide) (pin_names (offset 0) hide) (in_bom yes) '
        f"(on_board yes)\n      {' '.join(properties)}\n"
        f'      (symbol "{FLAG}_0_1" {line})\n      (symbol "{FLAG}_1_1" {pin})\n    )\n'
    )
