"""Screens of an evening: groups of players, head starts, teams of two, a match of several games, a turn clock.

Golden screens: `UPDATE_GOLDEN=1` rewrites the files under golden/evening.
"""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from host_tests.game_fixture import LEAVE, NAMES, play_screen, session_of
from host_tests.phase_fixture import start_phase_ten_game
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen
from sixpip.app.games.lineup import Lineup, make_teams, next_match
from sixpip.app.people import player_names
from sixpip.app.people.statistics import GAMES, TURNS, WINS, Statistics
from sixpip.app.settings import AGREEMENTS, Setting
from sixpip.players.styles import BOLD
from sixpip.rules.core import replay
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.screens.play.turn_clock import TurnClock
from sixpip.storage.record_store import Store
from sixpip.view import palette, sound

HALF_MINUTE, MINUTE = 1, 2
BEST_OF_3, BEST_OF_5 = 1, 2


def group_of(players: int, **changes: Any) -> dict[str, Any]:
    people = [0] * players
    return {"names": list(NAMES[:players]), "seats": people, "ahead": people, "teams": 0, **changes}


def console(folder: object, settings: dict[str, int] | None = None, *saved: dict[str, Any]) -> ScriptedPlayer:
    store = Store(str(folder))
    store.save("settings", {"bright": 2, "sound": 2, "tumble": 0, "pace": 0, **(settings or {})})
    if saved:
        store.save(player_names.GROUPS, list(saved))
    return ScriptedPlayer(str(folder))


def start(player: ScriptedPlayer, variant: str, players: int) -> ScriptedPlayer:
    """Starts a game of a variant from the boot menu; the first seat throws first."""
    title = next(known.title for known in VARIANTS if known.name == variant)
    player.pick(title).press(players - 1, ROLL)
    player.wait(400)
    return player


def win(player: ScriptedPlayer) -> ScriptedPlayer:
    game = session_of(player).game
    game.scores[game.player] = 9900
    player.wait(400)
    return player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)


def teams(folder: object, players: int = 4, **settings: int) -> ScriptedPlayer:
    return start(console(folder, settings, group_of(players, teams=1)), "pure", players)


def _clock_runs(folder: str) -> ScriptedPlayer:
    player = start(console(folder, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 2, 3, 4, 4, 6)
    player.wait(24_000)
    return player


def _clock_is_up(folder: str) -> ScriptedPlayer:
    player = start(console(folder, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 1, 1, 4, 4, 6)
    player.wait(29_300)
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
    "as-before": lambda folder: _others(folder, match=BEST_OF_3, clock=MINUTE).press(ROLL),
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
    player = console(tmp_path, {}, group_of(6, teams=1, ahead=[4] * 6), group_of(4, names=["Maximilianus"] * 4))
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
    assert player.lines[0] == "ANNA ♕1 win"
    assert session_of(player).match == [2, 1, 0] and player.app.wins == {"ANNA": 1}


def test_a_win_that_is_taken_back_does_not_count(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"match": BEST_OF_3}, group_of(2)), "pure", 2)
    session_of(player).game.scores[0] = 9900
    player.throw(1, 1, 1, 5, 2, 3).press(BANK, MENU).pick("Undo").press(ROLL)
    assert session_of(player).match == [2, 0, 0] and player.app.wins == {"ANNA": 0}
    player.press(BANK, ROLL)
    player.wait(2000)
    assert player.lines[0] == "ANNA ♕1 win" and session_of(player).match == [2, 1, 0]


def test_the_line_of_the_last_players_says_nothing_of_games_that_others_have_won(tmp_path: Path) -> None:
    player = start(console(tmp_path, {}, group_of(2)), "pure", 2)
    player.app.wins["EVA"] = 1
    assert player.press(MENU, LEAVE).lines[2] == "2 Pure: new"


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


