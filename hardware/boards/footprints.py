"""The footprint that KiCad 6 lacks: the Raspberry Pi Pico on two pin headers."""

from typing import Any

import pcbnew as kicad

from hardware import dimensions

MM = dimensions.MM
ROW_DISTANCE = 17.78
PIN_PITCH = 2.54
"""Assumed: check figure 3 of the Raspberry Pi Pico datasheet."""

ROWS = 20


def pin_offset(number: int) -> tuple[float, float]:
    """Returns the position of pin 1 to 40 from the center of the Pico, component side up, USB at the top; y down."""
    if number <= ROWS:
        return -ROW_DISTANCE / 2, (number - (ROWS + 1) / 2) * PIN_PITCH
    return ROW_DISTANCE / 2, ((3 * ROWS + 1) / 2 - number) * PIN_PITCH


def pico(board: Any) -> Any:
    """Returns the footprint with its origin in the center and USB at the top."""
    part = kicad.FOOTPRINT(board)
    for number in range(1, 2 * ROWS + 1):
        part.Add(_pin(part, number))
    part.SetAttributes(kicad.FP_THROUGH_HOLE)
    half_width, half_length = MM["pico_width"] / 2, MM["pico_length"] / 2
    _box(part, kicad.F_SilkS, half_width, half_length, -half_length, 0.15)
    _box(part, kicad.F_CrtYd, half_width + 0.25, half_length + 0.25, -half_length - MM["pico_usb_overhang"], 0.05)
    return part


def _pin(part: Any, number: int) -> Any:
    """Returns one plated hole; the pad of pin 1 is square."""
    pad = kicad.PAD(part)
    pad.SetNumber(str(number))
    pad.SetAttribute(kicad.PAD_ATTRIB_PTH)
    pad.SetShape(kicad.PAD_SHAPE_RECT if number == 1 else kicad.PAD_SHAPE_CIRCLE)
    pad.SetSize(kicad.wxSizeMM(1.7, 1.7))
    pad.SetDrillSize(kicad.wxSizeMM(1.0, 1.0))
    pad.SetLayerSet(pad.PTHMask())
    x, y = pin_offset(number)
    pad.SetPos0(kicad.wxPointMM(x, y))
    pad.SetDrawCoord()
    return pad


def _box(part: Any, layer: int, half_width: float, bottom: float, top: float, width: float) -> None:
    """Adds a rectangle from `top` to `bottom`."""
    shape = kicad.FP_SHAPE(part)
    shape.SetShape(kicad.SHAPE_T_RECT)
    shape.SetLayer(layer)
    shape.SetWidth(kicad.FromMM(width))
    shape.SetStart0(kicad.wxPointMM(-half_width, top))
    shape.SetEnd0(kicad.wxPointMM(half_width, bottom))
    shape.SetDrawCoord()
    part.Add(shape)
