"""What the solver knows about a turn before a roll, and how a roll can end a turn."""

from typing import NamedTuple


class Situation(NamedTuple):
    """Everything before a roll that changes what the roll is worth, except the turn points."""

    left: int
    """Dice to throw."""
    marked: bool = False
    """Whether the die with the sun is among them."""
    kept: int = 0
    """The multiset of kept dice where a straight may be gathered (TG-10); -1 where that is no longer possible."""
    rolls: int = 0
    """Rolls of the turn so far, up to the number that matters."""
    rules: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The state of the house rules that change within a turn, by option key."""
    held: tuple[int, ...] = ()
    """Faces of the dice held for a second chance (HR-03); `left` are the others."""


class End(NamedTuple):
    """How a roll ends a turn without a bank: a bust, unless `wins` or `out` is set."""

    saved: bool = False
    """The turn points are banked in spite of the bust (HR-05)."""
    on_all: bool = False
    """All dice were thrown (HR-06)."""
    first: bool = False
    """It was the first roll of the turn (CT-06)."""
    called: bool = False
    """There was a bet on the roll (DT-07)."""
    cancels: bool = False
    """The whole score is lost (CT-08)."""
    wins: bool = False
    """The player wins the game (CT-09, CW-03)."""
    out: bool = False
    """The player is out of the game (HR-11, CW-03)."""

    @property
    def ends_game(self) -> bool:
        """Whether the player has won, or is out."""
        return self.wins or self.out


class Move(NamedTuple):
    """One way to go on after a roll: turn points gained, the next situation, and whether the turn can be banked."""

    points: int
    next: Situation
    can_bank: bool
    key: int = 0
    """The multiset kept; 0 where nothing is kept."""


Outcome = End | list[Move]
