"""The combinations of a game, built once from its options: dice of a kind (TT-08, TT-09) and patterns of a roll.

Multisets are ints as in scorer.py, which uses what is built here.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.dice_sets import PIPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.option import Options

    Finder = Callable[[int, tuple[int, ...]], Sequence[int]]
    Pattern = tuple[Finder, int, tuple[int, ...], int, bool]
    """How it is found in a roll, number of dice, shape, points, whether the points of its triple are added."""

NOTHING = const(-1)

PAIRS = {"strict": ((2, 2, 2),), "4+2": ((2, 2, 2), (4, 2), (6,))}  # TT-10: what counts as three pairs


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_SHAPES = {
    (2, 2, 2): "three pairs",
    (4, 2): "4 and 2 alike",
    (6,): "six alike",
    (3, 3): "two triplets",
    (3, 2): "full house",
}


def of_a_kind_rows(dice_set: "DiceSet", options: "Options", most: int) -> "list[list[int]]":
    """For each face the most points of n dice of it kept together, n = 0..`most`; NOTHING if a die would not score.

    TT-08 and TT-09: singles, three of a kind, and more of a kind by the option `multiples`.
    """
    rows = []
    for face in range(len(dice_set.faces)):
        single = dice_set.singles[face]
        triple = dice_set.triples[face]
        if dice_set.kind == PIPS.kind and dice_set.faces[face] == "1":
            triple = int(options["three_ones"])
        row = [0] + [NOTHING] * most
        for dice in range(1, most + 1):
            for together in range(1, dice + 1):
                rest = row[dice - together]
                points = _of_a_kind(together, single, triple, str(options["multiples"]))
                if together == 5 and dice_set.fives and dice_set.fives[face]:
                    points = dice_set.fives[face]  # CW-03
                if points and rest >= 0 and rest + points > row[dice]:
                    row[dice] = rest + points
        rows.append(row)
    return rows


def _of_a_kind(dice: int, single: int, triple: int, multiples: str) -> int:
    """Points of one combination of `dice` dice of a kind; 0 when there is no such combination."""
    if dice < 3:
        return single if dice == 1 else 0
    if dice == 3:
        return triple
    if multiples == "doubling":
        return triple << (dice - 3)
    if multiples == "adding":
        return triple * (dice - 2)
    if multiples == "fixed" and dice <= 6:
        return 1000 * (dice - 3)
    return 0


def patterns(options: "Options", faces: int) -> "list[Pattern]":
    """The patterns that score in a game: TT-10, FT-07, TG-09, HR-02 and the two triplets of section 8."""
    found: list[Pattern] = []
    if options["straight"]:
        found.append((one_each, faces, (0, faces), int(options["straight"]), False))
    if options["short_straights"] != "none":
        low, high = str(options["short_straights"]).split("/")
        found.append((one_each, 5, (0, 5), int(low), False))
        found.append((one_each, 5, (1, 6), int(high), False))
    if options["three_pairs"]:
        for shape in PAIRS[str(options["pairs_count"])]:
            found.append((groups, 6, shape, int(options["three_pairs"]), False))
    if options["two_triplets"]:
        found.append((groups, 6, (3, 3), int(options["two_triplets"]), False))
    if options["full_house"]:
        found.append((groups, 5, (3, 2), int(options["full_house"]), True))
    return found


def one_each(roll: int, span: "tuple[int, ...]") -> "tuple[int, ...]":
    """The multiset with one die of each face in range(span[0], span[1]), if the roll shows them all."""
    made = 0
    for face in range(span[0], span[1]):
        if not (roll >> (4 * face)) & 7:
            return ()
        made += 1 << (4 * face)
    return (made,)


def groups(roll: int, shape: "tuple[int, ...]", first: int = 0, made: int = 0, depth: int = 0) -> "list[int]":
    """Every multiset within `roll` that has shape[0] dice of one face, shape[1] of another, and so on.

    The other parameters are for the recursion: the first face to try, the dice found, the index in `shape`.
    """
    found: list[int] = []
    need = shape[depth]
    more = depth + 1
    for face in range(first, 7):
        dice = roll >> (4 * face)
        if not dice:
            break
        if dice & 7 >= need and not (made >> (4 * face)) & 7:
            group = made + (need << (4 * face))
            if more == len(shape):
                found.append(group)
            else:
                found += groups(roll, shape, face + 1 if shape[more] == need else 0, group, more)
    return found


def pattern_name(pattern: "Pattern") -> str:
    """The name of a pattern of combinations.patterns."""
    shape = pattern[2]
    if pattern[0] is not one_each:
        return _SHAPES[shape]
    return f"straight {shape[0] + 1}-{shape[1]}" if pattern[1] == 5 else "straight"
