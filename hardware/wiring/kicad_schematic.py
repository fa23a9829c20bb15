"""The schematic of the carrier as a KiCad file (.kicad_sch), from netlist.py and symbols.py. Needs no KiCad.

Each part is a symbol of figures.py or a box with named pins, and each pin has a global label with its net. The file
contains its symbols, so no library is needed. KiCad 6 and later open it.
"""

import re
import uuid
from typing import NamedTuple

from hardware.boards import REVISION, netlist
from hardware.boards.netlist import Part
from hardware.wiring import figures, symbols
from hardware.wiring.schematic import SHEETS

GRID = 2.54
PAPER = "A3"
COLUMN, ROWS = 26, 98
"""Width and height of a column of parts with the labels of their pins, in steps of GRID."""

FLAG = "PWR_FLAG"
"""The symbol that tells KiCad's electrical rules check (ERC) that a net gets its power through a passive part."""

_FONT = "(effects (font (size 1.27 1.27)){})"
_STROKE = "(stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type background))"
_NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")

Pins = dict[str, tuple[str, str]]


class Pin(NamedTuple):
    """A pin of a symbol: number, name, electrical type, and its end from the first row, x to the right, y down."""

    number: str
    name: str
    kind: str
    x: float
    y: float


class Placed(NamedTuple):
    """A part on the sheet, with the center of its first row of pins."""

    part: Part
    x: float
    y: float


class Heading(NamedTuple):
    """The name of a group of parts, above them."""

    text: str
    x: float
    y: float


def _identifier(*names: str) -> str:
    """Returns an identifier that depends on the names only, so that the file has the same bytes in each run."""
    return str(uuid.uuid5(_NAMESPACE, "/".join(("sixpip", *names))))


