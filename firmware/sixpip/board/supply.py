"""Cuts the console's own supply, and senses the charger. When to do it is decided in app/power.py."""

import time

from machine import Pin

from sixpip.board import pins
from sixpip.port import const

_CUT_MS = const(1000)  # the latch holds after some milliseconds; the rest is for the capacitors to run down
_RISE_US = const(20)  # 60 k (R15 and R16) charge the pin within a microsecond


class Supply:
    """The off latch and the sense line of the charger."""

    def __init__(self) -> None:
        """The supply stays on."""
        self._off = Pin(pins.POWER_OFF, Pin.OUT, value=0)
        self._charger = Pin(pins.CHARGER, Pin.OUT, value=0)

    def cut(self) -> None:
        """Cut the supply. Returns after a second if that does not end the console: on USB, or without a latch."""
        self._off.value(1)
        time.sleep_ms(_CUT_MS)
        self._off.value(0)

    def has_charger(self) -> bool:
        """Return whether a charger is plugged in.

        The pin is an input for the reading only: on the RP2350 an input may stay high by its own leakage once it was
        high (erratum E9), and R16 is too weak to pull it low. Driven low in between, it always starts at 0 V.
        """
        pin = self._charger
        pin.init(Pin.IN, Pin.PULL_DOWN)
        time.sleep_us(_RISE_US)
        plugged_in = pin.value() == 1
        pin.init(Pin.OUT, value=0)
        return plugged_in
