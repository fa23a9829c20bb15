"""The page for people who do not see it, or not well: names, announcements, speech, forced colors, axe-core, games.

The games are played through the accessibility tree alone (unseen_player.py).
"""

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from host_tests.page.demo_fixture import FILES, DemoServer, files_before, files_of, game_in_mid_turn, open_demo
from host_tests.page.probe import PHONE, wait_for
from host_tests.page.unseen_player import UnseenPlayer
from sixpip.app.games.session import Session
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variant import PHASE_KIND, PIPS_KIND, Variant
from sixpip.rules.rulebook.variants import VARIANTS
from tools.play import documents
from tools.play.share import codec

STILL_S = 60
"""How long a game may go without an action, on a slow machine."""
SHORT = 2000
"""The points to play for in the games of the tests."""
QUICK = {"tumble": 2, "hinted": 15}
"""Settings without the animation of a roll, and without the hints for beginners."""
SHARED = "game pure players=2\n# ANNA, BEN\nroll 1 1 1 5 2 3\nkeep 5\nbank\nroll 2 2 3 4 6 6\n"
DUEL = "game pure players=2 duel=abc\n# ANNA, BEN\n"
BEATEN = (
    codec.encode(SHARED.replace("\n", " beat=1\n", 1))
    + "."
    + codec.encode("game pure\n# CARL\nroll 1 1 1 5 2 3\nbank\n")
)
"""A challenge, and a game with its dice."""
# The next round of the firmware fails
FAIL = "void (Uint8Array.prototype.some = () => { throw new Error('on purpose'); })"
SEATS = ["P1", "P2", "P3", "empty", "empty", "empty"]
# The names of the first two buttons after each reading of the dice
DICE_NAMES = """async (readings) => {
  const { Words } = await import("./words.js");
  const [text, log, ...buttons] = Array.from({ length: 11 }, () => document.createElement("button"));
  const words = new Words(text, log, buttons);
  return readings.map((dice) => {
    words.show({ dice });
    return [0, 1].map((place) => buttons[place].getAttribute("aria-label"));
  });
}"""
SPOKEN = """() => {
  window.spoken = [];
  speechSynthesis.speak = (utterance) => window.spoken.push(utterance.text);
}"""


