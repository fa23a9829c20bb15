"""Reads the board of the carrier (.kicad_pcb) as KiCad 9 saves it: positions, texts, tracks, pads. Needs no KiCad.

Positions are in the coordinates of hardware/dimensions.py: mm, y up, seen from the front.
"""

import functools
import math
import re
from typing import NamedTuple

from hardware import dimensions
from hardware.boards import exports, s_expression
from hardware.boards.s_expression import child, children, value

Point = tuple[float, float]

_BLOCK = re.compile(r"\n\t\((footprint|segment|gr_text)\b.*?\n\t\)", re.DOTALL)
_ORIGIN = re.compile(r"\(aux_axis_origin (\S+) (\S+)\)")
_AT = re.compile(r"\n\t\t\(at (\S+) (\S+?)(?: (\S+))?\)")
_SIDE = re.compile(r'\n\t\t\(layer "([FB])\.')
_REFERENCE = re.compile(r'\(property "Reference" "([^"]+)"')
_ENDS = re.compile(r"\(start (\S+) (\S+)\)\s*\(end (\S+) (\S+)\)\s*\(width (\S+)\)")


class Place(NamedTuple):
    """The position of a part or a text, its rotation in degrees counterclockwise, and whether it is on the back."""

    x: float
    y: float
    rotation: float
    back: bool


class Segment(NamedTuple):
    """A straight piece of track."""

    start: Point
    end: Point
    width: float


class Pad(NamedTuple):
    """The rectangle around a pad."""

    low: Point
    high: Point

    def has(self, point: Point) -> bool:
        """Returns whether a point is in the pad."""
        return all(low - 1e-6 <= one <= high + 1e-6 for low, one, high in zip(self.low, point, self.high, strict=True))


@functools.cache
def _text() -> str:
    """Returns the text of the file."""
    return exports.BOARD.read_text(encoding="utf-8")


@functools.cache
def _blocks(kind: str) -> tuple[str, ...]:
    """Returns the text of each footprint, segment or gr_text."""
    return tuple(found[0] for found in _BLOCK.finditer(_text()) if found[1] == kind)


@functools.cache
def _origin() -> Point:
    """Returns the lower left corner of the board in KiCad's coordinates: its drill and placement origin."""
    found = _ORIGIN.search(_text())
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def _point(x: str | float, y: str | float) -> Point:
    """Converts KiCad's coordinates."""
    gap = dimensions.MM["carrier_gap"]
    return round(float(x) - _origin()[0] + gap, 4), round(_origin()[1] - float(y) + gap, 4)


def _place(block: str) -> Place:
    """Returns the position of a footprint or a text."""
    at, side = _AT.search(block), _SIDE.search(block)
    x, y, rotation = at.groups() if at else ("0", "0", "0")
    return Place(*_point(x, y), float(rotation or 0), side is not None and side[1] == "B")


@functools.cache
def places() -> dict[str, Place]:
    """Returns the position of each part by its reference."""
    return {found[1]: _place(block) for block in _blocks("footprint") if (found := _REFERENCE.search(block))}


def texts() -> list[tuple[str, Place]]:
    """Returns the texts of the board that belong to no part."""
    return [(s_expression.parse(block)[1], _place(block)) for block in _blocks("gr_text")]


def tracks(net: str) -> list[Segment]:
    """Returns the tracks of a net, named without its sheet."""
    numbers = {
        found[1] for found in re.finditer(r'\n\t\(net (\d+) "(?:[^"]*/)?([^"/]*)"\)', _text()) if found[2] == net
    }
    found = []
    for block in _blocks("segment"):
        number, ends = re.search(r"\(net (\d+)\)", block), _ENDS.search(block)
        if number and ends and number[1] in numbers:
            x0, y0, x1, y1, width = ends.groups()
            found.append(Segment(_point(x0, y0), _point(x1, y1), float(width)))
    return found


def pad(reference: str, number: str) -> Pad:
    """Returns a pad of a part."""
    tree = s_expression.parse(next(one for one in _blocks("footprint") if f'"Reference" "{reference}"' in one))
    _, left, top, *turned = child(tree, "at")
    turn = math.radians(float(turned[0]) if turned else 0.0)
    one = next(one for one in children(tree, "pad") if one[1] == number)
    _, across, down, *rest = child(one, "at")
    x = float(left) + float(across) * math.cos(turn) + float(down) * math.sin(turn)
    y = float(top) - float(across) * math.sin(turn) + float(down) * math.cos(turn)
    sideways = round((float(rest[0]) if rest else 0.0) / 90) % 2
    width, height = (float(size) / 2 for size in child(one, "size")[1:3][:: -1 if sideways else 1])
    middle = _point(x, y)
    return Pad((middle[0] - width, middle[1] - height), (middle[0] + width, middle[1] + height))


def revision() -> str:
    """Returns the revision in the title block."""
    return value(s_expression.parse(_text()[:20000].partition("(layers")[0] + ")"), "title_block", "rev")
