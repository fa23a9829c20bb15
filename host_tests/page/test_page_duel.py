"""A duel by link, a challenge and the streak of the game of the day in Chromium, between two browsers."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Error, Page, expect

from host_tests.duel_fixture import long_duel
from host_tests.page.conftest import WAIT_MS
from host_tests.page.demo_fixture import FILES, SUB_PATH, DemoPage, DemoServer, settings_of
from host_tests.page.probe import wait_for
from tools.play.demo import duel
from tools.play.share import codec

QUICK = settings_of({"tumble": 2, "hinted": 15, "pace": 2})
PLACE = "([name, text]) => localStorage.setItem(name, text)"
SHARED = """game pure players=2 target=500 end=same-round
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


def with_settings(context: BrowserContext, server: DemoServer) -> BrowserContext:
    """Lets a browser play without animations and hints."""
    page = context.new_page()
    page.goto(server.address + "LICENSES.txt")
    page.evaluate(PLACE, [FILES, QUICK])
    page.close()
    context.set_default_timeout(WAIT_MS)
    return context


@pytest.fixture
def anna(browser: Browser, server: DemoServer) -> Iterator[Page]:
    context = with_settings(browser.new_context(viewport={"width": 360, "height": 740}), server)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context.new_page()
    context.close()


@pytest.fixture
def ben(browser: Browser, server: DemoServer) -> Iterator[Page]:
    context = with_settings(browser.new_context(), server)
    yield context.new_page()
    context.close()


def start_duel(page: Page, server: DemoServer, variant: str = "farkle", computer: str = "") -> str:
    """Starts a duel of ANNA and BEN; returns its link."""
    page.goto(server.address + "duel.html")
    page.select_option("#variant", variant)
    page.fill("#name1", "ANNA")
    page.fill("#name2", "BEN")
    page.select_option("#computer1", computer)
    page.click("text=Start the duel")
    page.wait_for_selector("#game:not([hidden])")
    return page.url


def open_link(page: Page, link: str) -> Page:
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("body[data-ready]")
    return page


def play_until(page: Page, part: str) -> None:
    """Plays until the console leads to a page: banks what can be banked, else rolls."""
    demo = DemoPage(page).wait()

    def has_left() -> bool:
        try:
            if part not in page.url:
                demo.press("b" if re.search(r"BANK \d", demo.lines[-1]) else "r")
        except Error:
            return False  # the page is about to change
        page.wait_for_timeout(120)
        return part in page.url

    wait_for(has_left)
    page.wait_for_selector("#game:not([hidden])")


def take_turn(page: Page, button: str = "#here") -> str:
    """Takes the turn of a duel; returns the new link."""
    page.click(button)
    play_until(page, "duel.html")
    return page.url


def dice_on(page: Page) -> list[str | None]:
    """What a screen reader says of the dice."""
    return [page.get_attribute(f"[data-button='{number}']", "aria-label") for number in range(6)]


def roll(page: Page) -> list[str | None]:
    """Rolls for the first time in a turn; returns the dice."""
    demo = DemoPage(page).wait()

    def has_rolled() -> bool:
        if not demo.lines[-1].startswith("ROLL 6"):
            return all(": a " in (die or "") for die in dice_on(page))
        demo.press("r")  # ignored just after the console has opened
        return False

    wait_for(has_rolled)
    return dice_on(page)


def log_in(link: str) -> str:
    return codec.decode(link)


