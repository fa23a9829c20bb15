"""House rules on the console: what the buttons do. What the screens show: test_screens_ten_thousand_golden.py."""

from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, next_turn, play_screen, start_game
from host_tests.scripted_player import BANK, KEEPS, ROLL, ScriptedPlayer
from sixpip.rules.menus.replay import replay
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.game.game_screen import MOVE


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path)


def test_tied_players_throw_for_the_start_again(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0, 0], opened=False)
    for face in (4, 2):
        next_turn(player.throw(face))
    player.throw(4)
    assert player.lines[1:4] == ["ANNA 4 tied", "BEN 2", "→CHRISTA 4 tied"]
    next_turn(player)
    assert player.lines[1].startswith("→ANNA") and player.lines[7] == "ROLL 1 BANK skip"
    next_turn(player.throw(1))
    assert player.lines[1:4] == ["ANNA 4, 1", "BEN 2", "→CHRISTA 4 tied"]
    next_turn(player.throw(3))
    assert player.lines[0].startswith("CHRISTA") and "your turn" in player.screen


def test_while_the_die_for_the_start_rolls_the_screen_still_asks_who_starts(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0], opened=False)
    next_turn(player.throw(4))
    player.board.roll_next(2)
    player.tap(ROLL)
    player.wait(200)
    assert play_screen(player).mode == MOVE
    assert player.lines[0].startswith("WHO STARTS?") and player.lines[1:3] == ["ANNA 4", "→BEN"]


def test_bank_throws_for_all_who_have_not_thrown_for_the_start_and_shows_every_throw(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0, 0], opened=False)
    next_turn(player.throw(4))
    player.board.roll_next(4, 2, 1, 3)  # BEN, CHRISTA; after the tie ANNA and BEN again
    player.press(BANK)
    assert player.lines[1:4] == ["ANNA 4, 1", "→BEN 4, 3 best", "CHRISTA 2"] and player.lines[7] == "ROLL next"
    next_turn(player)
    assert player.lines[0].startswith("BEN") and "your turn" in player.screen
    log = (Path(folder) / "logs" / "game-1.log").read_text().splitlines()
    assert [line for line in log if line.startswith("roll")] == [f"roll {face}" for face in (4, 4, 2, 1, 3)]
    game = replay(log)
    assert isinstance(game, Game) and game.first == game_of(player).first == 1


def test_throws_for_the_start_survive_a_power_loss(folder: str) -> None:
    next_turn(start_game(folder, "family-10000", {"start": "one-die"}, [0, 0], opened=False).throw(4))
    again = ScriptedPlayer(folder)
    assert again.lines[1:3] == ["ANNA has rolled", "→BEN"]


def test_after_a_power_loss_the_dice_are_still_thrown_again_without_the_reason(folder: str) -> None:
    start_game(folder, "five-cubes").throw(1, 4, 4, 4, 1).keep(4, 4, 4).throw(4, 1)
    again = ScriptedPlayer(folder)
    assert "ROLL AGAIN" in again.screen and again.lines[7] == "ROLL 2"


def test_a_second_chance_holds_dice_and_throws_the_others(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"second_chance": "yes"}).throw(1, 1, 2, 3, 4, 4).keep(1, 1)
    player.throw(2, 2, 3, 6)
    assert "A SECOND CHANCE" in player.screen and "200 to be saved" in player.screen
    assert player.lines[7] == "BANK give up"
    player.press(2, ROLL)
    assert "Hold 2 dice or more" in player.screen
    player.press(3)
    assert player.lines[7] == "ROLL 2 BANK give up"
    still = bytes(player.board.pixels[2 * 64 : 3 * 64])
    player.board.roll_next(2, 4)
    player.tap(ROLL)
    assert bytes(player.board.pixels[2 * 64 : 3 * 64]) == still  # held dice do not tumble
    player.settle()
    assert player.lines[7] == "ROLL most BANK 400"
    player.press(2)
    assert "Keep what you held" in player.screen
    player.press(3, 4)
    assert player.lines[7] == "ROLL 1 BANK 400"


def test_a_second_chance_can_be_declined_and_needs_a_die_to_throw(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"second_chance": "yes"}).throw(2, 2, 3, 3, 4, 6).press(*KEEPS)
    assert player.lines[7] == "BANK give up"
    player.press(ROLL)
    assert "Leave dice to roll" in player.screen
    player.press(BANK)
    assert "BUST" in player.screen


def test_the_dice_and_points_of_a_bust_can_be_rescued(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"rescue": "yes"}).throw(1, 1, 1, 5, 3, 2).keep(1, 1, 1, 5).throw(3, 3)
    next_turn(player).press(0)
    assert "ROLL or BANK" in player.screen
    player.throw(5, 3)
    assert player.lines[7] == "ROLL most BANK 1 100"


def test_a_hit_of_the_target_that_is_not_rolled_off_wins(folder: str) -> None:
    player = start_game(folder, "dice-10000", {"end": "exact", "reach": "at"}, [9000, 3200])
    next_turn(player.throw(1, 1, 1, 2, 3, 3).keep(1, 1, 1).press(BANK)).press(BANK)
    assert player.lines[:2] == ["ANNA wins!", "10 000"]


def test_after_the_last_roll_the_turn_can_only_be_banked(folder: str) -> None:
    """HR-12."""
    player = start_game(folder, "pure", {"max_rolls": 3}).throw(1, 2, 2, 3, 4, 6).keep(1)
    player.throw(5, 2, 3, 4, 6).keep(5).throw(1, 5, 3, 4).keep(1)
    assert player.lines[7] == "BANK 250"
    assert "3 rolls: bank now" in player.press(ROLL).screen
    assert "+250" in player.press(BANK).screen
