"""Checks the layout of the perfboard against the netlist and the harness of the tabletop, and for mechanical faults.

`problems` returns a sentence for each fault. It derives the connections from holes and wires alone, not from net names.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from hardware import dimensions
from hardware.boards import netlist
from hardware.perfboard import grid, layout
from hardware.perfboard.grid import Hole, NoSuchHole
from hardware.perfboard.layout import Place
from hardware.wiring.harness import CONSOLES

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""

NOT_ON_THE_BOARD = ("J", "JP", "SW", "TP", "H", "FID")
"""Parts of the carrier that the perfboard does not have: connectors, jumpers, buttons, test points and so on."""

CORNER_HOLE = dimensions.TABLETOP_MM["perf_hole"]
"""Distance of the holes in the corners from both edges."""

PICO_OFFSET = 1.5
"""Largest distance in mm of the Pico's axis from the middle of the board, for the USB opening of the case (assumed)."""


class Layout(NamedTuple):
    """A layout to check: parts, holes of the panel wires, bare wires and insulated wires."""

    places: tuple[Place, ...] = layout.PLACES
    panel: dict[str, str] = layout.PANEL
    tracks: dict[str, str] = layout.TRACKS
    wires: dict[str, str] = layout.WIRES


class Terminal(NamedTuple):
    """A lead or panel wire in a hole: what it is, and its net ("" for a lead without connection)."""

    label: str
    net: str
    hole: Hole


def required_parts() -> dict[str, netlist.Part]:
    """Returns the parts of the netlist that belong on the perfboard, by reference."""
    return {
        part.reference: part
        for part in netlist.tabletop_parts()
        if part.reference.rstrip("0123456789") not in NOT_ON_THE_BOARD
    }


def harness_plugs() -> dict[str, list[str]]:
    """Returns the nets of the wires that leave the board, in order, by name of the plug."""
    plugs = [plug for harness in CONSOLES["tabletop"]() for plug in harness.plugs if plug.name.startswith("PERF ")]
    return {plug.name.removeprefix("PERF "): [net for _, _, net in plug.pins] for plug in plugs}


def lead_holes(place: Place) -> list[Hole]:
    """Returns the holes of the leads of a part. Raises NoSuchHole."""
    first = grid.hole(place.first)
    found = []
    for offset in grid.PACKAGES[place.package].leads:
        x, y = grid.turned(offset, place.turns)
        found.append(grid.hole(grid.name((first[0] + x, first[1] + y))))
    return found


def body(place: Place) -> Box:
    """Returns the outline of a part, centered on its leads."""
    package = grid.PACKAGES[place.package]
    columns, rows = zip(*(grid.position(hole) for hole in lead_holes(place)), strict=True)
    x, y = (min(columns) + max(columns)) / 2, (min(rows) + max(rows)) / 2
    width, height = package.size if place.turns % 2 == 0 else package.size[::-1]
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def terminals(given: Layout) -> list[Terminal]:
    """Returns all leads and panel wires. Raises NoSuchHole."""
    parts = required_parts()
    found = []
    for place in given.places:
        nets = parts[place.reference].nets if place.reference in parts else {}
        for (label, pin), hole in zip(place.leads, lead_holes(place), strict=True):
            found.append(Terminal(f"{place.name}.{label or pin}", nets.get(pin, ""), hole))
    for name, nets_of_plug in harness_plugs().items():
        for number, (net, where) in enumerate(zip(nets_of_plug, given.panel.get(name, "").split()), 1):
            found.append(Terminal(f"{name}.{number}", net, grid.hole(where)))
    return found


def ends(wires: dict[str, str]) -> list[tuple[str, Hole, Hole]]:
    """Returns the net and both ends of every wire. Raises NoSuchHole."""
    pairs = [(net, wire.partition("-")) for net, text in wires.items() for wire in text.split()]
    return [(net, grid.hole(names[0]), grid.hole(names[2])) for net, names in pairs]


