"""The schematic, drawn with schemdraw from hardware/boards/netlist.py: one sheet per group of parts.

Each pin has a tag with its net: tags with the same name are connected.
"""

import hashlib
import re
from pathlib import Path
from typing import Any, NamedTuple

from hardware import FOLDER
from hardware.boards import REVISION, netlist
from hardware.boards.netlist import GND, Part
from hardware.wiring import symbols

DRAWINGS = FOLDER / "wiring" / "schematic"
SHEETS = {
    "pico": lambda: [part for part in netlist.parts() if part.reference == "U1"],
    "power": netlist.power,
    "off-latch": netlist.off_latch,
    "dice": netlist.led_chain,
    "screen-and-sound": netlist.screen_and_sound,
    "buttons": netlist.buttons,
    "test-points": netlist.test_points,
}
"""The parts on each sheet by its name."""

CHAINS = {
    "power": (("F1",), ("D1",), ("LED_5V",), ("LED_EN",), ("RISE",), ("R2",), ("R3",), ("R14",), ("R15",)),
    "dice": (("R5",), ("LED_5V",)),
    "screen-and-sound": (("3V3",), ("R6",), ("R7",), ("R8",)),
}
"""Rows to draw first on a sheet: parts in series by reference, or a net with its parts to ground."""

ROWS_IN_COLUMN = {"buttons": 3}
"""Number of rows in a column, by sheet."""

Point = tuple[float, float]
_TAG_WIDTH, _BOX_WIDTH, _PIN_PITCH, _COLUMN_WIDTH = 2.4, 3.6, 0.8, 12.5
_CHECKSUM_PREFIX = "made from netlist "


class ChainBroken(Exception):
    """Two neighboring parts of a chain in CHAINS share no net."""


class Junction(NamedTuple):
    """A net on a row, with the parts from it to ground."""

    net: str
    shunts: list[Part]


class Row(NamedTuple):
    """Junctions along one wire, and the parts between them."""

    junctions: list[Junction]
    parts: list[Part]


class SchemdrawMissing(Exception):
    """schemdraw is not installed; the message says how to install it."""


def missing() -> str:
    """Returns a sentence about what must be installed, or ""."""
    try:
        import schemdraw  # noqa: F401
    except ImportError:
        return "This Python has no schemdraw: pip install schemdraw."
    return ""


def listing(sheet: str) -> str:
    """Returns the content of a sheet as text: every part with its pins and nets."""
    lines = []
    for part in SHEETS[sheet]():
        names = symbols.pins(part)
        ends = " ".join(f"{pin}:{name}={part.nets.get(pin, 'open')}" for pin, (name, _) in names.items())
        lines.append(f"{part.reference} {part.value} {ends}")
    return "\n".join(lines) + "\n"


def checksum_comment(sheet: str) -> str:
    """Returns the comment that identifies the netlist in a drawing."""
    return _CHECKSUM_PREFIX + hashlib.sha256(listing(sheet).encode()).hexdigest()[:16]


def rows(sheet: str) -> list[Row]:
    """Returns the rows of a sheet: first those of CHAINS, each junction with its parts to ground, then other parts."""
    two_pin = {part.reference: part for part in SHEETS[sheet]() if len(part.nets) == 2}
    series = {name for chain in CHAINS.get(sheet, ()) for name in chain if name in two_pin}
    shunts = {name: part for name, part in two_pin.items() if name not in series and GND in part.nets.values()}
    drawn: set[str] = set()

    def junction(net: str) -> Junction:
        """Returns the junction of a net with its parts to ground that are not drawn yet."""
        found = [part for name, part in shunts.items() if net in part.nets.values() and name not in drawn]
        drawn.update(part.reference for part in found)
        return Junction(net, found)

    made = []
    for chain in CHAINS.get(sheet, ()):
        if chain[0] not in two_pin:
            made.append(Row([junction(chain[0])], []))
            continue
        parts = [two_pin[name] for name in chain]
        made.append(Row([junction(net) for net in _path(parts)], parts))
    for part in two_pin.values():
        if part.reference not in series | drawn:
            start, end = part.nets.values()
            if GND in (start, end):
                made.append(Row([junction(end if start == GND else start)], []))
            else:
                made.append(Row([junction(start), junction(end)], [part]))
    return made


