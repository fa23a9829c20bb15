"""The schematic, drawn from the carrier's netlist with schemdraw: one sheet a group of parts, a tag at each pin.

Nets are joined by their names. What is joined stands in hardware/boards/netlist.py.
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
    "dice": netlist.led_chain,
    "screen-and-sound": netlist.screen_and_sound,
    "buttons": netlist.buttons,
    "test-points": netlist.test_points,
}
"""Every sheet by name, with the parts on it."""

CHAINS = {
    "power": (("F1",), ("D1",), ("LED_5V",), ("LED_EN",), ("RISE",), ("R2",), ("R3",), ("BOOST_EN",)),
    "dice": (("R5",), ("LED_5V",)),
    "screen-and-sound": (("3V3",), ("R6",), ("R7",), ("R8",)),
}
"""Rows that are drawn first: parts in series by reference, or a net with what hangs on it."""

ROWS_IN_COLUMN = {"buttons": 3}
"""Rows below each other before the next column begins."""

Point = tuple[float, float]
_TAG, _WIDE, _PITCH, _COLUMN = 2.4, 3.6, 0.8, 12.5
_CHECKSUM_PREFIX = "made from netlist "


class ChainBroken(Exception):
    """A chain names parts that do not follow each other; one sentence."""


class Stop(NamedTuple):
    """A net on a row, with the parts that go from it to ground."""

    net: str
    shunts: list[Part]


class Row(NamedTuple):
    """Nets along one wire, and the parts between them."""

    stops: list[Stop]
    parts: list[Part]


class SchemdrawMissing(Exception):
    """schemdraw is not installed; the message says how to install it."""


def missing() -> str:
    """What must be installed, in one sentence; "" when all is there."""
    try:
        import schemdraw  # noqa: F401
    except ImportError:
        return "This Python has no schemdraw: pip install schemdraw."
    return ""


def listing(sheet: str) -> str:
    """What a sheet says, as text: every part with its pins and nets."""
    lines = []
    for part in SHEETS[sheet]():
        names = symbols.pins(part)
        ends = " ".join(f"{pin}:{name}={part.nets.get(pin, 'open')}" for pin, (name, _) in names.items())
        lines.append(f"{part.reference} {part.value} {ends}")
    return "\n".join(lines) + "\n"


def checksum_comment(sheet: str) -> str:
    """The words by which a drawing names the netlist that it was made from."""
    return _CHECKSUM_PREFIX + hashlib.sha256(listing(sheet).encode()).hexdigest()[:16]


def rows(sheet: str) -> list[Row]:
    """The rows of a sheet: parts in series as CHAINS has them, and at each net the parts that lead to ground.

    What no chain names stands in a row of its own.
    """
    two = {part.reference: part for part in SHEETS[sheet]() if len(part.nets) == 2}
    series = {name for chain in CHAINS.get(sheet, ()) for name in chain if name in two}
    shunts = {name: part for name, part in two.items() if name not in series and GND in part.nets.values()}
    hung: set[str] = set()

    def stop(net: str) -> Stop:
        """A net with those parts to ground that hang nowhere yet."""
        found = [part for name, part in shunts.items() if net in part.nets.values() and name not in hung]
        hung.update(part.reference for part in found)
        return Stop(net, found)

    made = []
    for chain in CHAINS.get(sheet, ()):
        if chain[0] not in two:
            made.append(Row([stop(chain[0])], []))
            continue
        parts = [two[name] for name in chain]
        made.append(Row([stop(net) for net in _path(parts)], parts))
    for part in two.values():
        if part.reference not in series | hung:
            start, end = part.nets.values()
            if GND in (start, end):
                made.append(Row([stop(end if start == GND else start)], []))
            else:
                made.append(Row([stop(start), stop(end)], [part]))
    return made


def _path(parts: list[Part]) -> list[str]:
    """The nets along parts in series. Raises ChainBroken when two neighbours share none."""
    nets = [list(part.nets.values()) for part in parts]
    if len(parts) == 1:
        return nets[0] if parts[0].reference != "D1" else nets[0][::-1]
    first = next((net for net in nets[0] if net not in nets[1]), nets[0][0])
    path = [first]
    for part, ends in zip(parts, nets, strict=True):
        if path[-1] not in ends:
            raise ChainBroken(f"{part.reference} does not begin at {path[-1]}: mend CHAINS in schematic.py.")
        path.append(ends[1] if ends[0] == path[-1] else ends[0])
    return path


def _element(elements: Any, part: Part) -> Any:
    """The symbol of a part with two pads."""
    kinds = {"R": elements.Resistor, "C": elements.Capacitor, "D": elements.Schottky, "F": elements.Fuse}
    kinds |= {"SW": elements.Button, "LS": elements.Crystal}
    letters = re.match(r"[A-Z]+", part.reference)
    kind = kinds[letters.group()] if letters else elements.Resistor
    if part.reference == "SW10":
        kind = elements.Switch
    return elements.Capacitor2() if part.footprint == netlist.BULK else kind()


def _text(drawing: Any, elements: Any, at: Point, words: str, side: str = "center", size: int = 10) -> None:
    """Words at a place: their middle, or their left or right end."""
    drawing += elements.Label().at((at[0] - 0.1, at[1] - 0.13)).theta(0).label(words, fontsize=size, halign=side)


def _tag(drawing: Any, elements: Any, at: Point, word: str, right: bool) -> None:
    """A net's name at the end of a wire, which comes from the left when `right`."""
    tag = elements.Tag(width=_TAG, height=0.6).at(at).theta(0 if right else 180)
    drawing += tag
    _text(drawing, elements, (at[0] + (0.54 if right else -0.54) * _TAG, at[1]), word)


