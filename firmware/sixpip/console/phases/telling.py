"""What is shown of each event of Phase 10 dice: sets up the play screen, True when that needs time or a press."""

from sixpip.console import games
from sixpip.console.game_screen import BANKED, BUST, MOVE, PENALTY, THREW
from sixpip.rules import actions
from sixpip.view import sound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.console.phases.play import PhaseScreen
    from sixpip.rules.game import Event

CLOSING = "closing"


def _result(screen: "PhaseScreen", mode: str, event: "Event", tune: bytes) -> bool:
    screen.mode = mode
    screen.result = event
    screen.app.sound.play(tune)
    return True


def _rolled(screen: "PhaseScreen", event: "Event") -> bool:
    screen.mode = MOVE
    screen.dice.used = 0
    screen.dice.roll(event[1], event[2])
    return True


def _threw(screen: "PhaseScreen", event: "Event") -> bool:
    screen.threw[event[1]] = str(event[2])
    return _result(screen, THREW, event, sound.POINTS)


def _made(screen: "PhaseScreen", event: "Event") -> bool:
    _, player, _, points, used = event
    screen.scores[player] += points
    screen.dice.used = used
    screen.dice.made(used)
    return _result(screen, BANKED, event, sound.POINTS)


def _missed(screen: "PhaseScreen", event: "Event") -> bool:
    screen.tray.drain()
    return _result(screen, BUST, event, sound.BUST)


def _extra(screen: "PhaseScreen", event: "Event") -> bool:
    _, player, change, _ = event
    screen.scores[player] += change
    return _result(screen, PENALTY, event, sound.HOT if change > 0 else sound.BUST)


def _closing(screen: "PhaseScreen", event: "Event") -> bool:
    return _result(screen, CLOSING, event, sound.HOT)


def _over(screen: "PhaseScreen", event: "Event") -> bool:
    screen.app.go(games.ranking(screen.app))
    return True


EVENTS: "dict[str, Callable[[PhaseScreen, Event], bool]]" = {
    actions.ROLLED: _rolled,
    actions.THREW: _threw,
    actions.MADE: _made,
    actions.MISSED: _missed,
    actions.PENALTY: _extra,
    actions.CLOSING: _closing,
    actions.OVER: _over,
}
"""The others (dice set aside, a turn) show in what comes with or after them."""
