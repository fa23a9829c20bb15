"""Skips the throws for the start: the console throws for each player in turn, as the players would, ties included."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions, events

if TYPE_CHECKING:
    from sixpip.rules.actions import Dice
    from sixpip.rules.events import Event
    from sixpip.screens.game.game_screen import GameScreen


def throw_for_all(screen: "GameScreen", dice: "Dice") -> "list[Event]":
    """Throws until the first turn begins; returns the events of the last throw and the turn.

    The screen notes the throws before it. Raises DeadSource.
    """
    happened: list[Event] = []
    while True:
        for event in happened:
            if event.kind == events.THREW:
                screen.show(event)
        happened = screen.session.apply((actions.ROLL, None), dice)
        if happened[-1].kind == events.TURN:
            return happened
