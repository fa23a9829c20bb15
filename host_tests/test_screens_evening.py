"""An evening: groups of players, head starts, teams of two, a match of several games, a turn clock.

Golden screens: `UPDATE_GOLDEN=1` rewrites the files under golden/evening.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import NAMES, note_cut_texts
from host_tests.phase_fixture import start_phase_ten_game
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen
from sixpip.app import groups
from sixpip.app.lineup import Lineup, make_teams
from sixpip.app.match import next_match
from sixpip.app.session import Session
from sixpip.app.statistics import GAMES, TURNS, WINS, Statistics
from sixpip.players.styles import BOLD
from sixpip.rules import replay
from sixpip.rules.variants import VARIANTS
from sixpip.storage.records import Store

LEAVE = 5
HALF_MINUTE, MINUTE = 1, 2
BEST_OF_3, BEST_OF_5 = 1, 2


def session_of(player: ScriptedPlayer) -> Session:
    """Returns the session of the game in play."""
    assert player.app.session is not None
    return player.app.session


def group_of(players: int, **changes: Any) -> dict[str, Any]:
    """Returns the record of a group of persons."""
    persons = [0] * players
    return {"names": list(NAMES[:players]), "seats": persons, "ahead": persons, "teams": 0, **changes}


def console(folder: object, settings: dict[str, int] | None = None, *saved: dict[str, Any]) -> ScriptedPlayer:
    """Switches a console on with settings and saved groups."""
    store = Store(str(folder))
    store.save("settings", {"bright": 2, "sound": 2, "tumble": 0, **(settings or {})})
    if saved:
        store.save(groups.RECORD, list(saved))
    return ScriptedPlayer(str(folder))


def start(player: ScriptedPlayer, variant: str, players: int) -> ScriptedPlayer:
    """Starts a game of a variant from the boot menu; the first seat throws first."""
    title = next(known.title for known in VARIANTS if known.name == variant)
    player.pick(title).press(players - 1, ROLL)
    player.wait(400)
    return player


def win(player: ScriptedPlayer) -> ScriptedPlayer:
    """Ends a game of Pure with a win of the player whose turn it is."""
    game = session_of(player).game
    game.scores[game.player] = 9900
    player.wait(400)
    return player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)


def _teams(folder: str, players: int = 4, **settings: int) -> ScriptedPlayer:
    return start(console(folder, settings, group_of(players, teams=1)), "pure", players)


def _clock_runs(folder: str) -> ScriptedPlayer:
    player = start(console(folder, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 2, 3, 4, 4, 6)
    player.wait(24_000)
    return player


def _clock_is_up(folder: str) -> ScriptedPlayer:
    player = start(console(folder, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 1, 1, 4, 4, 6)
    player.wait(29_900)
    return player


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
    "turn-of-a-team": lambda folder: _teams(folder),
    "ranking-of-teams": lambda folder: win(_teams(folder, 6)),
    "match-goes-on": lambda folder: win(start(console(folder, {"match": BEST_OF_5}, group_of(3)), "pure", 3)),
    "match-is-won": lambda folder: _won_match(folder, 2),
    "match-of-six-is-won": lambda folder: _won_match(folder, 6),
    "last-seconds": _clock_runs,
    "time-is-up": _clock_is_up,
}


def _won_match(folder: str, players: int) -> ScriptedPlayer:
    player = start(console(folder, {"match": BEST_OF_3, "starts": 1}, group_of(players)), "pure", players)
    session_of(player).match[1] = 1
    return win(player)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_the_evening_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    check_screen(SCREENS[name](str(tmp_path)).board, name, "evening")


def test_no_text_of_the_evening_is_cut_off(tmp_path: Path) -> None:
    player = console(tmp_path, {}, group_of(6, teams=1, ahead=[4] * 6), group_of(4, names=["FRANZISK"] * 4))
    cut = note_cut_texts(player.app.canvas)
    player.press(0, ROLL, 0).press(MENU)
    for line in range(1, 5):
        for _ in range(4):
            player.press(line)
    player.press(BANK, 0, 5, 5, 5, 5, BANK).press(BANK, ROLL, 1, MENU, BANK, ROLL)
    player.wait(400)
    win(player)
    assert cut == []


# Groups


def test_the_groups_that_have_played_are_offered_the_last_one_first(player: ScriptedPlayer) -> None:
    player.press(0)
    assert player.lines[7] == "BANK back"  # no group yet: ROLL does nothing
    player.press(2, 0, 0, 0, BANK, ROLL, MENU, LEAVE)  # A, P2, P3
    player.pick("Pure").press(1, ROLL, MENU, LEAVE)
    player.pick("Farkle").press(ROLL)
    assert player.lines[1:3] == ["1 →A + P2", "2 A + P2 + P3"]
    player.press(1)
    assert player.lines[1:3] == ["1 A 2 P2", "3 P3"]
    player.press(ROLL)
    assert session_of(player).names == ["A", "P2", "P3"]


def test_a_group_comes_back_with_its_computers_and_head_starts(tmp_path: Path) -> None:
    console(tmp_path, {}, group_of(2)).press(0, 1, 1, 3).press(0, 5, BANK, ROLL)
    again = console(tmp_path)
    assert session_of(again).seats == [0, BOLD] and session_of(again).game.scores == [500, 0]
    again.press(MENU, LEAVE).pick("Farkle").press(1)
    assert again.lines[1] == "1 ANNA+ 2 Bold"
    again.press(ROLL)
    assert session_of(again).seats == [0, BOLD] and session_of(again).game.scores == [500, 0]


def test_six_groups_are_remembered_each_once(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for number in range(9):
        group = groups.Group([f"P{number % 8}", "BEN"], [0, 0], [0, 0], False)
        store.save(groups.RECORD, groups.with_group(store, group))
    names = [group.names[0] for group in groups.load(store)]
    assert names == ["P0", "P7", "P6", "P5", "P4", "P3"]


WRONG: list[Any] = [7, {}, {"names": []}, group_of(2, names=["A"]), group_of(2, ahead=[0, 5]), group_of(2, seats=[0])]


@pytest.mark.parametrize("wrong", WRONG, ids=json.dumps)
def test_a_damaged_group_is_left_out(wrong: Any, tmp_path: Path) -> None:
    player = console(tmp_path, {}, wrong, group_of(3)).press(0, ROLL)
    assert player.lines[1:3] == ["1 →ANNA+BEN+CHRISTA", ""]


# Head starts


def test_a_head_start_is_a_part_of_the_target_also_when_that_is_changed(player: ScriptedPlayer) -> None:
    player.press(0, 1, 1, 5, 5)
    assert player.lines[6] == "6 →head start: 1 000"
    player.press(BANK, MENU, 0).pick("Target").press(MENU, MENU).press(BANK, BANK, BANK, ROLL)
    session = session_of(player)
    assert session.game.scores == [0, int(session.game.options["target"]) // 10]
    assert replay.head(session.game).find(f"head_start=0,{session.game.scores[1]}") > 0


def test_a_head_start_in_phase_10_is_some_points(player: ScriptedPlayer) -> None:
    player.pick("Phase 10").press(1, 0, 5, 5, 5, BANK, ROLL)
    assert session_of(player).game.scores == [50, 0]
    assert session_of(ScriptedPlayer(player.board.folder)).game.scores == [50, 0]


def test_a_game_with_a_head_start_sets_no_records_and_counts_only_points_made(tmp_path: Path) -> None:
    player = start(console(tmp_path, {}, group_of(2, ahead=[1, 0])), "pure", 2)
    player.wait(400)
    win(player).wait(3000)
    statistics = Statistics(player.app.store)
    assert statistics.variants == []
    session = session_of(player)
    row = next(row for row in statistics.persons if row[0] == "ANNA")
    assert session.game.scores[0] - 500 in row[1]


# Teams of two


def test_the_members_of_a_team_take_turns_and_share_a_score(tmp_path: Path) -> None:
    player = _teams(str(tmp_path))
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
    player = win(_teams(str(tmp_path)))
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
    teams = make_teams(Lineup(["A", "FRANZISK", "CHRISTIN", "BO"]))
    assert teams.names == ["A+CHRIST", "FRANZ+BO"]
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


IMPOSSIBLE: list[dict[str, Any]] = [
    {"members": [["ANNA", "BEN"]]},
    {"members": [["ANNA", "BEN"], ["CHRISTA"]]},
    {"members": [["ANNA", "BEN"], ["CHRISTA", "LONGESTNAME"]]},
    {"members": "AB"},
    {"match": [2, 0]},
    {"match": [2, 0, -1]},
    {"match": "2:0"},
]


@pytest.mark.parametrize("wrong", IMPOSSIBLE, ids=json.dumps)
def test_a_save_with_impossible_teams_or_match_is_set_aside(wrong: dict[str, Any], tmp_path: Path) -> None:
    player = _teams(str(tmp_path), match=BEST_OF_3)
    saved = player.app.store.load("game")
    for number in range(2):
        player.app.store.save("game", {**saved, **wrong, "best": number})
    again = ScriptedPlayer(str(tmp_path))
    assert again.app.session is None and "game.bad" in again.screen


# A match


def test_a_match_goes_on_over_games_variants_and_power_off_until_it_is_won(tmp_path: Path) -> None:
    player = win(start(console(tmp_path, {"match": BEST_OF_3}, group_of(2)), "pure", 2))
    assert "best of 3: first to 2" in player.screen and player.lines[0] == "ANNA ★1"
    player = ScriptedPlayer(str(tmp_path))  # switched off and on at the ranking
    assert player.lines[0] == "ANNA ★1"
    player.press(BANK)
    assert player.lines[2] == "2 Pure ★1:0"
    player.pick("Farkle").press(1, ROLL)
    assert session_of(player).match == [2, 1, 0]
    player.press(MENU, LEAVE).pick("Pure").press(1, ROLL)
    win(player)
    assert "and wins the match!" in player.screen and player.lines[0] == "ANNA ★2"
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


def test_other_players_begin_another_match(tmp_path: Path) -> None:
    player = win(start(console(tmp_path, {"match": BEST_OF_3}, group_of(2), group_of(3)), "pure", 2))
    start(player.press(BANK), "pure", 3)
    assert session_of(player).match == [2, 0, 0, 0]


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
    player.press(MENU).tap(BANK)  # the score curves, and back
    player.tap(BANK)
    player.wait(2000)
    assert player.lines[0] == "ANNA wins!" and player.press(BANK).lines[1].startswith("1 →Again")


# The turn clock


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_when_the_time_is_up_the_console_plays_the_turn_to_its_end(variant: str, tmp_path: Path) -> None:
    rules = {"clock": HALF_MINUTE}
    player = start(console(tmp_path, rules, group_of(2)), variant, 2)
    while session_of(player).game.rolls == 0 and not any(session_of(player).game.turns):
        player.press(ROLL)  # throws for the start, and the first roll
        player.wait(400)
    first = sum(session_of(player).game.turns)
    player.wait(20_000)
    assert sum(session_of(player).game.turns) == first or first > 0
    player.wait(150_000)
    assert sum(session_of(player).game.turns) > first or first > 0
    assert session_of(player).seats == [0, 0]


def test_the_clock_begins_with_the_first_roll_and_stands_in_menus(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2)
    player.wait(50_000)
    assert "ANNA 0|your turn" in player.screen
    player.throw(1, 2, 3, 4, 4, 6)
    player.wait(10_000)
    player.press(MENU)
    player.wait(60_000)
    player.press(BANK)
    player.wait(5_000)
    assert "TIME" not in player.screen and player.lines[7] == "BANK 100"
    player.wait(8_000)
    assert "TIME" in player.lines[0]
    before = session_of(player).game.turns[0]
    player.wait(15_000)
    assert session_of(player).game.turns[0] > before


def test_the_last_seconds_of_a_turn_of_phase_10_are_shown_and_the_console_ends_it(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path), (10, 10), settings={"clock": HALF_MINUTE}).press(ROLL)
    player.wait(24_000)
    assert player.lines[0].startswith("ANNA") and "TIME" in player.lines[0]
    player.wait(10_000)
    assert session_of(player).game.turns == [1, 0] or session_of(player).game.rolls > 1


def test_dice_chosen_before_the_time_is_up_are_put_back(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 1, 1, 4, 4, 6).press(4)
    assert "A 4 scores nothing" in player.screen
    player.wait(40_000)
    assert session_of(player).game.turns == [1, 0] and "nothing" not in player.screen


def test_each_turn_has_the_whole_time(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2)
    for _ in range(4):
        player.throw(1, 1, 1, 5, 2, 3)
        player.wait(15_000)
        assert "TIME" not in player.screen
        player.press(BANK, ROLL)
        player.wait(400)
    assert session_of(player).game.scores == [2100, 2100]
