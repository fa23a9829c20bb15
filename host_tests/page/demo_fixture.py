"""The demo in Chromium: served from a folder below the root of a plain web server, with given saves in its browser."""

import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from playwright.sync_api import BrowserContext, Page

from host_tests.page.probe import OLED, wait_for
from sixpip.app.games.resume import resume
from sixpip.app.games.session import LAST, Session
from sixpip.rules.core.engine import Game
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.storage.record_store import Store
from tools.play.demo.static_server import StaticServer
from tools.play.host.screen_reader import ScreenReader

SUB_PATH = "/games/sixpip/"
FILES = f"sixpip files {SUB_PATH}"
DAMAGED = f"{FILES} damaged"
READY = "body[data-connected][data-painted]"
_ENCODING = "latin-1"


def game_in_mid_turn() -> Session:
    """Returns a game in which Anna has kept three 4s and rolled the other three dice."""
    game = TenThousandGame("dice-10000", {}, 2)
    game.scores[:] = [4350, 3200]
    game.opened[:] = [True, True]
    game.apply(("roll", None), Script([3, 1, 3, 5, 3, 2]))
    game.apply(("keep", 0b010101), Script([]))
    game.apply(("roll", None), Script([0, 4, 2]))
    return Session(game, ["ANNA", "BEN"])


class DemoServer(StaticServer):
    @property
    def address(self) -> str:
        return self.origin + SUB_PATH


class DemoPage(ScreenReader):
    def __init__(self, page: Page) -> None:
        self.page = page

    def oled(self) -> bytes:
        """Reads the canvas."""
        return bytes(self.page.evaluate(OLED))

    def wait(self) -> "DemoPage":
        self.page.wait_for_selector(READY)
        return self

    def press(self, *keys: str) -> "DemoPage":
        """Presses keys. The console queues them."""
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def go(self, *keys: str) -> None:
        """Presses keys; waits after each until the OLED shows something else."""
        for key in keys:
            before = self.lines
            self.press(key)
            wait_for(partial(self._shows_other_lines, before))

    def _shows_other_lines(self, before: list[str]) -> bool:
        return self.lines != before

    def bank_550(self) -> None:
        """Keeps the 1 and the 5 in `game_in_mid_turn` and banks; waits until that is saved."""
        self.press("2", "4", "b")
        wait_for(lambda: self.session().game.scores == [4900, 3200])

    def notice(self) -> str:
        """The sentence above the console."""
        return str(self.page.inner_text("#notice"))

    def damaged(self) -> str | None:
        return cast(str | None, self.page.evaluate("name => localStorage.getItem(name)", DAMAGED))

    def stored(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.page.evaluate("name => localStorage.getItem(name)", FILES))
        return found

    def session(self) -> Session:
        with TemporaryDirectory() as folder:
            for name, content in self.stored().items():
                if "/" not in name:
                    Path(folder, name).write_bytes(content.encode(_ENCODING))
            found = resume(Store(folder))
        assert found is not None
        return found


def settings_of(settings: "dict[str, Any]") -> str:
    """What a browser stores with settings and without a game."""
    return files_of(None, settings)


def files_of(session: Session | None, settings: "dict[str, Any] | None" = None) -> str:
    """What a browser stores with a saved game."""
    with TemporaryDirectory() as folder:
        store = Store(folder)
        if settings:
            store.save("settings", settings)
        if session:
            session.save(store)
        return files_in(Path(folder))


def files_before(game: "Game", settings: "dict[str, Any]") -> str:
    """What a browser stores when its last game had the rules of this one, so that the boot menu offers it again."""
    with TemporaryDirectory() as folder:
        store = Store(folder)
        store.save("settings", settings)
        store.save(LAST, Session(game, ["ANNA"]).as_last_game())
        return files_in(Path(folder))


def files_in(folder: Path) -> str:
    """What a browser stores with the files of a folder."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return json.dumps({name: path.read_bytes().decode(_ENCODING) for name, path in files.items()})


def open_demo(context: BrowserContext, server: DemoServer, stored: str = "") -> DemoPage:
    """Opens the demo in a new tab; `stored`: what its browser has stored."""
    page = context.new_page()
    if stored:
        page.goto(server.address + "LICENSES.txt")
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [FILES, stored])
    page.goto(server.address)
    return DemoPage(page).wait()
