"""The pages of games in make play, in Chromium: sharing, a duel, a challenge, the game of the day."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from host_tests.page.conftest import WAIT_MS
from host_tests.page.demo_fixture import DemoPage, DemoServer, game_in_mid_turn
from host_tests.page.probe import wait_for
from host_tests.page.test_page_day import DAY, STORE, at_noon, nearly_won
from host_tests.page.test_page_duel import (
    SHARED,
    log_in,
    open_link,
    play_until,
    start_duel,
    take_turn,
    with_settings,
)
from host_tests.page.test_page_layout import play_to_the_end
from sixpip.storage.record_store import Store
from tools.play.demo import duel
from tools.play.share import codec
from tools.play.simulator.console import running_console

ITEM = f"sixpip day / {DAY} "
HERE_ONLY = re.compile("^The link that you copy or send opens on this computer only, while “make play” runs.")
READY = "body[data-connected][data-painted]"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The saves of a console without animations and hints, with a game in mid-turn."""
    store = Store(str(tmp_path))
    store.save("settings", {"tumble": 2, "hinted": 15, "pace": 2})
    game_in_mid_turn().save(store)
    return tmp_path


@pytest.fixture
def play(folder: Path) -> Iterator[Any]:
    """A running make play, without the address of a demo."""
    with running_console(str(folder)) as console:
        yield SimpleNamespace(address=console.address, console=console)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(WAIT_MS)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context.new_page()
    context.close()


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_duel_is_played_between_make_play_and_the_demo_to_which_its_links_lead(
    page: Page, browser: Browser, server: DemoServer, folder: Path
) -> None:
    ben = with_settings(browser.new_context(), server).new_page()
    with running_console(str(folder), pages=server.address) as console:
        play: Any = SimpleNamespace(address=console.address)
        start_duel(page, play)
        first = take_turn(page)
        expect(page.locator("#where")).to_have_text(
            f"The link that you copy or send leads to {server.address}, where everyone can open it."
        )
        page.click("#copy")
        link = copied(page).split("\n")[1]
        assert link == first.replace(console.address, server.address)
        open_link(ben, link)
        expect(ben.locator("#turns h3")).to_have_text([re.compile("ANNA, 0 → ")])
        second = take_turn(ben)
        page.click("text=Start another duel")
        page.fill("#link", second[:-3])
        page.click("#open button")
        expect(page.locator("#status")).to_have_text(codec.DAMAGED)
        page.fill("#link", f"Here it is:\n{second}")
        page.keyboard.press("Enter")
        expect(page.locator("#whose")).to_have_text("It is your turn, ANNA")
        assert page.url == second.replace(server.address, console.address) and page.is_hidden("#copy")
        third = take_turn(page, "#take")
        lines = log_in(third).rstrip("\n").split("\n")
        assert len(lines) > 4 and duel.first_wrong_turn(duel.Duel(lines), lines) == -1
        open_link(page, first)
        expect(page.locator("#status")).to_have_text(re.compile("^This (turn was already taken|link is older)"))
        page.goto(console.address)
        wait_for(lambda: DemoPage(page).wait().lines[0].startswith("ANNA"))
        DemoPage(page).press("2", "4", "b")
        wait_for(lambda: DemoPage(page).lines[0].startswith("BEN"))
    ben.context.close()


def test_a_game_that_is_over_is_shared_from_make_play_and_its_throws_are_played_again(
    page: Page, play: Any, folder: Path
) -> None:
    (folder / "logs").mkdir()
    (folder / "logs" / "game-7.log").write_text(SHARED)
    page.goto(play.address + "game.html")
    page.click("#games a")
    page.wait_for_selector("#rated:not([hidden])")
    expect(page.locator("#about")).to_have_text("ANNA, BEN · house rules: End full round, Target 500")
    expect(page.locator("#luck")).to_be_visible()
    expect(page.locator("#where")).to_have_text(HERE_ONLY)
    page.click("#copy")
    assert copied(page).split("\n")[1] == page.url == play.address + "game.html#" + codec.encode(SHARED)
    page.click("#challenge-open")
    expect(page.locator("#goal")).to_have_text("Beat the 1 300 points of ANNA in 2 turns")
    page.fill("#name", "BEN")
    page.click("#begin")
    play_until(page, "again.html")
    expect(page.locator("#heads th")).to_have_text(["Turn", "ANNA", "Total", "BEN", "Total"])
    assert page.locator("#turns tr").first.inner_text().split("\t")[:3] == ["1", "250", "250"]
    assert "The dice of this game" not in page.inner_text("#status")