def _shunt(drawing: Any, elements: Any, part: Part, at: Point) -> None:
    """A part from a wire down to ground."""
    low = (at[0], at[1] - 1.5)
    drawing += _element(elements, part).at(at).to(low)
    aside = at[0] + (0.8 if part.reference.startswith("SW") else 0.42)  # a button is wider
    _text(drawing, elements, (aside, at[1] - 0.5), part.reference, "left")
    if part.value != part.reference:
        _text(drawing, elements, (aside, at[1] - 0.93), part.value, "left")
    drawing += elements.Ground().at(low).theta(0)


def _words(part: Part) -> str:
    """Reference and value, once where they say the same."""
    return part.reference if part.value == part.reference else f"{part.reference} {part.value}"


def _row(drawing: Any, elements: Any, row: Row, x: float, y: float) -> None:
    """Tag, parts and nets along one wire."""
    _tag(drawing, elements, (x, y), row.stops[0].net, False)
    for number, stop in enumerate(row.stops):
        if number:
            part = row.parts[number - 1]
            drawing += _element(elements, part).at((x, y)).to((x + 2.2, y)).label(_words(part), "top", fontsize=10)
            x += 2.2
        for part in stop.shunts:
            drawing += elements.Line().at((x, y)).to((x + 0.7, y))
            x += 0.7
            drawing += elements.Dot().at((x, y))
            _shunt(drawing, elements, part, (x, y))
            if part is not stop.shunts[-1] or row.parts:
                step = max(1.5, 0.19 * len(part.value))
                drawing += elements.Line().at((x, y)).to((x + step, y))
                x += step
        if 0 < number < len(row.stops) - 1:
            drawing += elements.Dot().at((x, y)).label(stop.net, "bottom", fontsize=10)
    if row.parts and row.stops[-1].net == GND:
        drawing += elements.Ground().at((x, y)).theta(0)
    elif row.parts:
        _tag(drawing, elements, (x, y), row.stops[-1].net, True)


def _point(drawing: Any, elements: Any, part: Part, at: Point) -> None:
    """A test point."""
    drawing += elements.Dot(open=True).at(at)
    _text(drawing, elements, (at[0] - 0.2, at[1]), _words(part), "right")
    drawing += elements.Line().at(at).to((at[0] + 0.6, at[1]))
    _tag(drawing, elements, (at[0] + 0.6, at[1]), part.nets["1"], True)


def _box(drawing: Any, elements: Any, part: Part, x: float, top: float) -> float:
    """A part with many pins as a box, half of its pins on each side, as on the part; how deep it is."""
    pins = list(symbols.pins(part).items())
    half = (len(pins) + 1) // 2
    deep = _PITCH * half + 0.3
    drawing += elements.Rect(corner1=(0, 0), corner2=(_WIDE, deep)).at((x, top - deep)).theta(0)
    _text(drawing, elements, (x + _WIDE / 2, top + 0.3), _words(part), size=11)
    for number, (pin, (name, _)) in enumerate(pins):
        right = number >= half
        place = len(pins) - 1 - number if right else number
        edge, y = x + (_WIDE if right else 0.0), top - _PITCH * (place + 0.5) - 0.15
        away = 1 if right else -1
        drawing += elements.Line().at((edge, y)).to((edge + 0.55 * away, y))
        if name != pin:
            _text(drawing, elements, (edge - 0.15 * away, y), name, "right" if right else "left")
        _text(drawing, elements, (edge + 0.24 * away, y + 0.2), pin, size=8)
        if pin in part.nets:
            _tag(drawing, elements, (edge + 0.55 * away, y), part.nets[pin], right)
        else:
            drawing += elements.NoConnect().at((edge + 0.55 * away, y)).theta(0)
    return deep


def svg(sheet: str) -> str:
    """The drawing of a sheet. Raises SchemdrawMissing."""
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
    left, y = _COLUMN if boxes else 0.0, 0.0
    for part in boxes:
        y -= _box(drawing, elements, part, 0.0, y) + 1.0
    for number, row in enumerate(rows(sheet)):
        column = number // ROWS_IN_COLUMN.get(sheet, 99)
        y = 0.0 if number % ROWS_IN_COLUMN.get(sheet, 99) == 0 else y
        _row(drawing, elements, row, left + column * 7.0, y - 0.3)
        y -= 2.9 if any(stop.shunts for stop in row.stops) else 1.5
    points = [part for part in SHEETS[sheet]() if len(part.nets) == 1]
    for number, part in enumerate(points):
        _point(drawing, elements, part, (7.0 * (number // 6), -1.0 * (number % 6)))
    return str(drawing.get_imagedata("svg").decode())


def write(folder: Path = DRAWINGS) -> list[Path]:
    """Draw every sheet; what was written. Raises SchemdrawMissing."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for sheet in SHEETS:
        path = folder / f"{sheet}.svg"
        path.write_text(f"{svg(sheet).rstrip()}\n<!-- {checksum_comment(sheet)} -->\n", encoding="utf-8")
        made.append(path)
    return made


def stale(folder: Path = DRAWINGS) -> list[str]:
    """The drawings that do not belong to the netlist as it is now, by name."""
    found = []
    for sheet in SHEETS:
        path = folder / f"{sheet}.svg"
        if not path.exists() or checksum_comment(sheet) not in path.read_text(encoding="utf-8"):
            found.append(path.name)
    return found + sorted(path.name for path in folder.glob("*.*") if path.stem not in SHEETS)
