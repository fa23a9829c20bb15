"""The exact optimum of Phase 10 (tools.research.solve_phases): against brute force, and its command."""

import re
from itertools import product

import numpy as np
import pytest

from sixpip.rules.phase_ten import dice
from tools.research.solve_phases import by_color, by_number
from tools.research.solve_phases.__main__ import main
from tools.research.solve_phases.multisets import Multisets

pytestmark = pytest.mark.sweep


def test_the_chance_of_a_roll_is_that_of_all_rolls() -> None:
    sets = Multisets(3, (1, 2, 3))
    found = dict.fromkeys(sets.complete, 0.0)
    for roll in product((0, 1, 1, 2, 2, 2), repeat=2):
        shown = (0, *roll)  # a die of the first value is kept
        found[shown.count(0), shown.count(1), shown.count(2)] += 1 / 36
    assert sets.roll[sets.index[1, 0, 0]] == pytest.approx([found[counts] for counts in sets.complete])


def test_the_best_subset_is_the_best_of_all_subsets() -> None:
    sets = Multisets(3, (1, 1, 1))
    values = np.random.default_rng(1).random((len(sets.all), 1))
    best = sets.best_subset(values)
    for at, whole in enumerate(sets.complete):
        inside = [counts for counts in sets.all if all(few <= many for few, many in zip(counts, whole, strict=True))]
        assert best[at, 0] == max(values[sets.index[counts], 0] for counts in inside)


def test_the_chance_of_one_roll_for_a_color_is_the_sum_over_the_colors() -> None:
    expected = 0.0
    for color in range(4):
        chances = np.array([1.0])
        for die in range(dice.DICE):
            shown = sum(dice.color(die, face) == color for face in range(6)) / 6
            chances = np.convolve(chances, [1 - shown, shown])
        expected += chances[by_color.ENOUGH :].sum()
    mean = by_color.after_keep(by_color.made())
    assert mean[(-1,) * mean.ndim] == pytest.approx(expected)


def test_more_rolls_and_a_shorter_run_raise_the_chance() -> None:
    made = [(by_number.points(phase) >= 0) * 1.0 for phase in (4, 5, 6)]
    runs = [by_number.turn(final) for final in made]
    assert sorted(runs, reverse=True) == runs
    assert by_number.turn(made[0], 1) < by_number.turn(made[0], 2) < by_number.turn(made[0], 3)


def test_the_command_prints_the_chance_and_the_advised_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--phase", "4", "--turns", "5"]) == 0
    shown = re.fullmatch(r" 4  run of 7 +(\S+)%   advised (\S+)% .*\n", capsys.readouterr().out)
    assert shown
    chance, advised = float(shown[1]) / 100, float(shown[2]) / 100
    assert chance == pytest.approx(by_number.chance(4), abs=1e-4)
    assert 0.9 < advised <= chance < 1


@pytest.mark.parametrize("arguments", [["--phase", "11"], ["--turns", "one"], ["--games", "0"], ["--board"], ["7"]])
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_status:
        main(arguments)
    assert exit_status.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
