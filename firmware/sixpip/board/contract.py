"""What the console needs of a machine: the Board protocol, and the numbers and names of the nine buttons.

There are four implementations: the Pico (board/pico.py), the simulator, the demo and the fake board of the tests
(tools/play).
"""

from sixpip.compat import TYPE_CHECKING, const

KEEP1 = const(0)
KEEP6 = const(5)
ROLL = const(6)
BANK = const(7)
MENU = const(8)
BUTTONS = const(9)
"""How many buttons there are. KEEP2 to KEEP5 are between KEEP1 and KEEP6; the GPIO of each is in pins.py."""
LETTER = const(32)
"""A press with this number or a higher one is a letter or a digit, by its ASCII code. Only a machine with a keyboard
returns them, while `keyboard` is set."""
LETTERS = const("letters")
DIGITS = const("digits")
"""What `keyboard` can be set to."""

MOST_FAILURES = const(3)
"""After this many restarts in a row because of a full memory (Board.failures), the console stops."""


def button_name(button: int) -> str:
    """Returns the label of a button on the case."""
    return ("ROLL", "BANK", "MENU")[button - ROLL] if button >= ROLL else f"Button {button + 1}"


if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence
    from typing import Protocol

    class Board(Protocol):
        """A machine with six 8x8 dice, a 128x64 screen, nine buttons, a buzzer and a clock.

        It is passed to the console at start; the console never imports it.
        """

        pixels: bytearray
        """384 color indices at tile * 64 + row * 8 + column; row 0 is the top, column 0 the left."""
        palette: bytearray
        """32 colors of 3 bytes (red, green, blue; linear light, 255 is full), one for each color index."""
        brightness: int
        """0..255, scales the whole palette. The current limiter may reduce it further."""
        oled: bytearray
        """1024 bytes, one bit for each pixel: byte page * 128 + x holds 8 rows, the lowest bit on top."""
        cell_trim: int
        """Per mille that battery_mv() adds to what it measures: the calibration of the cell voltage."""
        keyboard: str
        """What is typed: LETTERS of a name, DIGITS of a number, or "" for nothing.

        A machine with a keyboard then returns these as presses (LETTER).
        """
        folder: str
        """The folder of the records, without a slash at the end ("" is the root of the board)."""
        variants: str
        """The folder with the files of own variants, without a slash at the end; it need not exist."""

        def code_in_flash(self) -> "tuple[int, str]":
            """Returns the bytes of code that run from the flash, 0 on a machine that has memory for all code.

            The text says why no more do, in a sentence for a maker; it is "" if nothing is wrong.
            """

        def run_code_from_flash(self, *running: object) -> None:
            """Runs code from the flash where the machine can, also that of modules that are imported from now on.

            `running` are the functions that wait for this call; they stay in memory. No generator may be suspended.
            """

        def import_next(self, name: str) -> bool:
            """Imports a module that is needed soon, or the next one that it needs. Returns False if all are loaded."""

        def needed_modules(self, names: "Sequence[str]") -> "set[str]":
            """Returns the full names of modules and of all that they import at their tops, directly or not.

            They are empty on a machine that does not know them.
            """

        def set_leds(self, stock: bool, serpentine: bool) -> None:
            """Sets the type and the row order of the LEDs, from the next frame on.

            `stock` is True for 5050 modules or an unknown type, and False for the 2020 LEDs of the project's own tiles.
            The current limiter depends on it. `serpentine` says whether odd rows run from right to left. At the start,
            both are True.
            """

        def show_tiles(self) -> None:
            """Starts sending `pixels` to the dice and returns at once."""

        def show_oled(self, may_stop: bool = False) -> None:
            """Sends the pages of `oled` that changed since the last call.

            With `may_stop`, it stops when a button is pressed; the next call sends the remaining pages.
            """

        def screen_answers(self) -> bool:
            """Returns whether the OLED answered when it was last sent something."""

        def switch(self, dice: bool, screen: bool) -> None:
            """Switches the LED rail and the OLED on or off. Both keep their picture, and are on at the start."""

        def feed(self) -> None:
            """Feeds the watchdog. The first call starts it; from then on the console must call it every few seconds."""

        @property
        def failures(self) -> int:
            """How often in a row the memory has run out. A restart keeps the number, power-on sets it to 0."""

        @failures.setter
        def failures(self, number: int) -> None: ...

        def restart(self) -> None:
            """Restarts the console. Does not return."""

        def to_bootsel(self) -> None:
            """Restarts as a USB drive that accepts new firmware; does nothing on a machine that cannot."""

        def next_press(self) -> int:
            """Returns the next button that went down (0..8) or letter that was typed, or -1 when there is none."""

        def held(self) -> int:
            """Returns the buttons that are down now, one bit each (bit = button number)."""

        def tone(self, hz: int, volume: int) -> None:
            """Sounds `hz` until the next call; 0 is silence. `volume` is 0 for off, 1 for low and 2 for high."""

        def battery_mv(self) -> int:
            """Returns the millivolts at the cell; 0 when the machine has none.

            On a Pico, the dice draw limiter.CHARGING_BUDGET_MA at most below 3.5 V.
            """

        def check_charger(self) -> bool:
            """Returns whether a charger is plugged in; while one is, the dice draw limiter.CHARGING_BUDGET_MA at most.

            The budget changes with this call, so the console calls it in every round of its loop.
            """

        def chip_celsius(self) -> int:
            """Returns the temperature of the chip in degrees Celsius, which is some degrees above that of the air."""

        def power_off(self) -> None:
            """Switches dice, OLED and then the console's own supply off, so that only ROLL starts it again.

            Returns after about a second when the console still runs: it has USB power, or its board has no off latch.
            ROLL must be up and nothing unsaved.
            """

        def ticks_ms(self) -> int:
            """Returns a clock in milliseconds that wraps at 2**30; compare with sixpip.compat.ticks_diff only."""

        def random_bytes(self, count: int) -> bytes:
            """Returns `count` bytes from the machine's entropy source. Raises OSError when the source fails a test."""

        def gather_entropy(self) -> bool:
            """Gathers and tests some raw bits for about a millisecond. Returns False when the next throw needs no more.

            `wait` does the same. Without it the throw gathers them, which takes longer.
            """

        def count_raw_bits(self, counters: "array[int] | None") -> None:
            """Counts the raw bits that are gathered from now on in 67 counters, or stops counting if there are none.

            Counter 0 has the windows of 1024 bits. Counters 1 to 64 have how many of 944 bits of each window are equal
            to the bit that many places later. Counter 65 has the ones, and counter 66 the windows that failed a test.
            """

        def enter_pressed(self) -> bool:
            """Returns whether Enter was typed in a terminal at the serial port since the last call."""

        def send_text(self, data: bytes, start: int) -> int:
            """Sends some bytes of `data` from `start` on to the serial port and returns at once.

            Returns how many were sent: 0 while the last ones have not been taken, or when no one is connected.
            """

        def wait(self, ms: int) -> None:
            """Returns after `ms` milliseconds, or earlier when a button goes down."""
