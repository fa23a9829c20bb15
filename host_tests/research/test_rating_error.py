"""How far the error rating is off: the table of tools/README.md (tools/research/solve/rating_error.py)."""

import re

import pytest

from tools.research.compiled_loops import compile_loops
from tools.research.solve.duel import solve_duel
from tools.research.solve.model import Model
from tools.research.solve.rating_error import MEASURED, PAGE, Compared, figures, measure


def test_the_figures_are_means_and_the_largest_difference() -> None:
    made = [[Compared(1.0, 2.0), Compared(5.0, 2.0)], [Compared(0.0, 0.5)]]
    assert figures(made) == ["3", "1.5", "2.0", "1.5", "3.0", "0.8"]


def test_the_page_has_a_row_for_each_measured_game_with_all_figures() -> None:
    part = PAGE.read_text(encoding="utf-8").split("<!-- generated: ratings -->\n")[1].split("<!-- end -->")[0]
    rows = [re.findall(r" ([^|]+) \|", row) for row in part.splitlines()[2:]]
    assert [row[0] for row in rows] == [
        f"`{' '.join([name, *(f'{key}={value}' for key, value in rules.items())])}`" for name, rules in MEASURED
    ]
    assert all(len(row) == 7 and all(float(figure) >= 0 for figure in row[1:]) for row in rows)


@pytest.mark.sweep
def test_where_chances_are_shipped_the_judge_is_hardly_off() -> None:
    compile_loops()
    model = Model("farkle", {"target": 1000})
    made = measure(model, solve_duel(model), 4)
    decisions = [one for player in made for one in player]
    assert len(decisions) > 20 and sum(one.exact for one in decisions) > 50  # Timid and Bold make errors
    assert all(abs(one.judged - one.exact) < 5 for one in decisions)
