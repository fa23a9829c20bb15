"""The page about Phase 10 alone (tools/research/solve_phases/PHASE_TEN.md): rules for people, and the figures."""

import numpy as np
import pytest

from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.worths import WORTHS
from sixpip.rules.phase_ten.game import BONUS, HALF, HALF_POINTS, MISS
from tools.research.solve_phases import by_color, by_number, rules_of_thumb, turns
from tools.research.solve_phases.compare import best_total
from tools.research.solve_phases.rules_of_thumb import (
    BY_NUMBER,
    HABITS,
    PAGE,
    RULE,
    Rule,
    best,
    by_rule,
    played,
    set_aside,
)


def have(words: str) -> list[int]:
    """Returns the number of dice of each number for some dice, such as "10 10 7 W"."""
    shown = [0 if word == "W" else int(word) for word in words.split()]
    return [shown.count(number) for number in range(11)]


KEPT = [
    (1, RULE, "10 9 8 8 8 6 1 2 3 W", "10 8 8 8 W"),
    (1, RULE, "10 10 10 10 8 6 1 2 3 W", "10 10 10 8 W"),
    (1, Rule(most_dice=True), "10 9 8 6 6 6 1 1 3 W", "6 6 6 1 1 W"),
    (1, Rule(rolls_wilds=True), "10 9 8 8 8 6 1 2 3 W", "10 8 8 8"),
    (2, RULE, "10 10 7 6 5 5 4 2 W W", "10 10 4 5 6 7 W W"),
    (4, RULE, "10 10 9 8 7 5 4 3 2 W", "4 5 7 8 9 10 W"),
    (4, Rule(any_numbers=True), "10 10 9 8 7 5 4 3 2 W", "2 3 4 5 7 8 9 10 W"),
    (9, RULE, "10 9 9 9 9 9 1 1 W W", "9 9 9 9 9 10 W W"),
]


@pytest.mark.parametrize(("phase", "rule", "shown", "kept"), KEPT)
def test_a_rule_sets_these_dice_aside(phase: int, rule: Rule, shown: str, kept: str) -> None:
    assert set_aside(phase, have(shown), rule) == have(kept)


def test_the_outcome_of_a_phase_counts_the_misses_before_it_is_made() -> None:
    chances = np.zeros(turns.MOST)
    chances[[30, 50, -1]] = 0.25, 0.25, 0.5
    assert played(chances) == (0.5, 2.0, 40.0, 35.0)


def test_the_page_names_the_points_that_the_rules_and_the_game_have() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"only with {rules_of_thumb.ENOUGH} points or more" in page
    assert f"a miss costs only {MISS} points" in page
    assert f"bonus of {BONUS} points for more than {HALF_POINTS} points after phase {HALF}" in page


@pytest.mark.sweep
@pytest.mark.parametrize("phase", [4, 7])
def test_the_best_play_has_the_worth_that_the_firmware_knows_and_no_rule_is_better(phase: int) -> None:
    assert best(phase).worth == pytest.approx(WORTHS[phase - 1] / POINT, abs=0.04)
    values = [by_rule(phase, rule).worth for rule in (RULE, *HABITS.values())]
    assert max(values) < best(phase).worth
    assert by_rule(phase, RULE).chance < by_number.chance(phase)


@pytest.mark.sweep
def test_the_tables_of_the_rules_are_those_of_the_command() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert rules_of_thumb.rule_table() in page and rules_of_thumb.habits_table() in page
    perfect = page.split("<!-- generated: best -->\n")[1].split("<!-- end -->")[0].splitlines()[2:]
    for phase in BY_NUMBER:
        one = best(phase)
        assert f"| {one.chance:.1%} | {one.turns:.2f} | {one.points:.1f} | {one.worth:.1f} |" in perfect[phase - 1]
    assert f"{best_total():.1f}" in perfect[-1]


@pytest.mark.sweep
def test_for_one_color_keeping_the_color_with_the_most_dice_is_nearly_as_good_as_the_best_play() -> None:
    assert by_color.chance() - 0.02 < rules_of_thumb.color_by_rule() < by_color.chance()
