"""The points of ten phase dice by brute force: every choice of dice, split in every way of the rule sheet.

Written from the rules alone (PH-01, PH-04 to PH-07), slow and plain, to check best_use.py against. Numbers only:
dice are sorted tuples of 1 to 10, and 0 for a W. One color (PH-05) is computed from pairs of number and color.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import Any

Dice = tuple[int, ...]

WILD = 0
PHASES: dict[int, tuple[tuple[str, int], ...]] = {  # PH-06
    1: (("set", 3), ("set", 3)),
    2: (("set", 3), ("run", 4)),
    3: (("set", 4), ("run", 4)),
    4: (("run", 7),),
    5: (("run", 8),),
    6: (("run", 9),),
    7: (("set", 4), ("set", 4)),
    8: (("color", 7),),
    9: (("set", 5), ("set", 2)),
    10: (("set", 5), ("set", 3)),
}
BY_NUMBER = [phase for phase in PHASES if phase != 8]
NUMBERS = [
    (*high, *low)
    for high in combinations_with_replacement(range(5, 11), 6)
    for low in combinations_with_replacement(range(5), 4)
]
"""Every combination of numbers that six high and four low dice can show."""


def needed(phase: int) -> int:
    """The number of dice of a phase."""
    return sum(many for _, many in PHASES[phase])


@cache
def is_part(kind: str, dice: Dice) -> bool:
    """Whether these dice, all of them, are a set, or a run: a W is any number."""
    numbers = [number for number in dice if number != WILD]
    if kind == "set":
        return len(set(numbers)) <= 1
    return any(
        len(set(numbers)) == len(numbers) and set(numbers) <= set(range(low, low + len(dice)))
        for low in range(1, 12 - len(dice))
    )


@cache
def splits(count: int, many: int) -> list[tuple["itemgetter[Any]", "itemgetter[Any]"]]:
    """Every way to split so many dice: what takes the first part, `many` dice, and what takes the rest."""
    places = set(range(count))
    return [(itemgetter(*some), itemgetter(*sorted(places - set(some)))) for some in combinations(range(count), many)]


@cache
def makes(dice: Dice, phase: int) -> bool:
    """Whether exactly these dice make a phase: split between its parts in some way, each used once."""
    (kind, many), *other = PHASES[phase]
    if not other:
        return is_part(kind, dice)
    return any(
        is_part(kind, first(dice)) and is_part(other[0][0], rest(dice)) for first, rest in splits(len(dice), many)
    )


def best(roll: Dice, phase: int) -> int:
    """The most points of a phase with some of the dice, -1 when they do not make it."""
    choices = set(combinations(sorted(roll), needed(phase)))
    return max((sum(dice) for dice in choices if makes(dice, phase)), default=-1)


def short(roll: Dice, phase: int) -> int:
    """The number of further Ws with which the phase would be made."""
    roll = tuple(sorted(roll))
    for missing in range(needed(phase) + 1):
        ws = (WILD,) * missing
        if any(makes(ws + dice, phase) for dice in set(combinations(roll, needed(phase) - missing))):
            return missing
    raise AssertionError("Ws alone make every phase")


def best_color(faces: list[tuple[int, str]]) -> int:
    """The most points of seven dice of one color, -1 when there are none."""
    worth = []
    for color in "ROGB":
        numbers = [number for number, shown in faces if shown == color]
        worth += [sum(dice) for dice in combinations(numbers, needed(8))]
    return max(worth, default=-1)


def short_color(faces: list[tuple[int, str]]) -> int:
    """The number of dice missing in the most frequent color."""
    colors = [color for _, color in faces]
    return max(0, needed(8) - max(colors.count(color) for color in "ROGB"))
