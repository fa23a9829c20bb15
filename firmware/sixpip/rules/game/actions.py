"""The kinds of action that a player can take. An action is (kind, detail). Events are in events.py."""

from sixpip.port import TYPE_CHECKING

ROLL = "roll"  # detail None
KEEP = "keep"  # detail: the tray positions kept, one bit each
BANK = "bank"  # detail None
TAKE = "take"  # detail None: take the dice and points offered
FRESH = "fresh"  # detail None: refuse the offer, start with all dice
CALL = "call"  # detail: the number of a call (house_rules/calls.py)
STOP = "stop"  # detail None: accept the bust, or end the turn (Phase 10)
BACK = "back"  # detail: the tray positions to take back from those set aside

if TYPE_CHECKING:
    from typing import Protocol

    Action = tuple[str, int | None]

    class Dice(Protocol):
        """A source of thrown faces."""

        def throw(self, dice: int) -> "bytes | bytearray | list[int]":
            """Throws `dice` dice; returns their faces as numbers from 0. A source that fails raises."""
            ...
