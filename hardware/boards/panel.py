"""Draws the panel of panel_plan.py: six tiles, rails, fiducials and tooling holes.

The assembler places the parts on the front. The connectors on the back are soldered by hand, after the panel is
separated.
"""

import re
from typing import Any

import pcbnew as kicad

from hardware.boards import REVISION, tile
from hardware.boards.drawing import Drawing
from hardware.boards.panel_plan import (
    CAPACITOR_ACROSS_CUT,
    COPPER_TO_CUT,
    HEIGHT,
    PART_TO_CUT,
    RAIL,
    WIDTH,
    Item,
    Point,
    cuts,
    origins,
)

FIDUCIAL = "sixpip:fiducial"


def draw() -> Drawing:
    """Draws the whole panel; the parts and nets of the first tile begin with T1_."""
    drawing = Drawing("panel", WIDTH, HEIGHT)
    drawing.outline()
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
        mark = drawing.place(FIDUCIAL, f"FID{number}", "1 mm", where)
        mark.Reference().SetVisible(False)
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
            boxes = [
                _box(drawing, shape) for shape in shapes if shape.GetClass() not in ("MTEXT", "FP_TEXT", "PCB_TEXT")
            ]
            one = _around(part.GetReference(), boxes, PART_TO_CUT)
            found.append(one._replace(across=CAPACITOR_ACROSS_CUT) if "_C" in one.name else one)
        for pad in part.Pads():
            if pad.GetNetname():
                found.append(_around(f"a pad of {part.GetReference()}", [_box(drawing, pad)], COPPER_TO_CUT))
    for track in drawing.board.GetTracks():
        found.append(_around(f"a track of {track.GetNetname()}", [_box(drawing, track)], COPPER_TO_CUT))
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
