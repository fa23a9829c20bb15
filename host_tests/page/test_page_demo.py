"""The demo in Chromium: the console runs in the page, from any static server, and keeps its saves in the browser.

Also when the browser stores nothing, too little, or what is no save of the console.
"""

import json
import re
import time
from difflib import unified_diff
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from host_tests.page.demo_fixture import (
    FILES,
    SUB_PATH,
    DemoPage,
    DemoServer,
    files_of,
    game_in_mid_turn,
    open_demo,
)
from host_tests.page.probe import BLOCKED as BLOCKED_BY_POLICY
from host_tests.page.probe import PHONE, framed, wait_for
from sixpip.app.games.session import Session
from sixpip.players.styles import MASTER
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.actions import READY as BEFORE_ROLL
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.play.demo.static_server import StaticServer
from tools.play.simulator import PAGE

LIMIT_S = 1800
MOST_BYTES = 2_000_000
QUOTA = 5 << 20
"""The characters that Chromium stores for a site, with the names."""
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('blocked'); }})"
FULL = r"""const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, text) {
  if (name.includes("files") && text.includes('"game"')) throw new DOMException("full", "QuotaExceededError");
  set.call(this, name, text);
}"""
# The next round of the firmware fails
FAIL = "void (Uint8Array.prototype.some = () => { throw new Error('on purpose'); })"
LOST = "The game is not saved: the storage of this browser is blocked or full. Reload this page to start again."
SET_ASIDE = "Saves in this browser cannot be read and are set aside"


def saved_game() -> dict[str, str]:
    """The files of a browser with a saved game."""
    files: dict[str, str] = json.loads(files_of(game_in_mid_turn()))
    return files


def start_game(demo: DemoPage) -> None:
    """Starts a game and rolls; checks that the browser has stored it."""
    demo.go("1", "1", "5", "r")
    wait_for(lambda: "game" in demo.stored())
    assert demo.session().game.legal()


def words_after_crash(demo: DemoPage) -> tuple[str, str]:
    """Makes the firmware fail; returns what the page reports: error and remedy."""
    demo.page.evaluate(FAIL)
    demo.press("1").page.wait_for_selector("#crash:not([hidden])")
    return demo.page.inner_text("#traceback"), demo.page.inner_text("#remedy")


def test_a_name_is_typed_on_the_keyboard_and_no_letter_of_it_presses_a_button(
    context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server)
    demo.go("1", "2", "1", "1", "b", "m", "s", "r", "x", "Backspace")
    assert demo.lines[2].strip() == "Bmsr________"
    demo.go("Enter")
    assert demo.lines[1].split() == ["1", "Bmsr", "2", "P2"]
    demo.go("r")
    assert demo.session().names == ["Bmsr", "P2"]


# What it loads


def test_the_demo_loads_two_megabytes_from_its_folder_and_then_works_without_a_network(
    context: BrowserContext, root: Path
) -> None:
    server = DemoServer(root)
    loaded: set[str] = set()
    context.on("request", lambda request: loaded.add(request.url))
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    wait_for(lambda: demo.page.evaluate("navigator.serviceWorker.controller !== null"))
    demo.page.wait_for_load_state("networkidle")
    assert all(url.startswith((server.address, "data:")) for url in loaded)
    files = [root / url.removeprefix(server.origin + "/") for url in loaded if url.startswith(server.address)]
    sizes = [path.stat().st_size for path in files if path.is_file()]
    assert len(sizes) > 8 and sum(sizes) < MOST_BYTES
    for kind in ("socket", "fetch"):
        assert demo.page.evaluate(BLOCKED_BY_POLICY, ["http://localhost:9", kind]) == "connect-src"
    shown = demo.lines
    server.stop()
    demo.page.goto(server.address)
    wait_for(lambda: demo.wait().lines == shown)
    demo.bank_550()


def test_the_page_is_that_of_make_play_but_for_its_back_end_and_its_links(root: Path) -> None:
    demo = root / SUB_PATH.strip("/")
    same = [path.name for path in PAGE.iterdir() if (demo / path.name).read_bytes() == path.read_bytes()]
    assert {path.name for path in PAGE.iterdir()} - {"backend.js", "firmware.js", "index.html", "place.js"} == set(same)
    index = re.sub(r' (integrity|data-files)="[^"]+"', "", (demo / "index.html").read_text())
    changed = [
        line.strip()
        for line in unified_diff((PAGE / "index.html").read_text().splitlines(), index.splitlines(), n=0)
        if not line.startswith(("---", "+++", "@@"))
    ]
    assert [re.sub(r"\s+", " ", line) for line in changed] == [
        '- <a href="docs/README.html#flash">Install it</a>',
        '+ <a href="install.html">Install it</a>',
    ]


