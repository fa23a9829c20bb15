"""Films the turn of turn.py: the real page in Chromium shows its frames, and each becomes a frame of an animation."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import FloatRect, Page

from tools.play.simulator.board import SimBoard
from tools.play.simulator.browser import open_page
from tools.play.simulator.console import running_console
from tools.publish.pictures.turn import Frame

SIZE = (860, 560)
MARGIN = 10
_KEYS = ("1", "2", "3", "4", "5", "6", "r", "b", "m")
"""The key of each button on the page."""
_IDLE_MS = 1000
_NOTE_MESSAGES = """
window.latest = {};
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", ({ data }) => {
      if (typeof data === "string") return;
      const bytes = new Uint8Array(data);
      window.latest[bytes[0]] = bytes.slice(1).join();
    });
  }
};
"""
"""Runs in the page before its own script: keeps the last message of each kind, to wait for."""
_ARRIVED = "([light, oled]) => window.latest[0] === light && window.latest[1] === oled"


def _idle(board: SimBoard) -> None:
    """Runs in place of the firmware until the console is switched off: the frames are recorded ones."""
    while True:
        board.wait(_IDLE_MS)
        board.next_press()


@contextmanager
def _projector() -> Iterator[tuple[Page, SimBoard]]:
    """Opens the page of a console without firmware."""
    with running_console("", _idle) as console, open_page(console.address, SIZE) as page:
        page.add_init_script(_NOTE_MESSAGES)
        page.reload()
        page.wait_for_selector("body[data-connected][data-painted]")
        yield page, console.board


def _hold_keys(page: Page, before: int, after: int) -> None:
    """Presses and releases the keys of the buttons that change (one bit each)."""
    for button, key in enumerate(_KEYS):
        if (before ^ after) >> button & 1:
            (page.keyboard.down if after >> button & 1 else page.keyboard.up)(key)


def _case(page: Page) -> FloatRect:
    box = page.locator("#case").bounding_box()
    assert box is not None
    left, top = int(box["x"]) - MARGIN, int(box["y"]) - MARGIN
    return {"x": left, "y": top, "width": SIZE[0] - 2 * left, "height": round(box["height"]) + 2 * MARGIN}


def shoot(frames: list[Frame]) -> Iterator[Image.Image]:
    """Yields a picture of the page for each frame."""
    with _projector() as (page, board):
        clip, held = _case(page), 0
        for frame in frames:
            _hold_keys(page, held, frame.held)
            held = frame.held
            board.show_frame(frame.light, frame.oled)
            page.wait_for_function(_ARRIVED, arg=[_listed(frame.light), _listed(frame.oled)])
            yield Image.open(io.BytesIO(page.screenshot(clip=clip, animations="disabled"))).convert("RGB")


def _listed(data: bytes) -> str:
    return ",".join(map(str, data))
