"""The Pico as a Board (see contract.py): makes the drivers and hands their calls on.

Nothing is drawn or decided here.
"""

import os
import time

import machine
from machine import I2C, Pin

from sixpip.board import limiter, pins
from sixpip.board.battery import Battery
from sixpip.board.buzzer import Buzzer
from sixpip.board.clock import ticks_ms
from sixpip.board.expand import COLOURS
from sixpip.board.keys import Keys
from sixpip.board.leds import Leds
from sixpip.board.oled import PAGES, WIDTH, Oled
from sixpip.board.tiles import PIXELS
from sixpip.board.watchdog import Watchdog
from sixpip.port import const

_IDLE_MS = const(100)  # a wait as long as that is no frame of what moves
_NAP_MS = const(2)  # how late a press may end a wait: asleep the chip draws less
_RANDOMBIT = const(0x4006001C)  # RP2040 datasheet 2.17.8: one bit of the ring oscillator
_PROOF_BITS = const(64)  # alike by chance once in 2**64
_ENODEV = const(19)
_I2C_HZ = const(400_000)
_I2C_TIMEOUT_US = const(10_000)  # a page takes 3 ms; a bus held low must not stop the game for long


class PicoBoard:
    """The handheld: dark, silent, the LED rail on."""

    def __init__(self) -> None:
        self.pixels = bytearray(PIXELS)
        self.palette = bytearray(COLOURS * 3)
        self.brightness = limiter.BOOT_BRIGHTNESS
        self.oled = bytearray(PAGES * WIDTH)
        self.folder = ""
        self.variants = "/variants"
        self.leds = Leds()
        self._keys = Keys()
        bus = I2C(0, sda=Pin(pins.OLED_SDA), scl=Pin(pins.OLED_SCL), freq=_I2C_HZ, timeout=_I2C_TIMEOUT_US)
        self.screen = Oled(bus, self.oled, ticks_ms())
        self._buzzer = Buzzer()
        self._battery = Battery()
        self._watchdog = Watchdog()
        self.leds.switch(True)
        self.show_tiles()  # LEDs wake up in any colour: all black before anything else

    def set_leds(self, stock: bool, serpentine: bool) -> None:
        """Which LEDs the dice have and how their rows run, from the next frame on."""
        self.leds.power.reckon_by(limiter.WS2812B_5050 if stock else limiter.WS2812B_2020)
        self.leds.serpentine = serpentine

    def show_tiles(self) -> None:
        """Start sending `pixels` to the dice; returns at once."""
        self.leds.show(self.pixels, self.palette, self.brightness)

    def show_oled(self, may_stop: bool = False) -> None:
        """Send those pages of `oled` that changed since the last call; `may_stop` for a press."""
        self.screen.show(ticks_ms(), self._keys if may_stop else None)

    def switch(self, dice: bool, screen: bool) -> None:
        """Switch the rail of the dice and the OLED on or off; both keep what was shown."""
        self.leds.switch(dice)
        if dice:
            self.show_tiles()  # LEDs wake up in any colour
        self.screen.switch(screen, ticks_ms())

    def screen_answers(self) -> bool:
        """Whether the OLED did so when it was last sent something."""
        return self.screen.error is None

    def feed(self) -> None:
        """The console is alive: for so long the watchdog sleeps."""
        self._watchdog.feed()

    def to_bootsel(self) -> None:
        """Restart as a USB drive that takes new firmware."""
        self.switch(False, False)
        machine.bootloader()

    def next_press(self) -> int:
        """The next button that went down (0..8), or -1 when there is none."""
        return self._keys.next_press()

    def held(self) -> int:
        """The buttons that are down now, one bit each."""
        return self._keys.held()

    def tone(self, hz: int, volume: int) -> None:
        """Sound `hz` until the next call; hz 0 is silence. Volume: 0 off, 1 low, 2 high."""
        self._buzzer.tone(hz, volume)

    def battery_mv(self) -> int:
        """Millivolts at the cell; 0 when there is none."""
        return self._battery.millivolts()

    def ticks_ms(self) -> int:
        """Milliseconds, wrapping at 2**30."""
        return ticks_ms()

    def random_bytes(self, count: int) -> bytes:
        """`count` bytes of the ring oscillator, as MicroPython gives them. Raises OSError when it has stopped.

        MicroPython stirs the bits into what it had before: of a bit that is stuck it still makes bytes that differ.
        """
        bit = machine.mem32[_RANDOMBIT]
        for _ in range(_PROOF_BITS):
            if machine.mem32[_RANDOMBIT] != bit:
                return os.urandom(count)
        raise OSError(_ENODEV)

    def wait(self, ms: int) -> None:
        """Idle until `ms` have passed or a button has gone down, whichever is first."""
        keys = self._keys
        end = time.ticks_add(time.ticks_ms(), ms)
        if ms >= _IDLE_MS:
            self.screen.tend(ticks_ms())  # takes its time from that of the wait
        left_ms = time.ticks_diff(end, time.ticks_ms())
        while left_ms > 0 and not keys.waiting():
            time.sleep_ms(min(left_ms, _NAP_MS))
            left_ms = time.ticks_diff(end, time.ticks_ms())