def test_the_demo_in_a_frame_of_another_site_loads_no_console_and_its_link_opens_a_tab(
    context: BrowserContext, server: DemoServer, site: StaticServer, tmp_path: Path
) -> None:
    loaded: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    frame = framed(page, site, tmp_path / "site", server.address)
    frame.wait_for_selector("text=Sixpip does not run inside another page. Open it in a tab of its own.")
    assert frame.locator("[data-button]").count() == 0
    assert set(loaded) & {"start.js", "app.js", "micropython.wasm", "firmware.bin"} == {"start.js"}
    with context.expect_page() as opened:
        frame.click("a")
    opened.value.wait_for_selector("body[data-connected]")


# Games


@pytest.mark.sweep
def test_a_whole_game_against_master_is_played_in_the_page(context: BrowserContext, server: DemoServer) -> None:
    session = Session(TenThousandGame("pure", {"target": 1500}, 2), ["ANNA", "Master"], styles=[0, MASTER])
    demo = open_demo(context, server, files_of(session, {"tumble": 2}))
    until = time.monotonic() + LIMIT_S
    while (game := demo.session().game).stage != OVER:
        assert time.monotonic() < until, game.scores
        demo.press("b" if game.player == 0 and game.stage != BEFORE_ROLL else "r")  # any press hurries Master
        demo.page.wait_for_timeout(700)
    wait_for(lambda: any("again" in line for line in demo.lines))
    assert max(game.scores) >= 1500 and game.turns[0] > 0
    assert any(name.startswith("logs/") for name in demo.stored())
    wait_for(lambda: "statistics" in demo.stored())


