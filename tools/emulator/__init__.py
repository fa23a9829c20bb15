"""An emulated Pico that runs the real MicroPython: boot a file system, press buttons, read LEDs and OLED from the pins.

A harness around the rp2040py package. Each module documents the gaps of the package that it works around.
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
