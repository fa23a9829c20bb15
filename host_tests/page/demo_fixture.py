"""The demo in Chromium: served from a folder below the root of a plain web server, with given saves in its browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from playwright.sync_api import BrowserContext, Page

from sixpip.app.game.session import Session
from sixpip.app.setup.resume import resume
from sixpip.rules.menus.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools.play.demo.static_server import StaticServer
from tools.play.host.screen_reader import ScreenReader

SUB_PATH = "/games/sixpip/"
FILES = f"sixpip files {SUB_PATH}"
DAMAGED = f"{FILES} damaged"
READY = "body[data-connected][data-painted]"
_ENCODING = "latin-1"
# The 1024 bytes of the OLED, read from the pixels of its canvas
_OLED = """() => {
  const canvas = document.querySelector("#oled"), scale = canvas.width / 128, bytes = new Array(1024).fill(0);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  for (let y = 0; y < 64; y++) for (let x = 0; x < 128; x++)
    if (data[4 * (y * scale * canvas.width + x * scale) + 3]) bytes[(y >> 3) * 128 + x] |= 1 << (y & 7);
  return bytes;
}"""


def game_in_mid_turn() -> Session:
    """Returns a game in which Anna has kept three 4s and rolled the other three dice."""
    game = Game("dice-10000", {}, 2)
    game.scores[:] = [4350, 3200]
    game.opened[:] = [True, True]
    game.apply(("roll", None), Script([3, 1, 3, 5, 3, 2]))
    game.apply(("keep", 0b010101), Script([]))
    game.apply(("roll", None), Script([0, 4, 2]))
    return Session(game, ["ANNA", "BEN"])


class DemoServer(StaticServer):
    """Serves a folder above the demo."""

    @property
    def address(self) -> str:
        """The URL of the demo."""
        return self.origin + SUB_PATH


class DemoPage(ScreenReader):
    """A tab with the demo."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def oled(self) -> bytes:
        """Reads the canvas."""
        return bytes(self.page.evaluate(_OLED))

    def wait(self) -> "DemoPage":
        """Waits until the console is on and painted."""
        self.page.wait_for_selector(READY)
        return self

    def press(self, *keys: str, pause_ms: int = 700) -> "DemoPage":
        """Presses keys, with a pause after each."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(pause_ms)
        return self

    def notice(self) -> str:
        """The sentence above the console."""
        return str(self.page.inner_text("#notice"))

    def damaged(self) -> str | None:
        """What was set aside in the browser."""
        return cast(str | None, self.page.evaluate("name => localStorage.getItem(name)", DAMAGED))

    def stored(self) -> dict[str, str]:
        """The files in the browser."""
        found: dict[str, str] = json.loads(self.page.evaluate("name => localStorage.getItem(name)", FILES))
        return found

    def session(self) -> Session:
        """The game that is saved in the browser."""
        with files_in_folder(self.stored()) as folder:
            found = resume(Store(folder))
        assert found is not None
        return found


@contextmanager
def files_in_folder(files: dict[str, str]) -> Iterator[str]:
    """A temporary folder with the files of a demo."""
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode(_ENCODING))
        yield folder


def files_of(session: Session, settings: "dict[str, Any] | None" = None) -> str:
    """What a browser stores with a saved game."""
    with TemporaryDirectory() as folder:
        store = Store(folder)
        if settings:
            store.save("settings", settings)
        session.save(store)
        root = Path(folder)
        files = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
        return json.dumps({name: path.read_bytes().decode(_ENCODING) for name, path in files.items()})


def open_demo(context: BrowserContext, server: DemoServer, stored: str = "") -> DemoPage:
    """Opens the demo in a new tab; `stored`: what its browser has stored."""
    page = context.new_page()
    if stored:
        page.goto(server.address + "LICENSES.txt")
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [FILES, stored])
    page.goto(server.address)
    return DemoPage(page).wait()
