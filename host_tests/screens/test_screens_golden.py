"""Golden screens of the menus and of a game: the text on the OLED and the pictures on the dice, to review in a diff.

`UPDATE_GOLDEN=1` rewrites the files under golden/screens.
"""

from collections.abc import Callable

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_oled, check_screen

SCREENS: dict[str, Callable[[ScriptedPlayer], object]] = {
    "boot-menu": lambda player: None,
    "boot-second-page": lambda player: player.press(MENU, BANK),
    "boot-ten-grand": lambda player: player.press(BANK, BANK),
    "boot-five-cubes": lambda player: player.press(*[BANK] * 7),
    "boot-seven-dice": lambda player: player.press(*[BANK] * 6),
    "boot-phase-10": lambda player: player.press(*[BANK] * 5),
    "how-many-players": lambda player: player.press(0),
    "who-plays": lambda player: player.press(0, 2),
    "name-entry": lambda player: player.press(0, 2, 1, 0, 1, 4),
    "settings": lambda player: player.pick("Settings"),
    "settings-dice-color": lambda player: player.pick("Settings").pick("Dice color"),
    "led-chain": lambda player: player.pick("Workshop").pick("LED chain"),
    "cell-voltage": lambda player: player.pick("Workshop").pick("Cell voltage").press(4, BANK).pick("Cell v").press(3),
    "switch-off": lambda player: player.start().press(MENU, MENU).pick("Switch off"),
    "pause-charging": lambda player: _charging(player, 3900).press(MENU),
    "charging": lambda player: _charging(player, 3900),
    "boot-charged": lambda player: _charging(player, 4180).press(MENU, 5),
    "about-charged": lambda player: _charging(player, 4180).press(MENU, 5).pick("Workshop").press(0),
    "reset-rules": lambda player: _changed_rules(player, "Hot dice", "To get in").pick("Standard"),
    "who-plays-by-house-rules": lambda player: _changed_rules(player).press(BANK, 0, BANK, BANK),
    "house-rules": lambda player: _changed_rules(player).press(BANK, 0),
    "house-rules-last-page": lambda player: player.press(1, 1, MENU, 0, *[MENU] * 7),
    "a-house-rule": lambda player: _changed_rules(player).press(BANK, 0).pick("4+ alike"),
    "a-house-rule-of-the-end": lambda player: player.press(1, 1, MENU, 0).pick("End").press(*[ROLL] * 5),
    "a-house-rule-that-is-off": lambda player: player.press(1, 1, MENU, 0).pick("Rescue"),
    "a-refused-house-rule": lambda player: (
        _changed_rules(player).pick("End").press(ROLL, ROLL, ROLL, BANK).pick("To win").press(ROLL)
    ),
    "house-rules-in-play": lambda player: _changed_rules(player).press(BANK, BANK, ROLL, MENU).pick("House rules"),
    "awake": lambda player: _woken(player),
    "after-a-menu": lambda player: _banked_too_early(player),
    "your-turn": lambda player: player.start(),
    "choose": lambda player: player.start().throw(1, 4, 4, 2, 4, 6),
    "chosen": lambda player: player.start().throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4),
    "not-a-keep": lambda player: player.start().throw(1, 4, 4, 2, 3, 6).keep(4, 4),
    "kept-and-rolled": lambda player: player.start().throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4).throw(5, 1, 3),
    "bust": lambda player: player.start().throw(1, 1, 1, 2, 4, 6).keep(1, 1, 1).throw(2, 3, 6),
    "hot-dice-chosen": lambda player: player.start().throw(1, 2, 3, 4, 5, 6).keep(1, 2, 3, 4, 5, 6),
    "banked": lambda player: player.start().throw(1, 1, 1, 2, 3, 3).press(BANK),
    "next-player": lambda player: player.start().throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL),
    "offer": lambda player: _offered(player),
    "pause": lambda player: player.start().press(MENU),
    "scores": lambda player: _offered(player).press(MENU, 1),
    "boot-again": lambda player: player.start().press(MENU, 5),
    "boot-go-on": lambda player: _parked(player),
    "parked": lambda player: _parked(player).press(1),
    "delete-parked": lambda player: _parked(player).press(1, 2),
    "leave": lambda player: _parked(player).press(1, 1, 5, ROLL, ROLL, MENU, 5),
    "pause-take-back": lambda player: _offered(player).press(MENU),
    "pause-next-page": lambda player: _offered(player).press(MENU, MENU),
    "take-back": lambda player: _offered(player).press(MENU, MENU).pick("Undo"),
    "last-turn": lambda player: _offered(player).press(MENU, MENU).pick("Last turn"),
    "price-of-three-busts": lambda player: _busts(player),
    "ranking": lambda player: _won(player),
}


def _changed_rules(player: ScriptedPlayer, *labels: str) -> ScriptedPlayer:
    player.press(1, 1, MENU, 0)
    for label in labels or ("Hot dice", "Target"):
        player.pick(label).press(ROLL, BANK)
    return player


def _charging(player: ScriptedPlayer, millivolts: int) -> ScriptedPlayer:
    player.start().board.millivolts = millivolts
    player.board.charger_in = True
    player.wait(600)
    return player


def _woken(player: ScriptedPlayer) -> None:
    player.start().throw(1, 4, 4, 2, 4, 6)
    player.wait(301_000)
    player.tap(ROLL)


def _banked_too_early(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 2, 3, 3).press(MENU).tap(BANK)
    player.tap(BANK)
    player.app.step()


def _offered(player: ScriptedPlayer) -> ScriptedPlayer:
    player.start().throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)
    player.wait(400)
    player.throw(1, 1, 1, 5, 3, 3).press(BANK, ROLL)
    player.wait(400)
    return player


def _parked(player: ScriptedPlayer) -> ScriptedPlayer:
    return player.start().throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL, MENU, 5)


def _busts(player: ScriptedPlayer) -> ScriptedPlayer:
    player.start(1).throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)
    for _ in range(3):
        player.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    return player


def _won(player: ScriptedPlayer) -> ScriptedPlayer:
    player.start(1).throw(1, 1, 1, 1, 1, 1).keep(1, 1, 1, 1, 1, 1).throw(1, 1, 1, 1, 5, 3).press(BANK, ROLL)
    return player


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_matches_its_golden_file(name: str, player: ScriptedPlayer) -> None:
    SCREENS[name](player)
    check = check_oled if name == "ranking" else check_screen
    check(player.board, name, "screens")


@pytest.mark.parametrize("name", SCREENS)
def test_bank_goes_back_from_every_menu_or_has_another_word(name: str, player: ScriptedPlayer) -> None:
    SCREENS[name](player)
    app, before = player.app, len(player.app.screens)
    if app.screen.shows_game:
        return
    word = player.lines[7].partition("BANK ")[2]
    assert word
    player.press(BANK)
    assert word != "back" or len(app.screens) == before - 1


@pytest.mark.usefixtures("texts_fit")
def test_every_page_of_the_house_rules_fits_with_any_value(player: ScriptedPlayer) -> None:
    player.press(1, 1, MENU, 0, 1)
    first = player.lines[0].split()[0]
    for _ in range(60):
        player.press(ROLL, ROLL, MENU)
        if player.lines[0].split()[0] == first:
            return
    raise AssertionError("there is no end to the pages")
