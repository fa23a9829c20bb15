"""What is shown of each event of Phase 10 dice.

Each handler sets the screen up for one event; it returns True when that needs time or a press before the next event.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import events
from sixpip.screens.game.event_screen import BANKED, BUST, MOVE, PENALTY, THREW
from sixpip.screens.phase_ten.decision import START
from sixpip.view import sound

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.rules.events import Event
    from sixpip.screens.phase_ten.turn_screen import TurnScreen

CLOSING = "closing"


def _rolled(screen: "TurnScreen", event: "Event") -> bool:
    screen.mode = MOVE
    screen.dice.roll(screen.decision.faces, event.positions, screen.decision.kind == START)
    return True


def _threw(screen: "TurnScreen", event: "Event") -> bool:
    screen.start_throws[event.player] = str(event.points)
    screen.decision.read()  # the page shows who throws next
    return screen.show_result(THREW, event, sound.POINTS)


def _made(screen: "TurnScreen", event: "Event") -> bool:
    screen.dice.show_made(event.positions)
    return screen.show_result(BANKED, event, sound.POINTS)


def _missed(screen: "TurnScreen", event: "Event") -> bool:
    screen.dice.drain()
    return screen.show_result(BUST, event, sound.BUST)


def _bonus_or_penalty(screen: "TurnScreen", event: "Event") -> bool:
    return screen.show_result(PENALTY, event, sound.HOT if event.points > 0 else sound.BUST)


def _closing(screen: "TurnScreen", event: "Event") -> bool:
    return screen.show_result(CLOSING, event, sound.HOT)


HANDLERS: "dict[str, Callable[[TurnScreen, Event], bool]]" = {
    events.ROLLED: _rolled,
    events.THREW: _threw,
    events.MADE: _made,
    events.MISSED: _missed,
    events.PENALTY: _bonus_or_penalty,
    events.CLOSING: _closing,
}
"""The handler of each kind of event; the other kinds show in what comes with or after them."""
