"""A whole game of a person against Master on the page, from its first throw to the ranking."""

import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from sixpip.app.game.session import COACH_ASKED, Session
from sixpip.app.setup.resume import resume
from sixpip.players.menus.styles import MASTER
from sixpip.rules.stages import OVER, READY
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools import ROOT
from tools.play.simulator.browser import open_page
from tools.play.simulator.console import running_console

LIMIT_S = 1800
PAUSE_MS = 700
STILL = 2


def saved(folder: Path) -> Session:
    """Returns the session that the console has saved."""
    session = resume(Store(str(folder)))
    assert session is not None
    return session


def play_on(page: Page, session: Session) -> None:
    """Presses what goes on: a person throws, then banks what was thrown; any press hurries Master."""
    person = session.seats[session.game.player] == 0
    page.keyboard.press("b" if person and session.game.stage != READY else "r")
    page.wait_for_timeout(PAUSE_MS)


def test_a_person_plays_a_whole_game_against_master(browser: Browser, tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.save("settings", {"tumble": STILL})
    session = Session(Game("pure", {"target": 1500}, 2), ["ANNA", "Master"], seats=[0, MASTER])
    session.coach = COACH_ASKED
    session.save(store)
    until = time.monotonic() + LIMIT_S
    with running_console(str(tmp_path)) as console, open_page(console.address, browser=browser) as page:
        page.wait_for_timeout(PAUSE_MS)
        while saved(tmp_path).game.stage != OVER:
            assert time.monotonic() < until, saved(tmp_path).game.scores
            play_on(page, saved(tmp_path))
        for _ in range(3):
            page.wait_for_timeout(PAUSE_MS)
        picture = ROOT / "build" / "page-master.png"
        picture.parent.mkdir(exist_ok=True)
        page.screenshot(path=picture)
    game = saved(tmp_path).game
    assert game.winner >= 0 and game.turns[1] > 0 and max(game.scores) >= 1500
    with Image.open(picture) as image:
        colors = image.convert("RGB").getcolors(1 << 24)
    assert colors is not None and len(colors) > 1000