def test_names_that_are_empty_too_long_or_no_text_are_left_out(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.save(player_names.RECORD, ["", 5, "A NAME THAT IS TOO LONG", "EVA"])
    assert player_names.PlayerNames(store, 2).names == ["EVA", "P2"]


def test_of_two_groups_of_the_same_size_the_one_that_is_picked_plays(tmp_path: Path) -> None:
    others = {"names": ["DORA", "EMIL"]}
    player = console(tmp_path, {}, group_of(2), group_of(2, **others)).press(0, ROLL, 1)
    assert player.lines[1] == "1 DORA 2 EMIL"
    player.press(ROLL)
    assert session_of(player).names == others["names"]


def test_a_group_comes_back_with_its_computers_and_head_starts(tmp_path: Path) -> None:
    console(tmp_path, {}, group_of(2)).press(0, 1, 1, 3).press(0, 5, BANK, ROLL)
    again = console(tmp_path)
    assert session_of(again).styles == [0, BOLD] and session_of(again).game.scores == [500, 0]
    again.press(MENU, LEAVE).pick("Farkle").press(1)
    assert again.lines[1] == "1 ANNA+ 2 Bold"
    again.press(ROLL)
    assert session_of(again).styles == [0, BOLD] and session_of(again).game.scores == [500, 0]


def test_six_groups_are_remembered_each_once(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for number in range(9):
        group = player_names.Group([f"P{number % 8}", "BEN"], [0, 0], [0, 0], False)
        store.save(player_names.GROUPS, player_names.with_group(store, group))
    names = [group.names[0] for group in player_names.load_groups(store)]
    assert names == ["P0", "P7", "P6", "P5", "P4", "P3"]


WRONG: list[Any] = [7, {}, {"names": []}, group_of(2, names=["A"]), group_of(2, ahead=[0, 5]), group_of(2, seats=[0])]


@pytest.mark.parametrize("wrong", WRONG, ids=json.dumps)
def test_a_damaged_group_is_left_out(wrong: Any, tmp_path: Path) -> None:
    player = console(tmp_path, {}, wrong, group_of(3)).press(0, ROLL)
    assert player.lines[1:3] == ["1 →ANNA+BEN+CHRISTA", ""]


# Head starts


def test_a_list_of_groups_that_are_all_damaged_is_empty_and_offers_nothing_to_pick(tmp_path: Path) -> None:
    Store(str(tmp_path)).save(player_names.GROUPS, [{"names": "ANNA"}])
    player = console(tmp_path).press(0, ROLL)
    assert player.lines[3] == "There are no groups." and player.lines[7] == "BANK back"
    player.press(ROLL, 0, MENU, ROLL)
    assert player.lines[0] == "WHO PLAYS?"


@pytest.mark.parametrize(("players", "to_name"), [(1, 5), (2, 0)])
def test_a_name_typed_before_the_first_game_is_still_there_after_going_back(
    players: int, to_name: int, player: ScriptedPlayer
) -> None:
    player.press(0, players - 1, to_name, *[0] * (players - 1))
    assert player.lines[0] == "NAME OF PLAYER 1"
    player.press(0, BANK, BANK, BANK)
    again = ScriptedPlayer(player.board.folder).press(0, players - 1)
    assert "Name: A" in again.screen or again.lines[1] == "1 A 2 P2"


def test_a_name_typed_in_a_group_that_has_played_is_still_there_after_going_back(tmp_path: Path) -> None:
    player = console(tmp_path, {}, group_of(2), group_of(3)).press(0, 1)
    assert player.lines[1] == "1 ANNA 2 BEN"
    player.press(1, 0, 3, BANK, BANK, BANK)
    again = ScriptedPlayer(str(tmp_path)).press(0, 1)
    assert again.lines[1] == "1 ANNA 2 D"
    assert [group.names for group in player_names.load_groups(Store(str(tmp_path)))] == [
        ["ANNA", "D"],
        ["ANNA", "BEN", "CHRISTA"],
    ]


def test_a_keyboard_types_letters_and_deletes_them(player: ScriptedPlayer) -> None:
    player.press(0, 1, 0, 0)
    assert (player.board.keyboard, player.lines[7]) == ("letters", "ROLL more BANK back")
    for key in b"ANNA7":
        player.app.screen.press(key)
    player.press(MENU)
    assert player.lines[2] == "Ann_________" and player.lines[7] == "ROLL more BANK done"
    player.press(BANK)
    assert (player.board.keyboard, player.lines[1]) == ("", "1 Ann 2 P2")


def test_a_head_start_is_a_part_of_the_target_also_when_that_is_changed(player: ScriptedPlayer) -> None:
    player.press(0, 1, 1, 5, 5)
    assert player.lines[6] == "6 →Head start: 1 000"
    player.press(BANK, MENU, 0).pick("Target").press(MENU, MENU).press(BANK, BANK, BANK, ROLL)
    session = session_of(player)
    assert session.game.scores == [0, int(session.game.options["target"]) // 10]
    assert replay.head(session.game).find(f"head_start=0,{session.game.scores[1]}") > 0


def test_a_game_with_a_head_start_sets_no_records_and_counts_only_points_made(tmp_path: Path) -> None:
    player = start(console(tmp_path, {}, group_of(2, ahead=[1, 0])), "pure", 2)
    player.wait(400)
    win(player).wait(3000)
    statistics = Statistics(player.app.store)
    assert statistics.variants == []
    session = session_of(player)
    row = next(row for row in statistics.people if row[0] == "ANNA")
    assert session.game.scores[0] - 500 in row[1]


def test_the_members_of_a_team_take_turns_and_share_a_score(tmp_path: Path) -> None:
    player = teams(str(tmp_path))
    session = session_of(player)
    assert session.names == ["ANNA+CHRISTA", "BEN+DORA"]
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
    figures = {row[0]: row[1] for row in statistics.people}
    assert {name: figures[name][WINS] for name in figures} == {"ANNA": 1, "CHRISTA": 1, "BEN": 0, "DORA": 0}
    assert all(figures[name][GAMES] == 1 and figures[name][TURNS] == 0 for name in figures)
    player.press(ROLL)
    assert session_of(player).members == [["ANNA", "CHRISTA"], ["BEN", "DORA"]]
    assert "BEN's turn" in player.screen


def test_a_name_of_a_team_has_twelve_letters_at_most() -> None:
    lineup = make_teams(Lineup(["A", "FRANZISKANER", "CHRISTINCHEN", "BO"]))
    assert lineup.names == ["A+CHRISTINCH", "FRANZISKA+BO"]
    assert make_teams(Lineup(["ANNA", "BEN", "CAT", "EMIL", "F", "G"])).members == [
        ["ANNA", "EMIL"],
        ["BEN", "F"],
        ["CAT", "G"],
    ]


def test_each_of_six_players_has_a_button_and_the_color_of_the_person_or_the_style(tmp_path: Path) -> None:
    player = console(tmp_path, {}, group_of(6, seats=[0, BOLD, 0, 0, 0, 0])).pick("Pure").press(5)
    colors = [bytes(player.board.palette[3 * (palette.SEAT + seat) :][:3]) for seat in range(6)]
    expected = [palette.SEAT_COLORS[3 * seat : 3 * seat + 3] for seat in range(6)]
    assert colors == [expected[0], palette.style_color(BOLD), *expected[2:]]
    for seat in range(6):
        assert player.press(seat).lines[0].startswith(f"PLAYER {seat + 1} IS")
        player.press(BANK)


@pytest.mark.parametrize("setting", AGREEMENTS, ids=lambda setting: setting.name)
def test_what_is_agreed_on_is_listed_with_the_players_but_not_who_starts(setting: Setting, tmp_path: Path) -> None:
    for value, words in enumerate(setting.choices):
        player = console(tmp_path, {setting.name: value}).press(0, 1)
        assert player.lines[0].startswith("WHO PLAYS?")
        listed = [line for line in player.lines[3:7] if line.startswith(setting.label)]
        assert listed == ([f"{setting.label} {words}"] if value and setting.name != "starts" else [])
        assert ("Standard rules" in player.screen) == (not listed)


@pytest.mark.parametrize(("players", "styles"), [(3, [0, 0, 0]), (4, [0, 0, 0, BOLD])])
def test_teams_are_for_four_or_six_people(players: int, styles: list[int], tmp_path: Path) -> None:
    player = console(tmp_path, {}, group_of(players, seats=styles, teams=1)).press(0, players - 1)
    assert "Teams" not in player.screen
    assert "Teams" not in player.press(MENU).screen
    player.press(BANK, ROLL)
    assert session_of(player).members == [] and len(session_of(player).names) == players


# A match


def test_a_match_goes_on_over_games_variants_and_power_off_until_it_is_won(tmp_path: Path) -> None:
    player = win(start(console(tmp_path, {"match": BEST_OF_3}, group_of(2)), "pure", 2))
    assert "match 1:0, first to 2" in player.screen and player.lines[0] == "ANNA ♕1 win"
    player = ScriptedPlayer(str(tmp_path))  # switched off and on at the ranking
    assert player.lines[0] == "ANNA ♕1 win"
    player.press(BANK)
    assert player.lines[2] == "2 Pure: new ♕1:0"
    player.pick("Farkle").press(1, ROLL)
    assert session_of(player).match == [2, 1, 0]
    player.press(MENU).pick("Scores")
    assert player.lines[1:3] == ["→ANNA ♕1 0", "BEN ♕0 0"] and player.lines[6] == "match 1:0, first to 2"
    player.press(BANK, LEAVE).pick("Pure").press(1, ROLL)
    win(player)
    assert "match: ANNA wins!" in player.screen and player.lines[0] == "ANNA ♕2 wins"
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


def _others(folder: object, **settings: int) -> ScriptedPlayer:
    """ANNA and BEN have played; ROLL starts a game in which CHRISTA plays, too."""
    player = win(start(console(folder, settings, group_of(2), group_of(3)), "pure", 2)).press(BANK)
    return player.pick("Farkle").press(2)


@pytest.mark.parametrize("stays", [True, False])
def test_match_and_clock_stay_for_other_people_only_if_they_say_so_once(stays: bool, tmp_path: Path) -> None:
    player = _others(tmp_path, match=BEST_OF_3, clock=MINUTE).press(ROLL)
    assert player.lines[0].startswith("AS BEFORE?") and player.lines[4:6] == ["Match best of 3", "Turn clock 1 min"]
    player.press(BANK)
    assert player.lines[0].startswith("WHO PLAYS?")
    player.press(ROLL, 0 if stays else 1)
    assert session_of(player).names == list(NAMES[:3])
    assert session_of(player).match == ([2, 0, 0, 0] if stays else [])
    again = ScriptedPlayer(str(tmp_path))
    values = again.app.settings.values
    assert (values["match"], values["clock"]) == ((BEST_OF_3, MINUTE) if stays else (0, 0))
    again.press(MENU, LEAVE).pick("Pure").press(2, ROLL)
    assert session_of(again).names == list(NAMES[:3])  # these people are not asked again


def test_who_plays_alone_is_asked_about_the_clock_and_not_about_a_match(tmp_path: Path) -> None:
    player = win(start(console(tmp_path, {"match": BEST_OF_3, "clock": MINUTE}, group_of(2)), "pure", 2)).press(BANK)
    player.pick("Farkle").press(0).pick("Play alone")
    assert player.lines[0].startswith("AS BEFORE?") and player.lines[4:6] == ["Turn clock 1 min", ""]


@pytest.mark.parametrize("settings", [{}, {"starts": 1}])
def test_without_match_and_clock_other_people_are_not_asked(settings: dict[str, int], tmp_path: Path) -> None:
    player = _others(tmp_path, **settings).press(ROLL)
    assert session_of(player).names == list(NAMES[:3])


def test_people_who_have_just_seen_what_is_agreed_on_are_not_asked(tmp_path: Path) -> None:
    player = _others(tmp_path, clock=MINUTE).press(MENU).pick("Match").press(BANK, ROLL)
    assert session_of(player).match == [2, 0, 0, 0]


@pytest.mark.long
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_when_the_time_is_up_the_console_plays_the_turn_to_its_end(variant: str, tmp_path: Path) -> None:
    rules = {"clock": HALF_MINUTE}
    player = start(console(tmp_path, rules, group_of(2)), variant, 2)
    while session_of(player).game.rolls == 0:
        player.press(ROLL)  # throws for the start, a first roll, and another one after a bust
        player.wait(400)
    ended = sum(session_of(player).game.turns)
    player.wait(20_000)
    assert sum(session_of(player).game.turns) == ended
    player.wait(150_000)
    assert sum(session_of(player).game.turns) > ended
    assert session_of(player).styles == [0, 0]


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
    assert "TIME" not in player.screen and player.lines[7] == "ROLL most BANK 100"
    player.wait(8_000)
    assert "TIME" in player.lines[0]
    before = session_of(player).game.turns[0]
    player.wait(15_000)
    assert session_of(player).game.turns[0] > before


def test_dice_chosen_before_the_time_is_up_are_put_back(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 1, 1, 4, 4, 6).press(4)
    assert "One 4 scores nothing" in player.screen
    player.wait(40_000)
    assert session_of(player).game.turns == [1, 0] and "nothing" not in player.screen


def test_when_the_time_is_up_below_the_opening_the_turn_goes_on(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "dice-10000", 2).throw(1, 2, 3, 3, 4, 6)
    while not player.app.screen.computer_plays():  # type: ignore[attr-defined]
        player.app.step()
    player.board.roll_next(1, 2, 3, 3, 4)
    player.wait(3000)
    assert session_of(player).game.rolls == 2 and session_of(player).game.scores == [0, 0]


def test_the_clock_stands_while_a_page_of_points_is_shown(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "zilch", 2).throw(2, 2, 3, 3, 4, 6)
    screen = play_screen(player)
    assert "500 in this turn" in player.screen and screen.clock
    left = screen.clock.seconds_left()
    player.wait(2000)
    assert "500 in this turn" in player.screen and screen.clock.seconds_left() == left


def test_as_soon_as_the_time_is_up_no_die_is_chosen(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 1, 1, 4, 4, 6).press(4)
    screen = play_screen(player)
    while not screen.computer_plays():
        assert screen.decision.chosen == 0b10000
        player.app.step()
    assert screen.decision.chosen == 0


def test_when_the_time_is_up_the_points_are_banked_if_that_is_allowed(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2).throw(1, 2, 3, 3, 4, 6)
    player.wait(40_000)
    assert session_of(player).game.scores == [100, 0] and session_of(player).game.turns == [1, 0]


@pytest.mark.parametrize(("choice", "seconds"), [(HALF_MINUTE, 30), (MINUTE, 60), (3, 120)])
def test_the_last_ten_seconds_tick_and_the_end_of_the_time_is_heard(choice: int, seconds: int) -> None:
    game, over = SimpleNamespace(turns=[0, 0], rolls=1), list[bool]()
    computer = SimpleNamespace(plays=lambda: bool(over), take_over=lambda: over.append(True))
    clock = TurnClock(choice, cast(Any, game), cast(Any, computer))
    clock.step(0)
    heard = [clock.step(1000 * second) for second in range(1, seconds + 3)]
    assert heard == [b""] * (seconds - 11) + [sound.TICK] * 10 + [sound.NO, b"", b""] and over == [True]


def test_the_last_seconds_take_the_place_of_the_score(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path), (10, 1), 150, settings={"clock": HALF_MINUTE}).press(ROLL)
    assert player.lines[0] == "ANNA phase 10 1 350"
    player.wait(24_000)
    assert player.lines[0][:-1] == "ANNA phase TIME "


def test_each_turn_has_the_whole_time(tmp_path: Path) -> None:
    player = start(console(tmp_path, {"clock": HALF_MINUTE}, group_of(2)), "pure", 2)
    for _ in range(4):
        player.throw(1, 1, 1, 5, 2, 3)
        player.wait(15_000)
        assert "TIME" not in player.screen
        player.press(BANK, ROLL)
        player.wait(400)
    assert session_of(player).game.scores == [2100, 2100]