def _path(parts: list[Part]) -> list[str]:
    """Returns the nets along parts in series. Raises ChainBroken when two neighbors share none."""
    nets = [list(part.nets.values()) for part in parts]
    if len(parts) == 1:
        return nets[0] if parts[0].reference != "D1" else nets[0][::-1]
    first = next((net for net in nets[0] if net not in nets[1]), nets[0][0])
    path = [first]
    for part, ends in zip(parts, nets, strict=True):
        if path[-1] not in ends:
            raise ChainBroken(f"{part.reference} is not connected to {path[-1]}: correct CHAINS in schematic.py.")
        path.append(ends[1] if ends[0] == path[-1] else ends[0])
    return path


def _element(elements: Any, part: Part) -> Any:
    """Returns the symbol of a part with two pads."""
    kinds = {"R": elements.Resistor, "C": elements.Capacitor, "D": elements.Schottky, "F": elements.Fuse}
    kinds |= {"SW": elements.Button, "LS": elements.Crystal}
    letters = re.match(r"[A-Z]+", part.reference)
    kind = kinds[letters.group()] if letters else elements.Resistor
    if part.reference == "D4":
        return elements.Zener().reverse()
    return elements.Capacitor2() if part.footprint == netlist.BULK else kind()


def _text(drawing: Any, elements: Any, at: Point, text: str, side: str = "center", size: int = 10) -> None:
    """Adds text at a point, which is its center or its left or right end."""
    drawing += elements.Label().at((at[0] - 0.1, at[1] - 0.13)).theta(0).label(text, fontsize=size, halign=side)


def _tag(drawing: Any, elements: Any, at: Point, net: str, right: bool) -> None:
    """Adds the tag of a net at the right or left end of a wire."""
    tag = elements.Tag(width=_TAG_WIDTH, height=0.6).at(at).theta(0 if right else 180)
    drawing += tag
    _text(drawing, elements, (at[0] + (0.54 if right else -0.54) * _TAG_WIDTH, at[1]), net)


def _shunt(drawing: Any, elements: Any, part: Part, at: Point) -> None:
    """Adds a part from a wire down to ground."""
    low = (at[0], at[1] - 1.5)
    drawing += _element(elements, part).at(at).to(low)
    label_x = at[0] + (0.8 if part.reference.startswith("SW") else 0.42)  # a button is wider
    _text(drawing, elements, (label_x, at[1] - 0.5), part.reference, "left")
    if part.value != part.reference:
        _text(drawing, elements, (label_x, at[1] - 0.93), part.value, "left")
    drawing += elements.Ground().at(low).theta(0)


def _label(part: Part) -> str:
    """Returns reference and value, or only one if they are equal."""
    return part.reference if part.value == part.reference else f"{part.reference} {part.value}"


def _row(drawing: Any, elements: Any, row: Row, x: float, y: float) -> None:
    """Adds tag, parts and nets along one wire."""
    _tag(drawing, elements, (x, y), row.junctions[0].net, False)
    for number, junction in enumerate(row.junctions):
        if number:
            part = row.parts[number - 1]
            drawing += _element(elements, part).at((x, y)).to((x + 2.2, y)).label(_label(part), "top", fontsize=10)
            x += 2.2
        for part in junction.shunts:
            drawing += elements.Line().at((x, y)).to((x + 0.7, y))
            x += 0.7
            drawing += elements.Dot().at((x, y))
            _shunt(drawing, elements, part, (x, y))
            if part is not junction.shunts[-1] or row.parts:
                step = max(1.5, 0.19 * len(part.value))
                drawing += elements.Line().at((x, y)).to((x + step, y))
                x += step
        if 0 < number < len(row.junctions) - 1:
            drawing += elements.Dot().at((x, y)).label(junction.net, "bottom", fontsize=10)
    if row.parts and row.junctions[-1].net == GND:
        drawing += elements.Ground().at((x, y)).theta(0)
    elif row.parts:
        _tag(drawing, elements, (x, y), row.junctions[-1].net, True)


