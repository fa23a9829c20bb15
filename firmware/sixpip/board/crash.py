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

_ENTRY_CHARACTERS = const(1500)
_COLUMNS = const(16)  # characters of 8 pixels in a row of the OLED
_TRACEBACK_ROWS = const(5)
_PLACE_CHARACTERS = const(48)  # three rows; a longer path is cut at its beginning, so that the line number stays


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


def screen_rows(text: str) -> list[str]:
    """Returns the 8 rows of up to 16 characters that the OLED shows for a traceback.

    They are a heading, the line of code and the error in five rows, where more is found, and what the player can do.
    """
    place, _, error = text.strip().rpartition("\n")
    place = place.split("\n")[-1].strip().replace('File "', "").replace('"', "")
    rows: list[str] = []
    for line in (place[-_PLACE_CHARACTERS:], error):
        for start in range(0, len(line), _COLUMNS):
            rows.append(line[start : start + _COLUMNS])
    rows = (rows + [""] * _TRACEBACK_ROWS)[:_TRACEBACK_ROWS]
    return ["SIXPIP STOPPED"] + rows + ["It is in the log", "Turn off and on."]  # MicroPython has no [*rows]


def log(error: BaseException) -> str:
    """Prints and logs `error`; returns its traceback, cut to the last 1500 characters."""
    stream = io.StringIO()
    sys.print_exception(error, stream)
    text: str = stream.getvalue()[-_ENTRY_CHARACTERS:]
    print(text)
    try:
        append_to_log(text)
        print("The error is in crash.log.")
    except OSError as problem:
        print("The error could not be written to crash.log:", problem)
    return text


def report(error: BaseException, board: "Board | None") -> None:
    """Prints, logs and shows `error`, and darkens the dice. `board` is None when the board could not be set up."""
    print("Sixpip has stopped because of this error:")
    text = log(error)
    print("Reset the board to play on from the last saved move.")
    if board is not None:
        board.tone(0, 0)
        board.switch(False, True)  # the dice would stay lit
        show_rows(board, screen_rows(text))


def show_rows(board: "Board", rows: list[str]) -> None:
    """Writes `rows` on the OLED in MicroPython's built-in font, since the console's own drawing may have crashed."""
    import framebuf

    screen = framebuf.FrameBuffer(board.oled, 128, 64, framebuf.MONO_VLSB)
    screen.fill(0)
    for number, row in enumerate(rows):
        screen.text(row, 0, number * 8)
    board.show_oled()
