"""House rules on the screen: each result is shown before the next decision, with the buttons that do something."""

from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, next_turn, start_game
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.app.game.session import Session
from sixpip.rules.menus.replay import replay
from sixpip.rules.ten_thousand.game import Game


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Returns the storage folder of the console."""
    return str(tmp_path)


def test_the_throw_for_the_start_shows_who_throws_the_results_and_the_best(folder: str) -> None:
    player = start_game(folder, "ten-grand", {"start": "all-dice"}, [0, 0], opened=False)
    assert player.lines[0] == "WHO STARTS? HIGHEST" and player.lines[1] == "→ANNA"
    assert player.lines[7] == "ROLL 6 BANK skip"
    player.throw(6, 1, 2, 3, 4, 4)
    assert player.lines[1] == "→ANNA 100" and player.lines[7] == "ROLL next"
    next_turn(player)
    assert player.lines[2] == "→BEN"
    player.throw(6, 6, 2, 3, 4, 4)
    assert player.lines[1:3] == ["ANNA 100", "→BEN 200 best"]
    next_turn(player)
    assert player.lines[0].startswith("BEN") and "your turn" in player.screen


def test_tied_players_throw_for_the_start_again(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0, 0], opened=False)
    for face in (4, 2):
        next_turn(player.throw(face))
    player.throw(4)
    assert player.lines[1:4] == ["ANNA 4 tied", "BEN 2", "→CHRISTA 4 tied"]
    next_turn(player)
    assert player.lines[1].startswith("→ANNA") and player.lines[7] == "ROLL 1 BANK skip"
    next_turn(player.throw(1))
    assert player.lines[1:4] == ["ANNA 1", "BEN 2", "→CHRISTA 4 tied"]
    next_turn(player.throw(3))
    assert player.lines[0].startswith("CHRISTA") and "your turn" in player.screen


def test_bank_throws_for_all_who_have_not_thrown_for_the_start_and_shows_every_throw(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0, 0], opened=False)
    next_turn(player.throw(4))
    player.board.roll_next(4, 2, 1, 3)  # BEN, CHRISTA; after the tie ANNA and BEN again
    player.press(BANK)
    assert player.lines[1:4] == ["ANNA 1", "→BEN 3 best", "CHRISTA 2"] and player.lines[7] == "ROLL next"
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


def test_one_die_thrown_for_the_start_lights_one_tile(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0], opened=False).throw(4)
    assert any(player.board.pixels[:64]) and not any(player.board.pixels[64:])


def test_a_roll_without_scoring_dice_pays_a_bonus_and_all_dice_are_thrown_again(folder: str) -> None:
    player = start_game(folder, "zilch").throw(2, 2, 3, 3, 4, 6)
    assert "no die scores" in player.screen and "+500" in player.screen
    player.press(ROLL)
    assert "all dice again" in player.screen and "roll all 6" in player.screen
    assert player.lines[7] == "ROLL 6"


def test_a_flash_must_be_cleared(folder: str) -> None:
    player = start_game(folder, "five-cubes").throw(1, 4, 4, 4, 1).keep(4, 4, 4)
    assert "Three alike: roll on" in player.screen and player.lines[7] == "ROLL 2"
    player.throw(4, 1)
    assert "5 again: roll again" in player.screen and "roll these 2" in player.screen
    assert player.lines[7] == "ROLL 2"
    player.press(0)
    assert "Roll first" in player.screen


def test_after_a_power_loss_the_dice_are_still_thrown_again_without_the_reason(folder: str) -> None:
    start_game(folder, "five-cubes").throw(1, 4, 4, 4, 1).keep(4, 4, 4).throw(4, 1)
    again = ScriptedPlayer(folder)
    assert "roll again" in again.screen and again.lines[7] == "ROLL 2"


def test_the_last_die_has_one_more_throw_and_bank_includes_its_bonus(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"last_die": "yes"}).throw(1, 1, 1, 5, 5, 2).keep(1, 1, 1, 5, 5)
    player.throw(3)
    assert "one more roll" in player.screen and "roll this one" in player.screen
    player.throw(5).keep(5)
    assert player.lines[7] == "ROLL 6 BANK 1 650"
    player.press(BANK)  # the light show of hot dice runs to its end
    assert "last die" in player.screen and "+500" in player.screen
    player.press(ROLL)
    assert "BANKED +1 650" in player.screen
    assert game_of(player).scores[0] == 4350 + 1650


def test_optional_hot_dice_offer_roll_and_bank(folder: str) -> None:
    player = start_game(folder, "ten-thousand").throw(1, 1, 1, 5, 5, 5).keep(1, 1, 1, 5, 5, 5)
    assert "hot: roll 6 or bank" in player.screen and player.lines[7] == "ROLL 6 BANK 1 500"


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
    assert player.lines[7] == "BANK 400"
    player.press(2)
    assert "Keep what you held" in player.screen
    player.press(3, 4)
    assert player.lines[7] == "ROLL 1 BANK 400"


def test_a_second_chance_can_be_declined(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"second_chance": "yes"}).throw(2, 2, 3, 3, 4, 6).press(BANK)
    assert "BUST" in player.screen


def test_a_second_chance_needs_a_die_to_throw(folder: str) -> None:
    player = (
        start_game(folder, "ten-thousand", {"second_chance": "yes"}).throw(2, 2, 3, 3, 4, 6).press(0, 1, 2, 3, 4, 5)
    )
    assert player.lines[7] == "BANK give up"
    player.press(ROLL)
    assert "Leave dice to roll" in player.screen


def test_the_dice_and_points_of_a_bust_can_be_rescued(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"rescue": "yes"}).throw(1, 1, 1, 5, 3, 2).keep(1, 1, 1, 5).throw(3, 3)
    next_turn(player)
    assert "Take 2 dice + 1 050?" in player.screen and "2 in 5 bust" in player.screen
    player.press(0)
    assert "ROLL or BANK" in player.screen
    player.throw(5, 3)
    assert player.lines[7] == "BANK 1 100"


def test_a_hit_of_the_target_can_be_rolled_off_or_left_to_win(folder: str) -> None:
    def hit() -> ScriptedPlayer:
        player = start_game(folder, "dice-10000", {"end": "exact", "reach": "at"}, [9000, 3200])
        assert "exactly 1 000 more" in player.screen
        player.throw(1, 1, 1, 2, 3, 3).keep(1, 1, 1).press(BANK)
        assert "exactly 10 000!" in player.screen
        return next_turn(player)

    player = hit()
    assert "ANNA has 10 000|Roll the 3 dice left?" in player.screen
    assert player.lines[7] == "ROLL 3 BANK end game"
    player.throw(1, 2, 3)
    assert (
        player.lines[0] == "ANNA 10 000" and "the win is undone" in player.screen and "score now 9 000" in player.screen
    )
    player.press(ROLL)
    assert player.lines[0] == "BEN 3 200"
    left = hit().press(BANK)
    assert left.lines[:2] == ["ANNA wins!", "10 000"]


def test_a_bank_past_the_exact_target_shows_before_that_it_is_worth_0(folder: str) -> None:
    player = start_game(folder, "dice-10000", {"end": "exact", "reach": "at"}, [9500, 3200])
    player.throw(1, 1, 1, 2, 3, 3).keep(1, 1, 1)
    assert "past 10 000: worth 0" in player.screen and player.lines[7] == "ROLL 3 BANK 0"
    player.press(BANK)
    assert "NOTHING BANKED" in player.screen and player.lines[3] == "9 500"


def test_a_bust_without_risk_is_shown_before_its_points_are_banked(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"no_risk": "yes"}).throw(1, 1, 1, 5, 3, 2).keep(1, 1, 1, 5).throw(3, 3)
    assert "BUST" in player.screen and "1 050 safe" in player.screen
    player.press(ROLL)
    assert "BANKED +1 050" in player.screen


def test_five_tens_put_a_player_out_and_the_last_one_left_wins(folder: str) -> None:
    player = start_game(folder, "five-cubes").throw(6, 6, 6, 6, 6)
    assert "ANNA IS OUT" in player.screen and "five 10s" in player.screen
    player.press(ROLL)
    assert "BEN WINS!" in player.screen and "the others are out" in player.screen
    player.press(ROLL)
    assert player.lines[:3] == ["BEN wins!", "3 200", "2 ANNA out"]


def test_a_player_who_is_out_comes_last_in_the_ranking() -> None:
    session = Session(Game("five-cubes", {"start": "seated"}, 3), ["ANNA", "BEN", "CLEO"])
    session.game.scores[:] = [290, 100, 310]
    session.game.out[0] = True
    session.game.winner = 2
    assert session.ranking() == [2, 1, 0]


def test_six_equal_dice_win_the_game(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"six_alike": "yes"}).throw(2, 2, 2, 2, 2, 2)
    assert "ANNA WINS!" in player.screen and "six alike" in player.screen
    player.press(ROLL)
    assert player.lines[:2] == ["ANNA wins!", "4 350"]


def test_a_game_without_a_winner_shows_no_light_show(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"six_ones": "out"}, [500]).throw(1, 1, 1, 1, 1, 1).press(ROLL)
    assert "no one wins" in player.screen and player.lines[7] == "ROLL again BANK menu"
    assert not any(player.board.pixels)


def test_four_twos_cost_the_whole_score(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"four_twos": "yes"}).throw(2, 2, 2, 2, 1, 5)
    assert "BUST" in player.screen
    player.press(ROLL)
    assert "four 2s" in player.screen and player.lines[3] == "-4 350" and "score now 0" in player.screen


def test_a_penalty_at_score_0_shows_that_there_is_nothing_to_lose(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"train_wreck": -500}, [0, 0]).throw(2, 2, 3, 3, 4, 6).press(ROLL)
    assert "bust with all dice" in player.screen and "no points to lose" in player.screen


def test_last_licks_show_a_new_lead(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"end": "last-licks"}, [9000, 9000]).throw(1, 1, 1, 2, 3, 3).press(BANK)
    assert "the target is hit!" in player.screen
    next_turn(player.press(ROLL)).throw(1, 1, 1, 5, 3, 3).press(BANK)
    assert "a new lead to beat!" in player.screen


# Calls


def test_a_roll_is_called_before_it_is_thrown_and_the_bottom_line_shows_the_call(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"calls": "yes"})
    assert player.lines[7] == "ROLL 6 BANK call"
    player.press(BANK)
    assert player.lines[0].startswith("CALL: BUST -50") and player.lines[7] == "ROLL call BANK back"
    player.press(3)
    assert player.lines[7] == "ROLL 6 →three pairs"
    player.press(BANK)
    assert "Roll first" in player.screen
    player.throw(2, 2, 3, 3, 4, 4)
    assert "called three pairs" in player.screen and "+50" in player.screen


def test_a_later_roll_is_called_with_a_keep_button(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"calls": "yes"}).throw(1, 2, 3, 3, 4, 6).keep(1)
    assert player.lines[7] == "ROLL keep BANK 100"
    player.press(ROLL)
    assert "1-6: call the roll" in player.screen and player.lines[7] == "ROLL 5 BANK 100"
    player.press(3, 1)
    assert player.lines[7] == "ROLL 5 →a 5"
    player.press(BANK)
    assert "Called: press ROLL" in player.screen
    player.throw(2, 2, 3, 3, 4)
    assert "BUST" in player.screen
    player.press(ROLL)
    assert "called and bust" in player.screen and player.lines[3] == "-50"


def test_leaving_the_list_of_calls_calls_nothing(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"calls": "yes"}).press(BANK, BANK)
    assert player.lines[7] == "ROLL 6 BANK call"


def test_after_the_last_roll_the_turn_can_only_be_banked(folder: str) -> None:
    """HR-12."""
    player = start_game(folder, "pure", {"max_rolls": 3}).throw(1, 2, 2, 3, 4, 6).keep(1)
    player.throw(5, 2, 3, 4, 6).keep(5).throw(1, 5, 3, 4).keep(1)
    assert player.lines[7] == "BANK 250"
    assert "3 rolls: bank now" in player.press(ROLL).screen
    assert "+250" in player.press(BANK).screen
