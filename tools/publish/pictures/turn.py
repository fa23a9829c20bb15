"""The turn in the animated picture of README.md, played on the firmware with a clock that the script advances."""

import hashlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tools.play.host.scripted_player import BANK, ROLL
from tools.play.simulator import PAGE
from tools.publish.pictures.moments import game

FRAME_MS = 50
HOLD_MS = 250
"""How long a button is pressed."""
DICE = (1, 4, 4, 2, 4, 6, 1, 1, 3)
"""The faces thrown: six dice, then those that are not kept."""
PRESSES = (
    (500, ROLL, 2000),
    (0, 1, 400),
    (0, 2, 400),
    (0, 4, 1700),
    (0, ROLL, 2000),
    (0, 0, 500),
    (0, 3, 1700),
    (0, BANK, 2500),
)
"""For each press: milliseconds before it, the button, milliseconds after it."""


@dataclass(frozen=True)
class Frame:
    """What the console shows for some time, and which buttons are held (one bit each)."""

    light: bytes
    oled: bytes
    held: int
    ms: int = FRAME_MS


def _samples() -> Iterator[Frame]:
    """Plays the turn; yields what the console shows every FRAME_MS."""
    with tempfile.TemporaryDirectory() as folder:
        player = game(folder, "dice-10000")
        board = player.board
        board.roll_next(*DICE)
        next_ms = board.elapsed_ms
        for before_ms, button, after_ms in PRESSES:
            board.press(button, before_ms, HOLD_MS)
            pressed_ms = board.elapsed_ms + before_ms
            until_ms = pressed_ms + after_ms
            while board.elapsed_ms < until_ms:
                player.app.step()
                while next_ms <= board.elapsed_ms:
                    held = pressed_ms <= next_ms < pressed_ms + HOLD_MS
                    yield Frame(board.light, bytes(board.oled_shown), held << button)
                    next_ms += FRAME_MS


def record() -> list[Frame]:
    """Plays the turn; returns its frames, each with the time until the next different one."""
    frames: list[Frame] = []
    for frame in _samples():
        if frames and replace(frames[-1], ms=FRAME_MS) == frame:
            frames[-1] = replace(frames[-1], ms=frames[-1].ms + FRAME_MS)
        else:
            frames.append(frame)
    return frames


def digest(frames: list[Frame]) -> str:
    """Returns a hash of all that the picture depends on: light, OLED, buttons and times, and the files of the page."""
    state = hashlib.sha256()
    for frame in frames:
        state.update(frame.light + frame.oled + frame.held.to_bytes(2, "little") + frame.ms.to_bytes(4, "little"))
    for file in sorted(PAGE.iterdir()):
        state.update(file.name.encode() + file.read_bytes())
    return state.hexdigest()
