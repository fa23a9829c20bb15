"""The points of dice by brute force: every way to split them into combinations, by the words of the rule sheet.

Written from the rules alone (TT-02, TT-05, TT-06, TT-08 to TT-10, TG-02 to TG-04, TG-09, FT-07, HR-02, HR-07, CW-01 to
CW-03 and section 8), slow and plain, to check the scorer. Dice are tuples of face names, in any order.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

Dice = tuple[str, ...]

SUN = "sun"
FACES: dict[str, Dice] = {
    "pips": ("1", "2", "3", "4", "5", "6"),
    "grand": ("A", "K", "Q", "J", "50", "100"),
    "cubes": ("2", "3", "4", "5", "6", "10"),
}
SINGLES = {
    "pips": {"1": 100, "5": 50},
    "grand": {"50": 50, "100": 100},
    "cubes": {"5": 5, "10": 10},
}
TRIPLES = {
    "pips": {"1": 1000, "2": 200, "3": 300, "4": 400, "5": 500, "6": 600},
    "grand": {"A": 600, "K": 500, "Q": 400, "J": 300, "50": 500, "100": 1000},
    "cubes": {"2": 20, "3": 30, "4": 40, "5": 50, "6": 60, "10": 100},
}
FIVE_ALIKE = {"2": 200, "3": 300, "4": 400, "5": 500}  # of cubes


def in_order(dice: Dice) -> Dice:
    """The same dice in the order that all keeps have here."""
    return tuple(sorted(dice))


class Rules:
    """The combinations of one set of options for one kind of dice, and the points of dice with them."""

    def __init__(self, options: dict[str, Any], kind: str = "pips") -> None:
        """`options`: a value for every key; `kind`: pips, grand or cubes."""
        self.options = options
        self.kind = kind
        self.triples = dict(TRIPLES[kind])
        if kind == "pips":
            self.triples["1"] = int(options["three_ones"])
        self.best = cache(self._best)

    def keeps(self, roll: Dice) -> dict[Dice, int]:
        found: dict[Dice, int] = {}
        for many in range(1, len(roll) + 1):
            for keep in {in_order(some) for some in combinations(roll, many)}:
                points = self.worth(keep, roll)
                if points is not None:
                    found[keep] = points
        return found

    def worth(self, keep: Dice, roll: Dice) -> int | None:
        """The points of a keep of a roll, None when it is not legal."""
        return max(self.readings(keep, roll).values(), default=None)

    def reading(self, keep: Dice, roll: Dice) -> Dice:
        """The dice that a legal keep of a roll counts as: those with the most points, the first of equal ones."""
        readings = self.readings(keep, roll)
        return max(readings, key=readings.__getitem__)

    def readings(self, keep: Dice, roll: Dice) -> dict[Dice, int]:
        """All dice that a keep may count as, with their points: its sun as each face that it may stand for."""
        pairs = {face for face, many in Counter(roll).items() if many > 1 and face != SUN}
        readings: list[Dice] = []
        if SUN not in roll or (SUN not in keep and not pairs):
            readings.append(keep)
        elif SUN in keep:  # it must complete a pair or more
            others = list(keep)
            others.remove(SUN)
            faces = [face for face in FACES[self.kind] if not pairs or (face in pairs and others.count(face) >= 2)]
            readings.extend((*others, face) for face in faces)
        worth = {in_order(dice): self.best(in_order(dice)) for dice in readings if dice}
        return {dice: points for dice, points in worth.items() if points is not None}

    def _best(self, dice: Dice) -> int | None:
        """The most points of all ways to split exactly these dice into combinations, None when there is no way."""
        if not dice:
            return 0
        first, others = dice[0], range(1, len(dice))
        worth = []
        for many in range(len(dice)):
            for chosen in combinations(others, many):
                points = self.combination((first, *(dice[place] for place in chosen)))
                rest = self.best(tuple(dice[place] for place in others if place not in chosen))
                if points is not None and rest is not None:
                    worth.append(points + rest)
        return max(worth, default=None)

    def combination(self, dice: Dice) -> int | None:
        """The points of dice taken as a single combination, None when they are none."""
        worth = [self._one(dice), self._alike(dice), self._run(dice), *self._patterns(dice)]
        return max((points for points in worth if points is not None), default=None)

    def _one(self, dice: Dice) -> int | None:
        return SINGLES[self.kind].get(dice[0]) if len(dice) == 1 else None

    def _alike(self, dice: Dice) -> int | None:
        many = len(dice)
        if many < 3 or set(dice) != {dice[0]}:
            return None
        if self.kind == "cubes" and many == 5 and dice[0] in FIVE_ALIKE:
            return FIVE_ALIKE[dice[0]]
        triple = self.triples[dice[0]]
        if many == 3:
            return triple
        by_option: dict[str, int | None] = {
            "triples": None,
            "doubling": triple * 2 ** (many - 3),
            "adding": triple + triple * (many - 3),
            "fixed": {4: 1000, 5: 2000, 6: 3000}.get(many),
        }
        return by_option[self.options["multiples"]]

    def _run(self, dice: Dice) -> int | None:
        faces = in_order(FACES[self.kind])
        if in_order(dice) == faces:
            return int(self.options["straight"]) or None
        if self.options["short_straights"] != "none":
            low, high = self.options["short_straights"].split("/")
            return {tuple("12345"): int(low), tuple("23456"): int(high)}.get(in_order(dice))
        return None

    def _patterns(self, dice: Dice) -> Iterator[int | None]:
        shape = sorted(Counter(dice).values())
        if shape == [2, 2, 2] or (self.options["pairs_count"] == "4+2" and shape in ([2, 4], [6])):
            yield int(self.options["three_pairs"]) or None
        if shape == [3, 3]:
            yield int(self.options["two_triplets"]) or None
        if shape == [2, 3] and self.options["full_house"]:
            three = next(face for face in dice if dice.count(face) == 3)
            yield self.triples[three] + int(self.options["full_house"])
