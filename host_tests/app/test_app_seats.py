"""Seats of computers in saves and logs: a turn of a computer resumes unchanged, old saves and logs still work."""

import shutil
from pathlib import Path

import pytest

from host_tests.game_fixture import computer_turn, game_of, hurry, log_of, session_of, switch_on
from host_tests.scripted_player import ROLL, ScriptedPlayer
from sixpip.players.menus.styles import BOLD, STEADY, TIMID
from sixpip.rules.game.errors import BadLine
from sixpip.rules.menus import replay
from sixpip.rules.ten_thousand.game import Game
from tools.play.rules.replay import describe


@pytest.mark.long
def test_after_a_power_loss_at_any_time_of_a_turn_a_computer_goes_on_unchanged(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    player = computer_turn(str(folder), "dice-10000", {"opening": 0}, style=BOLD)
    places = set()
    while not game_of(player).player:
        for _ in range(4):
            copy = tmp_path / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(folder, copy)
            again = ScriptedPlayer(str(copy))
            assert session_of(again).seats == [BOLD, 0] and session_of(again).names == session_of(player).names
            again.wait(60_000)
            assert game_of(again).player == 1  # the computer has finished the turn
            player.wait(400)
        places.add(game_of(player).stage)
        hurry(player)
    assert "rolled" in places


def test_a_log_names_the_seats_and_replays_to_the_same_game(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), Game("farkle", {}, 3), [TIMID, 0, STEADY])
    player.wait(400)
    for _ in range(30):
        player.press(ROLL)
        if game_of(player).player == 1:
            player.press(0, 7)
    log = log_of(tmp_path)
    assert log[0] == "game farkle players=3 seats=timid,person,steady"
    assert replay.replay(log).record() == game_of(player).record()
    lines: list[str] = []
    describe("\n".join(log), lines.append)
    assert lines[0] == "Farkle, played to 10000 by Timid, P2 and Steady"
    assert not any(line.startswith("House rules") for line in lines)


@pytest.mark.parametrize("seats", ["timid", "timid,person,bold", "timid,"])
def test_a_log_that_does_not_seat_all_players_is_refused(seats: str) -> None:
    with pytest.raises(BadLine, match="does not seat 2 players"):
        replay.replay([f"game pure players=2 seats={seats}"])


def test_a_save_without_seats_has_persons_only(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path))
    saved = player.app.store.load("game")
    del saved["seats"]
    player.app.store.save("game", saved)
    again = ScriptedPlayer(str(tmp_path))
    assert session_of(again).seats == [0, 0]
    assert "your turn" in again.screen