def test_the_button_to_share_a_game_appears_in_make_play_when_it_is_over(page: Page, tmp_path: Path) -> None:
    for name, content in json.loads(nearly_won(tmp_path / "day")).items():
        path = tmp_path / "saves" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("latin-1"))
    with running_console(str(tmp_path / "saves")) as console:
        page.goto(console.address)
        DemoPage(page).wait()
        play_to_the_end(page)
        page.get_by_role("link", name="Share this game").click()
        page.wait_for_selector("#rated:not([hidden])")
        expect(page.locator("#about")).to_have_text("MAY 1")
        page.goto(console.address + "game.html")
        expect(page.locator("#games a")).to_have_text(["Pure: MAY 1"])


def test_the_game_of_the_day_is_played_in_make_play_and_leaves_the_game_of_the_console_alone(
    context: BrowserContext, play: Any, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = at_noon(context).new_page()
    own = context.new_page()
    own.goto(play.address)
    shown = DemoPage(own).wait().lines
    page.goto(play.address + "game.html")
    page.evaluate(STORE, [ITEM + "pure", nearly_won(tmp_path_factory.mktemp("day"))])
    page.goto(f"{play.address}?day={DAY}&game=pure")
    expect(page.locator("#day")).to_have_text("Game of the day, May 1, 2026")
    expect(own.locator("#notice")).to_have_text(re.compile("^A game apart is played on another page."))
    page.wait_for_selector(READY)
    play_to_the_end(page)
    page.get_by_role("link", name="Share this game").click()
    page.wait_for_selector("#rated:not([hidden])")
    expect(page.locator("#about")).to_have_text("Game of the day, May 1, 2026")
    expect(own.locator("#notice")).to_be_hidden()
    wait_for(lambda: DemoPage(own).lines == shown)
    assert not (folder / "statistics").exists()


def test_the_last_page_that_opens_a_game_apart_has_the_console(page: Page, play: Any) -> None:
    other = page.context.new_page()
    for each, variant in ((page, "pure"), (other, "farkle")):
        each.clock.install(time="2026-05-09T12:00:00")
        each.goto(play.address + "day.html")
        each.click(f"li[data-variant={variant}] a")
        each.wait_for_selector(READY)
    expect(page.locator("#notice")).to_have_text("Another page plays now. Reload this page to play here.")
    assert DemoPage(other).lines[0].startswith("MAY 9")
    page.reload()
    page.wait_for_selector(READY)
    expect(other.locator("#notice")).to_have_text("Another page plays now. Reload this page to play here.")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("?duel=nothing", "This game is not in this browser: open its link again."),
        ("?day=2026-05-01&game=chess",
         "This address is of no game of the day: choose a game on the page Game of the day."),
    ],
)  # fmt: skip
def test_an_address_of_no_game_gets_one_sentence_in_make_play(
    page: Page, play: Any, address: str, sentence: str
) -> None:
    page.goto(play.address + address)
    expect(page.locator("#notice")).to_have_text(sentence)


def test_a_link_that_was_sent_is_opened_on_the_page_of_shared_games(page: Page, play: Any) -> None:
    plain, challenge = codec.encode(SHARED), codec.encode(SHARED.replace("\n", " beat=1\n", 1))
    for link, opened in (
        (f"https://example.org/x/game.html#{plain}", f"game.html#{plain}"),
        (f"https://example.org/game.html?day={DAY}#{plain}", f"game.html?day={DAY}#{plain}"),
        (f"https://example.org/again.html#{challenge}.{plain}", f"again.html#{challenge}.{plain}"),
    ):
        page.goto(play.address + "game.html")
        page.fill("#link", link)
        page.click("#open button")
        page.wait_for_selector("#game:not([hidden])")
        assert page.url == play.address + opened
