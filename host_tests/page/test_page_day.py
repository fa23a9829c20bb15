"""The game of the day in Chromium: the list, its marks, the console's own game beside it, and the result to send."""

import json
import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from host_tests.page.demo_fixture import (
    FILES,
    SUB_PATH,
    DemoPage,
    DemoServer,
    files_in,
    files_of,
    game_in_mid_turn,
    open_demo,
)
from host_tests.page.probe import wait_for
from host_tests.scripted_player import BANK, ROLL, on_board
from sixpip.rules.rulebook.variants import VARIANTS
from tools.play.demo import game_of_the_day
from tools.play.host.fake import FakeBoard
from tools.play.share import codec

DAY = "2026-05-01"
TODAY = "2026-05-09"
"""The date of the browser, whatever that of the computer is."""
ITEM = f"sixpip day {SUB_PATH} {DAY} "
QUICK = {"tumble": 2, "hinted": 15}
STORE = "([name, text]) => localStorage.setItem(name, text)"


def at_noon(context: BrowserContext) -> BrowserContext:
    """Sets the clock of a browser to TODAY; it goes on from there."""
    context.clock.install(time=f"{TODAY}T12:00:00")
    return context


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    return at_noon(context)


def open_day(page: Page, server: DemoServer, variant: str, day: str = DAY) -> DemoPage:
    """Opens the game of a day."""
    page.goto(f"{server.address}?day={day}&game={variant}")
    return DemoPage(page).wait()


def has_rolled(demo: DemoPage) -> bool:
    """Whether the player can choose among the dice of a roll."""
    return demo.wait().lines[-1].startswith("ROLL most")


def has_won(demo: DemoPage) -> bool:
    """Whether the game is won; if not, goes on with it: banks what can be banked, else rolls."""
    won = demo.lines[0].startswith("MAY 1 wins!")
    if not won:
        demo.go("b" if "BANK" in demo.lines[-1] else "r")
    return won


def nearly_won(folder: Path) -> str:
    """What a browser stores with a game of Pure on DAY that has come to 9000 points."""
    player = on_board(FakeBoard(str(folder)))
    game_of_the_day.open_game(player.app, DAY, "pure")
    player.settle()
    game = player.app.playing.game
    for _ in range(100):
        if game.scores[0] < 9000:
            player.press(BANK, ROLL)
    assert game.scores[0] >= 9000
    return files_in(folder)


def test_the_list_leads_to_each_game_of_today_with_its_title(context: BrowserContext, server: DemoServer) -> None:
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("link", name="Game of the day").click()
    links = page.locator("#games a")
    expect(links).to_have_text([variant.title for variant in VARIANTS])
    expect(page.locator("#date")).to_have_text("May 9, 2026")
    links.nth(2).click()
    demo = DemoPage(page).wait()
    assert page.url == f"{server.address}?day={TODAY}&game=ten-thousand"
    assert demo.lines[0] == "MAY 9 0"


def test_two_browsers_have_the_same_marked_game_and_it_goes_on_after_a_reload(
    browser: Browser, server: DemoServer
) -> None:
    seen = []
    for _ in range(2):
        context = at_noon(browser.new_context())
        page = context.new_page()
        demo = open_day(page, server, "farkle")
        expect(page.locator("#day")).to_have_text("Game of the day, May 1, 2026")
        assert demo.lines[0] == "MAY 1 0"
        demo.press("r")
        page.wait_for_selector("[data-button='0'][aria-label*=': a ']")
        wait_for(partial(has_rolled, demo))
        dice = page.locator(".slot").evaluate_all("slots => slots.map((slot) => slot.getAttribute('aria-label'))")
        page.reload()
        wait_for(partial(has_rolled, demo))
        seen.append(dice)
        context.close()
    faces = [re.sub(r".*: a (\d).*", r"\1", die) for die in seen[0]]
    assert faces == [str(face + 1) for face in game_of_the_day.throw(DAY, "farkle", 1, 1, 6)]
    assert seen[0] == seen[1]


def test_the_game_and_the_records_of_the_console_stay_as_they_are_and_leaving_leads_to_the_list(
    context: BrowserContext, server: DemoServer
) -> None:
    demo = open_demo(context, server, files_of(game_in_mid_turn(), QUICK))
    own = demo.stored()
    day = open_day(demo.page, server, "pure", TODAY)
    day.go("r")
    wait_for(lambda: day.lines[-1].startswith("ROLL most"))
    day.go("m")
    leave = next(line for line in day.lines if "Leave" in line)
    day.press(leave[0]).page.wait_for_url("**/day.html")
    expect(day.page.locator("li[data-variant=pure] a")).to_have_text(["Pure", "Your game"])
    assert day.stored() == own
    stored = day.page.evaluate("name => localStorage.getItem(name)", ITEM.replace(DAY, TODAY) + "pure")
    assert json.loads(stored)["settings"] == own["settings"]
    day.page.goto(server.address)
    wait_for(lambda: demo.wait().lines[0].startswith("ANNA"))
    demo.bank_550()