@pytest.fixture(scope="session")
def axe() -> str:
    package = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: run `make setup`.")
    return (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def unseen(context: BrowserContext, server: DemoServer, stored: str = "") -> UnseenPlayer:
    player = UnseenPlayer(open_demo(context, server, stored).page)
    wait_for(lambda: bool(player.screen()) and "die 1" not in player.buttons())
    return player


def findings(page: Page, axe: str) -> list[str]:
    """What axe-core finds on a page: rule and element of each violation."""
    page.evaluate(axe)
    found = page.evaluate("axe.run().then(({violations}) => violations)")
    return [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]


# Names and announcements


def test_each_die_is_a_button_with_its_face_and_state_and_roll_and_bank_say_what_they_do(
    context: BrowserContext, server: DemoServer
) -> None:
    player = unseen(context, server, files_of(game_in_mid_turn(), QUICK))
    assert player.buttons()[:9] == [
        "MENU: pause", "ROLL: most", "BANK: 550",
        "die 1: a 4, kept", "die 2: a 1, scores", "die 3: a 4, kept",
        "die 4: a 5, scores", "die 5: a 4, kept", "die 6: a 3, does not score",
    ]  # fmt: skip
    player.press("die 4: a 5, scores")
    wait_for(lambda: player.buttons()[1:3] == ["ROLL: 2", "BANK: 450"])
    assert player.buttons()[6] == "die 4: a 5, scores, chosen"


def test_what_happens_is_announced_once_and_in_order_without_the_animation(
    context: BrowserContext, server: DemoServer
) -> None:
    player = unseen(context, server, files_of(game_in_mid_turn()))
    before = len(player.log())
    player.press("die 4: a 5, scores")
    wait_for(lambda: "die 4: a 5, scores, chosen" in player.log())
    player.press("BANK: 450")
    wait_for(lambda: any("Take them?" in entry for entry in player.log()))
    entries = player.log()[before:]
    assert len(entries) == len(set(entries))
    news = [
        at
        for word in ("5, scores, chosen", "BANKED +450", "Take them?")
        for at, text in enumerate(entries)
        if word in text
    ]
    assert len(news) == 3 and news == sorted(news), entries
    assert not any("letter" in entry for entry in entries)


def test_a_list_is_read_line_by_line_and_each_button_says_what_it_picks(
    context: BrowserContext, server: DemoServer
) -> None:
    player = unseen(context, server)
    assert player.buttons()[3:5] == ["line 1: Farkle, selected", "line 2: Dice 10 000"]
    player.press("BANK: next")
    wait_for(lambda: "line 2: Dice 10 000, selected" in player.buttons())
    assert player.log()[-1] == "2 Dice 10 000, selected"
    assert not any("die" in entry for entry in player.log()), "the dice only show the faces of the game"


def test_who_plays_has_the_name_of_each_player_on_its_own_button(context: BrowserContext, server: DemoServer) -> None:
    player = unseen(context, server)
    player.press("line 1: Farkle, selected")
    assert player.buttons()[:5] == ["MENU: how to play", "ROLL", "BANK: back", "die 1: a 1", "die 2: a 2"]
    player.press("die 3: a 3")
    wait_for(lambda: player.buttons()[3:9] == [f"line {n}: {name}" for n, name in enumerate(SEATS, 1)])
    assert player.buttons()[0] == "MENU: rules and more"
    player.press("line 2: P2")
    assert player.buttons()[0] == "MENU: next line"
    player.press("line 3: Steady: in between")
    assert player.buttons()[3:6] == ["line 1: P1", "line 2: Steady", "line 3: P3"]


def test_dice_without_a_choice_only_show_their_faces_also_in_a_replay(
    context: BrowserContext, server: DemoServer
) -> None:
    files = json.loads(files_of(None, QUICK)) | {"logs/game-1.log": SHARED}
    player = unseen(context, server, json.dumps(files))
    player.pick("Records, dice")
    player.pick("Just dice")
    assert player.buttons()[0] == "MENU: other faces"
    player.press("ROLL: 6")
    wait_for(lambda: player.screen()[0].startswith("THROW 1"))
    assert all(re.fullmatch(r"die \d: a [1-6]", name) for name in player.buttons()[3:9])
    player.press(player.buttons()[3])
    wait_for(lambda: re.fullmatch(r"die 1: a [1-6], chosen", player.buttons()[3]) is not None)
    player.press("BANK: back")
    player.pick("Last games")
    player.press(player.buttons()[3])
    wait_for(lambda: player.label("BANK") == "leave")
    player.press("ROLL: next")
    wait_for(lambda: player.buttons()[3:6] == ["die 1: a 1, turn back", "die 2: a 1, turn on", "die 3: a 1"])
    assert not any("score" in entry for entry in player.log())


def test_a_score_on_the_dice_is_read_as_digits(context: BrowserContext, server: DemoServer) -> None:
    game = new_game("pure", {}, 2)
    game.scores[:] = [350, 500]
    player = unseen(context, server, files_of(Session(game, ["ANNA", "BEN"]), QUICK))
    wait_for(lambda: player.buttons()[3:6] == [f"die {n}: digit {digit}" for n, digit in enumerate("350", 1)])
    wait_for(lambda: player.buttons()[3:7] == [f"die {n}: letter {letter}" for n, letter in enumerate("ANNA", 1)])


def test_dice_that_are_offered_are_not_said_to_score(context: BrowserContext, server: DemoServer) -> None:
    player = unseen(context, server, files_of(game_in_mid_turn(), QUICK))
    player.press("BANK: 550")
    wait_for(lambda: player.label("ROLL") == "take")
    assert player.buttons()[7:9] == ["die 5: a 4, kept", "die 6: a 3"]


def test_dice_that_are_not_read_do_not_keep_the_names_of_those_before(
    context: BrowserContext, server: DemoServer
) -> None:
    player = unseen(context, server, files_of(game_in_mid_turn(), QUICK))
    names = player.page.evaluate(DICE_NAMES, [["die 1: a 4, kept"], None])
    assert names == [["die 1: a 4, kept", "die 2"], ["die 1", "die 2"]]


def test_speech_says_what_is_announced_only_while_it_is_on(context: BrowserContext, server: DemoServer) -> None:
    player = unseen(context, server)
    player.page.evaluate(SPOKEN)
    player.press("BANK: next")
    player.page.get_by_role("button", name="Speech").click()
    assert "Dice 10 000, selected" in player.page.evaluate("spoken.join()")
    player.press("BANK: next")
    wait_for(lambda: player.page.evaluate("spoken.at(-1)") == "3 Ten Grand, selected")
    player.page.get_by_role("button", name="Speech").click()
    player.press("BANK: next")
    wait_for(lambda: player.log()[-1] == "4 Ten Thousand, selected")
    assert len(player.page.evaluate("spoken")) == 2


# What the browser asks for


def test_with_forced_colors_each_button_has_a_border_and_dice_and_screen_stay_on_black(
    browser: Browser, server: DemoServer
) -> None:
    context = browser.new_context(forced_colors="active")
    page = open_demo(context, server).page
    for button in (".slot .cap", ".roll .cap", ".menu .cap", "#mute"):
        assert (
            page.evaluate("name => parseFloat(getComputedStyle(document.querySelector(name)).borderTopWidth)", button)
            >= 1
        )
    for part in (".die", "#screen"):
        color = page.evaluate("name => getComputedStyle(document.querySelector(name)).backgroundColor", part)
        assert color == "rgb(0, 0, 0)"
    context.close()


def test_reduced_motion_is_the_setting_of_a_new_console_and_of_the_page(browser: Browser, server: DemoServer) -> None:
    context = browser.new_context(reduced_motion="reduce")
    player = unseen(context, server)
    assert player.page.evaluate("getComputedStyle(document.querySelector('.cap')).transitionDuration") == "0s"
    assert '"tumble":2' in open_demo(context, server).stored()["settings"]
    assert '"calm":1' in open_demo(context, server).stored()["settings"]
    context.close()


# axe-core


def test_axe_finds_nothing_in_a_game_and_in_the_guide(context: BrowserContext, server: DemoServer, axe: str) -> None:
    page = open_demo(context, server, files_of(game_in_mid_turn(), QUICK)).page
    assert findings(page, axe) == []
    page.goto(f"{server.address}docs/{documents.GUIDE.removesuffix('.md')}.html")
    assert findings(page, axe) == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", documents.names())
def test_axe_finds_nothing_in_any_document(context: BrowserContext, server: DemoServer, axe: str, name: str) -> None:
    page = context.new_page()
    page.goto(f"{server.address}docs/{name.removesuffix('.md')}.html")
    assert findings(page, axe) == []


def test_axe_finds_nothing_in_the_pause_where_a_name_is_typed_after_a_crash_and_on_a_notice(
    context: BrowserContext, server: DemoServer, axe: str
) -> None:
    player = unseen(context, server, files_of(game_in_mid_turn(), QUICK))
    player.press("MENU: pause")
    player.wait_for_screen("PAUSE")
    assert findings(player.page, axe) == []
    player.page.goto(server.address + "LICENSES.txt")  # a console that runs saves again what is deleted
    player.page.evaluate("localStorage.clear()")
    typing = open_demo(context, server)
    typing.go("1", "2", "1", "1", "b")
    expect(typing.page.locator("#typing")).to_be_visible()
    assert findings(typing.page, axe) == []
    typing.page.evaluate(FAIL)
    typing.press("1").page.wait_for_selector("#crash:not([hidden])")
    assert findings(typing.page, axe) == []
    typing.page.goto(f"{server.address}?day=none&game=pure")
    expect(typing.page.locator("#notice")).to_be_visible()
    assert findings(typing.page, axe) == []


@pytest.mark.parametrize("size", [(1280, 720), PHONE])
def test_axe_finds_nothing_on_the_pages_that_install_share_and_list_the_games_of_the_day(
    browser: Browser, server: DemoServer, axe: str, size: tuple[int, int]
) -> None:
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 900)
    page = context.new_page()
    for address, ready in (
        ("install.html", "body[data-ready]"),
        ("day.html", "#games a[href]"),
        ("game.html", "#status:not(:empty)"),
        ("game.html#1AAAAAAAAAA", "#status:not(:empty)"),
        (f"game.html#{codec.encode(SHARED)}", "#rated:not([hidden])"),
        ("duel.html", "#new:not([hidden])"),
        (f"duel.html#{codec.encode(DUEL)}", "#game:not([hidden])"),
        ("again.html", "#status:not(:empty)"),
        (f"again.html#{BEATEN}", "#compared:not([hidden])"),
    ):
        page.goto("about:blank")
        page.goto(server.address + address)
        page.wait_for_selector(ready)
        assert findings(page, axe) == [], address
    page.evaluate(
        "([name, text]) => localStorage.setItem(name, text)", [FILES, json.dumps({"logs/game-1.log": SHARED})]
    )
    page.goto(server.address + "game.html")
    expect(page.locator("#games a")).to_have_count(1)
    assert findings(page, axe) == []
    context.close()


