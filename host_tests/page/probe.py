"""For the tests of the page: a firmware with a fixed picture that notes presses; no test."""

import threading
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from sixpip.board.buttons import KEEP6, MENU, ROLL
from tools.play.board import SimBoard

PATIENCE_S = 10
PHONE = (390, 844)
RED, FAINT_RED, BLUE = 1, 2, 3

# The colour on the canvas in the middle of every LED of a die: 64 x (red, green, blue, alpha)
LEDS = """place => {
  const canvas = document.querySelectorAll("canvas.leds")[place], pen = canvas.getContext("2d");
  const cell = canvas.width / 8, found = [];
  for (let row = 0; row < 8; row++) for (let column = 0; column < 8; column++)
    found.push([...pen.getImageData((column + .5) * cell, (row + .5) * cell, 1, 1).data]);
  return found;
}"""
# A press of key 6, sent by the page to itself
MARK = """() => {
  for (const type of ["keydown", "keyup"]) dispatchEvent(new KeyboardEvent(type, {key: "6", code: "Digit6"}));
}"""


class Probe:
    """A firmware with a fixed picture that notes presses; tones on ROLL."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.pressed = threading.Condition()
        self.shown = threading.Event()
        self.lit = {(0, 0, 0): RED, (0, 7, 7): FAINT_RED, (3, 2, 5): BLUE, (5, 1, 0): RED}

    def run(self, board: SimBoard) -> None:
        board.palette[3:12] = b"\xff\x10\x00" + b"\x20\x02\x00" + b"\x00\x10\xff"
        for (tile, row, column), colour in self.lit.items():
            board.pixels[tile * 64 + row * 8 + column] = colour
        for at in range(1024):
            board.oled[at] = at * 37 & 0xFF
        board.show_tiles()
        board.show_oled()
        self.shown.set()
        while True:
            board.wait(1000)
            while (button := board.next_press()) >= 0:
                with self.pressed:
                    self.taken.append(button)
                    self.pressed.notify_all()
                if button == MENU:
                    raise ZeroDivisionError("a test broke the firmware")
                board.tone(2000 if button == ROLL else 0, 2)

    def settled(self, page: Page) -> list[int]:
        """All presses taken so far, once KEEP6, pressed as a marker, has come through behind them."""
        page.evaluate(MARK)
        with self.pressed:
            assert self.pressed.wait_for(lambda: KEEP6 in self.taken, PATIENCE_S)
            taken = [button for button in self.taken if button != KEEP6]
            self.taken.clear()
        return taken


def wait_for(fact: Callable[[], bool]) -> None:
    """Wait until `fact()` is true."""
    pause = threading.Event()
    for _ in range(PATIENCE_S * 50):
        if fact():
            return
        pause.wait(0.02)
    pytest.fail("it did not come to be")
