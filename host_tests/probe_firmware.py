"""A test double for the firmware on the simulator: draws once and records presses. Subclasses add the picture."""

import threading

from sixpip.board.contract import MENU
from tools.play.simulator.board import SimBoard

TIMEOUT_S = 120


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
