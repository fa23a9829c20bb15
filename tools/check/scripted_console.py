"""A console that is played by a script: chosen presses, known dice, and a clock that runs by waiting alone.

The same source runs on the emulated Pico, where its text is part of a main.py, and on this computer (same_frames.py).
"""

from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PRESS_MS = 600
"""From one press to the next."""


def scripted(base: "Any") -> "Any":
    """Returns the class of a scripted board, which inherits from a class of boards."""

    class ScriptedBoard(base):  # type: ignore[misc]
        """Its `scripted_press` is the next press, -1 for none."""

        def __init__(self, *args: object) -> None:
            super().__init__(*args)
            self.now_ms = self.byte = 0
            self.scripted_press = -1
            for name, result in (("feed", None), ("restart", None), ("gather_entropy", False), ("held", 0)):
                setattr(self, name, lambda result=result: result)
            self.ticks_ms = lambda: self.now_ms
            self.random_bytes = self.draw
            self.next_press = self.take_press

        def draw(self, count: int) -> bytes:
            drawn = bytearray(count)
            for at in range(count):
                self.byte = (self.byte * 1103515245 + 12345) & 0x7FFFFFFF
                drawn[at] = self.byte >> 16 & 0xFF
            return bytes(drawn)

        def take_press(self) -> int:
            press, self.scripted_press = self.scripted_press, -1
            return press

        def wait(self, ms: int) -> None:
            self.now_ms += ms

        def ignore(self, *args: object) -> None:
            pass

        to_bootsel = power_off = count_raw_bits = tone = ignore

        def battery_mv(self) -> int:
            return 3900

        def check_charger(self) -> bool:
            return False

        def chip_celsius(self) -> int:
            return 27

    return ScriptedBoard


def run(board: "Any", make_app: "Callable[[Any], Any]", presses: bytes, collect: "Callable[[], object]") -> None:
    """Gives a scripted board the presses; prints a line after each: its number, the screen, a check sum of all frames.

    `collect` is called after each round of the loop.
    """
    app = make_app(board)
    app.step()
    board.run_code_from_flash()
    for number, press in enumerate(presses):
        board.scripted_press = press
        end_ms = board.now_ms + _PRESS_MS
        frames = 0
        while board.now_ms < end_ms:
            app.step()
            collect()
            frames = crc32(board.oled, crc32(board.palette, crc32(board.pixels, frames)))
        print("FRAMES", number, type(app.screen).__name__, frames)
