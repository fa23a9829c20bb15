"""The coach of the ten-thousand family: legal advice in words that fit, and values that are easy to check."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from host_tests import random_play
from host_tests.coach_fixture import advice_of, begin, thrown
from host_tests.random_play import Lcg
from sixpip.players.ten_thousand.coach import Coach
from sixpip.players.ten_thousand.master import WinChance
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
from sixpip.rules.game import actions
from sixpip.rules.menus import replay
from sixpip.rules.menus.replay import Script
from sixpip.rules.setup.variants import VARIANTS
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.variant import PHASE

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.usefixtures("compiled_loops")

FAMILY = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
POSITIONS = 150
LETTERS = 21


@pytest.mark.long
@pytest.mark.parametrize("variant", FAMILY)
def test_advice_is_legal_and_fits_in_random_positions_with_random_house_rules(variant: str) -> None:
    advised = 0
    for seed in range(2):
        game = replay.start(random_play.head(variant, seed).split()[1:])
        assert isinstance(game, Game)
        lcg = Lcg(seed)
        coach = Coach(game, {})
        for _ in range(POSITIONS):
            if not game.legal():
                break
            while coach.think():
                pass
            if coach.is_ready():
                advised += 1
                advice = coach.advise()
                assert all(len(line) <= LETTERS for line in (advice.odds, advice.choice, advice.reason))
                assert advice.odds and advice.choice and advice.reason
                if advice.dice:
                    game.keep_points(advice.dice)
                if advice.choice.startswith("Bank"):
                    assert advice.dice == game.best_keep()  # the dice that BANK takes
                if "ank" in advice.choice:
                    assert game.bank_refusal(advice.dice) is None
            game.apply(random_play.choose(game, lcg), lcg)
    assert advised


def test_the_worth_of_a_bank_is_its_points() -> None:
    game = Game("pure", {}, 2)
    game.scores[:] = [3000, 3000]
    advice = advice_of(thrown(game, 1, 1, 1, 4, 3, 6))
    assert advice.odds.endswith("bank 1 000") and advice.choice == "Bank 1 000"


def test_a_bank_below_the_opening_is_not_offered() -> None:
    game = Game("dice-10000", {"start": "seated"}, 2)
    advice = advice_of(thrown(game, 1, 5, 3, 4, 2, 2))
    assert "bank" not in advice.odds and advice.reason == "900 more to get in"


def test_the_reason_to_roll_is_no_refusal_where_another_keep_can_be_banked() -> None:
    game = Game("dice-10000", {"start": "seated"}, 2)
    begin(game, 2000, 1950)
    advice = advice_of(thrown(game, 1, 1, 5, 5, 3, 4))
    assert (advice.odds, advice.reason) == ("roll 400, bank 300", "100 more by rolling")


def test_of_equal_choices_the_bank_is_the_safe_one() -> None:
    game = Game("ten-grand", {"start": "seated"}, 2)
    begin(game, 3000, 1000)
    game.apply((actions.ROLL, None), Script([game.dice_set.index(face) for face in "JQAQAQ"]))
    advice = advice_of(Coach(game, {}))
    assert advice.choice.startswith("Bank") and advice.reason == "the same, and safe"


@pytest.mark.parametrize(("roll", "reason"), [("111552", "1 die is not enough"), ("155233", "3 dice are too few")])
def test_dice_that_are_too_few_are_counted_in_good_english(roll: str, reason: str) -> None:
    game = Game("dice-10000", {"start": "seated", "opening": 0, "bank_min": 0}, 2)
    begin(game, 1000, 1000)
    game.apply((actions.ROLL, None), Script([int(face) - 1 for face in roll]))
    game.apply((actions.KEEP, 0b111 if roll == "155233" else 0b11111), Script([]))
    game.apply((actions.BANK, None), Script([]))
    advice = advice_of(Coach(game, {}))
    assert (advice.choice, advice.reason) == ("Start fresh", reason)


# The end of a game


def in_last_turn(end: str, *scores: int) -> Game:
    """A game of farkle in which the first player has just banked 1000, and the second one is to roll."""
    game = Game("farkle", {"start": "seated", "end": end}, len(scores))
    begin(game, *scores)
    game.apply((actions.ROLL, None), Script([0, 0, 0, 1, 2, 3]))
    game.apply((actions.BANK, None), Script([]))
    return game


def test_in_a_last_turn_only_the_chance_to_beat_the_leader_counts() -> None:
    game = Game("ten-thousand", {"start": "seated"}, 2)
    begin(game, 9900, 8000)
    game.apply((actions.ROLL, None), Script([0, 0, 0, 1, 2, 3]))
    game.apply((actions.BANK, None), Script([]))
    advice = advice_of(thrown(game, 1, 1, 1, 2, 3, 4))
    assert game.to_beat() == 10900 and "bank 0%" in advice.odds
    assert advice.choice.startswith("Keep") and advice.reason == "not enough to win yet"


@pytest.mark.parametrize("end", ["last-turn", "same-round", "beat-or-bust", "last-licks"])
def test_in_a_last_turn_a_bank_that_a_later_player_will_beat_is_not_enough(end: str) -> None:
    advice = advice_of(thrown(in_last_turn(end, 9500, 9950, 10400), 4, 4, 4, 2, 2, 2))
    assert advice.choice == "Keep all, roll 6" and advice.reason == "others may beat that"
    bank = int(advice.odds.split("bank ")[1].rstrip("%"))
    assert 0 < bank < 30  # the third player needs 200 points, and busts in some turns


def test_the_chance_that_nobody_beats_a_bank_is_that_of_the_turns_that_follow() -> None:
    game = in_last_turn("last-turn", 9500, 9950, 9000, 8000)
    advice = advice_of(thrown(game, 1, 1, 1, 2, 3, 4))
    gains = gains_of(game)
    expected = (1 - gains(1950 + 50) / 32768) * (1 - gains(2950 + 50) / 32768)
    assert advice.odds.endswith(f"bank {int(expected * 100)}%")


def gains_of(game: Game) -> Callable[[int], int]:
    """How often a last turn gains at least so many points, of 32 768: by Master's tables."""
    solver = TurnSolver(game)
    while solver.build():
        pass
    master = WinChance(game, solver)
    while master.prepare():
        pass
    return lambda points: master.table.last_turn[points // 50]


@pytest.mark.parametrize("end", ["last-turn", "same-round"])
def test_nobody_can_beat_the_bank_of_the_last_player(end: str) -> None:
    advice = advice_of(thrown(in_last_turn(end, 9500, 9950), 4, 4, 4, 2, 2, 2))
    assert advice.odds.endswith("bank 100%") and advice.reason == "that is enough"


def test_players_before_the_first_to_reach_the_target_have_no_turn_in_the_same_round() -> None:
    game = Game("ten-thousand", {"start": "seated"}, 3)
    begin(game, 9900, 9900, 9000)
    game.player = 1
    game.apply((actions.ROLL, None), Script([0, 0, 0, 1, 2, 3]))
    game.apply((actions.BANK, None), Script([]))
    assert game.player == 2 and game.to_beat() == 10900
    assert advice_of(thrown(game, 1, 1, 1, 1, 1, 1)).odds.endswith("bank 100%")


def test_the_last_player_of_the_last_round_wins_with_the_target() -> None:
    game = Game("ten-thousand", {"start": "seated"}, 2)
    begin(game, 9500, 9500)
    game.player = 1
    advice = advice_of(thrown(game, 1, 1, 1, 4, 3, 6))
    assert (advice.choice, advice.reason) == ("Bank 1 000", "that wins the game")
    game.player = 0
    assert advice_of(Coach(game, {})).reason != "that wins the game"


def test_more_than_the_target_needs_is_worth_no_more() -> None:
    game = Game("pure", {}, 2)
    game.scores[:] = [9900, 0]
    advice = advice_of(thrown(game, 1, 3, 3, 4, 2, 6))
    assert advice.choice == "Bank 100" and advice.reason == "that wins the game"
    assert advice.odds == "10 000 in all"


def test_a_bank_that_wins_with_more_than_is_needed_has_one_figure() -> None:
    game = Game("pure", {}, 2)
    begin(game, 9500, 0)
    advice = advice_of(thrown(game, 1, 1, 1, 5, 3, 6))
    assert (advice.odds, advice.choice) == ("10 550 in all", "Bank 1 050")  # what BANK does


def test_dice_to_keep_are_named_where_bank_would_take_others() -> None:
    game = Game("pure", {"end": "exact", "start": "seated"}, 2)
    begin(game, 9000, 9000)
    advice = advice_of(thrown(game, 1, 1, 1, 2, 3, 5))
    assert (advice.choice, advice.reason) == ("Keep 1 1 1, bank", "exactly 10 000")
    game.apply((actions.KEEP, advice.dice), Script([]))
    game.apply((actions.BANK, None), Script([]))
    assert game.scores == [10000, 9000]


def test_after_the_last_roll_of_a_turn_the_coach_advises_to_bank() -> None:
    """HR-12."""
    game = Game("pure", {"start": "seated", "max_rolls": 3}, 2)
    begin(game, 500, 500)
    game.rolls = 2
    advice = advice_of(thrown(game, 1, 2, 2, 3, 4, 6))
    assert (advice.choice, advice.odds) == ("Bank 100", "3 rolls: bank now")
