"""A solved turn: what every state of it is worth, in points or as a chance to win."""

from collections.abc import Callable
from dataclasses import dataclass

from tools.research.solve.graph import Floats
from tools.research.solve.probe import End


def _no_value(end: End) -> float:
    raise AssertionError(f"{end} is not valued here")


@dataclass(frozen=True)
class Turn:
    """Rows are turn points in steps; the last row of `value` stands for all above it."""

    value: Floats
    """(row, target) as in kernel.turn_pass."""
    bank: Callable[[int, int], float]
    """What a bank in a row and situation is worth that the rules allow."""
    end: Callable[[End], float] = _no_value
    """What the turn is worth after a roll that ends it."""
    opened: bool = True
    """Whether the player is on the table."""

    @property
    def expected(self) -> float:
        """What the turn is worth at its start."""
        return float(self.value[0, 0])

    def value_at(self, row: int, target: int) -> float:
        """What one state is worth."""
        return float(self.value[min(row, len(self.value) - 1), target])
