"""A source of dice that throws the same faces again for the same seed, for games on this computer."""

import random


class SeededDice:
    """Dice from a seeded generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.last: list[int] = []
        """The faces of the last throw."""

    def throw(self, dice: int) -> list[int]:
        """Returns the faces of a throw, numbered from 0."""
        self.last = [self._random.randrange(6) for _ in range(dice)]
        return list(self.last)
