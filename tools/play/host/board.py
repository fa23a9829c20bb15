"""The part of the Board contract that the host's boards share: LEDs and OLED in memory.

Clock, buttons, sound and entropy are in fake.py (tests) and tools/play/simulator/board.py (the simulator). What is on
the LED wire is converted to light by the datasheet and the order of the chain, apart from the firmware's expander.
"""

import os
from array import array
from collections.abc import Callable, Sequence

from sixpip.board import limiter
from sixpip.board.entropy import Entropy
from tools.play.host import raw_bits
from tools.play.host.bit_sources import BitRegister, RawBit, from_system

TILES = 6
SIDE = 8
PIXELS = TILES * SIDE * SIDE
WIRE_BYTES = PIXELS * 3


def wire_to_light(wire: bytes | bytearray) -> bytes:
    """Converts 1152 wire bytes (green, red, blue) to 1152 bytes (red, green, blue) by tile, row and column.

    The chain goes from tile to tile from the left; in a tile, even rows go to the right and odd rows to the left.
    """
    light = bytearray(WIRE_BYTES)
    for led in range(PIXELS):
        row, step = divmod(led % (SIDE * SIDE), SIDE)
        column = SIDE - 1 - step if row & 1 else step
        at = (led - led % (SIDE * SIDE) + row * SIDE + column) * 3
        green, red, blue = wire[led * 3 : led * 3 + 3]
        light[at : at + 3] = bytes((red, green, blue))
    return bytes(light)


OLED_BYTES = 1024
PAGE_BYTES = 128
PACKET = 63
"""The most bytes that the Pico sends at once to its serial port."""
_COLOR_OF = bytes(index % limiter.COLORS for index in range(256))


class Restarted(BaseException):
    """The console restarts: start it again on the same board."""


