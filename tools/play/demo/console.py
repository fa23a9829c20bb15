"""The console of the demo, for MicroPython in a web page: backend.js calls `start`, then `step` again and again.

The Board here has LEDs and OLED in memory, which the page reads at `words` and `oled`. It never waits: `step` returns
how long the console has nothing to do. In the page this module is called "demo".
"""

import json
import os
from array import array

import page  # type: ignore[import-not-found]  # registered by backend.js
import raw_bits  # type: ignore[import-not-found]  # tools/play/host/raw_bits.py
from uctypes import addressof  # type: ignore[import-not-found]

from sixpip.app.app import App
from sixpip.app.settings import RECORD, setting_named
from sixpip.board import limiter
from sixpip.board.contract import LETTER, ROLL
from sixpip.board.entropy import Entropy
from sixpip.compat import TYPE_CHECKING, ticks_diff, ticks_ms
from sixpip.rules.rulebook.variants import known
from sixpip.storage.record_store import StorageError, StorageFull, Store

try:
    import apart  # type: ignore[import-not-found]
except ImportError:  # on the host
    from tools.play.demo import apart

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_PIXELS = 384
_CELL_MV = 4000
_QUEUE = 15  # as on the Pico: further presses are dropped while this many are unread
_POOL = 512


_OFF_MS = 60_000
_ROUNDS_MS = 12
"""How long a call of `step` runs the loop of a console that does not wait: a browser takes 4 ms until the next call."""


class SwitchedOff(Exception):
    """The console has switched itself off."""


class Restarted(Exception):
    """The console restarts."""


class RandomBits:
    """The browser's random numbers, in place of the register with the random bit of the Pico."""

    def __init__(self) -> None:
        self._pool = bytearray(_POOL)
        self._at = 8 * _POOL

    def __getitem__(self, at: int) -> int:
        """Returns the next bit; there is one register only, at 0."""
        if self._at == 8 * _POOL:
            page.random(addressof(self._pool), _POOL)
            self._at = 0
        bit = self._pool[self._at >> 3] >> (self._at & 7) & 1
        self._at += 1
        return bit


def urandom(count: int) -> bytes:
    """Returns random bytes of the browser."""
    data = bytearray(count)
    page.random(addressof(data), count)
    return bytes(data)


class PageBoard:
    """See sixpip/board/contract.py."""

    def __init__(self, folder: str) -> None:
        self.pixels = bytearray(_PIXELS)
        self.palette = bytearray(limiter.COLORS * 3)
        self.brightness = limiter.BOOT_BRIGHTNESS
        self.oled = bytearray(1024)
        self.cell_trim = 0
        self.keyboard = ""
        self.failures = 0
        self.folder = folder
        self.variants = folder + "/variants"
        self.words = array("I", [0] * _PIXELS)
        self.shown = bytearray(1024)
        self.pause_ms = 0
        self.dice_on = self.screen_on = True
        self.is_off = False
        self._power = limiter.LedPower(limiter.WS2812B_5050)
        self._counts = array("H", [0] * limiter.COLORS)
        self._entropy = Entropy(raw_bits, RandomBits(), urandom, ticks_ms)
        self._presses: list[int] = []
        self._held = 0

    def edge(self, button: int, down: bool) -> None:
        """A button of the page goes down or up, or a letter is typed."""
        if button >= LETTER:
            if down and self.keyboard and len(self._presses) < _QUEUE:
                self._presses.append(button)
            return
        if down and not self._held >> button & 1 and len(self._presses) < _QUEUE:
            self._presses.append(button)
        self._held = self._held | 1 << button if down else self._held & ~(1 << button)

    # The contract

    def set_leds(self, stock: bool, serpentine: bool) -> None:
        """Sets the type of LEDs for the current limiter."""
        self._power.set_led_type(limiter.WS2812B_5050 if stock else limiter.WS2812B_2020)

    def show_tiles(self) -> None:
        """Makes the LED words, through the current limiter."""
        if not self.dice_on:
            self.words[:] = array("I", [0] * _PIXELS)
            return
        limiter.count_colors(self.pixels, self._counts)
        self._power.prepare(self.palette, self.brightness, self._counts)
        limiter.expand(self.pixels, self._power.lut, self.words, False)

    def show_oled(self, may_stop: bool = False) -> None:
        """Shows what is drawn; dark while the OLED is off."""
        self.shown[:] = self.oled if self.screen_on else bytes(len(self.shown))

    def screen_answers(self) -> bool:
        """It always does."""
        return True

    def switch(self, dice: bool, screen: bool) -> None:
        """Switches dice and OLED on or off."""
        self.dice_on, self.screen_on = dice, screen
        self.show_tiles()
        self.show_oled()

    def feed(self) -> None:
        """There is no watchdog."""

    def code_in_flash(self) -> "tuple[int, str]":
        """No code runs from the flash."""
        return 0, ""

    def run_code_from_flash(self, *running: object) -> None:
        """A page has memory for all code."""

    def import_next(self, name: str) -> bool:
        """A page imports nothing ahead."""
        return False

    def needed_modules(self, names: "Sequence[str]") -> "set[str]":
        """A page does not know."""
        return set()

    def enter_pressed(self) -> bool:
        """A page has no serial port."""
        return False

    def send_text(self, data: bytes, start: int) -> int:
        """A page has no serial port."""
        return 0

    def to_bootsel(self) -> None:
        """A page has no BOOTSEL mode."""

    def next_press(self) -> int:
        """Returns the next press, or -1. Letters typed after the last one of a name are dropped."""
        while self._presses and self._presses[0] >= LETTER and not self.keyboard:
            self._presses.pop(0)
        return self._presses.pop(0) if self._presses else -1

    def held(self) -> int:
        """Returns the buttons that are down, one bit each."""
        return self._held

    def tone(self, hz: int, volume: int) -> None:
        """Sounds in the page."""
        page.tone(hz, volume, ticks_ms())

    def battery_mv(self) -> int:
        """Returns the voltage of a full cell, calibrated."""
        return _CELL_MV + _CELL_MV * self.cell_trim // 1000

    def check_charger(self) -> bool:
        """A page has no charger."""
        return False

    def chip_celsius(self) -> int:
        """A page has no sensor."""
        return 0

    def power_off(self) -> None:
        """Ends the firmware. Raises SwitchedOff."""
        self.is_off = True
        self.switch(False, False)
        raise SwitchedOff

    def ticks_ms(self) -> int:
        """Returns the clock of the browser, wrapped at 2**30."""
        return ticks_ms()

    def random_bytes(self, count: int) -> bytes:
        """Returns random bytes that the firmware makes of bits of the browser. Raises OSError if they fail a test."""
        return self._entropy.draw(count)

    def gather_entropy(self) -> bool:
        """Gathers and tests some raw bits; False when the next throw needs no more."""
        return self._entropy.gather()

    def count_raw_bits(self, counters: "array[int] | None") -> None:
        """Counts the raw bits that are gathered from now on, for the self-test."""
        self._entropy.count(counters)

    def restart(self) -> None:
        """Raises Restarted."""
        raise Restarted

    def wait(self, ms: int) -> None:
        """Notes how long the page has to wait."""
        self.pause_ms = ms


