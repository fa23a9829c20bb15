"""The carrier: Pico, level shifter, rail switch, OLED, nine buttons, buzzer, connectors and test points on one board.

Parts and nets come from netlist.py, the tracks from router.py. Ground fills both sides. The front faces the player.
"""

from typing import Any

import pcbnew as kicad

from hardware import dimensions, power
from hardware.boards import netlist, track_rules
from hardware.boards.copper import BACK, FRONT, Shape
from hardware.boards.drawing import CLEARANCE, VIA_WIDTH, Drawing, Point
from hardware.boards.netlist import Part
from hardware.boards.router import STEP, TWIN_STEPS, Neck, Router
from hardware.boards.silkscreen import CARRIER_TEXT, REFERENCE_AT

MM = dimensions.MM
WIDTH, HEIGHT = dimensions.carrier_size()
WIDTHS = {netlist.V5_IN: 1.2, netlist.V5: 1.2, netlist.LED_5V: 1.2, netlist.VSYS: 0.6, netlist.V33: 0.6}
"""Widths of power tracks in mm."""

NECK = Neck(0.4, 2.5)
"""Power tracks may be this narrow near a pad, where they do not fit between its neighbors."""

THIN = 0.3
"""Width of all other tracks in mm."""

EDGE = 0.5
"""Distance between copper and the edge of the board in mm."""

MARGIN = 0.06
"""Extra clearance in mm: the router checks grid points only, and diagonal tracks come closer between them."""

FIRST = (
    netlist.V5_IN,
    netlist.CELL,
    "RISE",
    "DISCHARGE",
    netlist.V5,
    netlist.LED_5V,
    "LED_SHIFTED",
    netlist.VSYS,
    "OLED_PIN1",
    "OFF_DRIVE",
    "OFF_LATCH",
    "HOLD",
)
"""Nets in tight places, which are routed first. The others follow, shortest first."""


LABEL_AT = {netlist.BUTTON: (3.25, 8.0), netlist.TEST: (0.0, -2.1), netlist.PLUG: (0.0, 5.2)}
LABEL_AT |= {netlist.HEADER3: (2.54, 2.4)}
"""Offset of the label from the origin of a part, right and down."""


SUPPLY_PATH = (("J1.1", "F1.1"), ("F1.2", "U2.1"), ("U2.6", "J2.2"))
"""The tracks from the converter to the first die, as pads."""


class RuleBroken(Exception):
    """The tracks of the board break a rule of track_rules.py; the message has a sentence for each."""


def board_point(x: float, y: float) -> Point:
    """Converts case coordinates to board coordinates (y down)."""
    gap = MM["carrier_gap"]
    return x - gap, HEIGHT - (y - gap)


def draw() -> Drawing:
    """Draws the whole carrier. Raises RuleBroken."""
    drawing = Drawing("carrier", WIDTH, HEIGHT)
    drawing.outline(3.0)
    router = Router(WIDTH, HEIGHT, CLEARANCE + MARGIN, EDGE, VIA_WIDTH)
    pads: dict[str, list[Shape]] = {}
    by_name: dict[str, Shape] = {}
    for part in netlist.parts():
        added = _add(drawing, part)
        for pad, shape in zip(added.Pads(), _shapes(drawing, added), strict=True):
            router.shapes.append(shape)
            by_name[f"{part.reference}.{pad.GetNumber()}"] = shape
            if shape.net:
                pads.setdefault(shape.net, []).append(shape)
    _route(drawing, router, pads)
    broken = track_rules.problems(router.segments, pads, WIDTHS, NECK.reach + TWIN_STEPS * STEP, netlist.CELL)
    broken += track_rules.resistance_problems(router.segments, by_name, SUPPLY_PATH, power.VALUES["track_ohm"])
    if broken:
        raise RuleBroken(" ".join(broken))
    drawing.zone(netlist.GND, back=False)
    drawing.zone(netlist.GND, back=True)
    _labels(drawing)
    return drawing


def _add(drawing: Drawing, part: Part) -> Any:
    """Adds one part and connects its pads."""
    where = board_point(part.x, part.y)
    made = drawing.place(part.footprint, part.reference, part.value, where, part.rotation, part.back)
    drawing.connect(made, part.nets)
    if part.footprint in (netlist.HOLE, netlist.TEST):
        made.Reference().SetVisible(False)
    if part.footprint in REFERENCE_AT:
        across, down = REFERENCE_AT[part.footprint]
        made.Reference().SetPosition(drawing.to_kicad((where[0] + across, where[1] + down)))
    return made


def _shapes(drawing: Drawing, part: Any) -> list[Shape]:
    """Returns the pads and holes of a part as obstacles for the router."""
    found = []
    for index, pad in enumerate(part.Pads()):
        box = pad.GetBoundingBox()
        corner = drawing.to_mm(box.GetPosition())
        end = drawing.to_mm(box.GetEnd())
        layers = tuple(layer for layer, copper in ((FRONT, kicad.F_Cu), (BACK, kicad.B_Cu)) if pad.IsOnLayer(copper))
        plated = pad.GetAttribute() != kicad.PAD_ATTRIB_NPTH
        net = (pad.GetNetname() or f"{part.GetReference()} pad {index}") if plated else None
        found.append(Shape(corner, end, 0.0, layers or (FRONT, BACK), net))
    return found


def _route(drawing: Drawing, router: Router, pads: dict[str, list[Shape]]) -> None:
    """Routes every net with two or more pads, except ground, which gets zones and stitching vias."""
    nets = [net for net, shapes in pads.items() if len(shapes) > 1 and net != netlist.GND]
    nets.sort(key=lambda net: (FIRST.index(net) if net in FIRST else len(FIRST), _half_perimeter(pads[net])))
    router.add_ground_vias(netlist.GND, pads[netlist.GND], THIN)
    for net in nets:
        router.route(net, pads[net], WIDTHS.get(net, THIN), NECK if net in WIDTHS else None)
    router.add_stitching_vias(netlist.GND, 5.08)
    for segment in router.segments:
        if segment.layer < 0:
            drawing.via(segment.start, segment.net)
        else:
            drawing.track([segment.start, segment.end], segment.net, segment.width, back=segment.layer == BACK)


def _half_perimeter(shapes: list[Shape]) -> float:
    """Returns half the perimeter of the bounding box of all pads of a net."""
    xs, ys = [shape.start[0] for shape in shapes], [shape.start[1] for shape in shapes]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _labels(drawing: Drawing) -> None:
    """Adds the labels of connectors, buttons and test points, and the notes for assembly."""
    for part in netlist.parts():
        if part.label:
            x, y = board_point(part.x, part.y)
            across, down = LABEL_AT[part.footprint]
            drawing.text(part.label, (x + across, y + down), 1.1, back=part.back)
    for text, x, y, size, back in CARRIER_TEXT:
        drawing.text(text, board_point(x, y), size, back=back)