class HostBoard:
    """LEDs and OLED in memory. `wire`, `light` and `oled_shown` are what was sent; drawing changes other buffers."""

    in_flash = (0, "")
    """What About shows of the code that runs from the flash."""
    enter_typed = False
    """Whether Enter was typed at the serial port and the console has not noticed it yet."""
    port_is_read = True
    """Whether somebody reads the serial port."""
    printed = b""
    """What was sent to the serial port."""

    def __init__(
        self, folder: str, raw_bit: RawBit | None = None, urandom: Callable[[int], bytes] = os.urandom
    ) -> None:
        """`folder`: an existing directory for the records.

        `raw_bit`: takes the place of the Pico's ring oscillator; by default bits of the operating system.
        """
        self.raw_bits = BitRegister(raw_bit or from_system())
        """The source of raw bits, which can be replaced."""
        self.entropy = Entropy(raw_bits, self.raw_bits, urandom, self.ticks_ms)
        """The firmware's path from raw bits to random bytes."""
        self.pixels = bytearray(PIXELS)
        self.palette = bytearray(limiter.COLORS * 3)
        self.brightness = limiter.BOOT_BRIGHTNESS
        self.oled = bytearray(OLED_BYTES)
        self.cell_trim = 0
        self.keyboard = ""
        self.charger_in = False
        """Whether a charger is plugged in."""
        self.celsius = 27
        """The temperature of the chip."""
        self.folder = folder.rstrip("/")
        self.variants = self.folder + "/variants"
        """The folder of own variants, inside `folder` as on the Pico; can be changed before the console starts."""
        self._wire = bytearray(WIRE_BYTES)
        self._shown: bytearray | None = None  # the pixels that were sent and are not in `_wire` yet
        self.oled_shown = bytearray(OLED_BYTES)
        """The picture on the OLED, in the layout of `oled`."""
        self.power = limiter.LedPower(limiter.WS2812B_5050)
        """The current limiter: estimated_ma, limiting."""
        self.oled_connected = True
        """Whether the OLED is connected; without it `oled_shown` stays dark."""
        self._serpentine = self._sent_serpentine = True
        self._counts = array("H", [0] * limiter.COLORS)
        self._words = array("I", [0] * PIXELS)
        self.dice_on = self.screen_on = True
        """Whether the supply of the LEDs and the OLED are switched on."""
        self.failures = 0
        """How often in a row the memory has run out."""
        self.feeds = 0
        """Count of watchdog feeds."""
        self.tile_shows = 0
        self.oled_shows = 0
        self.pages_sent = 0
        """Count of OLED pages (128 bytes) sent; only changed pages are sent."""

    def ticks_ms(self) -> int:
        """Returns the clock of the board."""
        raise NotImplementedError

    def gather_entropy(self) -> bool:
        """Gathers and tests some raw bits; False when the next throw needs no more."""
        return self.entropy.gather()

    def count_raw_bits(self, counters: "array[int] | None") -> None:
        """Counts the raw bits that are gathered from now on, for the self-test."""
        self.entropy.count(counters)

    @property
    def wire(self) -> bytearray:
        """The bytes sent to the LEDs: 384 x green, red, blue in chain order, after brightness and current limiter."""
        if self._shown is not None:
            limiter.expand(self._shown, self.power.lut, self._words, self._sent_serpentine)
            words = self._words.tobytes()
            self._wire[0::3], self._wire[1::3], self._wire[2::3] = words[3::4], words[2::4], words[1::4]
            self._shown = None
        return self._wire

    @property
    def light(self) -> bytes:
        """The light of the LEDs: 384 x red, green, blue (0..255, linear) at tile * 64 + row * 8 + column."""
        return wire_to_light(self.wire)

    def set_leds(self, stock: bool, serpentine: bool) -> None:
        """Sets the LED type and row order for the firmware; the simulated LEDs stay serpentine."""
        self.power.set_led_type(limiter.WS2812B_5050 if stock else limiter.WS2812B_2020)
        self._serpentine = serpentine

    def screen_answers(self) -> bool:
        """Returns whether the OLED is connected."""
        return self.oled_connected

    def show_tiles(self) -> None:
        """Sends `pixels` through the firmware's limiter; dark while the supply is off.

        `wire` expands them when it is read: few of the frames of an animation are looked at.
        """
        self.tile_shows += 1
        if not self.dice_on:
            self._wire[:] = bytes(WIRE_BYTES)
            self._shown = None
            return
        self._shown = self.pixels.translate(_COLOR_OF)
        self._sent_serpentine = self._serpentine
        for color in range(limiter.COLORS):
            self._counts[color] = self._shown.count(color)  # as limiter.count_colors, which is slow on CPython
        self.power.prepare(self.palette, self.brightness, self._counts)

    def switch(self, dice: bool, screen: bool) -> None:
        """Switches the supply of the LEDs and the OLED on or off; both show the same picture again when switched on."""
        self.dice_on, self.screen_on = dice, screen
        self.show_tiles()
        self.show_oled()

    def check_charger(self) -> bool:
        """Returns `charger_in`, and limits the LEDs by it."""
        self.power.set_budget(limiter.CHARGING_BUDGET_MA if self.charger_in else limiter.BUDGET_MA)
        return self.charger_in

    def chip_celsius(self) -> int:
        """Returns `celsius`."""
        return self.celsius

    def feed(self) -> None:
        """Counts a feed of the watchdog."""
        self.feeds += 1

    def code_in_flash(self) -> tuple[int, str]:
        """Returns `in_flash`."""
        return self.in_flash

    def run_code_from_flash(self, *running: object) -> None:
        """Does nothing: a computer has memory for all code."""

    def import_next(self, name: str) -> bool:
        """Imports nothing ahead: a computer is fast enough."""
        return False

    def needed_modules(self, names: Sequence[str]) -> set[str]:
        """Returns nothing: a computer does not know."""
        return set()

    def enter_pressed(self) -> bool:
        """Returns `enter_typed` once."""
        typed, self.enter_typed = self.enter_typed, False
        return typed

    def send_text(self, data: bytes, start: int) -> int:
        """Adds a packet to `printed` if the port is read, as the Pico does. Returns its size."""
        packet = data[start : start + PACKET] if self.port_is_read else b""
        self.printed += packet
        return len(packet)

    def restart(self) -> None:
        """Raises Restarted."""
        raise Restarted

    def to_bootsel(self) -> None:
        """Does nothing: a computer has no BOOTSEL mode."""

    def show_oled(self, may_stop: bool = False) -> None:
        """Copies the changed pages of `oled` to `oled_shown`; dark while the OLED is off or not connected."""
        if not (self.screen_on and self.oled_connected):
            self.oled_shown[:] = bytes(OLED_BYTES)
            return
        for at in range(0, OLED_BYTES, PAGE_BYTES):
            page = self.oled[at : at + PAGE_BYTES]
            if page != self.oled_shown[at : at + PAGE_BYTES]:
                self.oled_shown[at : at + PAGE_BYTES] = page
                self.pages_sent += 1
        self.oled_shows += 1
