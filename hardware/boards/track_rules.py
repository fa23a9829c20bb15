"""Rules for the tracks of a routed board that KiCad's design rule check does not know. Needs no KiCad.

Lengths in mm, resistances in ohm. `segments` are those of the router, `pads` the pads of the parts by net.
"""

import heapq
import math
from collections.abc import Iterable

from hardware.boards.copper import Point, Segment, Shape, distance

CELL_LIMIT = 20.0
"""Total length of the tracks of the cell, which has no fuse on the board."""

PAIR_DISTANCE = 1.0
"""Greatest distance of the two vias of a power net."""

SHEET_OHM = 0.5e-3
"""Resistance of a square of 35 um copper, computed from 1.72e-8 ohm m."""

Pads = dict[str, list[Shape]]


def problems(segments: list[Segment], pads: Pads, widths: dict[str, float], neck: float, cell: str) -> list[str]:
    """Returns a sentence for each rule that is broken.

    `widths`: the full width of each power net; `neck`: how far from a pad a narrower track may reach; `cell`: the net
    that must be short.
    """
    found = _vias_in_pads(segments, pads)
    length = sum(math.dist(one.start, one.end) for one in segments if one.net == cell)
    if length > CELL_LIMIT:
        found.append(f"{cell} has no fuse and is {length:.0f} mm long, more than {CELL_LIMIT:.0f} mm: move R3 and R14.")
    for net, width in widths.items():
        own = [one for one in segments if one.net == net]
        found += _narrow_tracks(own, pads[net], width, neck)
        found += _single_vias(own)
    return found


def _vias_in_pads(segments: list[Segment], pads: Pads) -> list[str]:
    """Finds vias in pads of surface-mount parts: the solder flows into them."""
    smd = [pad for shapes in pads.values() for pad in shapes if len(pad.layers) == 1]
    return [
        f"A via of {one.net} is in a pad at {_place(one.start)}."
        for one in segments
        if one.layer < 0 and any(distance(one.start, pad) < one.width / 2 for pad in smd)
    ]


def _narrow_tracks(own: list[Segment], pads: list[Shape], width: float, neck: float) -> list[str]:
    """Finds narrow tracks of a power net that are not at a pad, nor between two vias."""
    vias = [one.start for one in own if one.layer < 0]
    found = []
    for one in own:
        between_vias = one.start in vias and one.end in vias and math.dist(one.start, one.end) <= PAIR_DISTANCE
        if one.layer < 0 or one.width >= width or between_vias:
            continue
        far = max(min(distance(end, pad) for pad in pads) for end in (one.start, one.end))
        if far > neck:
            found.append(
                f"A track of {one.net} at {_place(one.start)} is {one.width} mm wide, {far:.1f} mm from a pad."
            )
    return found


def _single_vias(own: list[Segment]) -> list[str]:
    """Finds vias of a power net without a second one next to them."""
    vias = [one.start for one in own if one.layer < 0]
    return [
        f"{own[0].net} has a single via at {_place(one)}."
        for one in vias
        if not any(0 < math.dist(one, other) <= PAIR_DISTANCE for other in vias)
    ]


def resistance_problems(
    segments: list[Segment], pads: dict[str, Shape], path: tuple[tuple[str, str], ...], limit: float
) -> list[str]:
    """Returns a sentence when the tracks between pairs of pads ("F1.2") have more than `limit` ohm together."""
    ohm = sum(resistance(segments, pads[start].net or "", pads[start], pads[end]) for start, end in path)
    if ohm <= limit:
        return []
    return [f"The tracks from {path[0][0]} to {path[-1][1]} have {ohm:.3f} ohm, more than {limit} ohm."]


def resistance(segments: Iterable[Segment], net: str, start: Shape, end: Shape) -> float:
    """Returns the resistance of the best path of tracks between two pads, without vias; infinite when there is none."""
    steps: dict[Point, list[tuple[Point, float]]] = {}
    for one in segments:
        if one.net == net and one.layer >= 0:
            ohm = math.dist(one.start, one.end) / one.width * SHEET_OHM
            steps.setdefault(one.start, []).append((one.end, ohm))
            steps.setdefault(one.end, []).append((one.start, ohm))
    queue = [(0.0, where) for where in steps if distance(where, start) == 0]
    best = {where: 0.0 for _, where in queue}
    while queue:
        spent, where = heapq.heappop(queue)
        if distance(where, end) == 0:
            return spent
        for other, ohm in steps[where]:
            if spent + ohm < best.get(other, math.inf):
                best[other] = spent + ohm
                heapq.heappush(queue, (spent + ohm, other))
    return math.inf


def _place(point: Point) -> str:
    """Returns a position in words: from the left and upper edge."""
    return f"{point[0]:.1f}, {point[1]:.1f}"