def _point(drawing: Any, elements: Any, part: Part, at: Point) -> None:
    """Adds a test point."""
    drawing += elements.Dot(open=True).at(at)
    _text(drawing, elements, (at[0] - 0.2, at[1]), _label(part), "right")
    drawing += elements.Line().at(at).to((at[0] + 0.6, at[1]))
    _tag(drawing, elements, (at[0] + 0.6, at[1]), part.nets["1"], True)


def _box(drawing: Any, elements: Any, part: Part, x: float, top: float) -> float:
    """Adds a part as a box with half of its pins on each side, as on the part, and returns the height of the box."""
    pins = list(symbols.pins(part).items())
    half = (len(pins) + 1) // 2
    box_height = _PIN_PITCH * half + 0.3
    drawing += elements.Rect(corner1=(0, 0), corner2=(_BOX_WIDTH, box_height)).at((x, top - box_height)).theta(0)
    _text(drawing, elements, (x + _BOX_WIDTH / 2, top + 0.3), _label(part), size=11)
    for number, (pin, (name, _)) in enumerate(pins):
        right = number >= half
        place = len(pins) - 1 - number if right else number
        edge, y = x + (_BOX_WIDTH if right else 0.0), top - _PIN_PITCH * (place + 0.5) - 0.15
        direction = 1 if right else -1
        drawing += elements.Line().at((edge, y)).to((edge + 0.55 * direction, y))
        if name != pin:
            _text(drawing, elements, (edge - 0.15 * direction, y), name, "right" if right else "left")
        _text(drawing, elements, (edge + 0.24 * direction, y + 0.2), pin, size=8)
        if pin in part.nets:
            _tag(drawing, elements, (edge + 0.55 * direction, y), part.nets[pin], right)
        else:
            drawing += elements.NoConnect().at((edge + 0.55 * direction, y)).theta(0)
    return box_height


def svg(sheet: str) -> str:
    """Returns the drawing of a sheet as SVG. Raises SchemdrawMissing."""
    if missing():
        raise SchemdrawMissing(missing())
    import schemdraw
    from schemdraw import elements

    schemdraw.use("svg")
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=10, lw=1.4, bgcolor="white", font="Arial, Liberation Sans, Helvetica, sans-serif")
    title = f"Sixpip, sheet {sheet}: {REVISION}, not yet built"
    _text(drawing, elements, (-2.9, 1.2), title, "left", 13)
    boxes = [part for part in SHEETS[sheet]() if len(symbols.pins(part)) > 2]
    left, y = _COLUMN_WIDTH if boxes else 0.0, 0.0
    for part in boxes:
        y -= _box(drawing, elements, part, 0.0, y) + 1.0
    for number, row in enumerate(rows(sheet)):
        column = number // ROWS_IN_COLUMN.get(sheet, 99)
        y = 0.0 if number % ROWS_IN_COLUMN.get(sheet, 99) == 0 else y
        _row(drawing, elements, row, left + column * 7.0, y - 0.3)
        y -= 2.9 if any(junction.shunts for junction in row.junctions) else 1.5
    points = [part for part in SHEETS[sheet]() if len(part.nets) == 1]
    for number, part in enumerate(points):
        _point(drawing, elements, part, (7.0 * (number // 6), -1.0 * (number % 6)))
    return str(drawing.get_imagedata("svg").decode())


def write(folder: Path = DRAWINGS) -> list[Path]:
    """Draws every sheet and returns the paths. Raises SchemdrawMissing."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for sheet in SHEETS:
        path = folder / f"{sheet}.svg"
        path.write_text(f"{svg(sheet).rstrip()}\n<!-- {checksum_comment(sheet)} -->\n", encoding="utf-8")
        made.append(path)
    return made


def stale(folder: Path = DRAWINGS) -> list[str]:
    """Returns the names of the drawings that do not match the current netlist."""
    found = []
    for sheet in SHEETS:
        path = folder / f"{sheet}.svg"
        if not path.exists() or checksum_comment(sheet) not in path.read_text(encoding="utf-8"):
            found.append(path.name)
    return found + sorted(path.name for path in folder.glob("*.*") if path.stem not in SHEETS)
