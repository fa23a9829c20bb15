"""Golden screens of house rules: the text on the OLED and the pictures on the dice.

`UPDATE_GOLDEN=1` rewrites the files under golden/ten_thousand.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.game_fixture import next_turn, start_game
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from host_tests.view_golden import check_oled, check_screen

EXACT = {"end": "exact", "reach": "at"}
SIX = [0, 0, 0, 0, 0, 0]


def _seven(folder: str) -> ScriptedPlayer:
    return start_game(folder, "seven-dice").throw(1, 4, 4, 2, 4, 6, 5)


def _second(folder: str) -> ScriptedPlayer:
    return (
        start_game(folder, "ten-thousand", {"second_chance": "yes"})
        .throw(1, 1, 2, 3, 4, 4)
        .keep(1, 1)
        .throw(2, 2, 3, 6)
    )


def _calls(folder: str) -> ScriptedPlayer:
    return start_game(folder, "ten-thousand", {"calls": "yes"})


def _last_die(folder: str) -> ScriptedPlayer:
    return start_game(folder, "ten-thousand", {"last_die": "yes"}).throw(1, 1, 1, 5, 5, 2).keep(1, 1, 1, 5, 5).throw(3)


def _hit(folder: str) -> ScriptedPlayer:
    return start_game(folder, "dice-10000", EXACT, [9000, 3200]).throw(1, 1, 1, 2, 3, 3).press(BANK)


def _past(folder: str) -> ScriptedPlayer:
    return start_game(folder, "dice-10000", EXACT, [9500, 3200]).throw(1, 1, 1, 2, 3, 3).keep(1, 1, 1)


def _no_risk(folder: str) -> ScriptedPlayer:
    return start_game(folder, "ten-thousand", {"no_risk": "yes"}).throw(1, 1, 1, 5, 3, 2).keep(1, 1, 1, 5).throw(3, 3)


def _rescue(folder: str) -> ScriptedPlayer:
    player = start_game(folder, "ten-thousand", {"rescue": "yes"})
    return next_turn(player.throw(1, 1, 1, 5, 3, 2).keep(1, 1, 1, 5).throw(3, 3))


def _last_licks(folder: str) -> ScriptedPlayer:
    return start_game(folder, "ten-thousand", {"end": "last-licks"}, [9000, 9000])


def _tie(folder: str) -> ScriptedPlayer:
    player = start_game(folder, "ten-grand", {"start": "all-dice"}, [0, 0], opened=False)
    return next_turn(player.throw(6, 5, 2, 3, 4, 4)).throw(6, 5, 1, 3, 4, 4)


SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "start-first-throw": lambda folder: start_game(folder, "family-10000", {"start": "one-die"}, SIX, opened=False),
    "start-tie": _tie,
    "start-best": lambda folder: next_turn(next_turn(_tie(folder)).throw(1, 1, 2, 2, 3, 3)).throw(5, 1, 2, 2, 3, 3),
    "two-wrong": lambda folder: start_game(folder, "pure").throw(5, 4, 4, 2, 3, 6).keep(5, 4, 4),
    "one-of-four-wrong": lambda folder: start_game(folder, "pure").throw(4, 4, 4, 2, 3, 2).keep(4, 4, 4, 2),
    "cold-start": lambda folder: start_game(folder, "pure", {"cold_start": "yes"}, [4350]).throw(2, 2, 3, 3, 4, 6),
    "grand-choose": lambda folder: start_game(folder, "ten-grand").throw(4, 4, 4, 6, 5, 3),
    "grand-kings": lambda folder: start_game(folder, "ten-grand").throw(2, 2, 4, 6, 5, 3).keep(2, 2),
    "cubes-sun": lambda folder: start_game(folder, "five-cubes").throw(2, 1, 1, 5, 4),
    "cubes-flash": lambda folder: start_game(folder, "five-cubes").throw(2, 1, 1, 5, 4).press(0, 1, 2),
    "clear-it": lambda folder: start_game(folder, "five-cubes").throw(1, 4, 4, 4, 1).keep(4, 4, 4).throw(4, 1),
    "out": lambda folder: start_game(folder, "five-cubes").throw(6, 6, 6, 6, 6),
    "others-out": lambda folder: start_game(folder, "five-cubes").throw(6, 6, 6, 6, 6).press(ROLL),
    "ranking-out": lambda folder: start_game(folder, "five-cubes").throw(6, 6, 6, 6, 6).press(ROLL, ROLL),
    "no-one-wins": lambda folder: (
        start_game(folder, "ten-thousand", {"six_ones": "out"}, [500]).throw(1, 1, 1, 1, 1, 1).press(ROLL)
    ),
    "six-alike": lambda folder: start_game(folder, "ten-thousand", {"six_alike": "yes"}).throw(2, 2, 2, 2, 2, 2),
    "nothing-at-all": lambda folder: start_game(folder, "zilch").throw(2, 2, 3, 3, 4, 6),
    "all-dice-again": lambda folder: start_game(folder, "zilch").throw(2, 2, 3, 3, 4, 6).press(ROLL),
    "last-die-odds": lambda folder: (
        start_game(folder, "ten-thousand", {"last_die": "yes"}).throw(1, 1, 1, 5, 5, 2).press(0, 1, 2, 3, 4)
    ),
    "one-more-throw": _last_die,
    "last-die-hot": lambda folder: _last_die(folder).throw(5).keep(5),
    "last-die-bonus": lambda folder: _last_die(folder).throw(5).keep(5).press(BANK),
    "first-bust": lambda folder: (
        start_game(folder, "farkle", hints=True).throw(1, 2, 3, 3, 4, 6).keep(1).throw(2, 2, 3, 3, 4)
    ),
    "first-opening": lambda folder: start_game(folder, "dice-10000", {}, [0, 0], opened=False, hints=True),
    "first-last-round": lambda folder: (
        start_game(folder, "ten-thousand", {}, [9000, 9000], hints=True).throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)
    ),
    "last-round": lambda folder: _last_licks(folder).throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL),
    "last-licks": lambda folder: (
        next_turn(_last_licks(folder).throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)).throw(1, 1, 1, 5, 3, 3).press(BANK)
    ),
    "four-twos": lambda folder: (
        start_game(folder, "ten-thousand", {"four_twos": "yes"}).throw(2, 2, 2, 2, 1, 5).press(ROLL)
    ),
    "nothing-to-lose": lambda folder: (
        start_game(folder, "ten-thousand", {"train_wreck": -500}, [0, 0]).throw(2, 2, 3, 3, 4, 6).press(ROLL)
    ),
    "second-chance": _second,
    "second-chance-held": lambda folder: _second(folder).press(2, 3),
    "second-chance-seven": lambda folder: (
        start_game(folder, "seven-dice", {"second_chance": "yes"})
        .throw(1, 2, 2, 3, 3, 6, 6)
        .keep(1)
        .throw(2, 2, 3, 3, 4, 6)
        .press(1, 2)
    ),
    "call-ready": _calls,
    "call-list-later": lambda folder: _calls(folder).throw(1, 2, 3, 3, 4, 6).keep(1).press(ROLL, 2),
    "call-list": lambda folder: _calls(folder).press(BANK),
    "called": lambda folder: _calls(folder).press(BANK, 3),
    "call-paid": lambda folder: _calls(folder).press(BANK, 3).throw(2, 2, 3, 3, 4, 4),
    "call-later": lambda folder: _calls(folder).throw(1, 2, 3, 3, 4, 6).keep(1).press(ROLL),
    "call-bust": lambda folder: (
        _calls(folder).throw(1, 2, 3, 3, 4, 6).keep(1).press(ROLL, 3, 1).throw(2, 2, 3, 3, 4).press(ROLL)
    ),
    "rescue": _rescue,
    "exact-hit": _hit,
    "roll-off": lambda folder: next_turn(_hit(folder)),
    "rolled-off": lambda folder: next_turn(_hit(folder)).throw(1, 2, 3),
    "exact-past": _past,
    "exact-nothing": lambda folder: _past(folder).press(BANK),
    "no-risk-bust": _no_risk,
    "no-risk-bank": lambda folder: _no_risk(folder).press(ROLL),
    "seven-first-page": _seven,
    "seven-first-chosen": lambda folder: _seven(folder).press(1, 2, 4),
    "seven-second-page": lambda folder: _seven(folder).press(1, 2, 4, 5),
    "seven-both-chosen": lambda folder: _seven(folder).press(1, 2, 4, 5, 1, 5),
    "seven-sun": lambda folder: (
        start_game(folder, "seven-dice", {"wild_die": "yes"}).throw(3, 2, 4, 4, 6, 6, 2).press(0, 2, 3)
    ),
    "seven-grand": lambda folder: start_game(folder, "ten-grand", {"dice": 7}).throw(1, 2, 3, 4, 5, 6, 1).press(4),
}


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_a_house_rule_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    check = check_oled if name == "ranking-out" else check_screen
    check(SCREENS[name](str(tmp_path)).board, name, "ten_thousand")
