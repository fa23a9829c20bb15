"""Golden screens of Phase 10: the text on the OLED and the pictures on the dice.

`UPDATE_GOLDEN=1` rewrites the files under golden/phase_ten.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.game_fixture import next_turn
from host_tests.phase_fixture import set_aside, start_phase_ten_game, throw
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_oled, framed, golden
from tools.play.host.frames import oled_text, tiles_text

MADE = "8 8 9 8 5 6 W W 3 1"
FIFTH = "5 6 7 8 9 10 1 W 3 4"
LAST = "8 8 8 8 8 5 2 2 W W"
SHORT = "5 5 7 8 8 10 1 2 3 W"

DRAWN = ("set-aside-second-page", "second-roll", "made")
"""Screens that are compared pixel by pixel: dice set aside are inverted, those that make the phase have a mark."""


def _tie(folder: str) -> ScriptedPlayer:
    player = start_phase_ten_game(folder, (1, 1, 1), start="one-die")
    for number in ("9", "9", "10"):
        next_turn(throw(player, number))
    return player


def _passed(player: ScriptedPlayer) -> ScriptedPlayer:
    player.wait(3000)
    return player


def _finished(folder: str) -> ScriptedPlayer:
    return _passed(throw(start_phase_ten_game(folder, (10, 10)), LAST).press(BANK))


def _thrown_thrice(folder: str) -> ScriptedPlayer:
    return throw(throw(throw(start_phase_ten_game(folder, (4,)), SHORT), SHORT), SHORT)


def _over(folder: str) -> ScriptedPlayer:
    player = next_turn(_finished(folder).press(ROLL))
    return throw(player, SHORT).press(BANK, BANK, ROLL)


SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "start-tie": _tie,
    "start-order": lambda folder: throw(next_turn(throw(_tie(folder), "5")), "7"),
    "ready": lambda folder: start_phase_ten_game(folder, (5, 4)),
    "made-now": lambda folder: throw(start_phase_ten_game(folder), MADE),
    "set-aside": lambda folder: set_aside(throw(start_phase_ten_game(folder), MADE), 0, 1, 3),
    "set-aside-second-page": lambda folder: set_aside(throw(start_phase_ten_game(folder), MADE), 0, 6, 7),
    "second-roll": lambda folder: throw(set_aside(throw(start_phase_ten_game(folder), MADE), 0, 1, 3), "9 5 6 W W 3 1"),
    "short": lambda folder: throw(start_phase_ten_game(folder, (4,)), SHORT),
    "no-rolls-left": lambda folder: _thrown_thrice(folder),
    "sure": lambda folder: throw(start_phase_ten_game(folder, (4,)), SHORT).press(BANK),
    "missed": lambda folder: throw(start_phase_ten_game(folder, (4,)), SHORT).press(BANK, BANK),
    "made": lambda folder: throw(start_phase_ten_game(folder, (5, 4), boxes=43), FIFTH).press(BANK),
    "over-220": lambda folder: _passed(throw(start_phase_ten_game(folder, (5, 4), boxes=43), FIFTH).press(BANK)),
    "finished": lambda folder: throw(start_phase_ten_game(folder, (10, 10)), LAST).press(BANK),
    "first-to-finish": _finished,
    "closing": lambda folder: _finished(folder).press(ROLL),
    "closing-turn": lambda folder: next_turn(_finished(folder).press(ROLL)),
    "ranking": _over,
    "score-sheet": lambda folder: _over(folder).press(MENU, ROLL),
    "color-signs": lambda folder: throw(start_phase_ten_game(folder, settings={"hues": 1, "signs": 1}), MADE),
}


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_phase_10_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    board = SCREENS[name](str(tmp_path)).board
    if name == "ranking":
        check_oled(board, name, "phase_ten")
        return
    words = oled_text(board.oled_shown) if name in DRAWN else framed(board.oled_shown)
    drawn = f"{words}\n\n{tiles_text(board.pixels)}\n"
    assert drawn == golden(name, drawn, "phase_ten")