_app: App
_board: PageBoard
_day = ""
_variant = ""
_apart: "Any" = None
"""The module of a game that is played apart from those of the console, duel.py or again.py; None without one."""


def start(folder: str, calm: bool = False, day: str = "", variant: str = "", kind: str = "") -> bool:
    """Switches the console on, with its files in `folder`. `calm`: a new console moves and flashes less.

    `day`, `variant`: the date, such as 2026-11-28, and the variant of a game of the day; `kind`: "duel" or "again" for
    such a game, which is in a file of the folder. Returns False without that variant or file.
    """
    global _day, _variant, _apart
    if day and not known(variant):
        return False
    _day, _variant = day, variant
    _apart = __import__(kind) if kind else None
    if _apart and not _apart.is_known(folder):
        return False
    if not any([name.startswith(RECORD) for name in os.listdir(folder)]):
        _save_first_settings(folder, calm)
    _switch_on(folder)
    return True


def _switch_on(folder: str) -> None:
    """Starts the firmware, with the game of the day or another game apart if there is one."""
    global _app, _board
    _board = PageBoard(folder)
    _app = App(_board)
    if _day:
        import game_of_the_day  # type: ignore[import-not-found]  # not before it is played

        game_of_the_day.open_game(_app, _day, _variant)
    elif _apart:
        _apart.open_game(_app)


def _save_first_settings(folder: str, calm: bool) -> None:
    """Saves settings for the first start: a page needs no sleep, and some people want no motion."""
    values = {"sleep": setting_named("sleep").choices.index("never")}
    if calm:
        values["tumble"] = setting_named("tumble").choices.index("no")
        values["calm"] = setting_named("calm").choices.index("reduced")
    try:
        Store(folder).save(RECORD, values)
    except (StorageFull, StorageError):
        pass  # the console reports it when it saves something itself


def step() -> int:
    """Runs rounds of the console's loop; returns the milliseconds until the next one, unless a button goes down."""
    if _board.is_off:
        return _OFF_MS
    began_ms = ticks_ms()
    _board.pause_ms = 0
    try:
        while not _board.pause_ms and ticks_diff(ticks_ms(), began_ms) < _ROUNDS_MS:
            _app.step()
    except SwitchedOff:
        return _OFF_MS
    except Restarted:
        _switch_on(_board.folder)
    return _board.pause_ms


def press(button: int, down: bool) -> None:
    """A button goes down or up, or a letter is typed; ROLL starts a console that is off from cold."""
    if _board.is_off and down and button == ROLL:
        _switch_on(_board.folder)
    elif not _board.is_off:
        _board.edge(button, down)


def rest() -> str:
    """Returns "off" (until ROLL is pressed), "asleep" (dark until any button is pressed) or ""."""
    if _board.is_off:
        return "off"
    return "" if _board.dice_on or _board.screen_on else "asleep"


def has_left() -> bool:
    """Returns whether the player has left a game apart, below which there is no boot menu, or it goes on elsewhere."""
    if _board.is_off or not (_day or _apart):
        return False
    return _app.session is None or bool(_apart and _apart.is_over(_app))


def finished() -> str:
    """Returns the path of the log of a game that is over and saved, else ""."""
    path: str = apart.finished(_app)
    return path


def typing() -> str:
    """Returns what is typed: "letters", "digits" or ""."""
    return _board.keyboard


def read_oled() -> str:
    """The OLED in words, as JSON."""
    import picture_reader  # type: ignore[import-not-found]  # tools/play/host; not before the boot menu is shown

    return json.dumps(picture_reader.words(_board.shown))


def read_dice() -> str:
    """The dice in words, as JSON; null while they move."""
    import picture_reader

    pixels = _board.pixels if _board.dice_on else bytes(_PIXELS)
    return json.dumps({"dice": picture_reader.dice(pixels)})


def words() -> int:
    """The address of the LED words, 4 bytes each: 0, blue, red, green, at tile * 64 + row * 8 + column."""
    return int(addressof(_board.words))


def oled() -> int:
    """The address of the 1024 bytes on the OLED."""
    return int(addressof(_board.shown))
