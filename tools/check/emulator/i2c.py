"""The I2C bus with the OLED: transfers take as long as on a real bus, and a missing display answers NACK.

Models the I2C block only. MicroPython bit-bangs empty writes on the pins, so `scan` finds nothing.
"""

from collections.abc import Callable
from typing import Any

from tools.check.emulator.ssd1306 import ADDRESS, Ssd1306

_TX_EMPTY = 1 << 4
_WRITE = 0


class I2cBus:
    """Connects an I2C block of the chip to the display; `display` is None for a bus without devices."""

    def __init__(self, mcu: Any, block: int, display: Ssd1306 | None) -> None:
        self.display = display
        self._i2c = mcu.i2c[block]
        self._clock_hz = 125_000_000
        self._value = 0
        self._action: Callable[[], None] = _no_action
        self._alarm = mcu.clock.create_alarm(self._done)
        self._abort = self._i2c._abort
        self._i2c._abort = self._abort_and_wake
        self._i2c.on_connect = self._on_connect
        self._i2c.on_write_byte = self._on_write_byte
        self._i2c.on_read_byte = self._on_read_byte

    def _abort_and_wake(self, reason: int) -> None:
        """Raises TX_EMPTY after a NACK, as the chip does; the package does not, and the driver would wait forever."""
        self._abort(reason)
        self._i2c._set_interrupts(_TX_EMPTY)

    def _byte_ns(self) -> float:
        """Returns the time of nine bits at the configured bus clock (datasheet 4.3.14: counts plus fixed delays)."""
        low: int = self._i2c.scl_low_period + 1
        high: int = self._i2c.scl_high_period + self._i2c._spikelen + 7
        return 9e9 * (low + high) / self._clock_hz

    def _after_one_byte(self, action: Callable[[], None]) -> None:
        """Runs `action` after the time that one byte takes on the wire."""
        self._action = action
        self._alarm.schedule(self._byte_ns())

    def _done(self) -> None:
        self._action()

    def _on_connect(self, address: int, mode: int) -> None:
        there = self.display is not None and address == ADDRESS and int(mode) == _WRITE
        if there and self.display is not None:
            self.display.start()
        self._after_one_byte(lambda: self._i2c.complete_connect(there))

    def _on_write_byte(self, value: int) -> None:
        self._value = value
        self._after_one_byte(self._written)

    def _written(self) -> None:
        if self.display is None:  # unplugged in the middle of a transfer
            self._i2c.complete_write(False)
            return
        self.display.write(self._value)
        self._i2c.complete_write(True)

    def _on_read_byte(self, ack: bool) -> None:
        self._after_one_byte(lambda: self._i2c.complete_read(0xFF))


def _no_action() -> None:
    """The action while no transfer is in progress."""
