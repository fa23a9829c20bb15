"""Master in a game of Phase 10 for two: what points are worth, by the chance to win."""

from typing import Any

import numpy as np
import pytest

from host_tests.phase_dice_fixture import in_phases, thrown
from host_tests.random_play import Lcg
from sixpip.players.phase_ten import worths
from sixpip.players.phase_ten.computer import PhaseTenPlayer
from sixpip.players.phase_ten.solver.goals import POINT, TurnWorth
from sixpip.players.phase_ten.worths import FIRST, HALF_BONUS, Race, half_bonus
from sixpip.players.styles import MASTER
from sixpip.rules.core import actions
from sixpip.rules.phase_ten.game import HALF, PhaseTenGame
from sixpip.rules.phase_ten.phases import PHASES
from tools.research.solve_phases import race, turns
from tools.research.solve_phases.two_players import LOWS, Turn, place

pytestmark = pytest.mark.usefixtures("compiled_loops")

FINISHED = PHASES + 1
POINTS = range(20, 61)


def before(phases: tuple[int, int], scores: tuple[int, int], starter: int = 0) -> PhaseTenGame:
    """A game for two before a turn of the first player; `starter`: who began."""
    game: PhaseTenGame = in_phases(list(phases))
    game.scores[:] = scores
    game.order = [starter, 1 - starter]
    if phases[1] == FINISHED:
        game.finisher = 1
        game.may_follow = int(starter == 1 and phases[0] == PHASES)
    return game


def gains(game: PhaseTenGame) -> list[int]:
    """What the first player gains against a miss by 20 to 60 points, in points."""
    worth = TurnWorth()
    Race().set(worth, game)
    return [worth.gain(points * POINT) // POINT for points in POINTS]


@pytest.mark.parametrize(("starter", "bonus"), [(0, 0), (1, 40)])
def test_in_the_closing_turns_only_points_that_pass_the_first_to_finish_are_worth_something(
    starter: int, bonus: int
) -> None:
    """The bonus for phase 10 counts when the first to finish began the game."""
    found = gains(before((PHASES, FINISHED), (440 - bonus, 475), starter))
    assert [points for points, gain in zip(POINTS, found) if gain > 0] == list(range(36, 61))
    assert {gain for points, gain in zip(POINTS, found) if points < 36} == {0}


@pytest.mark.parametrize("phases", [(1, 1), (3, 4), (5, 5), (7, 6), (9, 9), (10, 9), (10, 10), (9, FINISHED)])
def test_more_points_are_never_worth_less(phases: tuple[int, int]) -> None:
    scores = (42 * (phases[0] - 1), 42 * (phases[1] - 1))
    for ahead in (-30, 0, 30):
        found = gains(before(phases, (max(0, scores[0] + ahead), scores[1])))
        assert found == sorted(found)
        assert found[0] < found[-1]


def test_the_bonus_at_half_makes_the_point_that_brings_it_the_most_valuable_one() -> None:
    found = gains(before((HALF, HALF), (180, 180)))
    steps = [higher - lower for lower, higher in zip(found, found[1:])]
    assert steps.index(max(steps)) == 220 - 180 - POINTS[0]


def test_a_miss_costs_more_in_the_last_phases_than_in_the_first_ones() -> None:
    """Where the other player may finish next, a turn counts for more than points."""
    early, late = gains(before((2, 2), (42, 42))), gains(before((9, 9), (360, 320)))
    assert early[42 - POINTS[0]] < late[42 - POINTS[0]]


@pytest.mark.parametrize("phase", range(1, HALF + 1))
def test_the_bonus_at_half_has_the_worth_of_its_table(phase: int) -> None:
    table = HALF_BONUS[phase - 1]
    first = FIRST[phase - 1]
    assert half_bonus(phase, first - 1) == table[0] and half_bonus(phase, first + len(table)) == table[-1]
    assert half_bonus(phase, first + len(table) // 2) == table[len(table) // 2]
    assert half_bonus(HALF + 1, 300) == 0


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("phase", "total", "rest", "other"),
    [
        (1, 0, 1, 0),
        (2, 40, 3, 90),
        (4, 130, 5, 170),
        (5, 185, 6, 262),
        (8, 300, 7, 280),
        (10, 420, 9, 430),
        (10, 440, 10, 470),
    ],
)
def test_the_host_measures_master_by_the_same_chances(seat: int, phase: int, total: int, rest: int, other: int) -> None:
    at = place(rest - 1, other)
    assert LOWS[rest - 1] + at == other
    found = np.zeros(64, np.int32)
    miss = race.chances_before(
        race.shipped(), race.half_bonus_arrays(), Turn(seat, phase - 1, total, rest - 1, at), found
    )
    rise = int(found[60] - found[20])
    expected = [int(found[points] - miss) * 40 // rise for points in POINTS]
    assert gains(before((phase, rest), (total, other), 1 - seat)) == expected


def test_master_rolls_on_for_the_points_that_it_needs_and_stops_with_enough() -> None:
    def stops(scores: tuple[int, int]) -> bool:
        game = before((PHASES, FINISHED), scores)
        game.apply((actions.ROLL, None), Lcg(1))
        game.faces[:], game.rolls = thrown((5, 5, 5, 5, 5, 10, 4, 4, 0, 1)), 2
        return PhaseTenPlayer(game, MASTER).choose()[0] == ((actions.STOP, None),)

    assert stops((440, 470)) and not stops((440, 479))


SAME = """
from sixpip.players.phase_ten.solver.goals import TurnWorth
from sixpip.players.phase_ten.worths import Race
from sixpip.rules.phase_ten.game import PhaseTenGame

def answer(phase, rest, total, other):
    game = PhaseTenGame("phase-10", {"start": "seated"}, 2)
    game.phases, game.scores = [phase, rest], [total, other]
    worth = TurnWorth()
    Race().set(worth, game)
    return [worth.gain(16 * points) for points in (0, 20, 35, 36, 42, 60, 62)]
"""


@pytest.mark.usefixtures("emulator")
def test_points_are_worth_the_same_on_the_pico_as_here() -> None:
    from tools.check.bench import pico

    asked = [(1, 1, 0, 0), (4, 5, 130, 170), (5, 5, 180, 175), (9, 10, 380, 420), (10, 10, 440, 470), (9, 11, 400, 440)]
    here: dict[str, Any] = {}
    exec(SAME, here)  # noqa: S102 the same script as on the Pico
    calls = "".join(f"gc.collect()\nreport(*answer{question!r})\n" for question in asked)
    reports = pico.run(f"set_gc_threshold()\n{SAME}{calls}").reports
    assert reports == [[str(gain) for gain in here["answer"](*question)] for question in asked]


def test_the_chance_to_win_rises_with_the_points_ahead_and_that_to_pass_a_total_falls_with_its_height() -> None:
    rows = race.shipped().astype(int)
    assert rows.shape == (worths.CLOSING_ROWS + PHASES, worths.CHANCES)
    steps = np.diff(rows, axis=1)
    assert steps[: worths.CLOSING_ROWS].min() >= -3  # rare totals are averaged over few states
    assert steps[worths.CLOSING_ROWS :].max() <= 0


@pytest.mark.long
def test_a_policy_gives_every_end_of_a_turn_with_the_chance_that_makes_its_mean_value_the_best() -> None:
    value = turns.linear(20)
    found = turns.result(4, value)
    assert found.sum() == pytest.approx(1)
    assert found @ value == pytest.approx(turns.best_value(4, value))
    assert turns.best_value(4, turns.linear(0)) > turns.result(4, turns.step(45)) @ turns.linear(0)
