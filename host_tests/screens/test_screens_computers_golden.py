"""Golden screens of computer players: choosing them, and what they show when they play.

`UPDATE_GOLDEN=1` rewrites the files under golden/computers.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.game_fixture import computer_turn, hurry, switch_on
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen
from sixpip.players.menus.styles import BOLD, STEADY, TIMID
from sixpip.rules.ten_thousand.game import Game


def _offer(folder: str) -> ScriptedPlayer:
    game = Game("dice-10000", {"opening": 0, "bank_min": 0}, 2)
    game.opened[:] = [True, True]
    player = switch_on(folder, game, [0, STEADY])
    player.wait(400)
    return player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)


def _roll_off(folder: str) -> ScriptedPlayer:
    game = Game("pure", {"end": "exact"}, 2)
    game.scores[0] = 9000
    player = switch_on(folder, game, [0, STEADY])
    player.wait(400)
    return player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)


def _must_beat(folder: str) -> ScriptedPlayer:
    game = Game("ten-thousand", {}, 2)
    game.scores[0] = 9500
    player = switch_on(folder, game, [0, TIMID])
    player.wait(400)
    return hurry(player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL, ROLL), 1, 1, 5, 5, 2, 3)


def _past_the_target(folder: str) -> ScriptedPlayer:
    return hurry(computer_turn(folder, "pure", {"end": "exact"}, (9950, 9000), TIMID), 1, 2, 2, 3, 3, 4)


def _thinks(folder: str) -> ScriptedPlayer:
    player = computer_turn(folder)
    player.board.roll_next(1, 5, 2, 3, 4, 6)
    player.tap(ROLL)
    player.wait(1000)
    return player


def _start_order(folder: str) -> ScriptedPlayer:
    return switch_on(folder, Game("family-10000", {}, 3), [BOLD, 0, STEADY])


SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "opponent": lambda folder: ScriptedPlayer(folder).press(0, 0),
    "opponent-with-house-rules": lambda folder: (
        ScriptedPlayer(folder).press(0, 0, MENU, 0).pick("Hot dice").press(ROLL, BANK, BANK, BANK)
    ),
    "seat": lambda folder: ScriptedPlayer(folder).press(0, 2, 1),
    "seat-of-a-computer": lambda folder: ScriptedPlayer(folder).press(0, 2, 1, 3, 1),
    "name-of-a-person": lambda folder: ScriptedPlayer(folder).press(0, 2, 1, 3, 1, 0),
    "who-plays": lambda folder: ScriptedPlayer(folder).press(0, 3, 1, 2, 2, 3, 3, 2),
    "new-turn": lambda folder: computer_turn(folder),
    "thinks": _thinks,
    "rolls-on": lambda folder: hurry(computer_turn(folder), 1, 5, 2, 3, 4, 6),
    "banks": lambda folder: hurry(computer_turn(folder), 1, 1, 1, 2, 3, 3),
    "banked": lambda folder: hurry(computer_turn(folder), 1, 1, 1, 2, 3, 3).press(BANK),
    "banks-nothing": _past_the_target,
    "bust": lambda folder: hurry(computer_turn(folder), 2, 2, 3, 3, 4, 6),
    "few-dice": lambda folder: hurry(computer_turn(folder), 2, 2, 2, 3, 4, 5),
    "hot-dice": lambda folder: hurry(computer_turn(folder), 1, 1, 1, 5, 5, 5),
    "hot-dice-run": lambda folder: hurry(computer_turn(folder), 1, 1, 1, 5, 5, 5).press(BANK),
    "offer": _offer,
    "roll-off": _roll_off,
    "must-beat": _must_beat,
    "start-order": _start_order,
    "second-chance": lambda folder: hurry(
        computer_turn(folder, "ten-thousand", {"second_chance": "yes"}), 2, 2, 3, 4, 6, 6
    ),
    "calls": lambda folder: computer_turn(folder, "ten-thousand", {"calls": "yes"}),
    "seven-dice": lambda folder: hurry(computer_turn(folder, "seven-dice"), 2, 3, 4, 4, 2, 6, 5),
    "ranking": lambda folder: hurry(computer_turn(folder, "pure", {}, [9500, 0]), 1, 1, 1, 2, 3, 3).press(BANK, ROLL),
}


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_computer_players_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    check_screen(SCREENS[name](str(tmp_path)).board, name, "computers")
