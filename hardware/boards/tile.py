"""The LED tile: 64 WS2812B-2020 at 4.0 mm on 33 x 33 mm, two layers, in one serpentine chain from the upper left.

Front: LEDs, capacitors and a 5 V zone. Back: the two connectors and a ground zone. Parts, nets and positions
come from tile_plan.py. The pins of the LEDs are netlist.LED_PINS; those of the XL-2020RGBC may differ: check its
datasheet before you order.
"""

from typing import Any

from hardware.boards import REVISION, tile_plan
from hardware.boards.drawing import Drawing
from hardware.boards.netlist import Part
from hardware.boards.tile_plan import CELLS, COUNT, GROUND, PITCH, PLUG_LABELS, SIZE, SUPPLY, data

LANE = 0.72
"""x of the track along the left edge that returns the data of the last LED, on the back."""

CAPACITOR_VIA = 1.15
"""Distance of the ground via from the center of its capacitor."""

LED_VIA, FIRST_ROW_VIA = (0.7, 1.18), (1.75, 1.18)
"""Distance of the ground via from the center of its LED: not in a pad, into which solder would flow away.

In the first row the tabs of the connectors are on the back.
"""


def draw() -> Drawing:
    """Draws a single tile, with the square corners that V-cuts leave."""
    drawing = Drawing("tile", SIZE, SIZE)
    drawing.outline(0.0)
    add(drawing)
    return drawing


def add(drawing: Drawing) -> None:
    """Adds everything but the outline to a drawing, at its origin."""
    leds = [_led(drawing, index) for index in range(COUNT)]
    for row in range(CELLS - 1):
        for column in range(CELLS):
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
    if tile_plan.turns_at_left(row, column):
        via = (
            part.x - CAPACITOR_VIA,
            part.y + PITCH / 2,
        )  # the next data track is in the way: share the via of the capacitor below
    else:
        across, up = LED_VIA if row else FIRST_ROW_VIA
        side = -1 if row % 2 else 1
        via = (part.x + across * side, part.y - up * side)
        drawing.via(via, GROUND)
    drawing.track([drawing.pad(led, "2"), via], GROUND, 0.3)
    return led


def _capacitor(drawing: Drawing, row: int, column: int) -> None:
    """Adds 100 nF below a cell, with a ground via next to its ground pin."""
    part = tile_plan.capacitor(row, column)
    made = _place(drawing, part)
    via = (part.x + (-CAPACITOR_VIA if part.rotation else CAPACITOR_VIA), part.y)
    drawing.via(via, GROUND)
    drawing.track([drawing.pad(made, "2"), via], GROUND, 0.3)


def _data_track(drawing: Drawing, index: int, led: Any, following: Any) -> None:
    """Adds the data track from one LED to the next, along the row or around its end."""
    start, end = drawing.pad(led, "1"), drawing.pad(following, "3")
    side = -1 if tile_plan.led_cell(index)[0] % 2 else 1
    turn = start[0] + side * (1.385 if (index + 1) % CELLS else 1.0)
    drawing.track([start, (turn, start[1]), (turn, end[1]), end], data(index + 1))


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
    via = (LANE, entry[1])
    drawing.track([entry, via], data(0))
    drawing.via(via, data(0))
    drawing.track([via, (LANE, 3.5), (pin[0], 3.5), pin], data(0), back=True)


def _output(drawing: Drawing, last: Any) -> None:
    """Adds connector J2, OUT, at the right; the last LED is at the lower left."""
    part, net = tile_plan.plug("J2"), data(COUNT)
    plug = _place(drawing, part)
    _supply_vias(drawing, plug, part.x)
    pin, end = drawing.pad(plug, "3"), drawing.pad(last, "1")
    via = (LANE, end[1])
    drawing.track([end, via], net)
    drawing.via(via, net)
    lane = part.x - 1.5 * PITCH
    drawing.track([via, (LANE, 13.5), (lane, 13.5), (lane, 3.5), (pin[0], 3.5), pin], net, back=True)


def _labels(drawing: Drawing) -> None:
    """Adds the text on the back, readable with the connectors at the top."""
    center = SIZE / 2
    for reference, label in PLUG_LABELS.items():
        drawing.text(label, (tile_plan.plug(reference).x, 8.2), 1.4, back=True)
    drawing.text("SIXPIP TILE", (center, 17.6), 1.6, back=True)
    drawing.text(REVISION.upper(), (center, 20.2), 1.2, back=True)
    drawing.text("GND DATA 5V GND", (center, 22.4), 1.0, back=True)
    drawing.text("NOT QWIIC: 5 V!", (center, 24.4), 1.0, back=True)
    drawing.text("DICE TOP", (center, 2.2), 1.0, back=True)
