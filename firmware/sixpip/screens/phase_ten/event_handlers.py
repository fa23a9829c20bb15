"""What is shown of each event of Phase 10 dice: sets up the play screen, True when that needs time or a press."""

from sixpip.app import game_screens
from sixpip.port import TYPE_CHECKING
from sixpip.rules import events
from sixpip.screens.game_screen import BANKED, BUST, MOVE, PENALTY, THREW
from sixpip.view import sound

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.rules.events import Event
    from sixpip.screens.phase_ten.play import PhaseScreen

CLOSING = "closing"


def _result(screen: "PhaseScreen", mode: str, event: "Event", tune: bytes) -> bool:
    screen.mode = mode
    screen.result = event
    screen.app.sound.play(tune)
    return True


def _rolled(screen: "PhaseScreen", event: "Event") -> bool:
    screen.mode = MOVE
    screen.dice.used = 0
    screen.dice.roll(screen.game.faces, event.positions)
    return True


def _threw(screen: "PhaseScreen", event: "Event") -> bool:
    screen.threw[event.player] = str(event.points)
    return _result(screen, THREW, event, sound.POINTS)


def _made(screen: "PhaseScreen", event: "Event") -> bool:
    player, points, used = event.player, event.points, event.positions
    screen.scores[player] += points
    screen.dice.used = used
    screen.dice.made(used)
    return _result(screen, BANKED, event, sound.POINTS)


def _missed(screen: "PhaseScreen", event: "Event") -> bool:
    screen.tray.drain()
    return _result(screen, BUST, event, sound.BUST)


def _extra(screen: "PhaseScreen", event: "Event") -> bool:
    player, change = event.player, event.points
    screen.scores[player] += change
    return _result(screen, PENALTY, event, sound.HOT if change > 0 else sound.BUST)


def _closing(screen: "PhaseScreen", event: "Event") -> bool:
    return _result(screen, CLOSING, event, sound.HOT)


def _over(screen: "PhaseScreen", event: "Event") -> bool:
    screen.app.go(game_screens.ranking(screen.app))
    return True


EVENTS: "dict[str, Callable[[PhaseScreen, Event], bool]]" = {
    events.ROLLED: _rolled,
    events.THREW: _threw,
    events.MADE: _made,
    events.MISSED: _missed,
    events.PENALTY: _extra,
    events.CLOSING: _closing,
    events.GAME_OVER: _over,
}
"""The others (dice set aside, a turn) show in what comes with or after them."""
