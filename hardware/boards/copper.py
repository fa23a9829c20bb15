"""Pads and tracks of a board as data, for the router and its rules. Needs no KiCad.

Lengths in mm, x to the right, y down.
"""

import math
from typing import NamedTuple

Point = tuple[float, float]
FRONT, BACK = 0, 1


class Shape(NamedTuple):
    """Copper or a hole: the rectangle between two corners, or a capsule if it has a radius. Holes have no net."""

    start: Point
    end: Point
    radius: float
    layers: tuple[int, ...]
    net: str | None


class Segment(NamedTuple):
    """A straight piece of track on a layer, or a via (start equals end, layer -1)."""

    start: Point
    end: Point
    layer: int
    net: str
    width: float


def distance(point: Point, shape: Shape) -> float:
    """Returns the distance from a point to a rectangle, or to the center line of a capsule."""
    (x, y), (x0, y0), (x1, y1) = point, shape.start, shape.end
    if not shape.radius:
        across, down = max(min(x0, x1) - x, 0, x - max(x0, x1)), max(min(y0, y1) - y, 0, y - max(y0, y1))
        return math.hypot(across, down)
    squared = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / squared)) if squared else 0.0
    return math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0))
