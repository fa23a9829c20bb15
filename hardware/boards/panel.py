"""The panel to order: six tiles in three columns and two rows, between two rails, separated by V-cuts.

V-cuts instead of mouse bites: they leave straight edges on all four sides without nubs to file, and cost no more. Their
tolerance of 0.4 mm (JLCPCB) is more than the 0.2 mm of a routed edge, but the pins of the case hold a tile by its
holes, and two tiles are 2 mm apart. The assembler places the parts on the front. The connectors on the back are
soldered by hand, after the panel is separated.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import pcbnew as kicad

from hardware.boards import REVISION, tile
from hardware.boards.drawing import EDGE_CLEARANCE, Drawing, Point

COLUMNS, ROWS = 3, 2
RAIL = 8.0
"""Width of the rails along the two long sides in mm: a conveyor holds 3 to 5 mm of it (assumed)."""

WIDTH, HEIGHT = COLUMNS * tile.SIZE, ROWS * tile.SIZE + 2 * RAIL
FIDUCIAL = "Fiducial:Fiducial_1mm_Mask2mm"
PART_TO_CUT = 1.0
"""Least distance of a part on the front from a V-cut or a rail in mm: the wheel that cuts the panel needs it (assumed).

Copper needs EDGE_CLEARANCE (JLCPCB: 0.4 mm).
"""


class Item(NamedTuple):
    """A part or a piece of copper on the panel: its name, its bounding box and its least distance from V-cuts."""

    name: str
    start: Point
    end: Point
    distance: float


def cuts() -> list[tuple[Point, Point]]:
    """Returns the ends of each V-cut; all of them cross the whole panel, as manufacturers require."""
    ys = [RAIL + row * tile.SIZE for row in range(ROWS + 1)]
    xs = [column * tile.SIZE for column in range(1, COLUMNS)]
    return [((0.0, y), (WIDTH, y)) for y in ys] + [((x, 0.0), (x, HEIGHT)) for x in xs]


def origins() -> list[Point]:
    """Returns the upper left corner of each tile, row by row."""
    return [(column * tile.SIZE, RAIL + row * tile.SIZE) for row in range(ROWS) for column in range(COLUMNS)]


def draw() -> Drawing:
    """Draws the whole panel; the parts and nets of the first tile begin with T1_."""
    drawing = Drawing("panel", WIDTH, HEIGHT)
    drawing.outline(0.0)
    for start, end in cuts():
        drawing.cut(start, end)
    for number, origin in enumerate(origins(), 1):
        drawing.origin, drawing.prefix = origin, f"T{number}_"
        tile.add(drawing)
    drawing.origin, drawing.prefix = (0.0, 0.0), ""
    _rails(drawing)
    return drawing


def _rails(drawing: Drawing) -> None:
    """Adds fiducials, tooling holes and text to the rails; three fiducials show which way up the panel is."""
    upper, lower = RAIL / 2, HEIGHT - RAIL / 2
    for number, where in enumerate(((12.0, upper), (WIDTH - 12.0, upper), (12.0, lower)), 1):
        drawing.place(FIDUCIAL, f"FID{number}", "1 mm", where).Reference().SetVisible(False)
    corners = [(x, y) for y in (upper, lower) for x in (5.0, WIDTH - 5.0)]
    for number, where in enumerate(corners, 1):
        drawing.place("sixpip:tooling-hole", f"H{number}", "tooling", where).Reference().SetVisible(False)
    drawing.text(f"SIXPIP TILES {REVISION.upper()}: PARTS ON THIS SIDE ONLY", (WIDTH / 2, upper), 1.2)
    drawing.text("V-CUT ON ALL LINES BETWEEN TILES AND RAILS", (WIDTH / 2, lower), 1.2)
    drawing.text("NO PARTS ON THIS SIDE", (WIDTH / 2, lower), 1.2, back=True)


def items(drawing: Drawing) -> list[Item]:
    """Returns the bodies of the parts on the front, and all copper of the tiles."""
    found = []
    for part in drawing.board.GetFootprints():
        if re.fullmatch(r"T\d+_[CD]\d+", part.GetReference()):
            shapes = [shape for shape in part.GraphicalItems() if shape.GetLayer() == kicad.F_Fab]
            boxes = [_box(drawing, shape) for shape in shapes if shape.GetClass() not in ("MTEXT", "FP_TEXT", "PCB_TEXT")]
            found.append(_around(part.GetReference(), boxes, PART_TO_CUT))
        for pad in part.Pads():
            if pad.GetNetname():
                found.append(_around(f"a pad of {part.GetReference()}", [_box(drawing, pad)], EDGE_CLEARANCE))
    for track in drawing.board.GetTracks():
        found.append(_around(f"a track of {track.GetNetname()}", [_box(drawing, track)], EDGE_CLEARANCE))
    return found


def _box(drawing: Drawing, shape: Any) -> tuple[Point, Point]:
    """Returns two opposite corners of the bounding box of an item of KiCad."""
    box = shape.GetBoundingBox()
    return drawing.to_mm(box.GetPosition()), drawing.to_mm(box.GetEnd())


def _around(name: str, boxes: list[tuple[Point, Point]], distance: float) -> Item:
    """Returns the item that encloses all boxes."""
    xs = [x for box in boxes for x, _ in box]
    ys = [y for box in boxes for _, y in box]
    return Item(name, (min(xs), min(ys)), (max(xs), max(ys)), distance)


def too_near(found: Iterable[Item]) -> list[str]:
    """Returns a sentence for each item that is too near to a V-cut or across it."""
    messages = []
    for item in found:
        for (x0, y0), (x1, y1) in cuts():
            axis = 0 if x0 == x1 else 1  # a vertical cut limits x, a horizontal one y
            line = (x0, y0)[axis]
            distance = max(item.start[axis] - line, line - item.end[axis])
            if distance < item.distance - 1e-3:
                messages.append(
                    f"{item.name} is {distance:.2f} mm from the V-cut at {'xy'[axis]} {line:g} mm, "
                    f"{item.distance:g} mm required."
                )
    return messages
