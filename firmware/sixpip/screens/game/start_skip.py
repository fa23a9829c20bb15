"""Skips the throws for the start: the console throws for each player in turn, as the players would, ties included."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.game import actions, events

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.game.session import Session
    from sixpip.rules.game.actions import Dice
    from sixpip.rules.game.events import Event


def throw_for_all(session: "Session", dice: "Dice", note: "Callable[[Event], bool]") -> "list[Event]":
    """Throws until the first turn begins; returns the events of the last throw and the turn.

    `note` is called with the event THREW of each throw before it. Raises DeadSource.
    """
    while True:
        happened = session.apply((actions.ROLL, None), dice)
        if happened[-1].kind == events.TURN:
            return happened
        for event in happened:
            if event.kind == events.THREW:
                note(event)
