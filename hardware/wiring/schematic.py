"""The schematic, drawn from the carrier's netlist with schemdraw: one sheet a group of parts, a tag at each pin.

Nets are joined by their names. What is joined stands in hardware/boards/netlist.py.
"""

import hashlib
import re
from pathlib import Path
from typing import Any

from hardware import FOLDER
from hardware.boards import REVISION, netlist
from hardware.boards.netlist import Part
from hardware.wiring import symbols

DRAWINGS = FOLDER / "wiring" / "schematic"
SHEETS = {
    "pico": lambda: [part for part in netlist.parts() if part.reference == "U1"],
    "power": netlist.power,
    "dice": netlist.lights,
    "screen-and-sound": netlist.screen_and_sound,
    "buttons": netlist.keys,
    "test-points": netlist.test_points,
}
"""Every sheet by name, with the parts on it."""

_COLUMN, _ROW, _ROWS = 9.5, 2.2, 6
_MARK = "made from netlist "


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


def mark(sheet: str) -> str:
    """The words by which a drawing names the netlist that it was made from."""
    return _MARK + hashlib.sha256(listing(sheet).encode()).hexdigest()[:16]


def _element(elements: Any, part: Part) -> Any:
    """The symbol of a part with two pads."""
    kinds = {"R": elements.Resistor, "C": elements.Capacitor, "D": elements.Schottky, "F": elements.Fuse}
    kinds |= {"SW": elements.Button, "LS": elements.Crystal}
    letters = re.match(r"[A-Z]+", part.reference)
    kind = kinds[letters.group()] if letters else elements.Resistor
    if part.footprint == netlist.BULK:
        kind = elements.Capacitor2
    return kind(reverse=True) if part.reference == "D1" else kind()


def _tag(drawing: Any, elements: Any, at: tuple[float, float], word: str, right: bool) -> None:
    """A net's name at the end of a wire."""
    drawing += elements.Tag(width=2.9).at(at).label(word, fontsize=9).theta(0 if right else 180)


def _two(drawing: Any, elements: Any, part: Part, x: float, y: float) -> None:
    """A part with two pads between its tags."""
    start, end = part.nets["1"], part.nets["2"]
    drawing += _element(elements, part).at((x, y)).to((x + 2.4, y)).label(f"{part.reference} {part.value}", fontsize=10)
    _tag(drawing, elements, (x, y), start, False)
    _tag(drawing, elements, (x + 2.4, y), end, True)


def _point(drawing: Any, elements: Any, part: Part, x: float, y: float) -> None:
    """A test point."""
    drawing += elements.Dot(open=True).at((x, y)).label(f"{part.reference} {part.value}", "top", fontsize=10)
    _tag(drawing, elements, (x, y), part.nets["1"], True)


def _box(drawing: Any, elements: Any, part: Part, x: float, y: float) -> float:
    """A part with many pins as a box, half of its pins on each side; how deep it is."""
    pins = list(symbols.pins(part).items())
    half = (len(pins) + 1) // 2
    sides = {pin: "left" if number < half else "right" for number, (pin, _) in enumerate(pins)}
    order = [*pins[:half], *reversed(pins[half:])]
    made = [
        elements.IcPin(name=name, pin=pin, side=sides[pin], anchorname=f"p{pin}", slot=None)
        for pin, (name, _) in reversed(order)
    ]
    box = elements.Ic(pins=made, pinspacing=0.9, edgepadW=1.2, leadlen=0.5, size=(4.6, 0.9 * half + 0.4))
    drawing += (placed := box.at((x, y)).anchor("center").label(f"{part.reference} {part.value}", "top", fontsize=11))
    for pin, _ in pins:
        net = part.nets.get(pin)
        at = getattr(placed.absanchors, f"p{pin}", None) or placed.absanchors[f"p{pin}"]
        if net:
            _tag(drawing, elements, (at[0], at[1]), net, sides[pin] == "right")
        else:
            drawing += elements.NoConnect().at((at[0], at[1]))
    return 0.9 * half + 2.2


def svg(sheet: str) -> str:
    """The drawing of a sheet. Raises SchemdrawMissing."""
    if missing():
        raise SchemdrawMissing(missing())
    import schemdraw
    from schemdraw import elements

    schemdraw.use("svg")
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=10, lw=1.4)
    boxes = [part for part in SHEETS[sheet]() if len(symbols.pins(part)) > 2]
    others = [part for part in SHEETS[sheet]() if len(symbols.pins(part)) <= 2]
    drawing += elements.Label().at((-2, 2.4)).label(f"Sixpip {sheet}, {REVISION}, not yet built", fontsize=13, halign="left")
    y = 0.0
    for part in boxes:
        deep = 0.9 * ((len(symbols.pins(part)) + 1) // 2) + 2.2
        _box(drawing, elements, part, 2.5, y - deep / 2)
        y -= deep
    x = 12.5 if boxes else 2.0
    for number, part in enumerate(others):
        place = (x + _COLUMN * (number // _ROWS), -_ROW * (number % _ROWS))
        (_point if len(part.nets) == 1 else _two)(drawing, elements, part, *place)
    return drawing.get_imagedata("svg").decode()


def write(folder: Path = DRAWINGS) -> list[Path]:
    """Draw every sheet; what was written. Raises SchemdrawMissing."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for sheet in SHEETS:
        path = folder / f"{sheet}.svg"
        path.write_text(f"{svg(sheet).rstrip()}\n<!-- {mark(sheet)} -->\n", encoding="utf-8")
        made.append(path)
    return made


def stale(folder: Path = DRAWINGS) -> list[str]:
    """The drawings that do not belong to the netlist as it is now, by name."""
    found = []
    for sheet in SHEETS:
        path = folder / f"{sheet}.svg"
        if not path.exists() or mark(sheet) not in path.read_text(encoding="utf-8"):
            found.append(path.name)
    return found + sorted(path.name for path in folder.glob("*.*") if path.stem not in SHEETS)
