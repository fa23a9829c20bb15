"""What the engines share: the actions of a player and the stages of a turn, sets of dice or players as bits.

An action is (kind, detail). Events are in game/events.py.
"""

from sixpip.compat import TYPE_CHECKING, const

ROLL = "roll"  # detail None
KEEP = "keep"  # detail: the tray positions kept, one bit each
BANK = "bank"  # detail None
TAKE = "take"  # detail None: take the dice and points offered
FRESH = "fresh"  # detail None: refuse the offer, start with all dice
CALL = "call"  # detail: the number of a call (house_rules/calls.py)
STOP = "stop"  # detail None: accept the bust, or end the turn (Phase 10)
BACK = "back"  # detail: the tray positions to take back from those set aside

READY = "ready"  # the next action is a roll
ROLLED = "rolled"  # a roll is on the table: some of it must be kept
KEPT = "kept"  # dice were kept: roll or bank
OVER = "over"

MOST_PLAYERS = const(6)

if TYPE_CHECKING:
    from typing import Protocol

    Action = tuple[str, int | None]

    class Dice(Protocol):
        """A source of thrown faces."""

        def throw(self, dice: int) -> "bytes | bytearray | list[int]":
            """Throws `dice` dice; returns their faces as numbers from 0. A source that fails raises."""


def bits(positions: int) -> int:
    """The number of positions in a set."""
    count = 0
    while positions:
        count += positions & 1
        positions >>= 1
    return count