def test_two_browsers_play_a_duel_turn_by_turn_and_each_sees_what_the_other_did(
    anna: Page, ben: Page, server: DemoServer
) -> None:
    start_duel(anna, server)
    expect(anna.locator("#whose")).to_have_text("It is the turn of ANNA")
    first = take_turn(anna)
    expect(anna.locator("#whose")).to_have_text("It is the turn of BEN")
    expect(anna.locator("#turns h3")).to_have_text([re.compile("ANNA, 0 → ")])
    anna.click("#copy")
    expect(anna.locator("#status")).to_have_text("Copied: paste it where you want to send it.")
    copied = anna.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Sixpip duel, Farkle: [\w ]+, [\w ]+\. It is the turn of BEN\.\n" + re.escape(first), copied)
    open_link(ben, first)
    expect(ben.locator("#turns h3")).to_have_text([re.compile("ANNA, 0 → ")])
    second = take_turn(ben)
    assert log_in(second).startswith(log_in(first))
    open_link(anna, second)
    expect(anna.locator("#whose")).to_have_text("It is your turn, ANNA")
    expect(anna.locator("#turns h3")).to_have_text([re.compile("ANNA, "), re.compile("BEN, ")])
    third = take_turn(anna, "#take")
    lines = log_in(third).rstrip("\n").split("\n")
    assert duel.first_wrong_turn(duel.Duel(lines), lines) == -1
    assert anna.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_link_that_is_opened_again_shows_the_turn_that_was_taken_and_its_link(
    anna: Page, ben: Page, server: DemoServer
) -> None:
    start = start_duel(anna, server)
    first = take_turn(anna)
    open_link(anna, start)
    expect(anna.locator("#status")).to_have_text(
        "This turn was already taken in this browser. The page shows it, with its link."
    )
    assert anna.url == first and anna.is_hidden("#take")
    second = take_turn(open_link(ben, first))
    open_link(anna, second)
    open_link(anna, first)
    expect(anna.locator("#status")).to_have_text(
        "This link is older than what this browser has seen of the duel. The page shows the newest state."
    )
    assert anna.url == second and anna.is_visible("#take")


def test_a_turn_that_was_begun_goes_on_after_a_reload_with_the_same_dice(anna: Page, server: DemoServer) -> None:
    start = start_duel(anna, server)
    anna.click("#here")
    dice = roll(anna)
    open_link(anna, start)
    expect(anna.locator("#take")).to_have_text("Go on")
    anna.click("#take")
    DemoPage(anna).wait()
    wait_for(lambda: dice_on(anna) == dice)


def test_a_link_with_other_dice_or_another_second_turn_is_named_and_no_turn_is_taken_from_it(
    anna: Page, ben: Page, server: DemoServer
) -> None:
    start_duel(anna, server)
    first = take_turn(anna)
    log = log_in(first)
    kind, face, *others = next(line for line in log.split("\n") if line.startswith("roll")).split(" ")
    changed = log.replace(" ".join([kind, face, *others]), "roll 1 1 1 1 1 1", 1)
    lines = changed.split("\n")
    page = server.address + "duel.html#"
    open_link(ben, page + codec.encode("\n".join([*lines[:3], "bank", ""])))
    expect(ben.locator("#status")).to_have_text(
        "Turn 1, of ANNA, has other dice than the duel gives, so somebody has changed this link. "
        "No turn can be taken from it."
    )
    assert ben.is_hidden("#take") and ben.is_hidden("#here") and ben.is_hidden("#copy")
    open_link(ben, first)
    assert ben.is_visible("#here")


def test_somebody_who_takes_a_turn_twice_is_noticed_by_who_has_seen_the_first_one(
    anna: Page, ben: Page, browser: Browser, server: DemoServer
) -> None:
    forged = lines = [""]
    while forged == lines:  # until the dice leave BEN a choice
        first = take_turn(open_link(anna, start_duel(anna, server)))
        second = take_turn(open_link(ben, first))
        lines = log_in(second).rstrip("\n").split("\n")
        begun = len(log_in(first).rstrip("\n").split("\n"))
        faces = lines[begun].split(" ")[1:]
        other = "5" if "5" in faces else "1"
        forged = [*lines[: begun + 1], f"keep {other}", "bank"] if other in faces else lines
    open_link(anna, second)
    open_link(anna, server.address + "duel.html#" + codec.encode("\n".join(forged) + "\n"))
    expect(anna.locator("#status")).to_have_text(re.compile("somebody has taken a turn twice"))
    assert anna.url == second


@pytest.mark.parametrize(
    ("fragment", "sentence"),
    [
        ("#1AAAAAAAAAA", codec.DAMAGED),
        ("#x", codec.NO_LINK),
        ("#" + codec.encode(SHARED), "This link is of no duel."),
        ("?duel=nothing", "There is no such duel in this browser: open its link, or start a duel."),
    ],
)
def test_a_link_of_no_duel_gets_one_sentence_and_a_duel_can_be_started(
    anna: Page, server: DemoServer, fragment: str, sentence: str
) -> None:
    open_link(anna, f"{server.address}duel.html{fragment}")
    expect(anna.locator("#status")).to_have_text(sentence)
    expect(anna.locator("#new")).to_be_visible()
    anna.goto(f"{server.address}?duel=nothing")
    expect(anna.locator("#notice")).to_have_text("This game is not in this browser: open its link again.")