def test_the_end_has_a_link_that_shows_the_game_of_the_day_and_its_result_as_a_text(
    context: BrowserContext, server: DemoServer, tmp_path: Path
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(server.address + "LICENSES.txt")
    page.evaluate(STORE, [ITEM + "pure", nearly_won(tmp_path)])
    demo = open_day(page, server, "pure")
    expect(page.locator("#share")).to_be_hidden()
    wait_for(partial(has_won, demo))
    page.get_by_role("link", name="Share this game").click()
    page.wait_for_selector("#rated:not([hidden])")
    expect(page.locator("#about")).to_have_text("Game of the day, May 1, 2026")
    page.click("#copy")
    expect(page.locator("#status")).to_have_text("Copied: paste it where you want to send it.")
    pattern = (
        rf"Sixpip, game of the day {DAY}, Pure: [\d ]+ points in \d+ turns, error rating about \d+\.\d points\n"
        + re.escape(page.url)
    )
    assert re.fullmatch(pattern, page.evaluate("navigator.clipboard.readText()"))
    page.get_by_role("link", name="Play with the same dice").click()
    assert DemoPage(page).wait().lines[0].startswith("MAY 1 wins!")
    assert page.url == f"{server.address}?day={DAY}&game=pure"
    assert page.evaluate("name => localStorage.getItem(name)", FILES) is None, "the console of the visitor"


def test_a_link_with_other_dice_is_not_called_the_game_of_the_day(context: BrowserContext, server: DemoServer) -> None:
    page = context.new_page()
    fragment = codec.encode("game pure players=1\n# MAY 1\nroll 1 1 2 3 4 6\nkeep 1\nbank\n")
    page.goto(f"{server.address}game.html?day={DAY}#{fragment}")
    expect(page.locator("#status")).to_have_text(re.compile("Its dice are not those of the game of that day."))
    expect(page.locator("#about")).to_have_text("MAY 1")
    expect(page.locator("#same")).to_be_hidden()


@pytest.mark.parametrize(
    "query",
    [
        f"?day={DAY}&game=ten-thousand.",
        f"?day={DAY}&game=ten-thousand)",
        f"?day={DAY}&game=_ten-thousand_%3E",
        f"?day={DAY}&amp;game=ten-thousand",
        f"?day={DAY}%26game%3Dten%2Dthousand",
        f"?day%253D{DAY}%2526game%253Dten%252Dthousand%2522",
        f"?day={DAY[:5]}%0A{DAY[5:]}&game=ten-%20thousand%E2%80%8B",
        f"?day={DAY[:5]}=%0A{DAY[5:]}&game=3Dten-=%0D%0Athousand",
        f"?day=3D{DAY}&game=ten‑thousand”",
        f"?fbclid=x&day={DAY}&game=ten-thousand#:~:text=x",
    ],
)
def test_the_address_of_a_day_that_a_program_has_changed_opens_its_game(
    context: BrowserContext, server: DemoServer, query: str
) -> None:
    page = context.new_page()
    page.goto(server.address + query)
    assert DemoPage(page).wait().lines[0] == "MAY 1 0"
    stored = "Object.keys(localStorage).filter((name) => name.startsWith('sixpip day'))"
    wait_for(lambda: page.evaluate(stored) == [ITEM + "ten-thousand"])


@pytest.mark.parametrize(
    ("now", "zone"),
    [
        ("2026-11-28T10:00:01Z", "Pacific/Pago_Pago"),  # UTC-11, where it is the 27th
        ("2026-11-28T10:59:59Z", "Pacific/Pago_Pago"),
        ("2026-11-28T10:00:01Z", "Etc/GMT+12"),
        ("2026-11-28T10:00:01Z", "Pacific/Kiritimati"),  # UTC+14, where the 29th has begun
        ("2026-11-28T23:59:59Z", "Europe/London"),
    ],
)
def test_a_day_has_begun_for_all_as_soon_as_it_has_begun_in_one_place(
    browser: Browser, server: DemoServer, now: str, zone: str
) -> None:
    context = browser.new_context(timezone_id=zone)
    page = context.new_page()
    page.clock.set_fixed_time(now)
    page.goto(f"{server.address}?day=2026-11-30&game=pure")
    expect(page.locator("#notice")).to_have_text("This day has not begun yet: come back then.")
    page.goto(f"{server.address}?day=2026-11-29&game=pure")
    expect(page.locator("#day")).to_have_text("Game of the day, November 29, 2026")
    context.close()


def test_a_day_that_begins_nowhere_yet_has_not_begun(browser: Browser, server: DemoServer) -> None:
    context = browser.new_context(timezone_id="Pacific/Kiritimati")
    page = context.new_page()
    page.clock.set_fixed_time("2026-11-28T09:59:59Z")
    page.goto(f"{server.address}?day=2026-11-29&game=pure")
    expect(page.locator("#notice")).to_have_text("This day has not begun yet: come back then.")
    context.close()


NOT_OF_A_DAY = "This address is of no game of the day: choose a game on the page Game of the day."


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (f"?day={DAY}", NOT_OF_A_DAY),
        (f"?day={DAY}&game=none", NOT_OF_A_DAY),
        (f"?day={DAY}&game=../{'x' * 99}", NOT_OF_A_DAY),
        ("?day=2026-02-30&game=pure", NOT_OF_A_DAY),
        ("?day=yesterday&game=pure", NOT_OF_A_DAY),
        ("?day=2026-05-11&game=pure", "This day has not begun yet: come back then."),
    ],
)
def test_an_address_of_no_day_gets_one_sentence_and_no_console(
    context: BrowserContext, server: DemoServer, query: str, sentence: str
) -> None:
    page = context.new_page()
    page.goto(server.address + query)
    expect(page.locator("#notice")).to_have_text(sentence)
    expect(page.locator("body")).to_have_class("off")
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('sixpip day'))") == []
