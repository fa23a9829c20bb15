"""The battery cell behind its divider on ADC2, the sense line of its charger, and the latch that cuts the supply.

What a voltage means for play, and when the supply is cut, is decided elsewhere. No pin is an attribute: MicroPython has
one object for each, and each new name takes memory for good.
"""

import time

from machine import ADC, Pin

from sixpip.board import pins
from sixpip.port import const

_READINGS = const(16)
_FULL_SCALE_MV = const(6600)  # 3300 mV reference, halved by 2 x 200 k
_NO_CELL_MV = const(1000)  # without a cell the divider pulls the pin to ground
_CUT_MS = const(1000)  # the latch holds after some milliseconds; the rest is for the capacitors to run down
_RISE_US = const(20)  # 60 k (R15 and R16) charge the pin within a microsecond


class Battery:
    """The cell behind its divider, which is always connected (10 uA). The supply stays on."""

    def __init__(self) -> None:
        self._adc = ADC(Pin(pins.VBAT))
        Pin(pins.POWER_OFF, Pin.OUT, value=0)

    def millivolts(self, cell_trim: int) -> int:
        """Return the millivolts at the cell, the mean of 16 readings; 0 when there is no cell.

        `cell_trim`: per mille to add, for the tolerances of the divider and of the ADC's reference.
        """
        total = 0
        for _ in range(_READINGS):
            total += self._adc.read_u16()
        cell_mv = (total // _READINGS * _FULL_SCALE_MV) >> 16  # stays below 2**30: no big integers
        return cell_mv + cell_mv * cell_trim // 1000 if cell_mv >= _NO_CELL_MV else 0

    def check_charger(self) -> bool:
        """Return whether a charger is plugged in.

        The pin is an input for the reading only: on the RP2350 an input may stay high by its own leakage once it was
        high (erratum E9), and R16 is too weak to pull it low. Driven low in between, it always starts at 0 V.
        """
        pin = Pin(pins.CHARGER, Pin.IN, Pin.PULL_DOWN)
        time.sleep_us(_RISE_US)
        plugged_in = pin.value() == 1
        Pin(pins.CHARGER, Pin.OUT, value=0)
        return plugged_in

    def power_off(self) -> None:
        """Cut the supply. Returns after a second if that does not end the console: on USB, or without a latch."""
        Pin(pins.POWER_OFF, Pin.OUT, value=1)
        time.sleep_ms(_CUT_MS)
        Pin(pins.POWER_OFF, Pin.OUT, value=0)
