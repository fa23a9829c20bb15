"""What the console needs of a machine: the Board contract.

Only the shape stands here, for the type checker and the reader; nothing is executed on the Pico.
Three builds keep it: the Pico (board/pico.py), the simulator and the fake of the tests (tools/host).
"""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Board(Protocol):
        """A machine with six 8x8 dice, a 128x64 screen, nine buttons, a buzzer and a clock.

        It is handed to the console at start and never imported by it.
        """

        pixels: bytearray
        """384 colour indices: tile * 64 + row * 8 + column, row 0 on top, column 0 at the left."""
        palette: bytearray
        """32 colours of 3 bytes (red, green, blue; linear light, 255 = full): what an index looks like."""
        brightness: int
        """0..255: scales the whole palette; the current limiter may scale further."""
        oled: bytearray
        """1024 bytes, one bit a pixel: byte page * 128 + x holds 8 rows, the least bit on top."""
        folder: str
        """Where records are stored, without a slash at the end ("" is the root of the board)."""
        variants: str
        """Where the files of a maker's own variants are looked for, without a slash at the end; need not exist."""

        def set_leds(self, stock: bool, serpentine: bool) -> None:
            """Which LEDs the dice have, from the next frame on: the current limiter must know.

            `stock`: 5050 modules, or nobody has said; else the tiles' 2020. `serpentine`: odd rows run to the left.
            Until it is called: stock and serpentine.
            """
            ...

        def show_tiles(self) -> None:
            """Start sending `pixels` to the dice; returns at once."""
            ...

        def show_oled(self, may_stop: bool = False) -> None:
            """Send those pages of `oled` that changed since the last call.

            `may_stop`: not those that are left when a press comes; the next call sends them.
            """
            ...

        def screen_answers(self) -> bool:
            """Whether the OLED is there, as far as is known."""
            ...

        def switch(self, dice: bool, screen: bool) -> None:
            """Switch the rail of the dice and the OLED on or off; both keep what was shown. On at the start."""
            ...

        def feed(self) -> None:
            """The console is alive: for so long the watchdog sleeps. To be called every few seconds from now on."""
            ...

        def to_bootsel(self) -> None:
            """Restart as a USB drive that takes new firmware; does nothing on a machine that cannot."""
            ...

        def next_press(self) -> int:
            """The next button that went down (0..8, see buttons.py), or -1 when there is none."""
            ...

        def held(self) -> int:
            """The buttons that are down now, one bit each (bit = button number)."""
            ...

        def tone(self, hz: int, volume: int) -> None:
            """Sound `hz` until the next call; hz 0 is silence. Volume: 0 off, 1 low, 2 high."""
            ...

        def battery_mv(self) -> int:
            """Millivolts at the cell; 0 when the machine has none."""
            ...

        def ticks_ms(self) -> int:
            """A clock in milliseconds that wraps at 2**30; compare with sixpip.port.ticks_diff only."""
            ...

        def random_bytes(self, count: int) -> bytes:
            """`count` bytes from the machine's entropy source."""
            ...

        def wait(self, ms: int) -> None:
            """Do nothing until `ms` have passed or a button has gone down, whichever is first."""
            ...
