"""The LED tile: 64 WS2812B-2020 at 4.0 mm on 33 x 33 mm, two layers, in one serpentine chain from the upper left.

Front: LEDs, capacitors and a 5 V zone. Back: the two connectors and a ground zone. Parts and nets come from
tile_plan.py. The pins of the LEDs are netlist.LED_PINS; those of the XL-2020RGBC may differ: check its datasheet before
you order.
"""

from typing import Any

from hardware import dimensions
from hardware.boards import REVISION, netlist, tile_plan
from hardware.boards.drawing import Drawing, Point
from hardware.boards.tile_plan import CELLS, GROUND, SUPPLY, data

MM = dimensions.MM
PITCH = MM["led_pitch"]
SIZE = MM["tile_size"]
LED = "LED_SMD:LED_WS2812B-2020_PLCC4_2.0x2.0mm"
CAPACITOR = "Capacitor_SMD:C_0402_1005Metric"
PLUG = "Connector_JST:JST_SH_SM04B-SRSS-TB_1x04-1MP_P1.00mm_Horizontal"
LANE = 0.72
"""x of the track along the left edge that returns the data of the last LED, on the back."""

CAPACITOR_VIA = 1.15
"""Distance of the ground via from the center of its capacitor."""

LED_VIA, FIRST_ROW_VIA = (0.7, 1.18), (1.75, 1.18)
"""Distance of the ground via from the center of its LED: not in a pad, into which solder would flow away.

In the first row the tabs of the connectors are on the back.
"""

PLUG_Y = 3.75
"""Distance of the connectors' centers from the upper edge: their pads are between two rows of vias."""


def led_cell(index: int) -> tuple[int, int]:
    """Returns row and column of an LED: even rows run to the right, odd rows to the left."""
    row, column = divmod(index, CELLS)
    return row, CELLS - 1 - column if row % 2 else column


def middle(row: int, column: int) -> Point:
    """Returns the center of a cell."""
    margin = (SIZE - CELLS * PITCH) / 2
    return margin + PITCH * (column + 0.5), margin + PITCH * (row + 0.5)


def holes() -> list[Point]:
    """Returns the centers of the mounting holes."""
    return [(SIZE / 2 + x, SIZE / 2 - y) for x, y in dimensions.TILE_HOLES]


def draw() -> Drawing:
    """Draws a single tile, with the square corners that V-cuts leave."""
    drawing = Drawing("tile", SIZE, SIZE)
    drawing.outline(0.0)
    add(drawing)
    return drawing


def add(drawing: Drawing) -> None:
    """Adds everything but the outline to a drawing, at its origin."""
    leds = [_led(drawing, index) for index in range(CELLS * CELLS)]
    for row in range(CELLS - 1):
        for column in range(CELLS):
            _capacitor(drawing, row, column)
    for index in range(len(leds) - 1):
        _data_track(drawing, index, leds[index], leds[index + 1])
    for number, hole in enumerate(holes(), 1):
        drawing.place("sixpip:tile-hole", f"H{number}", "M1.6", hole).Reference().SetVisible(False)
    _input(drawing, leds[0])
    _output(drawing, leds[-1])
    drawing.zone(SUPPLY, back=False, solid=True, size=(SIZE, SIZE))
    drawing.zone(GROUND, back=True, size=(SIZE, SIZE))
    _labels(drawing)


def _led(drawing: Drawing, index: int) -> Any:
    """Adds an LED and a ground via next to it; the 5 V zone continues under its body, so there is no via."""
    row, column = led_cell(index)
    x, y = middle(row, column)
    side = -1 if row % 2 else 1
    reference, nets = tile_plan.led(index)
    led = drawing.place(LED, reference, tile_plan.LED, (x, y), 0 if row % 2 else 180)
    led.Reference().SetVisible(False)
    drawing.connect(led, nets)
    if _turns_at_left(row, column):
        via = (
            x - CAPACITOR_VIA,
            y + PITCH / 2,
        )  # the next data track is in the way: share the via of the capacitor below
    else:
        across, up = LED_VIA if row else FIRST_ROW_VIA
        via = (x + across * side, y - up * side)
        drawing.via(via, GROUND)
    drawing.track([drawing.pad(led, "2"), via], GROUND, 0.3)
    return led


def _turns_at_left(row: int, column: int) -> bool:
    """Returns whether the chain continues to the next row at the left edge here."""
    return bool(row % 2) and column == 0 and row < CELLS - 1


