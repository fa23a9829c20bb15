"""What Phase 10's players know about two rolls left: the shipped tables against the exact values, and whole games."""

import random
from functools import cache

import numpy as np
import pytest

from host_tests import effort
from sixpip.players.phase_ten.solver.goals import POINT, Worth
from sixpip.players.phase_ten.solver.pool import UNIT
from sixpip.players.phase_ten.solver.two_rolls import ALONE, TwoRolls, place_of
from sixpip.rules.phase_ten import dice
from tools.research.solve_phases import by_number, compare
from tools.research.solve_phases.compare import Referee
from tools.research.solve_phases.tables import BY_NUMBER, content, digits, joined, misses, shipped

pytestmark = pytest.mark.usefixtures("compiled_loops")

LOST = 0.012
"""Of the best mean total: what Master's choices may lose in all phases but that of one color."""


@cache
def referee(phase: int, miss: int) -> Referee:
    """The exact values of a phase for a worth of a miss, in 1 / POINT."""
    return Referee(phase, worth_of(miss))


def worth_of(miss: int) -> Worth:
    """The worth of a turn in which only the points count, and a miss."""
    worth = Worth()
    worth.set(miss)
    return worth


def alone(phase: int) -> int:
    """What a miss is worth alone, in 1 / POINT."""
    return int(misses(phase)[ALONE])


def judged(faces: bytes, phase: int, miss: int, kept: int = 0) -> TwoRolls:
    """The best dice to keep."""
    found = TwoRolls()
    for _ in found.judge(faces, kept, phase, worth_of(miss)):
        pass
    return found


@pytest.mark.long
@pytest.mark.parametrize("phase", [3, *(pytest.param(at, marks=pytest.mark.sweep) for at in BY_NUMBER if at != 3)])
def test_the_dice_to_keep_are_worth_almost_as_much_as_the_best_ones(phase: int) -> None:
    source = random.Random(phase)
    for miss in (0, alone(phase)):
        exact = referee(phase, miss)
        lost, gaps = [], []
        for _ in range(effort.part(100)):
            faces = bytes(source.randrange(6) for _ in range(dice.DICE))
            found = judged(faces, phase, miss)
            value = exact.value(faces, found.keep, 2)
            lost.append(exact.loss(faces, found.keep, 2))
            gaps.append(abs(found.value / (UNIT * POINT) - value))
        assert sum(lost) / len(lost) < 0.25
        assert sum(gaps) / len(gaps) < 0.6


def test_of_equal_dice_those_set_aside_are_kept() -> None:
    faces = b"\x01\x01\x01\x01\x01\x01\x00\x01\x02\x03"  # 6 6 6 6 6 6 1 2 3 4
    for kept in (0b000001, 0b100000):
        assert judged(faces, 6, 0, kept).keep & 0b111111 == kept


@pytest.mark.sweep
@pytest.mark.parametrize("phase", BY_NUMBER)
def test_the_shipped_tables_are_those_that_are_computed(phase: int) -> None:
    file, computed = shipped(phase), content(phase)
    assert len(file) == len(computed)
    for there, here in zip(joined(file), joined(computed), strict=True):
        assert np.abs(there - here).max() < 0.01 * np.abs(here).max()  # the factors may differ in the last digit


def test_a_set_of_dice_has_a_place_of_its_own() -> None:
    for sets in (by_number.HIGH, by_number.LOW):
        places = sorted(place_of(digits(counts, sets.dice)) for counts in sets.all)
        assert places == list(range(len(sets.all)))


@pytest.mark.sweep
def test_the_choices_of_games_alone_lose_little_of_the_best_total() -> None:
    found = compare.games(60, seed=1, phases=BY_NUMBER)
    assert found.lost.mean + found.lost.margin < LOST * compare.best_total()
    assert found.lost.mean > 0
    assert set(found.by_choice) == {(phase, rolls) for phase in BY_NUMBER for rolls in (1, 2)}
