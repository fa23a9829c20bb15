"""Groups of players that are remembered, and head starts."""

import json
from pathlib import Path
from typing import Any

import pytest

from host_tests.evening_fixture import (
    LEAVE,
    console,
    group_of,
    session_of,
    start,
    win,
)
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.app.menus import player_names
from sixpip.app.menus.statistics import Statistics
from sixpip.players.menus.styles import BOLD
from sixpip.rules.menus import replay
from sixpip.storage.records import Store


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
    assert (player.board.wants_letters, player.lines[7]) == (True, "ROLL more BANK back")
    for key in b"ANNA7":
        player.app.screen.press(key)
    player.press(MENU)
    assert player.lines[2] == "ANN_____" and player.lines[7] == "ROLL more BANK done"
    player.press(BANK)
    assert (player.board.wants_letters, player.lines[1]) == (False, "1 ANN 2 P2")


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
    row = next(row for row in statistics.persons if row[0] == "ANNA")
    assert session.game.scores[0] - 500 in row[1]
