"""The outlines of the parts on a board, read with pcbnew and written as JSON for the pictures.

Coordinates in mm from the lower left corner of the board, y up, as in the Gerbers.
"""

import json
from pathlib import Path
from typing import Any

import pcbnew as kicad


def write(board: Any, path: Path) -> None:
    """Writes reference, side, bounding box and pin 1 of each part that has a drawn body."""
    origin = board.GetDesignSettings().GetAuxOrigin()

    def place(x: int, y: int) -> list[float]:
        return [round(kicad.ToMM(x - origin.x), 3), round(kicad.ToMM(origin.y - y), 3)]

    found = []
    for part in sorted(board.GetFootprints(), key=lambda one: one.GetReference()):
        layer = kicad.B_Fab if part.IsFlipped() else kicad.F_Fab
        shapes = [one for one in part.GraphicalItems() if one.GetLayer() == layer and not hasattr(one, "GetText")]
        corners = [place(*corner) for one in shapes for corner in _corners(one.GetBoundingBox())]
        first = part.FindPadByNumber("1")
        if corners and first:
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            box = [min(xs), min(ys), max(xs), max(ys)]
            entry = {"reference": part.GetReference(), "value": part.GetValue(), "back": part.IsFlipped(), "box": box}
            found.append(entry | {"pin1": place(*first.GetPosition()), "pads": len(part.Pads())})
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _corners(box: Any) -> list[tuple[int, int]]:
    """Returns two opposite corners of a box of KiCad."""
    return [(box.GetX(), box.GetY()), (box.GetRight(), box.GetBottom())]
