"""The actions of a player, the stages of a turn and the most players of a game, which both engines share.

An action is a pair (kind, detail). A set of dice or players is a number with one bit for each. Events are in events.py.
"""

from sixpip.compat import TYPE_CHECKING, const

ROLL = "roll"  # it has no detail
KEEP = "keep"  # the detail has the tray positions kept, one bit each
BANK = "bank"  # it has no detail
TAKE = "take"  # takes the dice and points offered; it has no detail
FRESH = "fresh"  # refuses the offer and starts with all dice; it has no detail
CALL = "call"  # the detail is the number of a call (house_rules/calls.py)
STOP = "stop"  # accepts the bust, or ends the turn (Phase 10); it has no detail
BACK = "back"  # the detail has the tray positions to take back from those set aside

READY = "ready"  # the next action is a roll
ROLLED = "rolled"  # a roll is on the table, and some of it must be kept
KEPT = "kept"  # dice were kept, and the player rolls or banks
OVER = "over"

MOST_PLAYERS = const(6)

if TYPE_CHECKING:
    from typing import Protocol

    Action = tuple[str, int | None]

    class Dice(Protocol):
        """A source of thrown faces."""

        def throw(self, dice: int) -> "bytes | bytearray | list[int]":
            """Throws `dice` dice and returns their faces as numbers from 0. Raises an error when the source fails."""


def bits(positions: int) -> int:
    """Returns the number of positions in a set."""
    count = 0
    while positions:
        count += positions & 1
        positions >>= 1
    return count
