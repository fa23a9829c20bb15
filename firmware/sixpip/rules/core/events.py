"""The events of a game: their kinds, with what their fields mean, and the class of an event.

Applying an action returns a list of events in the order in which they happened. Actions are in rules/core/actions.py.
"""

from collections import namedtuple

from sixpip.compat import TYPE_CHECKING

ROLLED = "rolled"  # `positions` were thrown; their faces are in the game
KEPT = "kept"  # `positions` were kept for `points`
HOT = "hot"  # all dice are kept
BUST = "bust"  # `points` are lost with the turn; `number` points are banked in spite of it
BANKED = "banked"  # `points` are banked; the score is then `number`
OPENED = "opened"  # the player has made the first bank and is on the table from now on
TOOK = "took"  # an offer of `points` was taken; `number` dice are thrown next
BONUS = "bonus"  # `points` are added to the turn, for the reason `why`
PENALTY = "penalty"  # the score changes by `points`, for the reason `why`
ASIDE = "aside"  # `positions` are now set aside
MADE = "made"  # phase `number` is made with `positions`, for `points`
MISSED = "missed"  # phase `number` is missed; `points` is the number of dice that were missing
AGAIN = "again"  # some dice are thrown once more, for the reason `why`
CALLED = "called"  # call `number` was made; `why` is its word in logs
CALL_MISSED = "uncalled"  # the roll does not show what was called, as `why` says
THREW = "threw"  # the throw that decides who starts has scored `points`
OUT = "out"  # the player is out of the game, for the reason `why`
LIMIT = "limit"  # the turn or the game is over by its length (TT-15), as `why` says; `points` are lost
WON = "won"  # the player wins outright, for the reason `why`
CLOSING = "closing"  # the player has reached the target, and the last turns begin
TURN = "turn"  # the player's turn begins
GAME_OVER = "over"  # the game is over; `player` is the winner, -1 for none

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
