"""Reports a crash: a traceback on the USB console, in a log file of limited size, and on the OLED.

Only main.py calls `report` and `log`. Nothing is repaired here.
"""

import io
import os
import sys

from sixpip.compat import TYPE_CHECKING, const, replace

if TYPE_CHECKING:
    from sixpip.board.contract import Board

LOG = "/crash.log"
OLD_LOG = "/crash.old"
LOG_BYTES = const(4096)
"""A log larger than this is renamed to the old log and replaces the one before it."""

MOST_FAILURES = const(3)
"""After this many restarts in a row because of a full memory, the console stops."""

STOPPED = ["SIXPIP STOPPED", "", "Turn off and on", "to play on from", "the last saved", "move.", "", "See the log."]
"""The 8 rows of up to 16 characters that the OLED shows."""

_ENTRY_CHARACTERS = const(1500)


def append_to_log(text: str, log: str = LOG, old_log: str = OLD_LOG) -> None:
    """Adds `text` to the file `log`; a log that is too large is renamed to `old_log` first. Raises OSError."""
    try:
        size = os.stat(log)[6]
    except OSError:
        size = 0
    if size > LOG_BYTES:
        replace(log, old_log)
    with open(log, "a") as file:
        file.write(text + "\n")


def log(error: BaseException) -> None:
    """Prints and logs `error` with its traceback, cut to the last 1500 characters."""
    stream = io.StringIO()
    sys.print_exception(error, stream)
    text: str = stream.getvalue()[-_ENTRY_CHARACTERS:]
    print(text)
    try:
        append_to_log(text)
        print("The error is in crash.log.")
    except OSError as problem:
        print("The error could not be written to crash.log:", problem)


def report(error: BaseException, board: "Board | None") -> None:
    """Prints, logs and shows `error`, and darkens the dice. `board` is None when the board could not be set up."""
    print("Sixpip has stopped because of this error:")
    log(error)
    print("Reset the board to play on from the last saved move.")
    if board is not None:
        board.tone(0, 0)
        board.switch(False, True)  # the dice would stay lit
        show_rows(board, STOPPED)


def show_rows(board: "Board", rows: list[str]) -> None:
    """Writes `rows` on the OLED in MicroPython's built-in font, since the console's own drawing may have crashed."""
    import framebuf

    screen = framebuf.FrameBuffer(board.oled, 128, 64, framebuf.MONO_VLSB)
    screen.fill(0)
    for number, row in enumerate(rows):
        screen.text(row, 0, number * 8)
    board.show_oled()
