"""The Pico as a Board: creates the drivers and forwards calls to them. contract.py documents the methods.

Buzzer, battery, charger and off latch are driven here. Nothing is drawn or decided here.
"""

import os
import sys
import time

import machine
from machine import ADC, I2C, PWM, Pin, mem16

from sixpip.board import entropy, limiter, pins, watchdog
from sixpip.board.button_driver import ButtonDriver
from sixpip.board.chips import RANDOM_BIT_RP2040, RANDOM_BIT_RP2350, RP2350
from sixpip.board.contract import MENU
from sixpip.board.leds import Leds
from sixpip.board.oled import PAGES, WIDTH, Oled
from sixpip.compat import TYPE_CHECKING, const, ticks_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from sixpip.board.entropy import Entropy
    from sixpip.board.flash_code import FlashCode
    from sixpip.board.trng import TwoSources

_FLASH_FILE = const("sixpip.board.flash_file")
_IDLE_MS = const(100)  # a wait this long is not between two frames of an animation
_NAP_MS = const(2)  # how late a press may end a wait; the chip draws less current while it sleeps
_I2C_HZ = const(400_000)
_CUT_MS = const(1000)  # the off latch holds after some milliseconds; the rest is for the capacitors to run down
_RISE_US = const(20)  # 125 k (R_USB, R15 and R16) charge the pin of the charger within a microsecond
_I2C_TIMEOUT_US = const(10_000)  # a page takes 3 ms; a bus that is held low must not stop the game for long

_MIN_HZ = const(20)
_MAX_HZ = const(20000)
_DUTIES = const((0, 1600, 32768))  # of 65535: off, low (a narrow pulse carries little energy), high (a square wave)

# The buffer control register of endpoint 2 IN, by which MicroPython sends (USBD_CDC_EP_IN in its tusb_config.h): RP2040
# datasheet 4.1.2.5, RP2350 datasheet 12.7.3.
_SENDING = const(0x50100090)
_WAITS = const(1 << 10)  # a packet waits for the host
_MOST_SENT = const(63)  # bytes of a packet that no empty one has to follow

_READINGS = const(16)
_FULL_SCALE_MV = const(6600)  # 3300 mV reference, halved by 2 x 200 k
_CHIP_MV = const(706)  # of the chip's own sensor at 27 degrees: RP2040 datasheet 4.9.5; RP2350 12.4.6
_UV_A_DEGREE = const(1721)
# Without a cell the divider is not at 0 V: the pull-up of ROLL reaches it through D2 and R10 of the off latch.
_NO_CELL_MV = const(2300)
_WEAK_MV = const(3500)  # below this the dice draw limiter.CHARGING_BUDGET_MA at most
_STRONG_MV = const(3600)  # from here on the full budget again: with less load a cell comes up by some 50 mV


def _knows_none(_name: str) -> bool:
    """Stands for `import_next` as long as no code runs from the flash."""
    return False


