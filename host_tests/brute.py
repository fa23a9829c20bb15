"""What dice are worth by brute force: every way to split them into combinations, as the rule sheet words them.

Written from the rules alone (TT-02, TT-05, TT-06, TT-08 to TT-10), slow and plain, to check the score sheet against.
Dice are sorted tuples of pips, 1 to 6.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

Dice = tuple[int, ...]


class Rules:
    """The combinations of one set of options, and what they make of some dice."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.best = cache(self._best)

    def keeps(self, roll: Dice) -> dict[Dice, int]:
        """Every legal keep of a roll with its points."""
        found: dict[Dice, int] = {}
        for many in range(1, len(roll) + 1):
            for keep in set(combinations(sorted(roll), many)):
                points = self.best(keep)
                if points is not None:
                    found[keep] = points
        return found

    def _best(self, dice: Dice) -> int | None:
        """The most points of all ways to split exactly these dice into combinations, None when there is no way."""
        if not dice:
            return 0
        first, others = dice[0], range(1, len(dice))
        found = None
        for many in range(len(dice)):
            for chosen in combinations(others, many):
                points = self.combination((first, *(dice[place] for place in chosen)))
                rest = self.best(tuple(dice[place] for place in others if place not in chosen))
                if points is not None and rest is not None:
                    found = points + rest if found is None else max(found, points + rest)
        return found

    def combination(self, dice: Dice) -> int | None:
        """The points of dice taken as a single combination, None when they are none."""
        worth = [self._one(dice), self._alike(dice), self._straight(dice), self._pairs(dice)]
        return max((points for points in worth if points is not None), default=None)

    def _one(self, dice: Dice) -> int | None:
        singles: dict[Dice, int] = {(1,): 100, (5,): 50}
        return singles.get(dice)

    def _alike(self, dice: Dice) -> int | None:
        many = len(dice)
        if many < 3 or set(dice) != {dice[0]}:
            return None
        triple = int(self.options["three_ones"]) if dice[0] == 1 else 100 * dice[0]
        if many == 3:
            return triple
        by_option: dict[str, int | None] = {
            "triples": None,
            "doubling": triple * 2 ** (many - 3),
            "adding": triple + triple * (many - 3),
            "fixed": {4: 1000, 5: 2000, 6: 3000}.get(many),
        }
        return by_option[self.options["multiples"]]

    def _straight(self, dice: Dice) -> int | None:
        points = int(self.options["straight"])
        return points if points and sorted(dice) == [1, 2, 3, 4, 5, 6] else None

    def _pairs(self, dice: Dice) -> int | None:
        shapes = [[2, 2, 2]] if self.options["pairs_count"] == "strict" else [[2, 2, 2], [2, 4], [6]]
        points = int(self.options["three_pairs"])
        return points if points and sorted(Counter(dice).values()) in shapes else None
