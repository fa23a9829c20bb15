"""The resistance of tracks, which KiCad's design rules do not know. Needs no KiCad. The other rules for tracks are in
hardware/carrier/carrier.kicad_dru.
"""

import heapq
import math

from hardware.boards import board_file
from hardware.boards.board_file import Pad, Point, Segment

SHEET_OHM = 0.5e-3
"""Resistance of a square of 35 um copper, computed from 1.72e-8 ohm m."""

SUPPLY_PATH = (("5V_IN", "J1.1", "F1.1"), ("5V", "F1.2", "U2.1"), ("LED_5V", "U2.6", "J2.2"))
"""The tracks from the converter to the first die: net and pads."""


def supply_ohm() -> float:
    """Returns the resistance of SUPPLY_PATH on the carrier."""
    total = 0.0
    for net, start, end in SUPPLY_PATH:
        first, last = (board_file.pad(*name.split(".")) for name in (start, end))
        total += resistance(board_file.tracks(net), first, last)
    return total


def resistance(tracks: list[Segment], start: Pad, end: Pad) -> float:
    """Returns the resistance of the best path of tracks between two pads, without vias; infinite when there is none."""
    steps: dict[Point, list[tuple[Point, float]]] = {}
    for one in tracks:
        ohm = math.dist(one.start, one.end) / one.width * SHEET_OHM
        steps.setdefault(one.start, []).append((one.end, ohm))
        steps.setdefault(one.end, []).append((one.start, ohm))
    queue = [(0.0, where) for where in steps if start.has(where)]
    best = {where: 0.0 for _, where in queue}
    while queue:
        spent, where = heapq.heappop(queue)
        if end.has(where):
            return spent
        for other, ohm in steps[where]:
            if spent + ohm < best.get(other, math.inf):
                best[other] = spent + ohm
                heapq.heappush(queue, (spent + ohm, other))
    return math.inf
