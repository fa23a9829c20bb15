"""The names of keeps: what a player would say, for every legal keep of every variant."""

from itertools import combinations_with_replacement
from typing import Any

import pytest

from sixpip.rules.rulebook import options
from sixpip.rules.rulebook.variants import VARIANTS, variant_named
from sixpip.rules.ten_thousand.scorer import Scorer, keep_name, pack, size

LETTERS = 15


def named(variant: str, keep: str, row: dict[str, Any] | None = None, letters: int = 40) -> str:
    found = variant_named(variant)
    values = options.resolve(found.dice_set, found.options, row or {})
    dice_set = found.dice_set.with_sun() if values["wild_die"] == "yes" else found.dice_set
    scorer = Scorer(dice_set, values, int(values["dice"]))
    key = pack([dice_set.index(face) for face in keep.split()])
    scorer.score(key)
    assert scorer.points_of(key) > 0
    return keep_name(scorer, key, scorer.points_of(key), letters)


@pytest.mark.parametrize(
    ("variant", "keep", "name"),
    [
        ("dice-10000", "1", "1"),
        ("dice-10000", "1 5", "1 and 5"),
        ("dice-10000", "1 1 5", "two 1s and 5"),
        ("dice-10000", "2 2 2 2", "four 2s"),
        ("dice-10000", "2 2 2 1 5", "three 2s, 1 and 5"),
        ("dice-10000", "2 2 3 3 6 6", "three pairs"),
        ("dice-10000", "1 2 3 4 5 6", "straight"),
        ("dice-10000", "2 2 2 3 3 3", "three 2s and three 3s"),
        ("farkle", "2 2 2 2 3 3", "4 and 2 alike"),
        ("farkle-retail", "2 2 2 3 3 3", "two triplets"),
        ("ten-thousand", "4 4 4 4 4 4", "six alike"),
        ("seven-dice", "1 2 3 4 5 6 5", "straight and 5"),
        ("kingdom", "1 2 3 4 5", "straight 1-5"),
        ("kingdom", "2 3 4 5 6", "straight 2-6"),
        ("ten-grand", "K K K 100", "three Kings and 100"),
        ("five-cubes", "4 4 sun", "three 4s"),
        ("five-cubes", "sun", "10"),
    ],
)
def test_a_keep_has_the_name_that_players_use(variant: str, keep: str, name: str) -> None:
    assert named(variant, keep) == name


def test_a_full_house_is_named() -> None:
    assert named("pure", "2 2 2 3 3", {"full_house": 250}) == "full house"


def test_a_sun_is_named_by_what_it_stands_for() -> None:
    assert named("pure", "sun 2 2", {"wild_die": "yes"}) == "three 2s"


def test_a_name_too_long_becomes_the_faces_and_then_their_number() -> None:
    assert named("ten-grand", "K K K 100 50", letters=17) == "K K K 50 100"
    assert named("ten-grand", "100 100 100 50 50", letters=15) == "5 dice"


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS if variant.name != "phase-10"])
def test_every_legal_keep_has_a_name_of_its_combinations(variant: str) -> None:
    found = variant_named(variant)
    values = options.resolve(found.dice_set, found.options)
    dice = int(values["dice"])
    scorer = Scorer(found.dice_set, values, dice)
    straight = pack(range(6))  # type: ignore[arg-type]
    for roll in combinations_with_replacement(range(len(found.dice_set.faces)), min(dice, 6)):
        if roll.count(found.dice_set.wild) > 1:
            continue
        for i in range(scorer.score(pack(roll))):
            key = scorer.keeps[i]
            name = keep_name(scorer, key, scorer.points[i], LETTERS)
            assert 0 < len(name) <= LETTERS
            if name == "straight":
                assert key == straight
            if name.endswith(" dice"):
                assert size(key) >= 4