def _capacitor(drawing: Drawing, row: int, column: int) -> None:
    """Adds 100 nF below a cell, with its ground via on the side without a mounting hole."""
    x, y = middle(row, column)
    y += PITCH / 2
    hole_right = any(abs(hx - x - PITCH / 2) < 0.1 and abs(hy - y) < 0.1 for hx, hy in holes())
    side = -1 if hole_right or _turns_at_left(row, column) else 1
    reference, nets = tile_plan.capacitor(row, column)
    part = drawing.place(CAPACITOR, reference, tile_plan.CAPACITOR, (x, y), 0 if side == 1 else 180)
    part.Reference().SetVisible(False)
    drawing.connect(part, nets)
    via = (x + CAPACITOR_VIA * side, y)
    drawing.via(via, GROUND)
    drawing.track([drawing.pad(part, "2"), via], GROUND, 0.3)


def _data_track(drawing: Drawing, index: int, led: Any, following: Any) -> None:
    """Adds the data track from one LED to the next, along the row or around its end."""
    start, end = drawing.pad(led, "1"), drawing.pad(following, "3")
    side = -1 if led_cell(index)[0] % 2 else 1
    turn = start[0] + side * (1.385 if (index + 1) % CELLS else 1.0)
    drawing.track([start, (turn, start[1]), (turn, end[1]), end], data(index + 1))


def _plug(drawing: Drawing, reference: str, x: float, signal: str) -> Any:
    """Adds a four-pin connector on the back, opening at the upper edge: GND, 5 V, data, GND."""
    plug = drawing.place(PLUG, reference, tile_plan.PLUG, (x, PLUG_Y), 0, back=True)
    drawing.connect(plug, netlist.tile_plug(signal))
    plug.Reference().SetVisible(False)
    return plug


def _supply_vias(drawing: Drawing, plug: Any, x: float) -> None:
    """Connects the 5 V pin of a connector to the front through two vias between the LEDs."""
    pad = drawing.pad(plug, "2")
    gap = PITCH * 2 + 0.5
    drawing.track([pad, (pad[0], gap - 0.9), (x, gap - 0.4), (x, gap + 0.4)], SUPPLY, 0.5, back=True)
    drawing.via((x, gap - 0.4), SUPPLY)
    drawing.via((x, gap + 0.4), SUPPLY)


def _input(drawing: Drawing, first: Any) -> None:
    """Adds connector J1, IN, at the left as seen from the front."""
    x = SIZE / 2 - MM["tile_plug_x"]
    plug = _plug(drawing, "J1", x, data(0))
    _supply_vias(drawing, plug, x)
    pin, entry = drawing.pad(plug, "3"), drawing.pad(first, "3")
    via = (LANE, entry[1])
    drawing.track([entry, via], data(0))
    drawing.via(via, data(0))
    drawing.track([via, (LANE, 3.5), (pin[0], 3.5), pin], data(0), back=True)


def _output(drawing: Drawing, last: Any) -> None:
    """Adds connector J2, OUT, at the right; the last LED is at the lower left."""
    x = SIZE / 2 + MM["tile_plug_x"]
    net = data(CELLS * CELLS)
    plug = _plug(drawing, "J2", x, net)
    _supply_vias(drawing, plug, x)
    pin, end = drawing.pad(plug, "3"), drawing.pad(last, "1")
    via = (LANE, end[1])
    drawing.track([end, via], net)
    drawing.via(via, net)
    lane = x - 1.5 * PITCH
    drawing.track([via, (LANE, 13.5), (lane, 13.5), (lane, 3.5), (pin[0], 3.5), pin], net, back=True)


def _labels(drawing: Drawing) -> None:
    """Adds the text on the back, readable with the connectors at the top."""
    left, right, center = SIZE / 2 - MM["tile_plug_x"], SIZE / 2 + MM["tile_plug_x"], SIZE / 2
    drawing.text("IN", (left, 8.2), 1.4, back=True)
    drawing.text("OUT", (right, 8.2), 1.4, back=True)
    drawing.text("SIXPIP TILE", (center, 17.6), 1.6, back=True)
    drawing.text(REVISION.upper(), (center, 20.2), 1.2, back=True)
    drawing.text("GND DATA 5V GND", (center, 22.4), 1.0, back=True)
    drawing.text("NOT QWIIC: 5 V!", (center, 24.4), 1.0, back=True)
    drawing.text("DICE TOP", (center, 2.2), 1.0, back=True)
