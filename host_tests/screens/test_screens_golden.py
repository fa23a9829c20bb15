"""Golden screens of a game: the text on the OLED and the pictures on the dice, to review in a diff.

`UPDATE_GOLDEN=1` rewrites the files under golden/screens.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import framed, golden
from tools.play.host.frames import tiles_text

SCREENS: dict[str, Callable[[ScriptedPlayer], object]] = {
    "boot-menu": lambda player: None,
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
    "reset-rules": lambda player: _changed_rules(player).pick("Standard"),
    "awake": lambda player: _woken(player),
    "after-a-menu": lambda player: _banked_too_early(player),
    "your-turn": lambda player: player.start(),
    "choose": lambda player: player.start().throw(1, 4, 4, 2, 4, 6),
    "chosen": lambda player: player.start().throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4),
    "not-a-keep": lambda player: player.start().throw(1, 4, 4, 2, 3, 6).keep(4, 4),
    "kept-and-rolled": lambda player: player.start().throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4).throw(5, 1, 3),
    "bust": lambda player: player.start().throw(1, 4, 4, 2, 4, 6).keep(4, 4, 4).throw(2, 3, 6),
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


def _changed_rules(player: ScriptedPlayer) -> ScriptedPlayer:
    return player.press(0, 1, MENU, 0).pick("Hot dice").press(ROLL, BANK).pick("To get in").press(ROLL, BANK)


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


@pytest.mark.usefixtures("left_on")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    SCREENS[name](player)
    board = player.board
    words = framed(board.oled_shown)
    dice = "(the light show runs)" if name == "ranking" else tiles_text(board.pixels)
    text = f"{words}\n\n{dice}\n"
    assert "\ufffd" not in words
    assert text == golden(name, text, "screens")


@pytest.mark.long
def test_no_text_of_any_screen_is_cut_off(tmp_path: Path) -> None:
    for name, act in SCREENS.items():
        folder = tmp_path / name
        folder.mkdir()
        player = ScriptedPlayer(str(folder))
        cut: list[str] = []
        canvas = player.app.canvas
        canvas.at = _watched(canvas.at, cut)  # type: ignore[method-assign]
        act(player)
        assert not cut, (name, cut)


def _watched(write: Callable[..., int], cut: list[str]) -> Callable[..., int]:
    """Returns Canvas.at with each text that does not fit added to `cut`."""

    def at(x: int, row: int, text: str, end: int = 128) -> int:
        after = write(x, row, text, end)
        if after < x + 6 * len(text):
            cut.append(text)
        return after

    return at
