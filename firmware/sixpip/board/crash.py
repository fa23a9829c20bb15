"""What a crash leaves behind: a traceback on the console, in a log file of bounded size, and on the OLED.

Only main.py calls `report`; nothing is mended here.
"""

import io
import os
import sys

from sixpip.port import TYPE_CHECKING, const, replace

if TYPE_CHECKING:
    from sixpip.board.contract import Board

LOG = "/crash.log"
OLDER_LOG = "/crash.old"
LOG_BYTES = const(4096)
"""A log that has grown beyond this becomes the older one, in place of the one before it."""

_ENTRY_CHARACTERS = const(1500)
_LETTERS = const(16)  # of 8 pixels in a line of the OLED
_LINES = const(8)


def describe(error: BaseException) -> str:
    """The traceback of `error`, its last 1500 characters if it is longer."""
    stream = io.StringIO()
    sys.print_exception(error, stream)
    text: str = stream.getvalue()
    return text[-_ENTRY_CHARACTERS:]


def append(text: str, log: str = LOG, older: str = OLDER_LOG) -> None:
    """Add `text` to the file `log`; one that has grown too long is renamed to `older` first. Raises OSError."""
    try:
        size = os.stat(log)[6]
    except OSError:
        size = 0
    if size > LOG_BYTES:
        replace(log, older)
    with open(log, "a") as file:
        file.write(text + "\n")


def lines(text: str) -> list[str]:
    """What the OLED shows of a traceback: a heading, its end, and where the rest is; 8 lines of 16 letters."""
    rows: list[str] = []
    for line in text.strip().split("\n")[-2:]:
        line = line.strip()
        for at in range(0, len(line), _LETTERS):
            rows.append(line[at : at + _LETTERS])
    rows = (rows + [""] * _LINES)[: _LINES - 2]
    return ["SIXPIP STOPPED"] + rows + ["log: crash.log"]  # no [*rows] in MicroPython


def report(error: BaseException, board: "Board | None") -> None:
    """Tell a person what happened in every way there is; `board` is None when it could not be made."""
    text = describe(error)
    print(text)
    try:
        append(text)
    except OSError as problem:
        print("The crash log could not be written:", problem)
    if board is not None:
        board.tone(0, 0)
        board.switch(False, True)  # the dice would stay lit as they were
        _show(board, lines(text))


def _show(board: "Board", rows: list[str]) -> None:
    """Write `rows` on the OLED in MicroPython's own letters: our drawing may be what crashed."""
    import framebuf

    screen = framebuf.FrameBuffer(board.oled, 128, 64, framebuf.MONO_VLSB)
    screen.fill(0)
    for number, row in enumerate(rows):
        screen.text(row, 0, number * 8)
    board.show_oled()
