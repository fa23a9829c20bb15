"""The demo in Chromium: the console runs in the page, from any static server, and keeps its saves in the browser."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from host_tests.page.demo_fixture import SUB_PATH, DemoServer, files_of, game_in_mid_turn, open_demo
from host_tests.page.probe import PHONE, wait_for
from sixpip.app.game.session import Session
from sixpip.players.menus.styles import TIMID
from sixpip.rules.stages import OVER
from sixpip.rules.stages import READY as BEFORE_ROLL
from sixpip.rules.ten_thousand.game import Game
from tools import ROOT
from tools.play.simulator.server import PAGE

LIMIT_S = 1800
MOST_BYTES = 2_000_000
NEXT_IS_ACTIVE = """async () => {
  const { active } = await navigator.serviceWorker.getRegistration(), names = await caches.keys();
  return active?.state === "activated" && names.length === 1 && names[0].includes("next-");
}"""


def picture(page: Page, name: str) -> None:
    """Saves a picture to look at."""
    (ROOT / "build").mkdir(exist_ok=True)
    page.screenshot(path=ROOT / "build" / name)


def test_all_that_the_demo_loads_is_below_its_folder_and_less_than_two_megabytes(
    context: BrowserContext, server: DemoServer, root: Path
) -> None:
    loaded: set[str] = set()
    context.on("request", lambda request: loaded.add(request.url))
    demo = open_demo(context, server)
    demo.page.wait_for_load_state("networkidle")
    assert all(url.startswith((server.address, "data:")) for url in loaded)
    files = [root / url.removeprefix(server.origin + "/") for url in loaded if url.startswith(server.address)]
    sizes = [path.stat().st_size for path in files if path.is_file()]
    assert len(sizes) > 8 and sum(sizes) < MOST_BYTES
    assert demo.lines[0].startswith("SIXPIP")


def test_the_page_is_that_of_make_play_but_for_its_back_end(root: Path) -> None:
    demo = root / SUB_PATH.strip("/")
    same = [path.name for path in PAGE.iterdir() if (demo / path.name).read_bytes() == path.read_bytes()]
    assert {path.name for path in PAGE.iterdir()} - {"backend.js"} == set(same)


@pytest.mark.sweep
def test_a_whole_game_is_played_in_the_page(context: BrowserContext, server: DemoServer) -> None:
    session = Session(Game("pure", {"target": 1500}, 2), ["ANNA", "Timid"], seats=[0, TIMID])
    demo = open_demo(context, server, files_of(session, {"tumble": 2}))
    until = time.monotonic() + LIMIT_S
    while demo.session().game.stage != OVER:
        assert time.monotonic() < until, demo.session().game.scores
        game = demo.session().game
        demo.press("b" if game.player == 0 and game.stage != BEFORE_ROLL else "r")
    game = demo.session().game
    while not any("again" in line for line in demo.lines):
        assert time.monotonic() < until, demo.lines
        demo.page.wait_for_timeout(200)
    picture(demo.page, "demo-ranking.png")
    assert max(game.scores) >= 1500 and game.turns[0] > 0
    assert any(name.startswith("logs/") for name in demo.stored())
    assert "statistics" in demo.stored()


def test_a_reload_in_mid_turn_changes_nothing(context: BrowserContext, server: DemoServer) -> None:
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    demo.press("2", "4", "b", "r", pause_ms=1500)  # the 1 and the 5 are banked, the next turn begins
    before, shown = demo.session().game.record(), demo.lines
    assert demo.session().game.scores == [4900, 3200]
    demo.page.reload()
    demo.wait().page.wait_for_timeout(1500)
    assert demo.session().game.record() == before
    assert demo.lines == shown


def test_the_console_switches_itself_off_and_roll_starts_it_with_the_game(
    context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    shown, before = demo.lines, demo.session().game.record()
    demo.press("m", "m", "4")
    demo.page.wait_for_selector("#off:visible")
    assert not any(demo.lines) and "Press ROLL" in demo.page.inner_text("#off")
    demo.press("b", "1")
    assert not any(demo.lines)
    demo.press("r", pause_ms=2500)
    assert demo.lines == shown and not demo.page.is_visible("#off") and demo.session().game.record() == before
    demo.press("2", "4", "b")
    assert demo.session().game.scores == [4900, 3200]


def test_after_the_first_visit_it_works_without_a_network(context: BrowserContext, root: Path) -> None:
    server = DemoServer(root)
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    demo.page.evaluate("navigator.serviceWorker.ready")
    demo.page.wait_for_function("navigator.serviceWorker.controller")
    shown = demo.lines
    server.stop()
    demo.page.goto(server.address)
    demo.wait().page.wait_for_timeout(1000)
    assert demo.lines == shown
    demo.press("2", "4", "b")
    assert demo.session().game.scores == [4900, 3200]


def test_a_second_tab_takes_the_console_over_and_the_first_writes_nothing_any_more(
    context: BrowserContext, server: DemoServer
) -> None:
    first = open_demo(context, server, files_of(game_in_mid_turn()))
    second = open_demo(context, server)
    first.page.wait_for_selector("body.off")
    assert first.notice() == "Sixpip is open in another tab now. Reload this page to play here."
    first.press("2", "4", "b")
    assert second.session().game.scores == [4350, 3200]
    second.press("2", "4", "b")
    assert second.session().game.scores == [4900, 3200]
    first.page.reload()
    first.wait()
    second.page.wait_for_selector("body.off")
    assert first.session().game.scores == [4900, 3200]


def test_it_is_played_by_touch_on_a_phone(browser: Browser, server: DemoServer) -> None:
    width, height = PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=3, has_touch=True, is_mobile=True
    )
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    for name in ("Keep die 2", "Keep die 4"):
        demo.page.get_by_role("button", name=name).tap()
        demo.page.wait_for_timeout(700)
    picture(demo.page, "demo-phone.png")
    assert any("550" in line for line in demo.lines)
    demo.page.get_by_text("BANK", exact=True).tap()
    demo.page.wait_for_timeout(700)
    assert demo.session().game.scores == [4900, 3200]
    assert demo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.sweep
def test_a_new_version_replaces_the_one_in_the_browser(context: BrowserContext, root: Path, server: DemoServer) -> None:
    demo = open_demo(context, server)
    demo.page.wait_for_function("navigator.serviceWorker.controller")
    folder = root / SUB_PATH.strip("/")
    worker, index = folder / "sw.js", folder / "index.html"
    old = worker.read_text(), index.read_text()
    worker.write_text(old[0].replace('VERSION = "', 'VERSION = "next-'))
    index.write_text(old[1].replace("<title>Sixpip", "<title>Sixpip, next"))
    try:
        demo.page.reload()  # still the old one; the new one is loaded behind it
        wait_for(lambda: bool(demo.page.evaluate(NEXT_IS_ACTIVE)))
        demo.page.reload()
        assert demo.wait().page.title() == "Sixpip, next"
    finally:
        worker.write_text(old[0])
        index.write_text(old[1])
