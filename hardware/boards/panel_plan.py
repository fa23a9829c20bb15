"""The plan of the panel: six tiles in three columns and two rows, between two rails, separated by V-cuts.

V-cuts instead of mouse bites: they leave straight edges on all four sides without nubs to file, and cost no more. Their
tolerance of 0.4 mm (JLCPCB) is more than the 0.2 mm of a routed edge (assumed), but the pins of the case hold a tile by
its holes, and two tiles are 2 mm apart. Needs no KiCad; panel.py draws the panel. Lengths in mm, y down.
"""

from collections.abc import Iterable
from typing import NamedTuple

from hardware import dimensions

Point = tuple[float, float]

TILE = dimensions.MM["tile_size"]
COLUMNS, ROWS = 3, 2
RAIL = 8.0
"""Width of the rails along the two long sides: 5 mm or more, and space for fiducials 4 mm from the edge."""

WIDTH, HEIGHT = COLUMNS * TILE, ROWS * TILE + 2 * RAIL
"""At least 70 mm for V-cuts (JLCPCB)."""

COPPER_TO_CUT = 0.8
"""Least distance of copper from the center of a V-cut: the strictest rule found (assumed; JLCPCB asks for 0.4 mm)."""

PART_TO_CUT = 1.0
"""Least distance of a part on the front from a V-cut: the blade that separates the panel needs it (assumed)."""


CAPACITOR_ACROSS_CUT = 5.0
"""Least distance of a ceramic capacitor from a V-cut that its longer side points to: the panel is broken by hand, and
bending cracks a capacitor along its length (assumed, from guides of capacitor makers).
"""


class Item(NamedTuple):
    """A part or a piece of copper on the panel: its name, its bounding box and its least distance from V-cuts.

    `across` is its least distance from the V-cuts that its longer side points to, if it is not `distance`.
    """

    name: str
    start: Point
    end: Point
    distance: float
    across: float = 0.0

    def required(self, axis: int) -> float:
        """Returns the least distance from the cuts that limit x (axis 0) or y (axis 1)."""
        size = [end - start for start, end in zip(self.start, self.end, strict=True)]
        return max(self.distance, self.across) if size[axis] > size[1 - axis] else self.distance


def cuts() -> list[tuple[Point, Point]]:
    """Returns the ends of each V-cut; all of them cross the whole panel, as manufacturers require."""
    ys = [RAIL + row * TILE for row in range(ROWS + 1)]
    xs = [column * TILE for column in range(1, COLUMNS)]
    return [((0.0, y), (WIDTH, y)) for y in ys] + [((x, 0.0), (x, HEIGHT)) for x in xs]


def origins() -> list[Point]:
    """Returns the upper left corner of each tile, row by row."""
    return [(column * TILE, RAIL + row * TILE) for row in range(ROWS) for column in range(COLUMNS)]


def too_near(found: Iterable[Item]) -> list[str]:
    """Returns a sentence for each item that is too near to a V-cut or across it."""
    messages = []
    for item in found:
        for (x0, y0), (x1, _) in cuts():
            axis = 0 if x0 == x1 else 1  # a vertical cut limits x, a horizontal one y
            line = (x0, y0)[axis]
            distance = max(item.start[axis] - line, line - item.end[axis])
            if distance < item.required(axis) - 1e-3:
                messages.append(
                    f"{item.name} is {distance:.2f} mm from the V-cut at {'xy'[axis]} {line:g} mm, "
                    f"{item.required(axis):g} mm required."
                )
    return messages
