"""The best play of Phase 10 against the exact values, by brute force or by the solver on the host."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import prod

import pytest

from host_tests import effort
from host_tests import phase_brute_force as brute
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.solver.colors import ColorGoals
from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.solver.pool import ANY_SET, RUN, SECOND_SET, SLOTS, UNIT, Pool
from sixpip.players.phase_ten.worths import set_alone
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.phase_ten.phases import PHASES
from tools.research.solve_phases import by_number
from tools.research.solve_phases.compare import Referee, losses
from tools.research.solve_phases.multisets import Values

CLOSE = 0.002
ROUNDED = 4 / UNIT
BY_NUMBER = [phase for phase in range(1, PHASES + 1) if phase != 8]


def advised(faces: bytes, phase: int, rolls: int, kept: int = 0) -> BestPlay:
    """The advice, complete."""
    advice = BestPlay()
    advice.ask(faces, phase, rolls, kept)
    while advice.step():
        pass
    return advice


@cache
def chances(phase: int) -> list[Values]:
    return Referee(phase).keeps


def exact(phase: int, faces: bytes, keep: int, rolls: int) -> float:
    """The exact chance of a keep with the best play afterwards."""
    return float(chances(phase)[rolls - 1][by_number.indices(faces, keep)])


# Whole positions

SMALL = {  # phase: the faces, with one roll left; only one goal can be reached
    4: b"\x00\x02\x03\x04\x05\x05\x03\x00\x00\x00",  # 5 7 8 9 10 10 4 1 1 1
    5: b"\x00\x02\x03\x04\x05\x05\x02\x03\x00\x00",  # 5 7 8 9 10 10 3 4 1 1
    6: b"\x01\x02\x03\x04\x05\x05\x01\x02\x03\x03",  # 6 7 8 9 10 10 2 3 4 4
}


def outcomes(faces: bytes, rolled: list[int]) -> Iterator[bytearray]:
    """All faces after a roll of some dice."""
    for roll in product(range(6), repeat=len(rolled)):
        after = bytearray(faces)
        for die, face in zip(rolled, roll, strict=True):
            after[die] = face
        yield after


@pytest.mark.parametrize("phase", SMALL)
def test_the_chance_is_that_of_all_rolls_of_the_dice_left(phase: int) -> None:
    faces = SMALL[phase]
    advice = advised(faces, phase, 1)
    rolled = [die for die in range(dice.DICE) if not advice.keep >> die & 1]
    made = 0
    for after in outcomes(faces, rolled):
        made += makes(tuple(sorted(dice.number(die, after[die]) for die in range(dice.DICE))), phase)
    assert advice.chance / UNIT == pytest.approx(made / 6 ** len(rolled), abs=CLOSE)


@cache
def makes(numbers: brute.Dice, phase: int) -> bool:
    """Whether ten dice make a phase, by the rules alone."""
    return brute.short(numbers, phase) == 0


@pytest.mark.sweep
@pytest.mark.parametrize("phase", BY_NUMBER)
def test_the_chance_before_the_last_roll_is_never_more_than_the_exact_one_and_close_to_it(phase: int) -> None:
    chance = random.Random(phase)
    gaps = []
    for _ in range(10):
        faces = bytes(chance.randrange(6) for _ in range(dice.DICE))
        advice = advised(faces, phase, 1)
        gaps.append((1 if advice.stop else exact(phase, faces, advice.keep, 1)) - advice.chance / UNIT)
    assert min(gaps) > -CLOSE
    assert sum(gaps) / len(gaps) < 0.1


@pytest.mark.scaled
@pytest.mark.parametrize("phase", BY_NUMBER)
def test_a_phase_on_the_table_is_made_with_certainty(phase: int) -> None:
    chance = random.Random(phase)
    for _ in range(effort.scaled(8, 20)):
        faces = bytes(chance.choice((0, 0, 0, 1, 4)) for _ in range(6)) + bytes(chance.choices(range(2, 6), k=4))
        advice = advised(faces, phase, 0)
        numbers = tuple(sorted(dice.number(die, faces[die]) for die in range(dice.DICE)))
        assert advice.made == makes(numbers, phase)
        assert advice.chance == (UNIT if advice.made else 0) and advice.stop


def test_for_the_phase_of_one_color_all_dice_of_one_color_are_kept_up_to_those_it_needs() -> None:
    chance = random.Random(8)
    kept_colors = set()
    for rolls in (1, 2) * 15:
        faces = bytes(chance.randrange(6) for _ in range(dice.DICE))
        advice = advised(faces, 8, rolls)
        if not advice.stop:
            shown = [dice.color(die, faces[die]) for die in range(dice.DICE)]
            kept = [shown[die] for die in range(dice.DICE) if advice.keep >> die & 1]
            assert len(set(kept)) == 1 and len(kept) == min(7, shown.count(kept[0]))
            kept_colors.add(kept[0])
    assert len(kept_colors) > 2


def shown(words: str) -> bytes:
    """The faces of ten dice by their names."""
    return bytes(dice.face_of(die, word) for die, word in enumerate(words.split()))


def alone(faces: bytes, rolls: int) -> BestPlay:
    """The advice for one color in a game alone, where a miss is worth about 30 points."""
    advice = BestPlay()
    set_alone(advice.worth, 8, 300, False)
    advice.ask(faces, 8, rolls)
    while advice.step():
        pass
    return advice


@pytest.mark.parametrize("rolls", [1, 2])
def test_when_seven_dice_of_one_color_are_on_the_table_the_others_are_rolled_for_more_points(rolls: int) -> None:
    advice = alone(shown("7B 10R 7R 7O 9R 8R 3O 1R 2R 4R"), rolls)
    assert advice.made and not advice.stop and advice.keep == 0b1110110110 and advice.chance == UNIT


def test_a_die_with_few_points_is_rolled_again_although_the_color_is_made() -> None:
    advice = alone(shown("7B 9B 9G 5R 6B 5B 1B 1R WB 3B"), 1)
    assert advice.made and not advice.stop and advice.keep == 0b1001110011  # without WB


def test_the_points_of_a_color_are_the_mean_of_all_rolls() -> None:
    faces = shown("9O 8O 9G 6G 10G 6O 4G 3G WG WG")
    colors, use = ColorGoals(), BestUse()
    colors.choose(faces, dice.COLORS.index("G"))
    for keep in (colors.serving, colors.serving & ~(1 << 9)):
        for _ in colors.judge(faces, dice.COLORS.index("G"), 1, keep):
            pass
        made: list[int] = []
        rolled = [die for die in range(dice.DICE) if not keep >> die & 1]
        for after in outcomes(faces, rolled):
            use.find(after, 8)
            made += [use.points] if use.points >= 0 else []
        assert colors.mean / POINT == pytest.approx(sum(made) / len(made), abs=0.1)
        assert colors.chance / UNIT == pytest.approx(len(made) / 6 ** len(rolled), abs=CLOSE)


@pytest.mark.long
def test_the_advice_for_one_color_is_the_best_keep() -> None:
    referee = Referee(8)
    chance = random.Random(8)
    for _ in range(effort.part(40)):
        faces = bytes(chance.randrange(6) for _ in range(dice.DICE))
        for rolls in (1, 2):
            advice = advised(faces, 8, rolls)
            keep = dice.ALL if advice.stop else advice.keep
            assert referee.loss(faces, keep, rolls) < 0.01


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize("phase", [4, *(pytest.param(phase, marks=pytest.mark.sweep) for phase in (1, 10))])
def test_the_advised_play_is_close_to_the_best_chance(phase: int) -> None:
    optimum, advised_play = losses(phase, effort.scaled(8, 20), seed=phase)
    assert advised_play.mean > 0.97 * optimum


# The parts


def first_roll(one: int, other: int, kind: int, count: int) -> "dict[int, float]":
    """The chance of each number of missing high dice after one roll, by brute force: sets of 5, then 6 or 6 to 10."""
    found: dict[int, float] = {}
    for roll in product(range(5, 11), repeat=count):
        missing = max(0, one - roll.count(5))
        if kind == RUN:
            missing += len(set(range(6, 6 + other)) - set(roll))
        elif kind == SECOND_SET:
            missing += max(0, other - roll.count(6))
        else:
            missing += max(0, other - max(roll.count(number) for number in range(6, 11)))
        found[missing] = found.get(missing, 0) + 6**-count
    return found


@pytest.mark.parametrize("kind", [SECOND_SET, RUN, ANY_SET])
@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        *((1, 1, 1), (0, 2, 2), (1, 3, 3), (0, 3, 4), (2, 2, 4), (0, 4, 5)),
        *(pytest.param(*lacks, marks=pytest.mark.long) for lacks in ((3, 3, 5), (4, 4, 6))),
    ],
)
def test_the_chance_of_what_is_missing_is_that_of_all_rolls(kind: int, one: int, other: int, count: int) -> None:
    pool = Pool(False)
    pool.find(one, other, kind, count, 0)
    expected = first_roll(one, other, kind, count)
    for slot in range(SLOTS):
        assert pool.sums[slot] / UNIT == pytest.approx(expected.get(slot, 0), abs=ROUNDED if count < 6 else CLOSE)


@pytest.mark.parametrize("rolls", [1, 2])
def test_the_chances_of_colors_are_those_of_all_rolls(rolls: int) -> None:
    goals = ColorGoals()
    faces = b"\x00\x03\x02\x01\x02\x02\x04\x01\x01\x05"  # 5R 8O 7R 6G 7R 7G WR 2B 2R WG
    red = dice.COLORS.index("R")
    goals.choose(faces, red)
    for _ in goals.judge(faces, red, rolls, goals.serving):
        pass
    left = [die for die in range(dice.DICE) if not goals.serving >> die & 1]
    misses = [(sum(dice.color(die, face) != red for face in range(6)) / 6) ** rolls for die in left]
    made = sum(
        prod(1 - miss if hit else miss for hit, miss in zip(hits, misses, strict=True))
        for hits in product((0, 1), repeat=len(left))
        if goals.count + sum(hits) >= 7
    )
    assert goals.count < 7
    assert goals.chance / UNIT == pytest.approx(made, abs=CLOSE)
