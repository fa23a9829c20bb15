"""Keeps and their points against brute force (brute.py), over all rolls and any options."""

from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import brute
from sixpip.rules import actions, log, options
from sixpip.rules.game import Game
from sixpip.rules.refusal import Illegal
from sixpip.rules.sheet import Sheet
from sixpip.rules.tables import PIPS

scoring_rows = st.fixed_dictionaries(
    {
        "multiples": st.sampled_from(["triples", "doubling", "adding", "fixed"]),
        "three_ones": st.sampled_from([1000, 300]),
        "straight": st.sampled_from([0, 500, 1500, 2500]),
        "three_pairs": st.sampled_from([0, 750, 1000, 1500, 5000]),
        "pairs_count": st.sampled_from(["strict", "4+2"]),
    }
)
rolls = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(lambda faces: tuple(sorted(faces)))


def key_of(dice: tuple[int, ...]) -> int:
    """The multiset of some pips, in the score sheet's notation."""
    return sum(1 << 4 * (face - 1) for face in dice)


def check_sheet(row: dict[str, Any], roll: tuple[int, ...]) -> None:
    game = Game("dice-10000", row)
    expected = {key_of(keep): points for keep, points in brute.Rules(game.options).keeps(roll).items()}
    found = game.sheet.score(key_of(roll))
    assert dict(zip(game.sheet.keys[:found], game.sheet.points[:found])) == expected
    best = game.sheet.best()
    assert expected.get(best, 0) == max(expected.values(), default=0)
    assert (found == 0) == (best == 0)


@pytest.mark.parametrize("pairs", ["strict", "4+2"])
def test_every_roll_has_just_the_keeps_that_brute_force_finds(pairs: str) -> None:
    game = Game("dice-10000", {"pairs_count": pairs})
    rules = brute.Rules(game.options)
    sheet = game.sheet
    for many in range(1, 7):
        for roll in combinations_with_replacement(range(1, 7), many):
            found = sheet.score(key_of(roll))
            expected = {key_of(keep): points for keep, points in rules.keeps(roll).items()}
            assert dict(zip(sheet.keys[:found], sheet.points[:found])) == expected, roll


@settings(max_examples=200, deadline=None)
@given(scoring_rows, rolls)
def test_keeps_and_their_points_are_those_of_brute_force_under_any_options(
    row: dict[str, Any], roll: tuple[int, ...]
) -> None:
    check_sheet(row, roll)


@settings(max_examples=50, deadline=None)
@given(scoring_rows, st.integers(1, 6), st.integers(2, 5), rolls)
def test_many_alike_are_worth_what_brute_force_says(
    row: dict[str, Any], face: int, alike: int, others: tuple[int, ...]
) -> None:
    check_sheet(row, tuple(sorted((face,) * alike + others))[:6])


@settings(max_examples=200, deadline=None)
@given(scoring_rows, st.permutations(range(6)), st.lists(st.integers(1, 6), min_size=6, max_size=6), st.integers(0, 63))
def test_any_choice_of_dice_is_a_keep_exactly_if_brute_force_can_split_it(
    row: dict[str, Any], seats: list[int], faces: list[int], chosen: int
) -> None:
    game = Game("dice-10000", row)
    thrown = [faces[seat] for seat in seats]
    events = game.apply((actions.ROLL, None), log.Script([face - 1 for face in thrown]))
    points = brute.Rules(game.options).best(tuple(sorted(thrown[at] for at in range(6) if chosen >> at & 1)))
    if (actions.BUST, 0, 0) in events or not chosen or points is None:
        with pytest.raises(Illegal):
            game.worth(chosen)
        with pytest.raises(Illegal):
            game.apply((actions.KEEP, chosen), log.Script([]))
    else:
        assert game.worth(chosen) == points
        assert game.apply((actions.KEEP, chosen), log.Script([]))[0] == (actions.KEPT, chosen, points)
        assert (game.points, game.dice_next()) == (points, (6 - bin(chosen).count("1")) or 6)


@settings(max_examples=60, deadline=None)
@given(rolls.filter(lambda roll: len(roll) == 6))
def test_a_roll_is_a_bust_exactly_if_it_has_no_keep(roll: tuple[int, ...]) -> None:
    game = Game("dice-10000", {}, 2)
    events = game.apply((actions.ROLL, None), log.Script([face - 1 for face in roll]))
    no_keep = not brute.Rules(game.options).keeps(roll)
    assert (events[-2:] == [(actions.BUST, 0, 0), (actions.TURN, 1)]) == no_keep
    assert game.player == int(no_keep)


@settings(max_examples=60, deadline=None)
@given(rolls.filter(lambda roll: len(roll) == 6))
def test_the_dice_shown_as_scoring_are_those_of_some_keep(roll: tuple[int, ...]) -> None:
    game = Game("dice-10000", {}, 2)
    game.apply((actions.ROLL, None), log.Script([face - 1 for face in roll]))
    scoring = {face for keep in brute.Rules(game.options).keeps(roll) for face in keep}
    assert game.can_score() == sum(1 << at for at in range(6) if roll[at] in scoring)


@settings(max_examples=60, deadline=None)
@given(scoring_rows, st.lists(st.integers(1, 6), min_size=7, max_size=7))
def test_a_set_of_seven_dice_is_scored_as_brute_force_does(row: dict[str, Any], faces: list[int]) -> None:
    rules = brute.Rules(options.resolve(row))
    sheet = Sheet(PIPS, rules.options, 7)
    found = sheet.score(key_of(tuple(faces)))
    expected = {key_of(keep): points for keep, points in rules.keeps(tuple(sorted(faces))).items()}
    assert dict(zip(sheet.keys[:found], sheet.points[:found])) == expected


@pytest.mark.parametrize("seventh", range(1, 7))
@pytest.mark.parametrize("six", [(1, 2, 3, 4, 5, 6), (2, 2, 3, 3, 4, 4), (1, 1, 5, 5, 6, 6), (2, 2, 2, 2, 3, 3)])
def test_beside_six_dice_that_score_together_a_seventh_scores_by_itself(six: tuple[int, ...], seventh: int) -> None:
    rules = brute.Rules(options.resolve({"straight": 1500, "three_pairs": 1000, "pairs_count": "4+2"}))
    sheet = Sheet(PIPS, rules.options, 7)
    found = sheet.score(key_of((*six, seventh)))
    expected = {key_of(keep): points for keep, points in rules.keeps(tuple(sorted((*six, seventh)))).items()}
    assert dict(zip(sheet.keys[:found], sheet.points[:found])) == expected
    assert found == len(expected)