def _quoted(text: str) -> str:
    """Returns a text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _property(name: str, value: str, number: int, x: float, y: float, hidden: bool = False) -> str:
    """Returns one property of a symbol."""
    font = _FONT.format(" hide" if hidden else "")
    return f"(property {_quoted(name)} {_quoted(value)} (id {number}) (at {x:g} {y:g} 0) {font})"


def _half_width(pins: Pins) -> float:
    """Returns half the width of a box: wide enough for the names of its pins."""
    longest = max((len(name) for number, (name, _) in pins.items() if name != number), default=0)
    return max(2, -(-(longest + 1) // 2)) * GRID


def layout(part: Part) -> list[Pin]:
    """Returns the pins of a part with their positions."""
    pins = symbols.pins(part)
    x = _half_width(pins) + GRID
    found = []
    for number, (side, row) in figures.places(part).items():
        name, kind = pins[number]
        found.append(Pin(number, name, kind.replace(" ", "_"), side * x, row * GRID))
    return found


def _figure(part: Part) -> figures.Figure:
    """Returns the symbol of a part: one of figures.py, or an empty one whose pins begin at the sides of a box."""
    kind = figures.kind(part)
    return figures.FIGURES[kind] if kind else figures.Figure(_half_width(symbols.pins(part)) / GRID)


def _rows(part: Part) -> int:
    """Returns the number of rows of pins."""
    return round(max(pin.y for pin in layout(part)) / GRID) + 1


def _shapes(part: Part) -> list[str]:
    """Returns the lines of the symbol of a part; y is up in a definition."""
    figure, stroke = _figure(part), "(stroke (width 0.254) (type default) (color 0 0 0 0))"
    if not figures.kind(part):
        half = _half_width(symbols.pins(part))
        return [f"(rectangle (start {-half:g} {GRID:g}) (end {half:g} {-_rows(part) * GRID:g}) {_STROKE})"]
    found = []
    for line, fill in [(line, "none") for line in figure.lines] + [(line, "outline") for line in figure.filled]:
        corners = " ".join(f"(xy {x * GRID:.4g} {-y * GRID:.4g})" for x, y in line)
        found.append(f"(polyline (pts {corners}) {stroke} (fill (type {fill})))")
    for x, y, radius in figure.circles:
        center = f"(center {x * GRID:.4g} {-y * GRID:.4g}) (radius {radius * GRID:.4g})"
        found.append(f"(circle {center} {stroke} (fill (type {'none' if radius > 0.1 else 'outline'})))")
    for text, x, y in figure.texts:
        found.append(f"(text {_quoted(text)} (at {x * GRID:.4g} {-y * GRID:.4g} 0) {_FONT.format('')})")
    return found


def _symbol(part: Part) -> str:
    """Returns the definition of the symbol of a part; y is up in a definition, and down on a sheet."""
    name, rows, drawn = symbol_name(part), _rows(part), bool(figures.kind(part))
    hidden = "(pin_names (offset 0) hide) " if drawn else ""
    hidden += "(pin_numbers hide) " if drawn and len(symbols.pins(part)) < 3 and part.reference != "D3" else ""
    text = f'    (symbol "sixpip:{name}" {hidden}(in_bom yes) (on_board yes)\n      '
    text += " ".join([
        _property("Reference", re.sub(r"\d", "", part.reference), 0, 0, 2 * GRID),
        _property("Value", name, 1, 0, -(rows + 1) * GRID),
        _property("Footprint", "", 2, 0, 0, True), _property("Datasheet", "", 3, 0, 0, True),
    ])  # fmt: skip
    text += f'\n      (symbol "{name}_0_1" {" ".join(_shapes(part))})\n      (symbol "{name}_1_1"\n'
    for pin in layout(part):
        label = "~" if pin.name == pin.number else pin.name
        length = abs(pin.x) - _figure(part).edge * GRID
        ends = f"(at {pin.x:g} {-pin.y:g} {180 if pin.x > 0 else 0}) (length {length:.4g})"
        font = _FONT.format("")
        names = f"(name {_quoted(label)} {font}) (number {_quoted(pin.number)} {font})"
        text += f"        (pin {pin.kind} line {ends} {names})\n"
    return text + "      )\n    )\n"


def _flag() -> str:
    """Returns the definition of the power flag: one pin that counts as a source of power."""
    font = _FONT.format("")
    pin = f'(pin power_out line (at 0 0 90) (length 0) (name "pwr" {font}) (number "1" {font}))'
    properties = _property("Reference", "#FLG", 0, 0, GRID, True) + " " + _property("Value", FLAG, 1, 0, 3.81)
    properties += " " + _property("Footprint", "", 2, 0, 0, True) + " " + _property("Datasheet", "", 3, 0, 0, True)
    line = "(polyline (pts (xy 0 0) (xy 0 2.54)) (stroke (width 0.254) (type default) (color 0 0 0 0)) "
    line += "(fill (type none)))"
    return (
        f'    (symbol "sixpip:{FLAG}" (power) (in_bom yes) (on_board yes)\n      {properties}\n'
        f'      (symbol "{FLAG}_0_1" {line})\n      (symbol "{FLAG}_1_1" {pin})\n    )\n'
    )


def symbol_name(part: Part) -> str:
    """Returns the name of the symbol of a part: its kind if it has one or two plain pins, else its reference."""
    pins = symbols.pins(part)
    plain = len(pins) <= 2 and all(number == name for number, (name, _) in pins.items())
    letters = figures.kind(part) or re.sub(r"\d", "", part.reference)
    return f"{letters}_{len(pins)}" if plain else part.reference


def flagged_nets() -> list[str]:
    """Returns the supply nets that get their power through a fuse, a diode or a solder jumper."""
    parts = {part.reference: part for part in netlist.parts()}
    passed = {parts[name].nets[end] for name, (_, end) in symbols.PASSES_POWER.items()}
    driven = {
        part.nets[pin]
        for part in parts.values()
        for pin, (_, kind) in symbols.pins(part).items()
        if kind == symbols.POWER_OUT and pin in part.nets
    }
    return sorted(passed - driven)


def place() -> tuple[list[Placed], list[Heading]]:
    """Returns all parts with pins, in columns, and the heading of each group: the sheets of the drawn schematic."""
    found, headings, column, row = [], [], 0, 0
    left, top = 19, 8
    for name, make in SHEETS.items():
        parts = make()
        for number, part in enumerate(parts):
            heading = 0 if number else 2
            needed = _rows(part) + 4
            if row + heading + needed > ROWS:
                column, row = column + 1, 0
            x, y = (left + column * COLUMN) * GRID, (top + row + heading) * GRID
            if not number:
                headings.append(Heading(name.replace("-", " "), x, y - 3 * GRID))
            found.append(Placed(part, x, y))
            row += heading + needed
    return found, headings


def _label(net: str, x: float, y: float, right: bool) -> str:
    """Returns the global label of a net at the end of a pin."""
    font = _FONT.format(f" (justify {'left' if right else 'right'})")
    where = f"(at {x:.2f} {y:.2f} {0 if right else 180})"
    shape = f"(global_label {_quoted(net)} (shape passive) {where} (fields_autoplaced) {font}"
    return f"  {shape} (uuid {_identifier(net, f'{x:.2f}', f'{y:.2f}')}))\n"


def _instance(placed: Placed) -> str:
    """Returns a part on the sheet with the labels of its pins; pins left open get a cross."""
    part, x, y = placed
    pins = symbols.pins(part)
    name, rows = symbol_name(part), _rows(part)
    text = f'  (symbol (lib_id "sixpip:{name}") (at {x:.2f} {y:.2f} 0) (unit 1) (in_bom yes) (on_board yes)\n'
    text += f"    (uuid {_identifier(part.reference)})\n    "
    text += " ".join([
        _property("Reference", part.reference, 0, x, y - 1.5 * GRID),
        _property("Value", part.value, 1, x, y + (rows + 0.5) * GRID),
        _property("Footprint", part.footprint, 2, x, y, True), _property("Datasheet", "", 3, x, y, True),
    ])  # fmt: skip
    text += "".join(f"\n    (pin {_quoted(pin)} (uuid {_identifier(part.reference, pin)}))" for pin in pins) + "\n  )\n"
    for pin in layout(part):
        if pin.number in part.nets:
            text += _label(part.nets[pin.number], x + pin.x, y + pin.y, pin.x > 0)
        else:
            where = f"(at {x + pin.x:.2f} {y + pin.y:.2f})"
            text += f"  (no_connect {where} (uuid {_identifier('open', part.reference, pin.number)}))\n"
    return text


def _flag_at(number: int, net: str, x: float) -> str:
    """Returns a power flag with its net."""
    y, reference = (8 + 5 * number) * GRID, f"#FLG{number}"
    text = f'  (symbol (lib_id "sixpip:{FLAG}") (at {x:.2f} {y:.2f} 0) (unit 1) (in_bom yes) (on_board yes)\n'
    text += f"    (uuid {_identifier(reference)})\n    {_property('Reference', reference, 0, x, y, True)} "
    text += f"{_property('Value', FLAG, 1, x, y - 3.81)} {_property('Footprint', '', 2, x, y, True)} "
    text += f"{_property('Datasheet', '', 3, x, y, True)}\n"
    return text + f'    (pin "1" (uuid {_identifier(reference, "1")}))\n  )\n' + _label(net, x, y, True)


def text() -> str:
    """Returns the text of the file."""
    placed, headings = place()
    definitions: dict[str, str] = {}
    for part, _, _ in placed:
        definitions.setdefault(symbol_name(part), _symbol(part))
    flags = list(enumerate(flagged_nets(), 1))
    right = max(one.x for one in placed) + COLUMN * GRID
    title = f"(title {_quoted(f'Sixpip carrier, {REVISION}, not yet built')}) (rev {_quoted(REVISION)})"
    comment = '(comment 1 "Written by `make hardware` from hardware/boards/netlist.py")'
    body = "".join(_instance(one) for one in placed) + "".join(_flag_at(number, net, right) for number, net in flags)
    body += "".join(
        f"  (text {_quoted(one.text)} (at {one.x - 10 * GRID:.2f} {one.y:.2f} 0) (effects (font (size 2.5 2.5) bold) "
        f"(justify left bottom)) (uuid {_identifier('heading', one.text)}))\n"
        for one in headings
    )
    instances = [(one.part.reference, one.part.value, one.part.footprint) for one in placed]
    instances += [(f"#FLG{number}", FLAG, "") for number, _ in flags]
    paths = "".join(
        f"    (path {_quoted('/' + _identifier(reference))} (reference {_quoted(reference)}) (unit 1) "
        f"(value {_quoted(value)}) (footprint {_quoted(footprint)}))\n"
        for reference, value, footprint in instances
    )
    return (
        f'(kicad_sch (version 20211123) (generator sixpip)\n  (uuid {_identifier("sheet")})\n  (paper "{PAPER}")\n'
        f"  (title_block {title} {comment})\n"
        f"  (lib_symbols\n{''.join(definitions.values())}{_flag()}  )\n{body}"
        f'  (sheet_instances\n    (path "/" (page "1"))\n  )\n  (symbol_instances\n{paths}  )\n)\n'
    )
