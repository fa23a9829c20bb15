"""Measures the battery cell through the voltage divider on ADC2. What a voltage means for play is decided elsewhere."""

from machine import ADC, Pin

from sixpip.board import pins
from sixpip.port import const

_READINGS = const(16)
_FULL_SCALE_MV = const(6600)  # 3300 mV reference, halved by 2 x 200 k
# Without a cell the divider is not at 0 V: the pull-up of ROLL reaches it through D2 and R10 of the off latch.
_NO_CELL_MV = const(2300)


_adc = ADC(Pin(pins.VBAT))


def millivolts(cell_trim: int) -> int:
    """Return the millivolts at the cell, the mean of 16 readings; 0 when there is no cell.

    `cell_trim`: per mille to add, for the tolerances of the divider and of the ADC's reference. The divider is always
    connected (10 uA).
    """
    total = 0
    for _ in range(_READINGS):
        total += _adc.read_u16()
    cell_mv = (total // _READINGS * _FULL_SCALE_MV) >> 16  # stays below 2**30: no big integers
    return cell_mv + cell_mv * cell_trim // 1000 if cell_mv >= _NO_CELL_MV else 0