def test_a_reload_and_a_switch_off_in_mid_turn_change_nothing_and_a_crash_is_reported(
    context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    before, shown = demo.session().game.record(), demo.lines
    demo.page.reload()
    wait_for(lambda: demo.wait().lines == shown)
    assert demo.session().game.record() == before
    demo.press("m", "m", "4")
    demo.page.wait_for_selector("#off:visible")
    assert not any(demo.lines) and "Press ROLL" in demo.page.inner_text("#off")
    demo.press("b", "1")
    assert not any(demo.lines)
    demo.press("r")
    wait_for(lambda: demo.lines == shown)
    assert not demo.page.is_visible("#off") and demo.session().game.record() == before
    demo.bank_550()
    trace, remedy = words_after_crash(demo)
    assert "on purpose" in trace
    assert remedy == "The game is saved. Reload this page to play on."


def test_a_second_tab_takes_the_console_over_and_the_first_writes_nothing_any_more(
    context: BrowserContext, server: DemoServer
) -> None:
    first = open_demo(context, server, files_of(game_in_mid_turn()))
    second = open_demo(context, server)
    first.page.wait_for_selector("body.off")
    assert first.notice() == "Sixpip is open in another tab now. Reload this page to play here."
    first.press("2", "4", "b")
    assert second.session().game.scores == [4350, 3200]
    second.bank_550()
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
    for name in ("die 2: a 1, scores", "die 4: a 5, scores"):
        demo.page.get_by_role("button", name=name).tap()
    wait_for(lambda: any("550" in line for line in demo.lines))
    demo.page.get_by_text("BANK", exact=True).tap()
    wait_for(lambda: demo.session().game.scores == [4900, 3200])
    assert demo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


# A browser that stores nothing or too little


def tap_oled(demo: DemoPage, row: int, column: int) -> None:
    """Taps a pixel of the OLED, in the middle of a row of text."""
    box = demo.page.locator("#oled").bounding_box()
    assert box is not None
    demo.page.mouse.click(box["x"] + box["width"] * column / 128, box["y"] + box["height"] * (row + 0.5) / 8)


def test_what_the_oled_offers_is_picked_by_a_tap_on_it(context: BrowserContext, server: DemoServer) -> None:
    demo = open_demo(context, server)
    wait_for(lambda: demo.page.get_by_role("button", name="line 2: Dice 10 000").count() == 1)
    tap_oled(demo, 2, 30)
    wait_for(lambda: demo.lines[0] == "DICE 10 000")
    wait_for(lambda: demo.page.get_by_role("button", name="BANK: back").count() == 1)
    tap_oled(demo, 7, 115)
    wait_for(lambda: "Farkle" in demo.lines[1])
    wait_for(lambda: demo.page.get_by_role("button", name="MENU: next page").count() == 1)
    tap_oled(demo, 0, 120)
    wait_for(lambda: "MENU 2/3" in demo.lines[0])


def test_without_storage_it_plays_and_says_that_nothing_is_kept_also_after_a_crash(
    context: BrowserContext, server: DemoServer
) -> None:
    context.add_init_script(BLOCKED)
    demo = open_demo(context, server)
    assert demo.notice() == "This browser keeps no data for this page: your game is lost when you close it."
    demo.go("1")
    assert words_after_crash(demo)[1] == LOST


def test_a_full_storage_is_reported_also_after_a_crash(context: BrowserContext, server: DemoServer) -> None:
    context.add_init_script(FULL)
    demo = open_demo(context, server)
    assert demo.notice() == ""
    demo.go("1", "1", "5", "r")
    wait_for(lambda: demo.notice().startswith("The storage of this browser is full"))
    assert words_after_crash(demo)[1] == LOST


# The storage throws when the page has window.isBlocked
BLOCKED_LATER = """for (const name of ["getItem", "setItem", "removeItem"]) {
  const works = Storage.prototype[name];
  Storage.prototype[name] = function (...words) {
    if (window.isBlocked) throw new DOMException("blocked", "SecurityError");
    return works.apply(this, words);
  };
}"""
NOT_SAVED = re.compile("The storage of this browser is full or blocked: what you play from now on is lost")


def test_a_storage_that_begins_to_throw_is_reported_and_used_again_when_it_works(
    context: BrowserContext, server: DemoServer
) -> None:
    context.add_init_script(BLOCKED_LATER)
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    stored, notice = demo.stored(), demo.page.locator("#notice")
    demo.page.evaluate("window.isBlocked = true")
    demo.press("2", "4", "b")
    expect(notice).to_have_text(NOT_SAVED)
    expect(notice).to_be_visible()
    wait_for(lambda: any("4 900" in line for line in demo.lines))
    demo.page.evaluate("window.isBlocked = false")
    expect(notice).to_be_hidden()
    assert demo.stored() != stored and demo.session().game.scores == [4900, 3200]


def test_a_storage_with_room_again_has_the_game_and_the_notice_is_gone(
    context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    fill = "size => { for (; size; size >>= 1) try { localStorage.setItem(`x${size}`, 'x'.repeat(size)); } catch {} }"
    demo.page.evaluate(fill, QUOTA)
    for _ in range(10):  # the log grows with each action
        demo.press("2", "4", "r").page.wait_for_timeout(500)
    expect(demo.page.locator("#notice")).to_have_text(NOT_SAVED)
    demo.page.evaluate(
        "Object.keys(localStorage).filter((name) => /^x/.test(name)).map((name) => localStorage.removeItem(name))"
    )
    expect(demo.page.locator("#notice")).to_be_hidden()
    saved = demo.session().game.record()
    assert saved != game_in_mid_turn().game.record()
    demo.page.reload()
    assert demo.wait().session().game.record() == saved and demo.notice() == ""


def test_a_visitor_who_deletes_the_data_of_the_site_plays_on_and_the_game_is_saved_again(
    context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    stored = demo.stored()
    demo.page.evaluate("localStorage.clear()")
    wait_for(lambda: demo.page.evaluate("name => localStorage.getItem(name)", FILES) is not None)
    assert demo.stored() == stored and demo.notice() == ""
    demo.bank_550()
    second = open_demo(context, server)
    demo.page.wait_for_selector("body.off")
    assert demo.notice() == "Sixpip is open in another tab now. Reload this page to play here."
    second.page.evaluate("localStorage.clear()")
    wait_for(lambda: second.page.evaluate("name => localStorage.getItem(name)", FILES) is not None)
    assert second.session().game.scores == [4900, 3200]


def test_a_console_that_does_not_start_is_not_followed_by_false_words(
    context: BrowserContext, server: DemoServer
) -> None:
    context.route("**/firmware.bin", lambda route: route.abort())
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector("#crash:not([hidden])")
    assert page.inner_text("#remedy") == (
        "The console did not start, and no save was deleted. Reload this page to try again."
    )


# A browser that stores what is no save


def test_files_that_are_not_the_console_s_are_set_aside_and_the_game_goes_on(
    context: BrowserContext, server: DemoServer
) -> None:
    names = ["", "/", ".", "..", "../game", "/game", "logs/", "logs/../../game", "a//b", "a/./b", "a/" * 45 + "a/.."]
    names += ["__proto__", "a\0", "\u202egame", "\ud800", "x" * 101]
    wrong = {"number": 1, "nothing": None, "list": ["x"], "euro": "\u20ac"}
    stored = json.dumps({**dict.fromkeys(names, "x"), **wrong, **saved_game()})
    demo = open_demo(context, server, stored)
    assert demo.notice().startswith(f'{SET_ASIDE}: "", ')
    assert demo.notice().endswith(f" and {len(names) + len(wrong) - 3} more.")
    assert demo.notice().isascii()
    assert demo.stored().keys() == {"game", "settings"}
    assert demo.session().game.record() == game_in_mid_turn().game.record()
    assert json.loads(demo.damaged() or "") == json.loads(stored)
    demo.page.reload()
    assert demo.wait().notice() == "" and json.loads(demo.damaged() or "") == json.loads(stored)


def test_of_a_file_and_a_folder_of_one_name_the_file_is_read_and_the_console_plays_on(
    context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, json.dumps({"game/x": "x", "logs/x": "x", "logs": "x", **saved_game()}))
    assert demo.notice() == f'{SET_ASIDE}: "game/x", "logs/x".'
    assert demo.session().game.record() == game_in_mid_turn().game.record()
    demo.bank_550()
    assert demo.stored()["logs"] == "x"


@pytest.mark.parametrize("name", ["game", pytest.param("settings", marks=pytest.mark.sweep)])
def test_a_folder_in_place_of_a_record_is_set_aside_by_the_console_itself(
    name: str, context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, json.dumps({f"{name}/x": "x"}))
    wait_for(lambda: "set that data aside" in " ".join(demo.lines))
    demo.go("r")
    start_game(demo)
    assert demo.stored()[f"{name}.bad/x"] == "x"


NO_SAVES = {
    "a text": '"text"',
    "a list": '["x"]',
    "nothing": "null",
    "3 MB that are no JSON": "x" * 3_000_000,
    "3 MB of lists in lists": "[" * 1_500_000 + "]" * 1_500_000,
}


@pytest.mark.parametrize(
    "stored",
    ["{", *(pytest.param(text, id=name, marks=pytest.mark.sweep) for name, text in NO_SAVES.items())],
)
def test_what_is_no_save_is_set_aside_as_it_is_and_the_console_starts_and_saves(
    stored: str, context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, stored)
    assert demo.notice() == f"{SET_ASIDE}."
    start_game(demo)
    assert demo.damaged() == stored


@pytest.mark.sweep
def test_a_storage_that_is_full_of_no_save_has_room_for_saves_again(
    context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, "x" * (QUOTA - len(FILES)))
    assert demo.notice() == "Saves in this browser cannot be read and only their beginning is set aside."
    assert len(demo.damaged() or "") == 4 << 20
    start_game(demo)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("path", "first", "keys", "last"),
    [("game", "set that data aside", "rmm", "MENU 3/3"), ("logs/game-1.log", "ROLL most", "bm", "PAUSE")],
)
def test_files_of_3_mb_do_not_stop_the_console(
    path: str, first: str, keys: str, last: str, context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, json.dumps({**saved_game(), path: "x" * 3_000_000}))
    wait_for(lambda: first in " ".join(demo.lines))
    demo.go(*keys)
    wait_for(lambda: last in demo.lines[0])
    assert demo.page.is_visible("body[data-connected]") and not demo.page.is_visible("#crash")


@pytest.mark.sweep
def test_of_very_many_files_a_thousand_are_read(context: BrowserContext, server: DemoServer) -> None:
    stored = json.dumps({**saved_game(), **{f"logs/{number}": "x" for number in range(200_000)}})
    demo = open_demo(context, server, stored)
    assert demo.notice().startswith(f'{SET_ASIDE}: "logs/')
    assert len(demo.stored().keys() - {"settings"}) == 1000
    assert demo.session().game.record() == game_in_mid_turn().game.record()