def test_names_that_a_console_cannot_show_or_twice_the_same_start_no_duel(anna: Page, server: DemoServer) -> None:
    anna.goto(server.address + "duel.html")
    for names, sentence in (
        (("ANNA", "BEN C"), 'The name "BEN C" cannot be used. A name has up to 12 letters from A to Z or digits.'),
        (("ANNA", "anna"), "Give each player another name."),
    ):
        anna.fill("#name1", names[0])
        anna.fill("#name2", names[1])
        anna.click("text=Start the duel")
        expect(anna.locator("#status")).to_have_text(sentence)


def test_a_computer_takes_its_turn_after_the_last_person(anna: Page, ben: Page, server: DemoServer) -> None:
    start_duel(anna, server, computer="Steady")
    second = take_turn(open_link(ben, take_turn(anna)))
    expect(ben.locator("#turns h3")).to_have_text([re.compile("BEN, "), re.compile("Steady, ")])
    expect(ben.locator("#whose")).to_have_text("It is the turn of ANNA")
    assert "seats=person,person,steady" in log_in(second)


def test_a_duel_that_is_over_shows_its_winner_and_the_whole_game(anna: Page, server: DemoServer) -> None:
    made = "game pure players=2 target=500 end=sudden duel=q\n# ANNA, BEN\n"
    anna.goto(server.address + "duel.html#" + codec.encode(made))
    anna.click("#here")
    play_until(anna, "duel.html")
    for _ in range(40):
        if "wins the duel" in anna.inner_text("#whose"):
            break
        anna.click("#here" if anna.is_visible("#here") else "#take")
        play_until(anna, "duel.html")
    expect(anna.locator("#whose")).to_have_text(re.compile(r"\w+ wins the duel"))
    assert anna.is_hidden("#take") and anna.is_hidden("#here")
    anna.click("#all")
    anna.wait_for_selector("#rated:not([hidden])")
    expect(anna.locator("#status")).to_have_text(re.compile(r"\w+ wins\."))


def test_the_duels_of_a_browser_are_listed_and_the_start_page_leads_to_them(anna: Page, server: DemoServer) -> None:
    start_duel(anna, server, "pure")
    anna.goto(server.address)
    DemoPage(anna).wait()
    for name, page in (("Duel by link", "duel.html"), ("Shared games", "game.html")):
        assert anna.get_by_role("link", name=name).get_attribute("href") == page
    anna.goto(server.address + "duel.html")
    anna.click("text=Pure: ANNA, BEN")
    expect(anna.locator("#whose")).to_have_text("It is the turn of ANNA")


def test_a_duel_is_deleted_after_a_question_and_its_link_opens_it_again(anna: Page, server: DemoServer) -> None:
    link = start_duel(anna, server)
    anna.goto(server.address + "duel.html")
    expect(anna.locator("#variant")).to_have_value("farkle")
    questions: list[str] = []

    def answer(dialog: Dialog) -> None:
        questions.append(dialog.message)
        dialog.accept() if len(questions) > 1 else dialog.dismiss()

    anna.on("dialog", answer)
    button = anna.get_by_role("button", name="Delete the duel of ANNA, BEN in Farkle")
    button.click()
    expect(button).to_be_visible()
    button.focus()
    anna.keyboard.press("Enter")
    expect(anna.locator("#list")).to_be_hidden()
    expect(anna.locator("#status")).to_have_text("The duel is deleted.")
    question = "Delete the duel of ANNA, BEN in Farkle from this browser? You can open its link again."
    assert questions == [question] * 2
    anna.reload()
    expect(anna.locator("#new")).to_be_visible()
    expect(anna.locator("#list")).to_be_hidden()
    open_link(anna, link)
    expect(anna.locator("#whose")).to_have_text("It is the turn of ANNA")


def test_a_duel_that_is_too_long_for_another_turn_says_so_and_can_be_sent(anna: Page, server: DemoServer) -> None:
    open_link(anna, f"{server.address}duel.html#{codec.encode(long_duel(52_000))}")
    expect(anna.locator("#whose")).to_have_text("The duel ends here")
    expect(anna.locator("#status")).to_have_text(
        "This duel is too long for another turn, because its link would not open. It ends here with these scores."
    )
    assert anna.is_hidden("#here") and anna.is_hidden("#take") and anna.is_visible("#copy")


