"""The page of a shared game in Chromium: turns, curves, what decisions cost, and one sentence for a bad link."""

import json
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from host_tests.page.demo_fixture import FILES, DemoServer
from host_tests.page.probe import wait_for
from sixpip.rules.core import replay
from tools.play.share import codec, judge

LOG = """game pure players=2 target=500 end=same-round
# ANNA, BEN
roll 1 1 1 5 2 3
keep 5
roll 1 1 2 3 4
keep 1 1
bank
roll 2 2 3 4 6 6
roll 1 1 1 2 3 5
bank
roll 2 2 3 4 6 6
"""
# BEN throws the highest die for the start, and then keeps less than he should.
STARTS = """game dice-10000 players=2 start=one-die
# ANNA, BEN
roll 3
roll 5
roll 1 1 1 5 2 3
keep 5
roll 2 2 3 4 6
"""
# The scores of five players are close to 0, and their names are long
CROWD = """game pure players=6 target=500 end=same-round
# WOLFGANG, WOLFGANG, WOLFGANG, WOLFGANG, WOLFGANG, WOLFGANG
roll 1 1 1 1 1 1
bank
"""
CROWD += 5 * "roll 2 2 3 4 6 6\n"
# How many pixels close to the lower and to the right edge of the picture differ from its background
AT_THE_EDGE = """() => {
  const canvas = document.getElementById("curves"), pen = canvas.getContext("2d");
  const { width, height } = canvas;
  const parts = [pen.getImageData(0, height - 12, width, 12), pen.getImageData(width - 12, 0, 12, height)];
  return parts.map(({ data }) => data.filter((value, place) => value !== data[place % 4]).length);
}"""
RULES = "#" + codec.encode("game pure players=2\nroll 1 2 3 3 4 6\nkeep 2\n")
BAD = {
    "": "There is no game to show: open a link to one, or play a game in this browser first.",
    "#x": codec.NO_LINK,
    "#2AAAAAAAAAA": codec.NEWER,
    "#" + codec.encode(LOG)[:-1]: codec.DAMAGED,
    RULES: "2 scores nothing.",
}


def open_game(context: BrowserContext, server: DemoServer, fragment: str) -> Page:
    """Opens the page with a link."""
    page = context.new_page()
    page.goto(f"{server.address}game.html{fragment}")
    return page


@pytest.fixture
def game_page(context: BrowserContext, server: DemoServer) -> Page:
    """The page with the game of LOG."""
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    page = open_game(context, server, "#" + codec.encode(LOG))
    page.wait_for_selector("#rated:not([hidden])")
    assert all(url.startswith((server.address, "data:")) for url in requests)
    return page


def test_a_link_opens_the_game_with_its_result_ratings_and_most_expensive_decision(game_page: Page) -> None:
    expect(game_page.locator("#title")).to_have_text("Pure")
    expect(game_page.locator("#about")).to_have_text("ANNA, BEN · house rules: End full round, Target 500")
    expect(game_page.locator("#status")).to_have_text("ANNA wins.")
    lines = codec.decode(codec.encode(LOG)).splitlines()
    game = replay.start(lines[0].split()[1:])
    made = [step.decision for step in judge.review(game, lines[2:]) if step and step.decision]
    rows = game_page.locator("#ratings tr").all_inner_texts()
    for row, name, (count, mean) in zip(rows, ("ANNA", "BEN"), judge.ratings(made, 2), strict=True):
        assert row.split("\t")[:3] == [name, f"about {mean:.1f}" if count else "–", str(count)]
    steps = [step for step in judge.review(replay.start(lines[0].split()[1:]), lines[2:]) if step]
    for row, name, (luck, cost) in zip(
        game_page.locator("#balances tr").all_inner_texts(), ("ANNA", "BEN"), judge.balances(steps, 2), strict=True
    ):
        sign = "+" if luck > 0 else "−"
        assert row.split("\t")[0] == name and row.split("\t")[1] == f"{sign}{abs(round(luck))}"
        assert row.split("\t")[2] == (f"−{round(cost)}" if round(cost) else "0")
    worst = game_page.locator("#worst li").first.inner_text()
    assert worst.startswith("ANNA: keep 5, roll 5 dice; better: keep 1 1 1 5, bank. It cost about ")


def test_the_dice_of_a_turn_have_pips(game_page: Page) -> None:
    shown = game_page.locator("#steps .die")
    assert [die.get_attribute("class") for die in shown.all()][:6] == [f"die pips-{face}" for face in "111235"]
    assert shown.first.evaluate("die => getComputedStyle(die).backgroundImage").startswith("radial-gradient")


