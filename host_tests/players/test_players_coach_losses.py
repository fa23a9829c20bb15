"""The coach of the ten-thousand family with rules by which much can be lost, and with cleared rolls."""

from typing import TYPE_CHECKING

import pytest

from host_tests.coach_fixture import advice_of, begin, thrown
from sixpip.players.advice import Advice
from sixpip.players.ten_thousand.coach import Coach
from sixpip.players.ten_thousand.solver.turn_solver import points_of, scale
from sixpip.rules.game import actions
from sixpip.rules.menus.replay import Script
from sixpip.rules.ten_thousand.game import Game
from tools.research.solve.advice import best_keeps
from tools.research.solve.model import Model
from tools.research.solve.points import turn

if TYPE_CHECKING:
    from sixpip.rules.setup.options import Options

pytestmark = pytest.mark.usefixtures("compiled_loops")


def with_two_busts(score: int, rules: "Options") -> Game:
    """A game in which the next bust of the first player is the third one in a row."""
    game = Game("pure", {"start": "seated", **rules}, 2)
    begin(game, score, score)
    game.house_rules.restore(game, {**game.house_rules.record(), "busts": [2, 0]})
    return game


def test_a_third_bust_that_costs_the_whole_score_is_worth_avoiding() -> None:
    roll_values = []
    for score in (500, 1500, 3000, 9000):
        game = with_two_busts(score, {"busts": "all"})
        roll_values.append(points_to_roll(advice_of(thrown(game, 1, 2, 3, 4, 6, 6))))
    assert roll_values == sorted(roll_values, reverse=True)
    assert roll_values[0] > 250 and roll_values[3] < 100 - 0.077 * 6000  # five dice bust in 7.7% of the rolls


def test_nobody_loses_more_than_the_score_unless_it_may_be_negative() -> None:
    """DT-05, TT-11: a third bust costs 1000, but of 300 points only 300."""

    def to_roll(score: int, **rules: int | str) -> int:
        return points_to_roll(advice_of(thrown(with_two_busts(score, {"busts": -1000, **rules}), 1, 2, 3, 4, 6, 6)))

    assert to_roll(300) > to_roll(1000) == to_roll(3000) == to_roll(300, negative="yes")


@pytest.mark.parametrize("rule", ["train_wreck", "four_twos"])
def test_the_loss_of_the_whole_score_counts_as_often_as_it_happens(rule: str) -> None:
    found = []
    for score in (3000, 6000):
        game = Game("pure", {"start": "seated", rule: "all" if rule == "train_wreck" else "yes", "target": 10000}, 2)
        begin(game, score, score)
        found.append(points_to_roll(advice_of(thrown(game, 1, 1, 1, 5, 5, 5))))
    assert found[0] - found[1] > 3000 * 0.008  # of six dice 2.3% bust, 0.9% show four 2s


def points_to_roll(advice: Advice) -> int:
    """What a roll is worth by the odds of an advice."""
    return int(advice.odds.split(" bank")[0].removeprefix("roll ").replace(" ", "").replace(",", ""))


def test_after_three_alike_the_rolls_that_are_thrown_again_are_left_out() -> None:
    """HR-09: after three 10s the last die must show a 5; a 10 is thrown again."""
    game = Game("five-cubes", {"start": "seated"}, 2)
    begin(game, 100, 100)
    ten, five, four = [game.dice_set.index(face) for face in ("10", "5", "4")]
    game.apply((actions.ROLL, None), Script([ten, four, four, 0, 1]))
    game.apply((actions.KEEP, 1), Script([]))
    game.apply((actions.ROLL, None), Script([four, ten, ten, ten]))
    advice = advice_of(Coach(game, {}))
    assert game.points == 10 and advice.choice == "Keep 10 10, bank"
    assert game.bank_refusal(game.best_keep()) == "Three alike: roll on"
    game.apply((actions.KEEP, advice.dice), Script([]))
    game.apply((actions.BANK, None), Script([]))
    assert game.scores[0] == 130


@pytest.mark.long
def test_the_value_of_a_roll_after_three_alike_is_nearly_exact() -> None:
    model = Model("five-cubes", {})
    solved = turn(model)
    shown = []
    for faces in ("2 10 10 10 3", "5 4 4 4 2", "sun 6 6 2 4", "4 5 5 5 3"):
        game = Game("five-cubes", {"start": "seated"}, 2)
        begin(game, 100, 100)
        game.apply((actions.ROLL, None), Script([rolled_face(game, face) for face in faces.split()]))
        coach = Coach(game, {})
        advice_of(coach)
        key = game.best_keep()
        left = game.all & ~key
        value = points_of(coach.solver, coach.advice.roll_after(key, game.points_after(key), left))
        kept = sorted(game.dice_set.faces[game.faces[place]] for place in range(5) if key >> place & 1)
        best = [one for one in best_keeps(model, solved, faces.split(), 0) if sorted(one.faces) == kept]
        assert best and abs(value - best[0].expected) < 3, (faces, value, best[0].expected)
        shown.append(coach.advise().odds)
    assert all("about" in odds for odds in shown)


def rolled_face(game: Game, face: str) -> int:
    """The number that a die throws to show a face."""
    return game.dice_set.under_wild if face == "sun" else game.dice_set.index(face)


def test_the_usual_losses_leave_the_values_as_they_are() -> None:
    assert scale(201, 0) == scale(201, 31) == scale(220, 20) == (4000, 128)


@pytest.mark.parametrize("most", [1, 101, 201, 220])
def test_all_values_fit_into_16_bits_whatever_is_lost(most: int) -> None:
    for lost in (*range(0, 800, 7), 10**6, 10**9):
        zero, unit = scale(most, lost)
        assert zero + most * unit <= 32767 and unit >= 16
        if lost <= 500:
            assert zero >= lost * unit