@pytest.mark.sweep
@pytest.mark.parametrize("size", [(1280, 720), PHONE, (844, 390)])
def test_axe_finds_nothing_on_any_screen_of_the_menus(
    browser: Browser, server: DemoServer, axe: str, size: tuple[int, int]
) -> None:
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 900)
    player = unseen(context, server)
    seen: set[tuple[str, ...]] = set()

    def visit(depth: int) -> None:
        seen.add(tuple(player.screen()))
        assert findings(player.page, axe) == []
        for name in [name for name in player.buttons() if name.startswith("line") and "empty" not in name]:
            here = player.screen()
            player.press(name)
            if depth and tuple(player.screen()) not in seen:
                visit(depth - 1)
            for _ in range(4):
                if player.screen()[0] != here[0]:  # its title: in a list of games BANK marks the next one
                    player.press("BANK", exact=False)

    visit(1)
    assert len(seen) > 5
    context.close()


# Whole games


def decide(player: UnseenPlayer, enough: int) -> None:
    """Plays one press: keeps what fits a phase, banks from `enough` points on, otherwise rolls or goes on.

    What the names of the buttons said may have changed when it is pressed: the next press knows.
    """
    roll, bank = player.label("ROLL"), player.label("BANK")
    worth = int(bank.replace(" ", "")) if bank.replace(" ", "").isdigit() else 0
    fits = [name for name in player.buttons() if name.endswith(", fits")]
    before = player.state()
    if fits and roll and not worth:
        player.press_if_there(fits[0])
    elif bank and (worth >= enough or not roll):
        player.press_if_there("BANK", exact=False)
    elif roll:
        player.press_if_there("ROLL", exact=False)
    for _ in range(20):
        if player.state() != before:
            break
        player.page.wait_for_timeout(40)