def test_a_challenge_is_played_with_the_dice_of_the_winner_and_compared_turn_by_turn(
    anna: Page, ben: Page, server: DemoServer
) -> None:
    anna.goto(server.address + "game.html#" + codec.encode(SHARED))
    anna.wait_for_selector("#challenge:not([hidden])")
    assert anna.evaluate("document.getElementById('whom').selectedOptions[0].textContent") == "ANNA"
    anna.click("#challenge-copy")
    text = anna.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Sixpip, Pure: beat the 1 300 points of ANNA in 2 turns.\n")
    open_link(ben, text.split("\n")[1])
    expect(ben.locator("#goal")).to_have_text("Beat the 1 300 points of ANNA in 2 turns")
    expect(ben.locator("#about")).to_have_text("House rules: End full round, Target 500")
    ben.fill("#name", "Ben 2")
    ben.click("#begin")
    expect(ben.locator("#status")).to_have_text("A name has up to 12 letters from A to Z or digits.")
    ben.fill("#name", "Ben")
    ben.click("#begin")
    play_until(ben, "again.html")
    expect(ben.locator("#heads th")).to_have_text(["Turn", "ANNA", "Total", "Ben", "Total"])
    assert ben.locator("#turns tr").first.inner_text().split("\t")[:3] == ["1", "250", "250"]
    result = ben.inner_text("#status")
    assert re.fullmatch(
        r"Ben (beats|does not beat|equals) the 1 300 of ANNA,? with [\d ]+ points in \d+ turns?\.", result
    )
    assert ben.is_hidden("#form") and ben.is_hidden("#play")
    open_link(anna, ben.url)
    expect(anna.locator("#status")).to_have_text(result)
    assert anna.is_visible("#form") and anna.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.click("#own")
    ben.wait_for_selector("#rated:not([hidden])")
    expect(ben.locator("#about")).to_have_text(re.compile("Ben"))
    ben.goto(server.address + "again.html")
    ben.on("dialog", lambda dialog: dialog.accept())
    ben.get_by_role("button", name="Delete the challenge in Pure, ANNA, BEN").click()
    expect(ben.locator("#status")).to_have_text("The challenge is deleted.")
    expect(ben.locator("#list")).to_be_hidden()


def test_the_dice_of_a_compared_game_are_checked(anna: Page, server: DemoServer) -> None:
    beat = codec.encode(SHARED.replace("\n", " beat=1\n", 1))
    own = codec.encode("game pure players=1 target=500 end=same-round\n# CARL\nroll 1 1 1 1 1 1\nbank\n")
    open_link(anna, f"{server.address}again.html#{beat}.{own}")
    expect(anna.locator("#status")).to_have_text(re.compile("The dice of this game are not those of the game to beat."))


NO_CHALLENGE = "There is no challenge to show: open the link of one, or make one on the page of a shared game."


@pytest.mark.parametrize(
    ("fragment", "sentence"),
    [
        ("", NO_CHALLENGE),
        ("?again=nothing", NO_CHALLENGE),
        ("#1AAAAAAAAAA", codec.DAMAGED),
        ("#" + codec.encode(SHARED), "This link does not say whom to beat."),
    ],
)  # fmt: skip
def test_a_link_that_is_no_challenge_gets_one_sentence(
    anna: Page, server: DemoServer, fragment: str, sentence: str
) -> None:
    open_link(anna, f"{server.address}again.html{fragment}")
    expect(anna.locator("#status")).to_have_text(sentence)


def test_the_streak_is_shown_on_the_page_of_the_days(anna: Page, server: DemoServer) -> None:
    anna.clock.install(time="2026-05-09T12:00:00")
    anna.goto(server.address + "day.html")
    expect(anna.locator("#streak")).to_be_hidden()
    anna.evaluate(PLACE, [f"sixpip streak {SUB_PATH}", '{"first": "2026-05-06", "last": "2026-05-08"}'])
    anna.reload()
    expect(anna.locator("#streak")).to_have_text(
        "You have finished a game of the day on 3 days in a row. Finish one today to make it 4 days in a row."
    )


def test_pages_of_duels_and_challenges_open_without_a_network(anna: Page, server: DemoServer) -> None:
    anna.goto(server.address)
    DemoPage(anna).wait()
    wait_for(lambda: anna.evaluate("navigator.serviceWorker.controller !== null"))
    link = start_duel(anna, server)
    server.stop()
    open_link(anna, link)
    expect(anna.locator("#whose")).to_have_text("It is the turn of ANNA")
    anna.click("#here")
    DemoPage(anna).wait()
    open_link(anna, server.address + "again.html")
    expect(anna.locator("#status")).to_have_text(re.compile("There is no challenge to show"))
