"""The routes of the wires in both closed cases: one for each cable of hardware/wiring/harness.py.

A route is a line of corners in the coordinates of hardware/dimensions.py; the space around it is as wide as the bundle
of wires. The routes are design choices; the slack of the wires is not part of them. The lead of the cell, W1, is in
keepouts.py. Needs trimesh.
"""

import itertools
from collections.abc import Iterable
from typing import NamedTuple

import trimesh

from hardware import dimensions
from hardware.boards import netlist
from hardware.case.purchased_parts import FRONT, box
from hardware.case.sizes import SIZE
from hardware.perfboard import grid, layout
from hardware.wiring import harness

MM, TABLE = dimensions.MM, dimensions.TABLETOP_MM
Corner = tuple[float, float, float]

OUTSIDE = {
    "22 AWG": SIZE["wire_22awg"],
    "24 AWG": SIZE["wire_24awg"],
    "26 AWG": SIZE["wire_26awg"],
    "28 AWG": SIZE["wire_28awg"],
}
"""Outside diameter of a wire with its insulation, by gauge."""

BUNDLE = {2: 2.0, 3: 2.16, 4: 2.42, 5: 2.71}
"""Diameter of a round bundle by its number of wires, in diameters of one wire."""

LANE = 23.8
"""Height of the wires in the tabletop: between the parts of the perfboard and the modules."""

HEAD_LANE, CHAIN_LANE, BUTTON_LANE, LOWER_LANE = 178.0, 113.0, 111.0, 90.0
"""y of the free lanes of the tabletop: below the head strip, two above and one below the upper panel buttons."""


class Route(NamedTuple):
    """The route of a cable; two neighboring corners differ in one coordinate. `ends` are the parts that it enters."""

    cable: harness.Cable
    corners: tuple[Corner, ...]
    ends: tuple[str, ...] = ()

    @property
    def diameter(self) -> float:
        """The diameter of the bundle."""
        return BUNDLE[len(self.cable.wires)] * OUTSIDE[self.cable.gauge]

    @property
    def length(self) -> float:
        """The length of the route without slack."""
        pairs = itertools.pairwise(self.corners)
        return sum(abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True))

    def mesh(self) -> trimesh.Trimesh:
        """Returns the space of the bundle."""
        legs, half = [], self.diameter / 2
        for one, other in itertools.pairwise(self.corners):
            low = [min(pair) - half for pair in zip(one, other, strict=True)]
            high = [max(pair) + half for pair in zip(one, other, strict=True)]
            middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
            legs.append(box(middle, (high[0] - low[0], high[1] - low[1]), low[2], high[2]))
        return trimesh.boolean.union(legs, engine="manifold")


def cables(harnesses: Iterable[harness.Harness]) -> dict[str, harness.Cable]:
    """Returns the cables of a console by name."""
    return {cable.name: cable for one in harnesses for cable in one.cables}


def boost_row(mm: dict[str, float]) -> tuple[Corner, Corner]:
    """Returns both ends of the wires above the row of pins of the converter, the left one first."""
    right = dimensions.case_size(mm)[0] - mm["wall"] - mm["boost_wall_gap"]
    y = mm["boost_y"] + mm["boost_width"] / 2 - SIZE["boost_pins_edge"]
    z = mm["floor"] + mm["boost_rest"] + mm["pcb"] + SIZE["boost_wires_height"]
    return (right - SIZE["boost_wires_left"], y, z), (right - SIZE["boost_wires_right"], y, z)


# --- handheld


def _handheld_supply() -> tuple[Corner, ...]:
    """Returns the route of W2: from the bend behind J1 in a loop next to the cell, and to the pins of the converter."""
    part = next(part for part in netlist.parts() if part.reference == "J1")
    x, y = part.x - (len(part.nets) - 1), part.y - 11.25
    _, (end, row, z) = boost_row(MM)
    aside, above, turn = x - 11.0, row + 6.0, MM["battery_x"] + MM["battery_length"] / 2 + 14.0
    return (x, y, z), (aside, y, z), (aside, above, z), (turn, above, z), (turn, row, z), (end, row, z)


def _handheld_chain() -> list[tuple[Corner, ...]]:
    """Returns the routes of the chain in its order: along the upper edges of the tiles, in front of the connectors."""
    places = {part.reference: part for part in netlist.parts()}
    centers, side = dimensions.tile_centers(), MM["tile_plug_x"]
    y, z, plug = centers[0][1] + MM["tile_size"] / 2 + 2.42, FRONT + 4.3, FRONT + 2.0
    starts = [places["J2"].x - 5.0, *(x + side for x, _ in centers)]
    ends = [*(x - side for x, _ in centers), places["J3"].x + 5.0]
    return [
        ((start, y, plug), (start, y, z), (end, y, z), (end, y, plug)) for start, end in zip(starts, ends, strict=True)
    ]


