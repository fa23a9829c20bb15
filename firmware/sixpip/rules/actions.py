"""The kinds of action: what a player can do. An action is (kind, detail). Events are in events.py."""

from sixpip.port import TYPE_CHECKING

ROLL = "roll"  # detail None
KEEP = "keep"  # detail: the tray positions kept, one bit each
BANK = "bank"  # detail None
TAKE = "take"  # detail None: take up what is offered
FRESH = "fresh"  # detail None: refuse it, start with all dice
CALL = "call"  # detail: the number of a call (house/calls.py)
STOP = "stop"  # detail None: let it be; ends a turn
BACK = "back"  # detail: the tray positions taken back from those set aside

if TYPE_CHECKING:
    from typing import Protocol

    Action = tuple[str, int | None]

    class Dice(Protocol):
        """Where thrown faces come from."""

        def throw(self, dice: int) -> "bytes | bytearray | list[int]":
            """Returns the faces of `dice` dice, as numbers from 0."""
            ...
