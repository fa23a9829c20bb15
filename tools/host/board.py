"""The part of the Board contract that is alike on every computer: LED memory, screen memory and what was sent.

Clock, buttons, sound, entropy: see fake.py (tests) and tools/play/board.py (the page's simulator).
"""

from array import array

from sixpip.board import expand, limiter
from tools.host.wire import PIXELS, WIRE_BYTES, light_of

OLED_BYTES = 1024
PAGE_BYTES = 128
WORD_BYTES = 4


class HostBoard:
    """LEDs and OLED in memory. `wire`, `light` and `oled_shown` hold what has been sent, never what is being drawn."""

    def __init__(self, folder: str) -> None:
        """`folder`: where records are stored; an existing directory."""
        self.pixels = bytearray(PIXELS)
        self.palette = bytearray(limiter.COLORS * 3)
        self.brightness = limiter.BOOT_BRIGHTNESS
        self.oled = bytearray(OLED_BYTES)
        self.folder = folder.rstrip("/")
        self.variants = self.folder + "/variants"
        """A maker's own variants, below the records as on the Pico; may be set to another folder before the start."""
        self.wire = bytearray(WIRE_BYTES)
        """What the LEDs got: 384 x green, red, blue in chain order, after brightness and current limiter."""
        self.oled_shown = bytearray(OLED_BYTES)
        """What the OLED shows, in the layout of `oled`."""
        self.power = limiter.LedPower(limiter.WS2812B_5050)
        """The current limiter in force: estimated_ma, limiting."""
        self.oled_there = True
        """Whether the OLED is plugged in; without it nothing reaches `oled_shown`."""
        self._serpentine = True
        self._counts = array("i", [0] * limiter.COLORS)
        self._words = bytearray(PIXELS * WORD_BYTES)
        self.dice_on = self.screen_on = True
        """Whether the rail of the dice and the OLED are switched on."""
        self.feeds = 0
        """How often the watchdog was fed."""
        self.tile_shows = 0
        self.oled_shows = 0
        self.pages_sent = 0
        """OLED pages of 128 bytes sent so far: only changed ones are."""

    @property
    def light(self) -> bytes:
        """What a person sees: 384 x red, green, blue (0..255, linear), tile * 64 + row * 8 + column."""
        return light_of(self.wire)

    def set_leds(self, stock: bool, serpentine: bool) -> None:
        """What the firmware is told; the LEDs themselves stay the tiles' own, wired in serpentine."""
        self.power.set_led_type(limiter.WS2812B_5050 if stock else limiter.WS2812B_2020)
        self._serpentine = serpentine

    def screen_answers(self) -> bool:
        """`oled_there`."""
        return self.oled_there

    def show_tiles(self) -> None:
        """Send `pixels` to `wire`, through the firmware's own limiter and expander; no light without their rail."""
        self.tile_shows += 1
        if not self.dice_on:
            self.wire[:] = bytes(WIRE_BYTES)
            return
        expand.count(self.pixels, self._counts)
        self.power.prepare(self.palette, self.brightness, self._counts)
        expand.expand(self.pixels, self.power.lut, self._words, self._serpentine)
        self.wire[0::3] = self._words[3::4]
        self.wire[1::3] = self._words[2::4]
        self.wire[2::3] = self._words[1::4]

    def switch(self, dice: bool, screen: bool) -> None:
        """Switch the rail of the dice and the OLED on or off; both keep what was shown."""
        self.dice_on, self.screen_on = dice, screen
        self.show_tiles()
        self.show_oled()

    def feed(self) -> None:
        """Counted."""
        self.feeds += 1

    def to_bootsel(self) -> None:
        """There is no other firmware for a computer."""

    def show_oled(self, may_stop: bool = False) -> None:
        """Copy the pages of `oled` that changed to `oled_shown`, in no time; dark while it is switched off."""
        if not (self.screen_on and self.oled_there):
            self.oled_shown[:] = bytes(OLED_BYTES)
            return
        for at in range(0, OLED_BYTES, PAGE_BYTES):
            page = self.oled[at : at + PAGE_BYTES]
            if page != self.oled_shown[at : at + PAGE_BYTES]:
                self.oled_shown[at : at + PAGE_BYTES] = page
                self.pages_sent += 1
        self.oled_shows += 1
