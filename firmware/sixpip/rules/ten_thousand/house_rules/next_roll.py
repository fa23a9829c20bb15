"""The roll that a player may throw next, and what house rules change about it: how often it busts is counted from this.

The count itself is in rules/ten_thousand/house_rules/changed_odds.py.
"""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class NextRoll:
    """One roll in advance. House rules change the fields below `scored` by their hook `next_roll`."""

    def __init__(self, dice: int, marked: bool, keep: int, points: int, hold: int, scored: int) -> None:
        """A roll of some dice once the tray positions `keep` of the last roll are kept; see BustOdds.chance."""
        self.dice = dice
        self.marked = marked
        """Whether the die with the sun is among them."""
        self.keep = keep
        self.points = points
        """The turn points that it is thrown with."""
        self.hold = hold
        """The positions held after a bust (HR-03)."""
        self.scored = scored
        """The positions that are scored together."""
        self.held = 0
        """The multiset that every keep must contain."""
        self.rows: list[list[int]] | None = None
        """Other points for dice of a kind, in the shape of Scorer.of_a_kind."""
        self.gathered = 0
        """The multiset that makes a straight with a roll whose dice all differ from it and from each other."""
        self.again = 0
        """The faces, one bit each, with which a roll is thrown again."""
        self.ends_turn: Callable[[int], bool] | None = None
        """Whether a multiset ends the turn although it scores."""
        self.throws = 1
        """After how many rolls without a keep it is a bust."""
        self.is_uncounted = False
        """It may be lost although dice score: how often is not counted."""
        self.safe = False
        """It cannot bust."""

    def is_plain(self) -> bool:
        """Whether the scorer alone says which rolls have no keep."""
        return not (self.held or self.rows or self.gathered or self.again or self.ends_turn)

    def key(self) -> "tuple[object, ...]":
        """Equal for rolls of the same game that have no keep equally often."""
        return self.dice, self.marked, self.held, self.rows, self.gathered, self.again, self.ends_turn is None
