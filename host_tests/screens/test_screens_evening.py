"""Screens of an evening: groups of players, head starts, teams of two, a match of several games, a turn clock.

Golden screens: `UPDATE_GOLDEN=1` rewrites the files under golden/evening.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.evening_fixture import (
    BEST_OF_3,
    BEST_OF_5,
    HALF_MINUTE,
    LEAVE,
    MINUTE,
    console,
    group_of,
    session_of,
    start,
    teams,
    win,
)
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen
from sixpip.players.menus.styles import BOLD


def _clock_runs(folder: str) -> ScriptedPlayer:
    player = start(console(folder, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 2, 3, 4, 4, 6)
    player.wait(24_000)
    return player


def _clock_is_up(folder: str) -> ScriptedPlayer:
    player = start(console(folder, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 1, 1, 4, 4, 6)
    player.wait(29_900)
    return player


SCORES = 1
_LARGE = {"match": BEST_OF_3, "clock": MINUTE}
SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "how-many-or-which-group": lambda folder: console(folder, {}, group_of(2)).press(0),
    "groups": lambda folder: console(folder, {}, group_of(3, seats=[0, 0, BOLD]), group_of(2), group_of(6)).press(
        0, ROLL
    ),
    "tonight": lambda folder: console(folder, {}, group_of(2)).press(0, 1, MENU),
    "tonight-with-teams": lambda folder: console(folder, _LARGE, group_of(4, teams=1)).press(0, 3, MENU),
    "who-plays-in-teams": lambda folder: console(folder, _LARGE, group_of(4, teams=1)).press(0, 3),
    "who-plays-six": lambda folder: console(folder, _LARGE, group_of(6, teams=1, ahead=[0, 0, 4, 0, 1, 4])).press(0, 5),
    "seat-with-a-head-start": lambda folder: console(folder, {}, group_of(2)).press(0, 1, 0, 5, 5),
    "turn-of-a-team": lambda folder: teams(folder),
    "ranking-of-teams": lambda folder: win(teams(folder, 6)),
    "match-goes-on": lambda folder: win(start(console(folder, {"match": BEST_OF_5}, group_of(3)), "pure", 3)),
    "match-is-won": lambda folder: _won_match(folder, 2),
    "match-of-six-is-won": lambda folder: _won_match(folder, 6),
    "menu-in-a-match": lambda folder: _to_menu(
        win(start(console(folder, {"match": BEST_OF_3}, group_of(2)), "pure", 2))
    ),
    "menu-before-a-match": lambda folder: _to_menu(_won_match(folder, 2)),
    "go-on-in-teams": lambda folder: (
        teams(folder).throw(1, 2, 3, 4, 4, 6).press(ROLL, 0, ROLL, MENU, LEAVE)  # names too long for the line
    ),
    "scores-with-a-head-start": lambda folder: _ahead(folder, "dice-10000").press(MENU, SCORES),
    "scores-without-an-opening": lambda folder: _ahead(folder, "pure").press(MENU, SCORES),
    "last-seconds": _clock_runs,
    "time-is-up": _clock_is_up,
}


def _ahead(folder: str, variant: str) -> ScriptedPlayer:
    return start(console(folder, {}, group_of(3, ahead=[0, 2, 0])), variant, 3)


def _to_menu(player: ScriptedPlayer) -> ScriptedPlayer:
    player.wait(2000)  # a press too many does not leave the ranking
    return player.press(BANK)


def _won_match(folder: str, players: int) -> ScriptedPlayer:
    player = start(console(folder, {"match": BEST_OF_3, "starts": 1}, group_of(players)), "pure", players)
    session_of(player).match[1] = 1
    return win(player)


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_the_evening_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    check_screen(SCREENS[name](str(tmp_path)).board, name, "evening")


@pytest.mark.usefixtures("texts_fit")
def test_no_text_of_the_evening_is_cut_off(tmp_path: Path) -> None:
    player = console(tmp_path, {}, group_of(6, teams=1, ahead=[4] * 6), group_of(4, names=["FRANZISK"] * 4))
    player.press(0, ROLL, 0).press(MENU)
    for line in range(1, 5):
        for _ in range(4):
            player.press(line)
    player.press(BANK, 0, 5, 5, 5, 5, BANK).press(BANK, ROLL, 1, MENU, BANK, ROLL)
    player.wait(400)
    win(player)


def test_a_press_too_many_does_not_leave_the_ranking(tmp_path: Path) -> None:
    player = start(console(tmp_path, {}, group_of(2)), "pure", 2)
    session_of(player).game.scores[0] = 9900
    player.throw(1, 1, 1, 5, 2, 3).press(BANK)
    player.tap(ROLL)
    player.tap(ROLL)
    player.wait(300)
    player.tap(BANK)
    player.wait(2000)
    assert player.lines[0] == "ANNA wins!"
    player.press(MENU).press(BANK)  # the score curves, and back
    assert player.lines[0] == "ANNA wins!" and player.press(BANK).lines[1].startswith("1 →Again")


def test_a_game_that_is_won_counts_also_when_the_power_fails_before_the_ranking(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"match": BEST_OF_3}, group_of(2)), "pure", 2)
    session_of(player).game.scores[0] = 9900
    player.throw(1, 1, 1, 5, 2, 3).press(BANK)
    assert "BANKED" in player.screen
    player = ScriptedPlayer(str(tmp_path))
    assert player.lines[0] == "ANNA wins!"
    assert session_of(player).match == [2, 1, 0] and player.app.wins == {"ANNA": 1}


def test_a_win_that_is_taken_back_does_not_count(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"match": BEST_OF_3}, group_of(2)), "pure", 2)
    session_of(player).game.scores[0] = 9900
    player.throw(1, 1, 1, 5, 2, 3).press(BANK, MENU).pick("Undo").press(ROLL)
    assert session_of(player).match == [2, 0, 0] and player.app.wins == {"ANNA": 0}
    player.press(BANK, ROLL)
    player.wait(2000)
    assert player.lines[0] == "ANNA wins!" and session_of(player).match == [2, 1, 0]


def test_the_line_of_the_last_players_says_nothing_of_games_that_others_have_won(tmp_path: Path) -> None:
    player = start(console(tmp_path, {}, group_of(2)), "pure", 2)
    player.app.wins["EVA"] = 1
    assert player.press(MENU, LEAVE).lines[2] == "2 Pure"