class PicoBoard:
    """The handheld console; at first dark and silent, with the LED rail on."""

    def __init__(self) -> None:
        self.pixels = bytearray(limiter.PIXELS)
        self.palette = bytearray(limiter.COLORS * 3)
        self.brightness = limiter.BOOT_BRIGHTNESS
        self.oled = bytearray(PAGES * WIDTH)
        self.cell_trim = 0
        self._is_weak = False
        self.keyboard = ""
        self.folder = ""
        self.variants = "/variants"
        self._flash_code: FlashCode | None = None
        self._poller: Any = None  # of the serial port
        self._why_none = ""  # why no code runs from the flash
        self.leds = Leds()
        self._buttons = ButtonDriver()
        bus = I2C(0, sda=Pin(pins.OLED_SDA), scl=Pin(pins.OLED_SCL), freq=_I2C_HZ, timeout=_I2C_TIMEOUT_US)
        self._bus = bus
        self.screen = Oled(bus, self.oled, ticks_ms())
        self._buzzer = PWM(Pin(pins.BUZZER), freq=1000, duty_u16=0)
        self._adc = ADC(Pin(pins.VBAT))
        self._chip = ADC(ADC.CORE_TEMP)
        self._watchdog = watchdog.Watchdog()
        is_rp2350 = RP2350 in sys.implementation._machine
        random_bit = RANDOM_BIT_RP2350 if is_rp2350 else RANDOM_BIT_RP2040
        self._entropy: Entropy | TwoSources
        self._entropy = entropy.Entropy(entropy, random_bit, os.urandom, time.ticks_us)
        if is_rp2350:
            from sixpip.board import trng

            self._entropy = trng.add_generator(self._entropy)
        self.import_next: Callable[[str], bool] = _knows_none
        self.ticks_ms = ticks_ms
        self.next_press = self._buttons.next_press
        self.held = self._buttons.held
        self.feed = self._watchdog.feed
        self.random_bytes = self._entropy.draw
        self.gather_entropy = self._entropy.gather
        self.count_raw_bits = self._entropy.count
        self.restart = machine.reset
        self.leds.switch(True)
        self.show_tiles()  # LEDs have random colors at power-on, so they are made black first

    def run_code_from_flash(self, *running: object) -> None:
        """Runs code from the flash, except the functions in `running`. A Pico 2 has memory for all code."""
        if self._flash_code or self._why_none or RP2350 in sys.implementation._machine:
            return
        from sixpip.board import flash_code

        try:
            self._flash_code = code = flash_code.FlashCode(PicoBoard.run_code_from_flash, *running)
            self.import_next = code.import_next
        except OSError as error:
            reason = error.args[-1]
            self._why_none = reason if isinstance(reason, str) else "the file of the modules cannot be read"
            flash_code.__dict__.clear()  # all code is in memory, which needs the room
            sys.modules[_FLASH_FILE].__dict__.clear()

    def stop(self) -> "tuple[I2C, Pin, Pin]":
        """Prepares for the MicroPython prompt, where files may be written. Nothing in the flash runs by itself
        afterwards.

        Returns the bus of the OLED, and the pins that switch the dice on and the console off.
        """
        self._buttons.stop()
        if self._flash_code:
            self._flash_code.stop()
        return self._bus, Pin(pins.LED_EN, Pin.OUT), Pin(pins.POWER_OFF, Pin.OUT, value=0)

    def code_in_flash(self) -> tuple[int, str]:
        """Returns the bytes of code that run from the flash, and why no more do, as a sentence."""
        code = self._flash_code
        if not code:
            return 0, self._why_none and f"All code is in memory, because {self._why_none}: install Sixpip again."
        if code.left:
            return code.moved, "In memory, because they were not installed with the rest: " + ", ".join(code.left) + "."
        return code.moved, ""

    def needed_modules(self, names: "Sequence[str]") -> "set[str]":
        """Returns the full names of modules and of all that they import; empty where all code is in memory."""
        return self._flash_code.needed(names) if self._flash_code else set()

    def set_leds(self, stock: bool, serpentine: bool) -> None:
        """Sets the type and the row order of the LEDs, from the next frame on."""
        self.leds.power.set_led_type(limiter.WS2812B_5050 if stock else limiter.WS2812B_2020)
        self.leds.serpentine = serpentine

    def show_tiles(self) -> None:
        """Starts sending `pixels` to the dice and returns at once."""
        self.leds.show(self.pixels, self.palette, self.brightness)

    def show_oled(self, may_stop: bool = False) -> None:
        """Sends the pages of `oled` that changed since the last call; with `may_stop`, it stops at a press."""
        self.screen.show(ticks_ms(), self._buttons if may_stop else None)

    def switch(self, dice: bool, screen: bool) -> None:
        """Switches the LED rail and the OLED on or off; both keep their picture."""
        self.leds.switch(dice)
        if dice:
            self.show_tiles()  # LEDs have random colors at power-on
        self.screen.switch(screen, ticks_ms())

    def screen_answers(self) -> bool:
        """Returns whether the OLED answered when it was last sent something."""
        return self.screen.error is None

    @property
    def failures(self) -> int:
        """How often in a row the memory has run out; a restart keeps the number."""
        return watchdog.read_number()

    @failures.setter
    def failures(self, number: int) -> None:
        watchdog.write_number(number)

    def to_bootsel(self) -> None:
        """Restarts as a USB drive that accepts new firmware."""
        self.switch(False, False)
        machine.bootloader()

    def menu_is_held(self) -> bool:
        """Returns whether MENU is down, which decides in main.py what is started."""
        return self._buttons.held() >> MENU & 1 == 1

    def tone(self, hz: int, volume: int) -> None:
        """Sounds `hz` (limited to 20..20000) until the next call; 0 is silence. `volume` is 0 for off, 1 for low, 2 for
        high.
        """
        if hz <= 0 or volume <= 0:
            self._buzzer.duty_u16(0)
            return
        self._buzzer.freq(max(_MIN_HZ, min(_MAX_HZ, hz)))
        self._buzzer.duty_u16(_DUTIES[min(volume, 2)])

    def battery_mv(self) -> int:
        """Returns the millivolts at the cell, the mean of 16 readings; 0 when there is none.

        The divider is always connected (10 uA). `cell_trim` corrects its tolerances and those of the ADC's reference.
        """
        total = 0
        for _ in range(_READINGS):
            total += self._adc.read_u16()
        cell_mv = (total // _READINGS * _FULL_SCALE_MV) >> 16  # stays below 2**30, so that no big integer is made
        cell_mv = cell_mv + cell_mv * self.cell_trim // 1000 if cell_mv >= _NO_CELL_MV else 0
        self._is_weak = 0 < cell_mv < (_STRONG_MV if self._is_weak else _WEAK_MV)
        return cell_mv

    def check_charger(self) -> bool:
        """Returns whether a charger is plugged in; while one is, or the cell is nearly flat, the dice draw less.

        The pin is an input only for the reading. On the RP2350 an input that was high may stay high by its own leakage
        (erratum E9), and R16 is too weak to pull it low. Driven low in between, it always starts at 0 V. It has no
        pull-down, which would hold it below the 2 V of a high level, because of R_USB and R15.
        """
        pin = Pin(pins.CHARGER, Pin.IN)
        time.sleep_us(_RISE_US)
        plugged_in = pin.value() == 1
        Pin(pins.CHARGER, Pin.OUT, value=0)
        self.leds.power.set_budget(limiter.CHARGING_BUDGET_MA if plugged_in or self._is_weak else limiter.BUDGET_MA)
        return plugged_in

    def chip_celsius(self) -> int:
        """Returns the temperature of the chip in degrees Celsius."""
        chip_mv = (self._chip.read_u16() * (_FULL_SCALE_MV // 2)) >> 16
        return 27 + (_CHIP_MV - chip_mv) * 1000 // _UV_A_DEGREE

    def power_off(self) -> None:
        """Switches everything off; returns after a second when the console still runs: on USB, or without a latch."""
        self.switch(False, False)
        Pin(pins.POWER_OFF, Pin.OUT, value=1)
        time.sleep_ms(_CUT_MS)
        Pin(pins.POWER_OFF, Pin.OUT, value=0)

    def enter_pressed(self) -> bool:
        """Returns whether Enter was typed in a terminal at the serial port since the last call; drops other keys."""
        if not self._poller:
            import select  # not before the first picture

            self._poller = select.poll()
            self._poller.register(sys.stdin, select.POLLIN)
        found = False
        while self._poll():
            found |= sys.stdin.buffer.read(1) in b"\r\n"
        return found

    def _poll(self) -> bool:
        """Runs the USB stack; returns whether something was typed. Allocates nothing."""
        found = False
        for _ in self._poller.ipoll(0):
            found = True
        return found

    def send_text(self, data: bytes, start: int) -> int:
        """Sends some bytes of `data` from `start` on; returns how many, 0 while the last ones have not been taken.

        It must not wait, but MicroPython does not report whether a host reads: poll() finds sys.stdout writable without
        one, and a write to a host that does not read waits for half a second. So a packet is written only when the
        register of the USB controller shows that the host has taken the one before it.
        """
        self._poll()  # the USB stack may have more to send
        before = mem16[_SENDING]
        if before & _WAITS:
            return 0
        output: Any = sys.stdout.buffer  # its write also takes a start and a count
        sent: int = output.write(data, start, min(_MOST_SENT, len(data) - start))
        return sent if mem16[_SENDING] != before else 0  # without a host no packet is sent

    def wait(self, ms: int) -> None:
        """Returns after `ms` milliseconds, or earlier when a button goes down. Gathers raw bits meanwhile."""
        buttons = self._buttons
        entropy = self._entropy
        end = time.ticks_add(time.ticks_ms(), ms)
        if ms >= _IDLE_MS:
            self.screen.refresh(ticks_ms())  # counts as part of the wait
        left_ms = time.ticks_diff(end, time.ticks_ms())
        while left_ms > 0 and not buttons.has_press():
            if not entropy.gather():
                time.sleep_ms(min(left_ms, _NAP_MS))
            left_ms = time.ticks_diff(end, time.ticks_ms())
