"""The probe firmware for the tests of the page: shows a fixed picture, and sounds a tone on ROLL."""

import threading
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from host_tests.probe_firmware import TIMEOUT_S, ProbeFirmware
from sixpip.board.contract import KEEP6, ROLL
from tools.play.simulator.board import SimBoard

PHONE = (390, 844)
RED, FAINT_RED, BLUE = 1, 2, 3

# The color on the canvas in the center of every LED of a die: 64 x (red, green, blue, alpha)
LEDS = """place => {
  const canvas = document.querySelectorAll("canvas.leds")[place], pen = canvas.getContext("2d");
  const cell = canvas.width / 8, colors = [];
  for (let row = 0; row < 8; row++) for (let column = 0; column < 8; column++)
    colors.push([...pen.getImageData((column + .5) * cell, (row + .5) * cell, 1, 1).data]);
  return colors;
}"""
# A press of key 6, dispatched inside the page
PRESS_6 = """() => {
  for (const type of ["keydown", "keyup"]) dispatchEvent(new KeyboardEvent(type, {key: "6", code: "Digit6"}));
}"""


class PictureProbe(ProbeFirmware):
    """A probe firmware with a fixed picture and tones on ROLL."""

    def __init__(self) -> None:
        super().__init__()
        self.lit = {(0, 0, 0): RED, (0, 7, 7): FAINT_RED, (3, 2, 5): BLUE, (5, 1, 0): RED}

    def draw(self, board: SimBoard) -> None:
        board.palette[3:12] = b"\xff\x10\x00" + b"\x20\x02\x00" + b"\x00\x10\xff"
        for (tile, row, column), color in self.lit.items():
            board.pixels[tile * 64 + row * 8 + column] = color
        for at in range(1024):
            board.oled[at] = at * 37 & 0xFF

    def on_press(self, board: SimBoard, button: int) -> None:
        board.tone(2000 if button == ROLL else 0, 2)

    def presses(self, page: Page) -> list[int]:
        """Returns all presses so far and clears them. Presses KEEP6 as an end marker, so that none is missed."""
        page.evaluate(PRESS_6)
        with self.pressed:
            assert self.pressed.wait_for(lambda: KEEP6 in self.buttons, TIMEOUT_S)
            buttons = [button for button in self.buttons if button != KEEP6]
            self.buttons.clear()
        return buttons


def wait_for(condition: Callable[[], bool]) -> None:
    """Waits until `condition()` is true; fails the test after a timeout."""
    pause = threading.Event()
    for _ in range(TIMEOUT_S * 50):
        if condition():
            return
        pause.wait(0.02)
    pytest.fail("timeout")
