"""The schematic, drawn with schemdraw from hardware/boards/netlist.py: one sheet per group of parts, one of the tile.

Each pin has a tag with its net: tags with the same name are connected.
"""

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from hardware import FOLDER
from hardware.boards import REVISION, netlist
from hardware.boards.netlist import GND, Part
from hardware.wiring import drawn_parts, symbols, tile_schematic

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
"""The parts of the carrier on each sheet by its name."""

CHAINS = {
    "power": (("F1",), ("D1",), ("LED_5V",), ("LED_EN",), ("RISE",), ("R2",), ("R3",), ("R14",), ("R15",)),
    "dice": (("R5",), ("LED_5V",)),
    "screen-and-sound": (("3V3",), ("R6",), ("R7",), ("R8",)),
}
"""Rows to draw first on a sheet: parts in series by reference, or a net with its parts to ground."""

ROWS_IN_COLUMN = {"buttons": 3}
"""Number of rows in a column, by sheet."""

_COLUMN_WIDTH = 12.5
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


def names() -> list[str]:
    """Returns the names of all sheets: those of the carrier and the one of the tile."""
    return [*SHEETS, tile_schematic.NAME]


def listing(sheet: str) -> str:
    """Returns the content of a sheet as text: every part with its pins and nets."""
    if sheet == tile_schematic.NAME:
        return tile_schematic.listing()
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


def _row(drawing: Any, elements: Any, row: Row, x: float, y: float) -> None:
    """Adds tag, parts and nets along one wire."""
    drawn_parts.tag(drawing, elements, (x, y), row.junctions[0].net, False)
    for number, junction in enumerate(row.junctions):
        if number:
            part = row.parts[number - 1]
            symbol = drawn_parts.element(elements, part).at((x, y)).to((x + 2.2, y))
            drawing += symbol.label(drawn_parts.label(part), "top", fontsize=10)
            x += 2.2
        for part in junction.shunts:
            drawing += elements.Line().at((x, y)).to((x + 0.7, y))
            x += 0.7
            drawing += elements.Dot().at((x, y))
            drawn_parts.shunt(drawing, elements, part, (x, y))
            if part is not junction.shunts[-1] or row.parts:
                step = max(1.5, 0.19 * len(part.value))
                drawing += elements.Line().at((x, y)).to((x + step, y))
                x += step
        if 0 < number < len(row.junctions) - 1:
            drawing += elements.Dot().at((x, y)).label(junction.net, "bottom", fontsize=10)
    if row.parts and row.junctions[-1].net == GND:
        drawing += elements.Ground().at((x, y)).theta(0)
    elif row.parts:
        drawn_parts.tag(drawing, elements, (x, y), row.junctions[-1].net, True)


def svg(sheet: str) -> str:
    """Returns the drawing of a sheet as SVG. Raises SchemdrawMissing."""
    if missing():
        raise SchemdrawMissing(missing())
    import schemdraw
    from schemdraw import elements

    schemdraw.use("svg")
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=10, lw=1.4, bgcolor="white", font="Arial, Liberation Sans, Helvetica, sans-serif")
    if sheet == tile_schematic.NAME:
        tile_schematic.draw(drawing, elements)
    else:
        _draw(drawing, elements, sheet)
    return str(drawing.get_imagedata("svg").decode())


def _draw(drawing: Any, elements: Any, sheet: str) -> None:
    """Adds a sheet of the carrier to a drawing: parts with three pins or more, rows, test points."""
    title = f"Sixpip, sheet {sheet}: {REVISION}, not yet built"
    drawn_parts.text(drawing, elements, (-2.9, 1.2), title, "left", 13)
    boxes = [part for part in SHEETS[sheet]() if len(symbols.pins(part)) > 2]
    left, y = _COLUMN_WIDTH if boxes else 0.0, 0.0
    for part in boxes:
        y -= drawn_parts.box(drawing, elements, part, 0.0, y) + 1.0
    for number, row in enumerate(rows(sheet)):
        column = number // ROWS_IN_COLUMN.get(sheet, 99)
        y = 0.0 if number % ROWS_IN_COLUMN.get(sheet, 99) == 0 else y
        _row(drawing, elements, row, left + column * 7.0, y - 0.3)
        y -= 2.9 if any(junction.shunts for junction in row.junctions) else 1.5
    points = [part for part in SHEETS[sheet]() if len(part.nets) == 1]
    for number, part in enumerate(points):
        drawn_parts.point(drawing, elements, part, (7.0 * (number // 6), -1.0 * (number % 6)))


def write(folder: Path = DRAWINGS) -> list[Path]:
    """Draws every sheet and returns the paths. Raises SchemdrawMissing."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for sheet in names():
        path = folder / f"{sheet}.svg"
        path.write_text(f"{svg(sheet).rstrip()}\n<!-- {checksum_comment(sheet)} -->\n", encoding="utf-8")
        made.append(path)
    return made


def stale(folder: Path = DRAWINGS) -> list[str]:
    """Returns the names of the drawings that do not match the current netlist."""
    found = []
    for sheet in names():
        path = folder / f"{sheet}.svg"
        if not path.exists() or checksum_comment(sheet) not in path.read_text(encoding="utf-8"):
            found.append(path.name)
    return found + sorted(path.name for path in folder.glob("*.*") if path.stem not in names())
