"""The coach of the ten-thousand family: legal advice in words that fit, and values that are easy to check."""

import pytest

from host_tests import random_play
from host_tests.random_play import Lcg
from sixpip.players.advice import Advice
from sixpip.players.ten_thousand.coach import Coach
from sixpip.rules import actions, replay
from sixpip.rules.dice_sets import PHASE
from sixpip.rules.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.variants import VARIANTS

pytestmark = pytest.mark.usefixtures("compiled_loops")

FAMILY = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
POSITIONS = 150
LETTERS = 21


def advice_of(coach: Coach) -> Advice:
    """Lets the coach think to the end; returns its advice."""
    while coach.think():
        pass
    assert coach.is_ready()
    return coach.advise()


def thrown(game: Game, *faces: int) -> Coach:
    """Throws faces of six-sided dice; returns a coach of the game."""
    game.apply((actions.ROLL, None), Script([face - 1 for face in faces]))
    return Coach(game, {})


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
                    assert game.bank_refusal(advice.dice) is None
            game.apply(random_play.choose(game, lcg), lcg)
    assert advised or game.options["wild_die"] == "yes"


def test_the_worth_of_a_bank_is_its_points() -> None:
    game = Game("pure", {}, 2)
    game.scores[:] = [3000, 3000]
    advice = advice_of(thrown(game, 1, 1, 1, 4, 3, 6))
    assert advice.odds.endswith("bank 1 000") and advice.choice == "Bank 1 000"


def test_a_bank_below_the_opening_is_not_offered() -> None:
    game = Game("dice-10000", {"start": "seated"}, 2)
    advice = advice_of(thrown(game, 1, 5, 3, 4, 2, 2))
    assert "bank" not in advice.odds and advice.reason == "900 more to get in"


def test_in_a_last_turn_only_the_chance_to_beat_the_leader_counts() -> None:
    game = Game("ten-thousand", {"start": "seated"}, 2)
    game.scores[:] = [9900, 8000]
    game.opened[:] = [True, True]
    game.apply((actions.ROLL, None), Script([0, 0, 0, 1, 2, 3]))
    game.apply((actions.BANK, None), Script([]))
    advice = advice_of(thrown(game, 1, 1, 1, 2, 3, 4))
    assert game.to_beat() == 10900 and "bank 0%" in advice.odds
    assert advice.choice.startswith("Keep") and advice.reason == "not enough to win yet"


def test_more_than_the_target_needs_is_worth_no_more() -> None:
    game = Game("pure", {}, 2)
    game.scores[:] = [9900, 0]
    advice = advice_of(thrown(game, 1, 3, 3, 4, 2, 6))
    assert advice.choice.startswith("Bank") and advice.reason == "that wins the game"
    assert advice.odds.endswith("bank 100")