def passed(start: Hole, end: Hole) -> list[Hole]:
    """Returns every hole that a straight bare wire passes. Raises NoSuchHole when it is not along the grid."""
    (x, y), (to_x, to_y) = start, end
    if (x == to_x) == (y == to_y):
        raise NoSuchHole(f"The bare wire {grid.name(start)}-{grid.name(end)} is not along the grid.")
    steps = max(abs(to_x - x), abs(to_y - y))
    return [(x + (to_x - x) * step // steps, y + (to_y - y) * step // steps) for step in range(steps + 1)]


class Groups:
    """Holes that are connected."""

    def __init__(self, given: Layout) -> None:
        self._parent: dict[Hole, Hole] = {}
        for _, start, end in ends(given.tracks):
            for hole in passed(start, end):
                self._parent[self.root(hole)] = self.root(start)
        for _, start, end in ends(given.wires):
            self._parent[self.root(start)] = self.root(end)

    def root(self, hole: Hole) -> Hole:
        """Returns the hole that stands for all holes connected to `hole`."""
        while self._parent.setdefault(hole, hole) != hole:
            hole = self._parent[hole]
        return hole


def problems(given: Layout | None = None) -> list[str]:
    """Returns a sentence for each fault of a layout."""
    given = given or Layout()
    try:
        return [*_missing(given), *_holes(given), *_connections(given), *_bodies(given), *_pico(given)]
    except NoSuchHole as error:
        return [str(error)]


def _missing(given: Layout) -> Iterator[str]:
    """Yields a sentence for each missing or unknown part, lead and panel wire."""
    parts, placed = required_parts(), {place.reference for place in given.places}
    yield from (f"{name} is not on the board." for name in sorted(set(parts) - placed))
    yield from (f"{name} is not in the netlist." for name in sorted(placed - set(parts)))
    for name, part in parts.items():
        pins = {pin for place in given.places if place.reference == name for _, pin in place.leads}
        yield from (f"{name} has no lead for pin {pin}." for pin in sorted(set(part.nets) - pins) if name in placed)
    plugs = harness_plugs()
    for name in sorted(set(plugs) | set(given.panel)):
        count = len(given.panel.get(name, "").split())
        if count != len(plugs.get(name, [])):
            yield f"{name} has {count} holes, {len(plugs.get(name, []))} required."


def _holes(given: Layout) -> Iterator[str]:
    """Yields a sentence for each hole with two leads, and for each hole outside of the part of the board in use."""
    used = Counter(terminal.hole for terminal in terminals(given))
    for hole, count in used.items():
        if count > 1:
            labels = " and ".join(one.label for one in terminals(given) if one.hole == hole)
            yield f"{labels} share hole {grid.name(hole)}."
    last = grid.hole(f"{grid.LAST_COLUMN}{grid.LAST_ROW}")
    for hole in {*used, *(hole for _, *both in ends(given.tracks | given.wires) for hole in both)}:
        if hole[0] > last[0] or hole[1] > last[1]:
            yield f"{grid.name(hole)} does not exist on a board of 24 x 30 holes."


def _connections(given: Layout) -> Iterator[str]:
    """Yields a sentence for each net that is not fully connected, for each short circuit, and for each wrong wire."""
    groups = Groups(given)
    nets: dict[str, list[Terminal]] = {}
    members: dict[Hole, list[Terminal]] = {}
    for one in terminals(given):
        nets.setdefault(one.net or one.label, []).append(one)
        members.setdefault(groups.root(one.hole), []).append(one)
    for net, connected in sorted(nets.items()):
        apart = {groups.root(one.hole) for one in connected}
        if len(apart) > 1:
            smallest = min(apart, key=lambda root: len(members[root]))
            label = next(one.label for one in connected if groups.root(one.hole) == smallest)
            yield f"{net} is not connected to {label}."
    for group in members.values():
        shorted = {one.net or one.label: one.label for one in group}
        if len(shorted) > 1:
            yield f"{' and '.join(sorted(shorted))} are connected: {', '.join(sorted(shorted.values()))}."
    for net, start, end in [*ends(given.tracks), *ends(given.wires)]:
        if net not in {one.net for one in members.get(groups.root(start), [])}:
            yield f"The wire {grid.name(start)}-{grid.name(end)} is not part of {net}."


def _bodies(given: Layout) -> Iterator[str]:
    """Yields a sentence for each overlap of parts, for each part over another lead or wire, or too close to an edge."""
    outlines = [(place, body(place)) for place in given.places]
    for number, (place, outline) in enumerate(outlines):
        if outline[1] < grid.MM["clear_edge"] or outline[3] > grid.HEIGHT - grid.MM["clear_edge"]:
            yield f"{place.name} is too close to the upper or lower edge."
        for other, second in outlines[:number]:
            if overlap(place, outline, other, second):
                yield f"{other.name} and {place.name} overlap."
        own = [grid.position(hole) for hole in lead_holes(place)]
        left, top, right, bottom = outline
        left, right = min(left, *(x for x, _ in own)), max(right, *(x for x, _ in own))
        top, bottom = min(top, *(y for _, y in own)), max(bottom, *(y for _, y in own))
        for one in terminals(given):
            x, y = grid.position(one.hole)
            if left < x < right and top < y < bottom and not one.label.startswith(f"{place.name}."):
                yield f"{place.name} covers {one.label} in {grid.name(one.hole)}."


def overlap(one: Place, first: Box, other: Place, second: Box) -> bool:
    """Returns whether two bodies overlap; a round one is a circle."""
    if first[0] >= second[2] or second[0] >= first[2] or first[1] >= second[3] or second[1] >= first[3]:
        return False
    round_one, round_other = (grid.PACKAGES[place.package].round for place in (one, other))
    if round_other and not round_one:
        return overlap(other, second, one, first)
    if not round_one:
        return True
    x, y, radius = (first[0] + first[2]) / 2, (first[1] + first[3]) / 2, (first[2] - first[0]) / 2
    if round_other:
        far_x, far_y = (second[0] + second[2]) / 2, (second[1] + second[3]) / 2
        return (x - far_x) ** 2 + (y - far_y) ** 2 < (radius + (second[2] - second[0]) / 2) ** 2
    near_x, near_y = min(max(x, second[0]), second[2]), min(max(y, second[1]), second[3])
    return (x - near_x) ** 2 + (y - near_y) ** 2 < radius**2


def _pico(given: Layout) -> Iterator[str]:
    """Yields a sentence if the USB socket of the Pico is not at the left edge, in the middle of the board's height."""
    for place in given.places:
        if place.package == "Pico":
            left, top, _, bottom = body(place)
            if place.turns or place.first[0] != "A":
                yield "The USB socket of the Pico is not at the left edge."
            if abs((top + bottom) / 2 - grid.HEIGHT / 2) > PICO_OFFSET:
                yield "The Pico is not in the middle of the board: its USB socket misses the opening of the case."