def test_the_buttons_go_from_turn_to_turn(game_page: Page) -> None:
    title = game_page.locator("#turn-title")
    expect(title).to_have_text(re.compile("Turn 1 of .*: ANNA, 0 → "))
    steps = game_page.locator("#steps li")
    assert steps.all_inner_texts()[:2] == ["rolls 1 1 1 2 3 5", steps.nth(1).inner_text()]
    assert steps.nth(1).inner_text().startswith("keeps 5 for 50\nMaster: keep 1 1 1 5, bank. It cost about ")
    game_page.click("#next")
    expect(title).to_have_text(re.compile("Turn 2 of .*: BEN"))
    expect(steps).to_have_text(["rolls 2 2 3 4 6 6: bust"])
    game_page.click("#next")
    expect(title).to_have_text("Turn 3 of 4: ANNA, 250 → 1 300")
    assert steps.nth(1).inner_text().startswith("keeps 1 1 1 5 for 1 050: ")  # all that score, by the bank
    game_page.click("#before")
    game_page.click("#before")
    expect(title).to_have_text(re.compile("Turn 1 of "))
    expect(game_page.locator("#before")).to_be_disabled()


def test_the_first_turn_is_that_of_the_player_who_throws_most_for_the_start(
    context: BrowserContext, server: DemoServer
) -> None:
    page = open_game(context, server, "#" + codec.encode(STARTS))
    page.wait_for_selector("#rated:not([hidden])")
    expect(page.locator("#turn-title")).to_have_text("Turn 1 of 1: BEN, 0 → 0")
    steps = page.locator("#steps li").all_inner_texts()
    assert steps[:3] == ["ANNA rolls 3 for the start", "BEN rolls 5 for the start", "rolls 1 1 1 2 3 5"]
    expect(page.locator("#worst li").first).to_have_text(re.compile("BEN: keep 5, roll 5 dice; better: "))


@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_nothing_is_wider_than_the_page_and_the_picture_has_all_names(
    browser: Browser, server: DemoServer, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = open_game(context, server, "#" + codec.encode(CROWD))
    page.wait_for_selector("#rated:not([hidden])")
    expect(page.locator("#ratings tr")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(AT_THE_EDGE) == [0, 0]
    letters = page.evaluate(
        "() => { const c = document.getElementById('curves'); return 22 * c.clientWidth / c.width; }"
    )
    assert letters > 9  # CSS pixels
    context.close()


def test_the_picture_of_the_curves_can_be_saved(game_page: Page) -> None:
    with game_page.expect_download() as download:
        game_page.click("#save")
    assert download.value.suggested_filename == "sixpip-game.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_picture_can_be_sent_where_the_browser_sends_files(
    context: BrowserContext, game_page: Page, server: DemoServer
) -> None:
    expect(game_page.locator("#send")).to_be_hidden()  # Chromium sends none on this system
    context.add_init_script(
        "navigator.canShare = () => true; navigator.share = async ({ files }) => { window.sent = files[0]; }"
    )
    page = open_game(context, server, "#" + codec.encode(LOG))
    page.click("#send")
    wait_for(lambda: page.evaluate("window.sent !== undefined"))
    assert page.evaluate("[window.sent.name, window.sent.type]") == ["sixpip-game.png", "image/png"]
    assert page.evaluate("window.sent.size") > 10_000


@pytest.mark.parametrize("fragment", BAD)
def test_a_bad_link_shows_one_sentence_and_no_game(context: BrowserContext, server: DemoServer, fragment: str) -> None:
    page = open_game(context, server, fragment)
    expect(page.locator("#status")).to_have_text(re.compile(re.escape(BAD[fragment])))
    expect(page.locator("#game")).to_be_hidden()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#", ")."),
        ("#", "%20%E2%80%8B"),
        ("%23", ""),
        ("?day=2026-05-01%23", ","),
        ("%2523", "%255F"),
        ("?utm=1#", ">"),
    ],
)
def test_a_link_that_a_program_has_changed_opens_and_its_address_is_repaired(
    context: BrowserContext, server: DemoServer, before: str, after: str
) -> None:
    fragment = codec.encode(LOG)
    query = "" if before.startswith(("#", "?")) else "?from="
    page = open_game(context, server, f"{query}{before}{fragment[:9]}%0A{fragment[9:]}{after}")
    expect(page.locator("#about")).to_have_text("ANNA, BEN · house rules: End full round, Target 500")
    day = "?day=2026-05-01" if "day" in before else ""
    assert page.url == f"{server.address}game.html{day}#{fragment}"


def test_without_a_link_the_page_lists_the_games_in_the_browser(context: BrowserContext, server: DemoServer) -> None:
    page = open_game(context, server, "")
    logs = {
        "logs/game-1.log": LOG,
        "logs/game-2.log": "game farkle players=1\nroll 1 2 3 3 4 6\n",
        "logs/game-3.log": "gap",
    }
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [FILES, json.dumps(logs)])
    page.reload()
    expect(page.locator("#games a")).to_have_text(["Farkle: one player", "Pure: ANNA, BEN"])
    page.click("text=Pure: ANNA, BEN")
    expect(page.locator("#title")).to_have_text("Pure")
    assert page.url.endswith("#" + codec.encode(LOG))


def test_the_result_is_copied_as_a_short_text_with_the_link(context: BrowserContext, game_page: Page) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    game_page.click("#copy")
    expect(game_page.locator("#status")).to_have_text("Copied: paste it where you want to send it.")
    copied = game_page.evaluate("navigator.clipboard.readText()")
    assert copied == f"Sixpip, Pure: ANNA 1 300, BEN 0\n{game_page.url}"
