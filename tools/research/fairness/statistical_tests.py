"""Tests of the hypothesis that dice are fair and independent, each with its p-value, and their correction.

The tests are those of Knuth, The Art of Computer Programming 3.3.2, for six faces.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from math import comb, sqrt
from statistics import fmean

import scipy

from tools.research.fairness.sequences import Throw

FACES = 6
ALPHA = 0.01
"""The chance that fair dice fail any of the tests of one sample."""
_LEAST_EXPECTED = 5.0
"""Expected count of a category; rarer ones are merged."""
_MOST_GAP = 60
_MOST_COUPONS = 80


@dataclass(frozen=True)
class Result:
    """The result of one test."""

    name: str
    p: float
    """The chance that fair dice differ from the expectation as much as these, or more."""
    detail: str
    """The value of the statistic."""
    adjusted: float = 1.0
    """The p-value after the correction for the number of tests."""

    @property
    def is_fair(self) -> bool:
        """Whether fair dice explain the result."""
        return self.adjusted >= ALPHA


def analyze(throws: Sequence[Throw]) -> list[Result]:
    """Returns the results of all tests for which there are enough dice, with corrected p-values."""
    dice = [face for throw in throws for face in throw]
    results = [
        *_faces(dice),
        *_positions(throws),
        *_pairs(dice, throws),
        *_runs(dice),
        *_gaps(dice),
        *_coupons(dice),
        _poker(dice),
        _permutations(dice),
        _serial_correlation(dice),
    ]
    return holm([result for result in results if result])


def holm(results: Sequence[Result]) -> list[Result]:
    """Returns the results with p-values adjusted by Holm's method.

    Holm's method holds for tests that depend on each other, as these do: all look at the same dice. It bounds the
    chance of any false alarm, which is what a verdict on dice needs; the method of Benjamini and Hochberg bounds the
    share of false alarms among all alarms.
    """
    adjusted: dict[int, float] = {}
    highest = 0.0
    for rank, number in enumerate(sorted(range(len(results)), key=lambda at: results[at].p)):
        highest = max(highest, min(1.0, (len(results) - rank) * results[number].p))
        adjusted[number] = highest
    return [replace(result, adjusted=adjusted[number]) for number, result in enumerate(results)]


def chi_square(name: str, observed: Sequence[float], chances: Sequence[float]) -> Result | None:
    """Compares counts with the chances of their categories; neighbors that are too rare are merged.

    Returns None when there are too few counts for two categories.
    """
    total = sum(observed)
    merged: list[tuple[float, float]] = []
    count = expected = 0.0
    for seen, chance in zip(observed, chances):
        count += seen
        expected += total * chance
        if expected >= _LEAST_EXPECTED:
            merged.append((count, expected))
            count = expected = 0.0
    if merged and (count or expected):
        merged[-1] = (merged[-1][0] + count, merged[-1][1] + expected)
    if len(merged) < 2:
        return None
    square = sum((seen - wanted) ** 2 / wanted for seen, wanted in merged)
    free = len(merged) - 1
    return Result(name, float(scipy.stats.chi2.sf(square, free)), f"chi-square {square:.1f}, {free} degrees of freedom")


def share(name: str, count: int, total: int, chance: float) -> Result | None:
    """Compares a count with a binomial distribution, exactly and on both sides."""
    if total * min(chance, 1 - chance) < _LEAST_EXPECTED:
        return None
    p = float(scipy.stats.binomtest(count, total, chance).pvalue)
    return Result(name, p, f"{count} of {total}, expected {total * chance:.0f}")


def _counts(values: Iterable[int], categories: int) -> list[int]:
    """Counts the values 0, 1, ...; larger ones count as the last category."""
    found = Counter(min(value, categories - 1) for value in values)
    return [found[category] for category in range(categories)]


def _faces(dice: Sequence[int]) -> list[Result | None]:
    counts = _counts(dice, FACES)
    return [
        chi_square("faces", counts, [1 / FACES] * FACES),
        *(share(f"face {face + 1}", counts[face], len(dice), 1 / FACES) for face in range(FACES)),
    ]


def _positions(throws: Sequence[Throw]) -> list[Result | None]:
    """The faces of the first die of each throw, of the second, and so on."""
    widest = max((len(throw) for throw in throws), default=0)
    return [
        chi_square(
            f"die {place + 1} of a throw",
            _counts((throw[place] for throw in throws if len(throw) > place), FACES),
            [1 / FACES] * FACES,
        )
        for place in range(widest)
    ]


def _pair_test(name: str, pairs: Iterable[tuple[int, int]]) -> Result | None:
    square = FACES * FACES
    return chi_square(name, _counts((first * FACES + second for first, second in pairs), square), [1 / square] * square)


def _pairs(dice: Sequence[int], throws: Sequence[Throw]) -> list[Result | None]:
    """Pairs of neighbors, each die in one pair at most, so that fair pairs are independent; then pairs of throws."""
    successive = list(zip(throws[0::2], throws[1::2]))
    return [
        _pair_test("pairs of neighbors, from the first die on", zip(dice[0::2], dice[1::2])),
        _pair_test("pairs of neighbors, from the second die on", zip(dice[1::2], dice[2::2])),
        _pair_test(
            "pairs of one die in two throws", (pair for first, second in successive for pair in zip(first, second))
        ),
    ]


def _runs(dice: Sequence[int]) -> list[Result | None]:
    """How often a die is equal to the one before it, how often low and high change, and the lengths of equal runs."""
    pairs = list(zip(dice, dice[1:]))
    equal = sum(first == second for first, second in pairs)
    changes = sum((first < FACES // 2) != (second < FACES // 2) for first, second in pairs)
    lengths = [len(list(run)) for _, run in groupby(dice)][:-1]  # the last one is cut off
    chances = [(FACES - 1) / FACES ** (run + 1) for run in range(8)]
    return [
        share("runs: equal neighbors", equal, len(pairs), 1 / FACES),
        share("runs: changes between 1-3 and 4-6", changes, len(pairs), 1 / 2),
        chi_square("runs: lengths", _counts((run - 1 for run in lengths), 9), [*chances, 1 - sum(chances)]),
    ]


def _gaps(dice: Sequence[int]) -> list[Result | None]:
    """For each face the counts of dice between two that show it."""
    chances = [(1 - 1 / FACES) ** gap / FACES for gap in range(_MOST_GAP)]
    results = []
    for face in range(FACES):
        places = [place for place, shown in enumerate(dice) if shown == face]
        gaps = [after - before - 1 for before, after in zip(places, places[1:])]
        results.append(
            chi_square(f"gaps of face {face + 1}", _counts(gaps, _MOST_GAP + 1), [*chances, 1 - sum(chances)])
        )
    return results


def coupon_chances(most: int) -> list[float]:
    """Returns the chances that all six faces have come up after exactly 6, 7, ..., `most` dice."""

    def complete(count: int) -> float:
        chances = [comb(FACES, missing) * (1 - missing / FACES) ** count for missing in range(FACES)]
        return sum(chances[0::2]) - sum(chances[1::2])

    return [complete(count) - complete(count - 1) for count in range(FACES, most + 1)]


def _coupons(dice: Sequence[int]) -> list[Result | None]:
    """How many dice it takes until all six faces have come up, again and again."""
    lengths: list[int] = []
    seen: set[int] = set()
    length = 0
    for face in dice:
        seen.add(face)
        length += 1
        if len(seen) == FACES:
            lengths.append(length)
            seen.clear()
            length = 0
    chances = coupon_chances(_MOST_COUPONS)
    counts = _counts((length - FACES for length in lengths), len(chances) + 1)
    return [chi_square("coupon collector", counts, [*chances, 1 - sum(chances)])]


def _poker(dice: Sequence[int]) -> Result | None:
    """How many different faces five dice show."""
    fives = zip(*[iter(dice)] * 5)
    chances = [count / FACES**5 for count in (6, 450, 3000, 3600, 720)]
    return chi_square(
        "poker: different faces of five dice", _counts((len(set(five)) - 1 for five in fives), 5), chances
    )


def _permutations(dice: Sequence[int]) -> Result | None:
    """In which order three dice show the lowest, middle and highest face; threes with equal faces are left out."""
    orders = Counter(
        (first < second, second < third, first < third)
        for first, second, third in zip(*[iter(dice)] * 3)
        if first != second != third != first
    )
    kinds = [(a, b, c) for a, b, c in product((False, True), repeat=3) if a != b or a == c]
    return chi_square("permutations of three dice", [orders[kind] for kind in kinds], [1 / len(kinds)] * len(kinds))


def serial_correlation(dice: Sequence[int]) -> float:
    """Returns the correlation of each die with the next one; 0 if all faces are equal."""
    mean = fmean(dice)
    spread = sum((face - mean) ** 2 for face in dice)
    return sum((one - mean) * (other - mean) for one, other in zip(dice, dice[1:])) / spread if spread else 0.0


def _serial_correlation(dice: Sequence[int]) -> Result | None:
    """The correlation of neighbors: of fair dice nearly normal, with a variance of one in the number of dice."""
    correlation = serial_correlation(dice)
    p = float(2 * scipy.stats.norm.sf(abs(correlation) * sqrt(len(dice))))
    return Result("serial correlation", p, f"{correlation:.4f}")
