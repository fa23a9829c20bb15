"""A decision that is taken back: the game, its log and its save are as before it."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.game_fixture import (
    assert_no_undo,
    game_of,
    log_of,
    start_game,
    take_back_now,
)
from host_tests.phase_fixture import start_phase_ten_game
from host_tests.random_play import Lcg
from host_tests.random_session import RandomSession
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.storage.record_store import Store

if TYPE_CHECKING:
    from sixpip.rules.core.engine import Game

GAMES = scaled(6, 60)


def banked(folder: Path, variant: str = "dice-10000") -> ScriptedPlayer:
    """Returns a player at the page that shows a bank of 1000 points."""
    return start_game(str(folder), variant).throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1).press(BANK)


def without_rules(game: "Game") -> dict[str, object]:
    """Returns the record without the house rules: a log names none that is as on the sheet."""
    return {key: value for key, value in game.record().items() if key != "rules"}


# On the console


def test_a_bank_is_taken_back_and_the_dice_can_be_chosen_again(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 5, 3, 4)
    before, record = player.lines, game_of(player).record()
    pixels = bytes(player.board.pixels)
    take_back_now(player.keep(1, 1, 1).press(BANK))
    assert game_of(player).record() == record and player.lines == before and bytes(player.board.pixels) == pixels
    player.keep(1, 1, 1, 5).press(BANK)
    assert game_of(player).scores == [5400, 3200]


def test_the_question_names_player_and_decision_and_bank_leaves_all_as_it_is(tmp_path: Path) -> None:
    player = banked(tmp_path)
    player.press(MENU, MENU).pick("Undo")
    assert "ANNA|banked" in player.screen and player.lines[7] == "ROLL yes BANK no"
    player.press(BANK, BANK)
    assert game_of(player).scores == [5350, 3200]


def test_a_bank_is_taken_back_even_when_the_next_player_is_asked(tmp_path: Path) -> None:
    player = banked(tmp_path)
    player.wait(4000)
    assert game_of(player).player == 1
    take_back_now(player)
    assert game_of(player).player == 0 and game_of(player).scores == [4350, 3200] and "ANNA" in player.lines[0]


def test_a_refused_offer_is_offered_again_where_the_roll_waits_for_a_call(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000", {"calls": "yes"}).throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)
    player.wait(4000)
    player.press(BANK)
    assert game_of(player).pending is None
    take_back_now(player)
    assert game_of(player).pending is not None and player.lines[7] == "ROLL take BANK fresh"


def test_after_the_next_roll_nothing_can_be_taken_back(tmp_path: Path) -> None:
    player = banked(tmp_path)
    player.wait(4000)
    assert_no_undo(player.press(BANK).throw(1, 2, 3, 4, 4, 6).press(MENU))


def test_at_a_strict_table_nothing_can_be_taken_back(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"undo": 1})
    assert_no_undo(banked(tmp_path).press(MENU), "Undo is off: Settings")


def test_the_bank_that_won_is_taken_back_before_the_ranking_is_shown(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "pure", None, (9500, 0)).throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1)
    player.tap(BANK)
    player.wait(300)
    assert game_of(player).stage == OVER
    take_back_now(player)
    assert game_of(player).stage != OVER and game_of(player).scores == [9500, 0]
    player.keep(1).throw(2, 2, 3, 3, 4)
    assert "BUST" in player.screen


def test_a_miss_in_phase_10_is_taken_back(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path)).press(ROLL, BANK, BANK)
    assert "MISSED" in player.screen
    take_back_now(player)
    game = player.app.session.game  # type: ignore[union-attr]
    assert game.turns == [0, 0] and game.rolls == 1 and "2 rolls" in player.screen


# Log and save


def test_the_log_has_the_decision_and_that_it_was_taken_back_and_replays_to_the_same_game(tmp_path: Path) -> None:
    player = take_back_now(banked(tmp_path))
    player.keep(1, 1).throw(1, 1, 5, 3).keep(1, 1).press(BANK)
    assert log_of(tmp_path)[1:] == [
        "# ANNA, BEN",
        "roll 1 1 1 2 3 4",
        "keep 1 1 1",
        "bank",
        "# 1 ANNA: 4350 -> 5350",
        "undo 2",
        "keep 1 1",
        "roll 1 1 5 3",
        "keep 1 1",
        "bank",
        "# 1 ANNA: 4350 -> 4750",
    ]
    session = start_game(str(tmp_path / "again"), "dice-10000", None, (0, 0), False)
    session.throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1).press(BANK)
    take_back_now(session)
    lines = log_of(tmp_path / "again")
    assert lines[-1] == "undo 2" and without_rules(replay.replay(lines)) == without_rules(game_of(session))


def test_after_a_power_cut_the_decision_stands(tmp_path: Path) -> None:
    banked(tmp_path)
    player = ScriptedPlayer(str(tmp_path))
    assert game_of(player).scores == [5350, 3200]
    assert_no_undo(player.press(MENU))


# For all games


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_in_every_game_each_decision_without_dice_can_be_taken_back_and_the_log_replays(variant: str) -> None:
    undone = 0
    for seed in range(GAMES):
        rules = random_play.house_rules(variant, Lcg(seed))
        session = RandomSession(variant, seed, 1 + seed % 6, rules).play(120, taken_back=2)
        lines = [replay.head(session.game), *session.log.lines]
        assert without_rules(replay.replay(lines)) == without_rules(session.game)
        undone += sum(line.startswith("undo") for line in lines)
    assert undone > GAMES
