"""The chance to win against several players (players/ten_thousand/master.py)."""

from itertools import pairwise
from math import sqrt
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixpip.players.ten_thousand.master import AVERAGE, BAD_LUCK, chance_against_all

CERTAIN = 32768
NORMAL = NormalDist()
chances = st.integers(0, CERTAIN)


@pytest.mark.parametrize(("table", "luck"), [(BAD_LUCK, -sqrt(3)), (AVERAGE, 0.0)])
def test_the_tables_follow_from_normal_distributions(table: "list[int]", luck: float) -> None:
    steps = len(table) - 1
    inner = [NORMAL.cdf(sqrt(2) * NORMAL.inv_cdf(i / steps) + luck) for i in range(1, steps)]
    assert list(table) == [0] + [round(CERTAIN * chance) for chance in inner] + [CERTAIN]


@pytest.mark.parametrize("rivals", [2, 3, 5])
def test_equal_players_have_about_equal_chances(rivals: int) -> None:
    assert chance_against_all([CERTAIN // 2] * rivals) / CERTAIN == pytest.approx(1 / (rivals + 1), abs=0.03)


@pytest.mark.long
def test_the_chances_of_unequal_players_are_close_to_those_of_simulated_scores() -> None:
    """Three players end with scores of normal distributions; the chance of the first is that of the highest score."""
    random = Random(1)
    for ahead in ((0.0, 1.0), (-1.0, 0.5), (1.0, 1.5), (-1.5, -0.5)):
        against = [round(CERTAIN * NORMAL.cdf(lead / sqrt(2))) for lead in ahead]
        wins = 0
        for _ in range(20_000):
            own = random.gauss(0, 1)
            wins += all(own + lead > random.gauss(0, 1) for lead in ahead)
        assert chance_against_all(against) / CERTAIN == pytest.approx(wins / 20_000, abs=0.03)


@given(chances, st.lists(chances, min_size=1, max_size=5))
def test_it_is_at_most_the_chance_against_each_player_and_grows_with_it(more: int, others: "list[int]") -> None:
    found = chance_against_all(others)
    assert 0 <= found <= CERTAIN
    assert chance_against_all([*others, more]) <= found
    raised = [max(others[0], more), *others[1:]]
    assert chance_against_all(raised) >= found


def test_it_is_certain_only_against_players_who_cannot_win() -> None:
    assert chance_against_all([CERTAIN, CERTAIN]) == CERTAIN
    assert chance_against_all([CERTAIN, 0]) == 0
    values = [chance_against_all([chance, CERTAIN // 2]) for chance in range(0, CERTAIN + 1, 256)]
    assert all(one < other for one, other in pairwise(values))
