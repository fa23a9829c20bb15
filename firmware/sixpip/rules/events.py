"""What happened in a game: the kinds of event, and the one shape that all events have.

Applying an action returns a list of events in the order in which they happened. Actions are in actions.py.
"""

from collections import namedtuple

from sixpip.port import TYPE_CHECKING

ROLLED = "rolled"  # positions: the dice thrown; their faces are the game's
KEPT = "kept"  # positions kept, points of the keep
HOT = "hot"  # all dice of the set are kept
BUST = "bust"  # points lost with the turn
BANKED = "banked"  # points banked; number: the score after it
OPENED = "opened"  # the player's first bank: on the table from now on
TOOK = "took"  # points taken over; number: how many dice were taken up
BONUS = "bonus"  # points added to the turn, why
PENALTY = "penalty"  # points: change of the score, why
ASIDE = "aside"  # positions of all dice now set aside
MADE = "made"  # points of the phase, positions of the dice used; number: the phase
MISSED = "missed"  # number: the phase; points: how many dice were missing
AGAIN = "again"  # some dice are thrown once more, why
CALLED = "called"  # number: the call
THREW = "threw"  # points of the throw that decides who starts
OUT = "out"  # the player is out of the game, why
WON = "won"  # the player wins outright, why
CLOSING = "closing"  # the player reached the target: the last turns begin
TURN = "turn"  # the player's turn begins
GAME_OVER = "over"  # the game is over; player: the winner, -1 for nobody

if TYPE_CHECKING:
    from typing import NamedTuple

    class Event(NamedTuple):
        """One event. Fields that the kind does not name are 0 or empty."""

        kind: str
        player: int
        points: int
        positions: int
        number: int
        why: str

else:
    Event = namedtuple("Event", ("kind", "player", "points", "positions", "number", "why"))


def event(kind: str, player: int, points: int = 0, positions: int = 0, number: int = 0, why: str = "") -> Event:
    """The event of one of the kinds above; `player` is the seat it concerns."""
    return Event(kind, player, points, positions, number, why)
