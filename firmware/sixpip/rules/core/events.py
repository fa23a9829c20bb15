"""The events of a game: their kinds, and the fields that they all have.

Applying an action returns a list of events in the order in which they happened. Actions are in rules/core/actions.py.
"""

from collections import namedtuple

from sixpip.compat import TYPE_CHECKING

ROLLED = "rolled"  # positions: the dice thrown; their faces are the game's
KEPT = "kept"  # positions kept, points of the keep
HOT = "hot"  # all dice of the set are kept
BUST = "bust"  # points lost with the turn; number: points that are banked in spite of it
BANKED = "banked"  # points banked; number: the score after it
OPENED = "opened"  # the player's first bank: on the table from now on
TOOK = "took"  # an offer was taken: points taken over; number: the dice to throw
BONUS = "bonus"  # points added to the turn, why
PENALTY = "penalty"  # points: change of the score, why
ASIDE = "aside"  # positions of all dice now set aside
MADE = "made"  # points of the phase, positions of the dice used; number: the phase
MISSED = "missed"  # number: the phase; points: the number of dice that were missing
AGAIN = "again"  # some dice are thrown once more, why
CALLED = "called"  # number: the call; why: its word in logs
CALL_MISSED = "uncalled"  # the roll does not show what was called, why
THREW = "threw"  # points of the throw that decides who starts
OUT = "out"  # the player is out of the game, why
LIMIT = "limit"  # the turn or the game is over by its length (TT-15), why; points: those lost with the turn
WON = "won"  # the player wins outright, why
CLOSING = "closing"  # the player reached the target: the last turns begin
TURN = "turn"  # the player's turn begins
GAME_OVER = "over"  # the game is over; player: the winner, -1 for none

if TYPE_CHECKING:
    from typing import NamedTuple

    class Event(NamedTuple):
        """One event. Fields that its kind does not use are 0 or empty."""

        kind: str
        player: int
        points: int
        positions: int
        number: int
        why: str

else:
    Event = namedtuple("Event", ("kind", "player", "points", "positions", "number", "why"))


def event(kind: str, player: int, points: int = 0, positions: int = 0, number: int = 0, why: str = "") -> Event:
    """Returns the event of one of the kinds above; `player` is its seat."""
    return Event(kind, player, points, positions, number, why)
