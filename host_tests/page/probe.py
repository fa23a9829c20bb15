"""The probe firmware for the tests of the page: shows a picture, and sounds a tone on ROLL. Scripts for the page."""

from pathlib import Path

from playwright.sync_api import Frame, Page

from host_tests.probe_firmware import TIMEOUT_S, ProbeFirmware
from host_tests.probe_firmware import wait_for as wait_for  # for the tests of the pages
from sixpip.board.contract import KEEP6, ROLL
from tools.play.demo.static_server import StaticServer
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
# The 1024 bytes of the OLED, read from the pixels of its canvas
OLED = """() => {
  const canvas = document.querySelector("#oled"), scale = canvas.width / 128, bytes = new Array(1024).fill(0);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const at = (pixel) => Math.floor((pixel + .5) * scale), lit = (x, y) => data[4 * (at(y) * canvas.width + at(x)) + 3];
  for (let y = 0; y < 64; y++) for (let x = 0; x < 128; x++)
    if (lit(x, y) > 128) bytes[(y >> 3) * 128 + x] |= 1 << (y & 7);
  return bytes;
}"""
# What a policy of the page blocks of a connection: the directive, or "" when the connection is allowed
BLOCKED = """([url, kind]) => new Promise((done) => {
  document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective), { once: true });
  setTimeout(() => done(""), 2000);
  if (kind === "socket") new WebSocket(url.replace("http", "ws"));
  else fetch(url).catch(() => {});
})"""
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


def framed(page: Page, site: StaticServer, folder: Path, address: str) -> Frame:
    """Opens a page of another site with `address` in a frame; returns the frame."""
    (folder / "index.html").write_text(f'<!doctype html><iframe width="1180" height="660" src="{address}"></iframe>')
    page.goto(site.origin)
    page.wait_for_load_state("networkidle")

    def has_address() -> bool:
        page.wait_for_timeout(40)  # lets Playwright take note of the address
        return page.frames[1].url not in ("", "about:blank")

    wait_for(has_address)
    return page.frames[1]
