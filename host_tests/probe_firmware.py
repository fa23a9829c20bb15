"""A test double for the firmware on the simulator: draws once and records presses. Subclasses add the picture."""

import threading
import time
from collections.abc import Callable

import pytest

from sixpip.board.contract import MENU
from tools.play.simulator.board import SimBoard

TIMEOUT_S = 120
"""Against a program that hangs, far beyond any slow machine."""


def wait_for(condition: Callable[[], object], pause_s: float = 0.05) -> None:
    """Waits until `condition()` is true, asked again after each pause; fails the test after TIMEOUT_S."""
    until = time.monotonic() + TIMEOUT_S
    while not condition():
        if time.monotonic() > until:
            pytest.fail(f"nothing has changed for {TIMEOUT_S} s")
        time.sleep(pause_s)


class ProbeFirmware:
    """Records all presses in `buttons`; crashes on MENU."""

    def __init__(self) -> None:
        self.buttons: list[int] = []
        self.pressed = threading.Condition()
        self.shown = threading.Event()

    def run(self, board: SimBoard) -> None:
        """The entry point of the firmware."""
        self.draw(board)
        board.show_tiles()
        board.show_oled()
        self.shown.set()
        while True:
            board.wait(1000)
            while (button := board.next_press()) >= 0:
                with self.pressed:
                    self.buttons.append(button)
                    self.pressed.notify_all()
                if button == MENU:
                    raise ZeroDivisionError("a test broke the firmware")
                self.on_press(board, button)

    def draw(self, board: SimBoard) -> None:
        """Draws the first picture."""

    def on_press(self, board: SimBoard, button: int) -> None:
        """Called for each press."""
