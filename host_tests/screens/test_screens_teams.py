"""Teams of two, and a match of several games."""

from pathlib import Path

import pytest

from host_tests.evening_fixture import (
    BEST_OF_3,
    BEST_OF_5,
    LEAVE,
    console,
    group_of,
    session_of,
    start,
    teams,
    win,
)
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.app.menus.statistics import GAMES, TURNS, WINS, Statistics
from sixpip.app.setup.lineup import Lineup, make_teams, next_match
from sixpip.players.menus.styles import BOLD


def test_the_members_of_a_team_take_turns_and_share_a_score(tmp_path: Path) -> None:
    player = teams(str(tmp_path))
    session = session_of(player)
    assert session.names == ["ANNA+CHR", "BEN+DORA"]
    for name in ("ANNA", "BEN", "CHRISTA", "DORA", "ANNA"):
        assert f"{name}'s turn" in player.screen
        player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
        player.wait(400)
    assert session.game.scores == [3150, 2100]
    again = ScriptedPlayer(str(tmp_path))
    again.wait(400)
    assert "BEN's turn" in again.screen


def test_teams_play_again_and_their_game_counts_for_all_members(tmp_path: Path) -> None:
    player = win(teams(str(tmp_path)))
    player.wait(3000)
    statistics = Statistics(player.app.store)
    assert statistics.variants == []
    figures = {row[0]: row[1] for row in statistics.persons}
    assert {name: figures[name][WINS] for name in figures} == {"ANNA": 1, "CHRISTA": 1, "BEN": 0, "DORA": 0}
    assert all(figures[name][GAMES] == 1 and figures[name][TURNS] == 0 for name in figures)
    player.press(ROLL)
    assert session_of(player).members == [["ANNA", "CHRISTA"], ["BEN", "DORA"]]
    assert "BEN's turn" in player.screen


def test_a_name_of_a_team_has_eight_letters_at_most() -> None:
    lineup = make_teams(Lineup(["A", "FRANZISK", "CHRISTIN", "BO"]))
    assert lineup.names == ["A+CHRIST", "FRANZ+BO"]
    assert make_teams(Lineup(["ANNA", "BEN", "CAT", "EMIL", "F", "G"])).members == [
        ["ANNA", "EMIL"],
        ["BEN", "F"],
        ["CAT", "G"],
    ]


@pytest.mark.parametrize(("players", "styles"), [(3, [0, 0, 0]), (4, [0, 0, 0, BOLD])])
def test_teams_are_for_four_or_six_persons(players: int, styles: list[int], tmp_path: Path) -> None:
    player = console(tmp_path, {}, group_of(players, seats=styles, teams=1)).press(0, players - 1)
    assert "Teams" not in player.screen
    assert "Teams" not in player.press(MENU).screen
    player.press(BANK, ROLL)
    assert session_of(player).members == [] and len(session_of(player).names) == players


# A match


def test_a_match_goes_on_over_games_variants_and_power_off_until_it_is_won(tmp_path: Path) -> None:
    player = win(start(console(tmp_path, {"match": BEST_OF_3}, group_of(2)), "pure", 2))
    assert "best of 3: first to 2" in player.screen and player.lines[0] == "ANNA wins!"
    player = ScriptedPlayer(str(tmp_path))  # switched off and on at the ranking
    assert player.lines[0] == "ANNA wins!"
    player.press(BANK)
    assert player.lines[2] == "2 Pure ♕1:0"
    player.pick("Farkle").press(1, ROLL)
    assert session_of(player).match == [2, 1, 0]
    player.press(MENU, LEAVE).pick("Pure").press(1, ROLL)
    win(player)
    assert "match: ANNA wins!" in player.screen and player.lines[0] == "ANNA 2 wins"
    player.press(ROLL)
    assert session_of(player).match == [2, 0, 0]


@pytest.mark.parametrize(
    ("match", "choice", "players", "expected"),
    [
        ([], 0, 2, []),
        ([2, 1, 0], 0, 2, []),
        ([], BEST_OF_3, 1, []),
        ([], BEST_OF_5, 3, [3, 0, 0, 0]),
        ([3, 2, 1], BEST_OF_5, 2, [3, 2, 1]),
        ([3, 3, 1], BEST_OF_5, 2, [3, 0, 0]),
        ([3, 2, 1], BEST_OF_3, 2, [2, 0, 0]),
    ],
)
def test_the_match_of_the_next_game(match: list[int], choice: int, players: int, expected: list[int]) -> None:
    assert next_match(match, choice, players) == expected


def test_a_parked_game_goes_on_in_the_match_as_it_stands_now(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"match": BEST_OF_5}, group_of(2)), "farkle", 2).throw(1, 1, 1, 5, 2, 3)
    player.press(MENU, LEAVE)
    win(start(player, "pure", 2)).press(BANK).pick("Farkle").pick("Go on")
    assert session_of(player).match == [3, 1, 0]