class Progress:
    """Fails the test when no action of a game has been saved for STILL_S: presses that lead nowhere are no progress."""

    def __init__(self, player: UnseenPlayer) -> None:
        self._player = player
        self._saved = ""
        self._until = 0.0

    def check(self) -> None:
        saved = str(self._player.page.evaluate("name => localStorage.getItem(name)", FILES))
        if saved != self._saved:
            self._saved, self._until = saved, time.monotonic() + STILL_S
        assert time.monotonic() < self._until, f"the game stands still: {self._player.state()}, {self._player.log()}"


def play_whole_game(player: UnseenPlayer, enough: int) -> None:
    """Plays from the first turn on until the game can be played again."""
    progress = Progress(player)
    while player.label("ROLL") != "again":
        progress.check()
        decide(player, enough)


def test_a_game_that_stands_still_fails_the_test_and_is_not_waited_for(
    context: BrowserContext, server: DemoServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.STILL_S", 3)
    monkeypatch.setattr(UnseenPlayer, "press_if_there", lambda *_, **__: True)
    player = unseen(context, server, files_of(game_in_mid_turn(), QUICK))
    with pytest.raises(AssertionError, match="the game stands still"):
        play_whole_game(player, 300)


@pytest.mark.sweep
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_whole_game_is_played_through_the_accessibility_tree_alone(
    context: BrowserContext, server: DemoServer, axe: str, variant: Variant
) -> None:
    has_target = variant.dice_set.kind in (PIPS_KIND, "grand")
    game = new_game(variant.name, {"target": SHORT} if has_target else {}, 1)
    player = unseen(context, server, files_before(game, QUICK))
    assert player.buttons()[3] == "line 1: Again: ANNA, selected"
    player.press(player.buttons()[3])
    enough = 1 if variant.dice_set.kind == PHASE_KIND else 30 if variant.dice_set.kind == "cubes" else 300
    play_whole_game(player, enough)
    assert any("again" in entry for entry in player.log())
    expect(player.page.get_by_role("link", name="Share this game")).to_be_visible()
    assert findings(player.page, axe) == []
