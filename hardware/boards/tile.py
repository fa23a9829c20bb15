"""The LED tile: 64 WS2812B-2020-V6 at 4.0 mm on 33 x 33 mm, two layers, in one serpentine chain from the upper left.

Front: LEDs, capacitors and a 5 V zone. Back: the two connectors and a ground zone. Parts, nets and positions
come from tile_plan.py. The pins of the LEDs are netlist.LED_PINS.
"""

from typing import Any

import pcbnew as kicad

from hardware.boards import REVISION, tile_plan
from hardware.boards.drawing import Drawing
from hardware.boards.netlist import Part
from hardware.boards.tile_plan import CELLS, COUNT, GROUND, PITCH, PLUG_LABELS, SIZE, SUPPLY, data

LANE = 1.1
"""x of the vias at the left edge, and of the track that returns the data of the last LED, on the back."""

TURN, TURN_WIDTH = 0.685, 0.2
"""Distance of the data track around the end of a row from the pads, and its width: far enough from the V-cut."""

CAPACITOR_VIA = 1.15
"""Distance of the ground via from the center of its capacitor."""

VIA_OFF = 0.8
"""Distance of the vias at the left edge from the middle of the pads that they connect."""

LED_VIA, FIRST_ROW_VIA = (0.7, 1.18), (1.75, 1.18)
"""Distance of the ground via from the center of its LED: not in a pad, into which solder would flow away.

In the first row the tabs of the connectors are on the back, except in the last column.
"""


def draw() -> Drawing:
    """Draws a single tile, with the square corners that V-cuts leave."""
    drawing = Drawing("tile", SIZE, SIZE)
    drawing.sheet = "/"
    drawing.outline()
    add(drawing)
    return drawing


def add(drawing: Drawing) -> None:
    """Adds everything but the outline to a drawing, at its origin."""
    leds = [_led(drawing, index) for index in range(COUNT)]
    for row, column in tile_plan.CAPACITOR_CELLS:
        _capacitor(drawing, row, column)
    for index in range(len(leds) - 1):
        _data_track(drawing, index, leds[index], leds[index + 1])
    for number, hole in enumerate(tile_plan.holes(), 1):
        drawing.place("sixpip:tile-hole", f"H{number}", "M1.6", hole).Reference().SetVisible(False)
    _input(drawing, leds[0])
    _output(drawing, leds[-1])
    drawing.zone(SUPPLY, back=False, solid=True, size=(SIZE, SIZE))
    drawing.zone(GROUND, back=True, size=(SIZE, SIZE))
    _labels(drawing)


def _place(drawing: Drawing, part: Part) -> Any:
    """Adds a part without its reference and connects its pads."""
    made = drawing.place(part.footprint, part.reference, part.value, (part.x, part.y), part.rotation, part.back)
    made.Reference().SetVisible(False)
    drawing.connect(made, part.nets)
    return made


def _led(drawing: Drawing, index: int) -> Any:
    """Adds an LED and a ground via next to it; the 5 V zone continues under its body, so there is no via."""
    row, column = tile_plan.led_cell(index)
    part = tile_plan.led(index)
    led = _place(drawing, part)
    across, up = FIRST_ROW_VIA if not row and column < CELLS - 1 else LED_VIA
    side = -1 if row % 2 else 1
    via = (part.x + across * side, part.y - up * side)
    drawing.via(via, GROUND)
    drawing.track([drawing.pad(led, "2"), via], GROUND, 0.3)
    return led


def _capacitor(drawing: Drawing, row: int, column: int) -> None:
    """Adds 100 nF below a cell, with a ground via next to its ground pin. Spokes connect it to the 5 V zone: a pad that
    cools faster than the other one lifts a part of this size.
    """
    part = tile_plan.capacitor(row, column)
    made = _place(drawing, part)
    for pad in made.Pads():
        pad.SetLocalZoneConnection(kicad.ZONE_CONNECTION_THERMAL)
    via = (part.x + (-CAPACITOR_VIA if part.rotation else CAPACITOR_VIA), part.y)
    drawing.via(via, GROUND)
    drawing.track([drawing.pad(made, "2"), via], GROUND, 0.3)


def _data_track(drawing: Drawing, index: int, led: Any, following: Any) -> None:
    """Adds the data track from one LED to the next, along the row or around its end."""
    start, end = drawing.pad(led, "1"), drawing.pad(following, "3")
    side = -1 if tile_plan.led_cell(index)[0] % 2 else 1
    along = (index + 1) % CELLS != 0
    turn = start[0] + side * (1.385 if along else TURN)
    points = [start, (turn, start[1]), (turn, end[1]), end]
    drawing.track(points, data(index + 1), 0.25 if along else TURN_WIDTH)


def _supply_vias(drawing: Drawing, plug: Any, x: float) -> None:
    """Connects the 5 V pin of a connector to the front through two vias between the LEDs."""
    pad = drawing.pad(plug, "2")
    gap = PITCH * 2 + 0.5
    drawing.track([pad, (pad[0], gap - 0.9), (x, gap - 0.4), (x, gap + 0.4)], SUPPLY, 0.5, back=True)
    drawing.via((x, gap - 0.4), SUPPLY)
    drawing.via((x, gap + 0.4), SUPPLY)


def _input(drawing: Drawing, first: Any) -> None:
    """Adds connector J1, IN, at the left as seen from the front."""
    part = tile_plan.plug("J1")
    plug = _place(drawing, part)
    _supply_vias(drawing, plug, part.x)
    pin, entry = drawing.pad(plug, "3"), drawing.pad(first, "3")
    via = (LANE, entry[1] - VIA_OFF)
    drawing.track([entry, (LANE, entry[1]), via], data(0), TURN_WIDTH)
    drawing.via(via, data(0))
    drawing.track([via, (LANE, 3.5), (pin[0], 3.5), pin], data(0), back=True)


def _output(drawing: Drawing, last: Any) -> None:
    """Adds connector J2, OUT, at the right; the last LED is at the lower left."""
    part, net = tile_plan.plug("J2"), data(COUNT)
    plug = _place(drawing, part)
    _supply_vias(drawing, plug, part.x)
    pin, end = drawing.pad(plug, "3"), drawing.pad(last, "1")
    via = (LANE, end[1] - VIA_OFF)
    drawing.track([end, (LANE, end[1]), via], net, TURN_WIDTH)
    drawing.via(via, net)
    lane = part.x - 1.5 * PITCH
    drawing.track([via, (LANE, 13.5), (lane, 13.5), (lane, 3.5), (pin[0], 3.5), pin], net, back=True)


def _labels(drawing: Drawing) -> None:
    """Adds the text on the back, readable with the connectors at the top, between the rows of vias."""
    center = SIZE / 2
    for reference, label in PLUG_LABELS.items():
        drawing.text(label, (tile_plan.plug(reference).x, 10.9), 1.4, back=True)
    drawing.text("SIXPIP TILE", (center, 14.1), 1.6, back=True)
    drawing.text(REVISION.upper(), (center, 18.9), 1.2, back=True)
    drawing.text("GND DATA 5V GND", (center, 22.1), 1.0, back=True)
    drawing.text("NOT QWIIC: 5 V!", (center, 26.9), 1.0, back=True)
    drawing.text("DICE TOP", (center, 2.2), 1.0, back=True)