def handheld() -> list[Route]:
    """Returns the routes in the handheld, except for the lead of the cell."""
    known = cables(harness.handheld())
    chain = [Route(known[f"W{number}"], corners) for number, corners in enumerate(_handheld_chain(), 3)]
    return [Route(known["W2"], _handheld_supply()), *chain]


# --- tabletop


def _from_board(plug: str) -> tuple[Corner, Corner]:
    """Returns the middle of the solder holes of a cable on the perfboard, and the corner above it."""
    places = [grid.position(grid.hole(name)) for name in layout.PANEL[plug].split()]
    center = dimensions.panel()["PERF"]
    x = center[0] - grid.WIDTH / 2 + sum(place[0] for place in places) / len(places)
    y = center[1] + grid.HEIGHT / 2 - sum(place[1] for place in places) / len(places)
    return (x, y, TABLE["floor"] + TABLE["perf_rest"] + TABLE["pcb"] + 2.0), (x, y, LANE)


def _to_panel(plug: str, place: dimensions.Point, lane: float, back: float) -> tuple[Corner, ...]:
    """Returns the route from the perfboard along the lane at y, and from below to a part whose back is at z."""
    start, above = _from_board(plug)
    x, y, below = place[0], place[1], back - 3.0
    way = (above[0], lane, LANE), (x, lane, LANE), (x, lane, below), (x, y, below), (x, y, back + 1.0)
    return start, above, *way


def _panel_routes(known: dict[str, harness.Cable]) -> list[Route]:
    """Returns the routes to buttons, OLED and switch: W10 to W20."""
    panel, back = harness.PANEL, TABLE["depth"] - TABLE["panel_reach"]
    found = []
    for number, name in enumerate(harness.BUTTONS, 1):
        upper = BUTTON_LANE if number <= TABLE["tile_columns"] else panel[name][1] + 13.0
        lane = HEAD_LANE if name in ("ROLL", "BANK", "MENU") else upper
        corners = _to_panel(name, panel[name], lane, back)
        found.append(Route(known[f"W{number + 9}"], corners, ("perfboard", f"button {number}")))
    start, above = _from_board("OLED")
    pins = panel["OLED"][1] + TABLE["oled_pins_y"] - TABLE["oled_y"]
    x, end = panel["OLED"][0], TABLE["depth"] - TABLE["roof"] - 2.0
    along = (above[0], HEAD_LANE, LANE), (x, HEAD_LANE, LANE), (x, pins, LANE), (x, pins, end)
    found.append(Route(known["W19"], (start, above, *along), ("perfboard", "oled")))
    switch = _to_panel("SWITCH", panel["SW10"], HEAD_LANE, TABLE["depth"] - TABLE["roof"] - SIZE["toggle_depth"])
    return [*found, Route(known["W20"], switch, ("perfboard", "SW10"))]


def _chain_routes(known: dict[str, harness.Cable]) -> list[Route]:
    """Returns the routes of the chain: W3 to W9."""
    pads = [
        (x + side * SIZE["module_pad_x"], y, TABLE["tile_z"] - 2.0)
        for x, y in dimensions.tile_centers(TABLE)
        for side in (-1, 1)
    ]
    levels = [(x, y, LANE) for x, y, _ in pads]
    first, over_first = _from_board("LED OUT")
    last, over_last = _from_board("LED END")
    found = [
        Route(
            known["W3"],
            (first, over_first, (over_first[0], pads[0][1], LANE), levels[0], pads[0]),
            ("perfboard", "module 1"),
        )
    ]
    for die in range(1, len(pads) // 2):
        out, into = levels[2 * die - 1], levels[2 * die]
        lanes = ((out[0], CHAIN_LANE, LANE), (into[0], CHAIN_LANE, LANE)) if out[1] != into[1] else ()
        corners = (pads[2 * die - 1], out, *lanes, into, pads[2 * die])
        found.append(Route(known[f"W{die + 3}"], corners, (f"module {die}", f"module {die + 1}")))
    lanes = (levels[-1][0], LOWER_LANE, LANE), (over_last[0], LOWER_LANE, LANE)
    corners = (pads[-1], levels[-1], *lanes, over_last, last)
    return [*found, Route(known["W9"], corners, ("module 6", "perfboard"))]


def _tabletop_supply() -> tuple[Corner, ...]:
    """Returns the route of W2: from the converter past the cell, along the floor, and from above to the perfboard."""
    _, (end, row, z) = boost_row(TABLE)
    start, above = _from_board("POWER")
    edge = dimensions.panel()["PERF"][0] + TABLE["perf_width"] / 2 + 5.0
    turn = TABLE["battery_x"] + TABLE["battery_length"] / 2 + 15.0
    along = (end, row, z), (turn, row, z), (turn, above[1], z), (edge, above[1], z), (edge, above[1], LANE)
    return *along, above, start


def tabletop() -> list[Route]:
    """Returns the routes in the tabletop, except for the lead of the cell."""
    known = cables(harness.tabletop())
    supply = Route(known["W2"], _tabletop_supply(), ("perfboard",))
    return [supply, *_chain_routes(known), *_panel_routes(known)]
