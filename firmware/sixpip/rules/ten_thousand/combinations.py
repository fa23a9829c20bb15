"""The combinations a game counts, built once from its options: dice alike (TT-08, TT-09) and patterns of a roll.

Multisets are ints as in scorer.py, which walks what is built here.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.dice_sets import PIPS

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.dice_sets import DiceSet

    Pattern = tuple[Any, int, tuple[int, ...], int, bool]  # finder, dice, shape, points, with the triple's points

NOTHING = const(-1)

PAIRS = {"strict": ((2, 2, 2),), "4+2": ((2, 2, 2), (4, 2), (6,))}  # TT-10: what counts as three pairs


def alike_rows(dice_set: "DiceSet", options: "dict[str, Any]", most: int) -> "list[list[int]]":
    """For each face the best points of n dice of it kept together, n = 0..`most`; NOTHING where one would not score.

    TT-08 and TT-09: singles, three of a kind, and more of a kind by the option `multiples`.
    """
    rows = []
    for face in range(len(dice_set.faces)):
        single = dice_set.singles[face]
        triple = dice_set.triples[face]
        if dice_set.kind == PIPS.kind and dice_set.faces[face] == "1":
            triple = options["three_ones"]
        row = [0] + [NOTHING] * most
        for dice in range(1, most + 1):
            for together in range(1, dice + 1):
                rest = row[dice - together]
                worth = _of_a_kind(together, single, triple, options["multiples"])
                if together == 5 and dice_set.fives and dice_set.fives[face]:
                    worth = dice_set.fives[face]  # CW-03
                if worth and rest >= 0 and rest + worth > row[dice]:
                    row[dice] = rest + worth
        rows.append(row)
    return rows


def _of_a_kind(dice: int, single: int, triple: int, multiples: str) -> int:
    """Points of one combination of `dice` alike; 0 when there is no such combination."""
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


def patterns(options: "dict[str, Any]", faces: int) -> "list[Pattern]":
    """The patterns a game counts: TT-10, FT-07, TG-09, HR-02 and the two triplets of section 8."""
    found: list[Pattern] = []
    if options["straight"]:
        found.append((one_each, faces, (0, faces), options["straight"], False))
    if options["short_straights"] != "none":
        low, high = options["short_straights"].split("/")
        found.append((one_each, 5, (0, 5), int(low), False))
        found.append((one_each, 5, (1, 6), int(high), False))
    if options["three_pairs"]:
        for shape in PAIRS[options["pairs_count"]]:
            found.append((groups, 6, shape, options["three_pairs"], False))
    if options["two_triplets"]:
        found.append((groups, 6, (3, 3), options["two_triplets"], False))
    if options["full_house"]:
        found.append((groups, 5, (3, 2), options["full_house"], True))
    return found


def one_each(roll: int, span: "tuple[int, int]") -> "tuple[int, ...]":
    """The multiset with one die of each face from span[0] up to (not with) span[1], if the roll shows them all."""
    made = 0
    for face in range(span[0], span[1]):
        if not (roll >> (4 * face)) & 7:
            return ()
        made += 1 << (4 * face)
    return (made,)


def groups(roll: int, shape: "tuple[int, ...]", first: int = 0, made: int = 0, depth: int = 0) -> "list[int]":
    """Every multiset within `roll` that has shape[0] dice of one face, shape[1] of another, and so on.

    The other parameters are where the search stands.
    """
    if depth == len(shape):
        return [made]
    found: list[int] = []
    need = shape[depth]
    for face in range(first, 7):
        if (roll >> (4 * face)) & 7 >= need and not (made >> (4 * face)) & 7:
            more = depth + 1
            start = face + 1 if more < len(shape) and shape[more] == need else 0
            found += groups(roll, shape, start, made + (need << (4 * face)), more)
    return found
