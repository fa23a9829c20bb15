"""Golden screens: text files that a test compares with what is drawn. `UPDATE_GOLDEN=1` writes them again."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from tools.play.host.fake import FakeBoard
from tools.play.host.frames import oled_lines, tiles_text

GOLDEN = Path(__file__).parent / "golden"
_UNSPACED = re.compile("[0-9]{4}(?! (mV|KB|stock|tiles|TILES))")
"""A number without a space between thousands: only technical ones are written so."""


def golden(name: str, text: str, area: str = "view") -> str:
    """Return the content of the file `name` of an `area`; with UPDATE_GOLDEN, `text` is written to it first."""
    path = GOLDEN / area / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") if path.exists() else ""


def check_margins(oled: bytes | bytearray) -> None:
    """Check that text stands apart: below the top row, above the bottom row, and inside a bar at the top."""
    lines = [[oled[y // 8 * 128 + x] >> y % 8 & 1 for x in range(128)] for y in range(64)]
    touching = [x for x in range(128) if lines[55][x] and any(lines[56][max(0, x - 1) : x + 2])]
    assert not touching, "a letter that hangs touches the bottom row"
    if all(lines[0]):
        assert all(lines[6]) and not any(lines[7]), "no margin around the head"
    for y in (15, 23, 31, 39, 47):
        if all(lines[y]):  # the last row of a bar
            assert all(lines[y - 7]), "a stray line"


def framed(oled: bytes | bytearray, margins: bool = True) -> str:
    """Return the eight rows of an OLED as text, each between two bars; checks their `margins`."""
    if margins:
        check_margins(oled)
    return "\n".join(f"|{line:21}|" for line in oled_lines(oled))


def check_screen(board: FakeBoard, name: str, area: str) -> None:
    """Compares OLED and tiles with a golden file; no character of the OLED may be unreadable."""
    words = _checked(board)
    assert "\ufffd" not in words
    text = f"{words}\n\n{tiles_text(board.pixels)}\n"
    assert text == golden(name, text, area)


def _checked(board: FakeBoard) -> str:
    """The rows of the OLED; no points may be without a space between thousands."""
    words = framed(board.oled_shown)
    assert not _UNSPACED.search(words)
    return words


def check_oled(board: FakeBoard, name: str, area: str) -> None:
    """Compares only the OLED with a golden file: a light show runs on the tiles, or pictures that are no letters."""
    words = _checked(board) + "\n"
    assert words == golden(name, words, area)


def strip(frames: Sequence[bytearray]) -> str:
    """Return eleven frames of an animation as text, most of them near its start and its end, where more changes.

    `frames[0]` is before the animation.
    """
    picked = [frames[1 + (len(frames) - 2) * step // 32] for step in (0, 1, 2, 4, 8, 16, 24, 28, 30, 31, 32)]
    return "\n".join(tiles_text(pixels) for pixels in picked)
