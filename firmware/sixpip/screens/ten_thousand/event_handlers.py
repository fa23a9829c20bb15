"""What is shown of each event of a game, in the order in which they happened.

Each function takes one event and sets up the play screen for it; True when that needs time or a press before the next
one. What the OLED then says stands in pages.py.
"""

from sixpip.app import game_screens
from sixpip.port import TYPE_CHECKING
from sixpip.rules import events
from sixpip.screens.game_screen import BANKED, BUST, MOVE, PENALTY, THREW
from sixpip.view import sound
from sixpip.view.text import points

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.rules.events import Event
    from sixpip.screens.ten_thousand.play import PlayScreen

OUT = "out"
WON = "won"
BONUS = "bonus"
PASSING = (BANKED, BONUS, THREW)


def _follows(screen: "PlayScreen", kind: str) -> int:
    """The place of the next event of a kind among those still to be shown, -1 when there is none."""
    for place in range(len(screen.events)):
        if screen.events[place].kind == kind:
            return place
    return -1


def _result(screen: "PlayScreen", mode: str, event: "Event", tune: bytes) -> bool:
    screen.mode = mode
    screen.result = event
    screen.app.sound.play(tune)
    return True


def _rolled(screen: "PlayScreen", event: "Event") -> bool:
    screen.mode = MOVE
    screen.news = screen.again = ""
    screen.tray.tumble(screen.game.faces, event.positions)
    return True


def _threw(screen: "PlayScreen", event: "Event") -> bool:
    player, thrown = event.player, event.points
    faces = screen.game.dice_set.faces
    screen.threw[player] = faces[thrown] if screen.game.options["start"] == "one-die" else points(thrown)
    return _result(screen, THREW, event, sound.POINTS)


def _took(screen: "PlayScreen", event: "Event") -> bool:
    screen.points = event.points
    return False


def _kept(screen: "PlayScreen", event: "Event") -> bool:
    screen.points += event.points
    screen.tray.keep(event.positions)
    return False


def _hot(screen: "PlayScreen", event: "Event") -> bool:
    screen.mode = MOVE
    screen.news = "HOT DICE!"
    screen.app.sound.play(sound.HOT)
    screen.tray.hot()
    return True


def _bonus(screen: "PlayScreen", event: "Event") -> bool:
    screen.points += event.points
    return _result(screen, BONUS, event, sound.POINTS)


def _again(screen: "PlayScreen", event: "Event") -> bool:
    screen.again = event.why
    return False


def _bust(screen: "PlayScreen", event: "Event") -> bool:
    screen.tray.drain()
    if event.number:
        screen.news = f"{points(event.number)} are safe"
    return _result(screen, BUST, event, sound.BUST)


def _banked(screen: "PlayScreen", event: "Event") -> bool:
    screen.scores[event.player] = event.number
    screen.news = _news(screen, event)
    screen.tray.rest()
    return _result(screen, BANKED, event, sound.POINTS)


def _news(screen: "PlayScreen", event: "Event") -> str:
    """What a bank means besides its points."""
    options = screen.game.options
    gained, score = event.points, event.number
    if options["end"] == "exact" and (not gained or score == options["target"]):
        return f"exactly {points(score)}!" if gained else f"past {points(int(options['target']))}"
    if _follows(screen, events.CLOSING) >= 0:
        if screen.closing:
            return "a new lead to beat!"
        return "the target is passed!" if options["reach"] == "above" else "the target is hit!"
    return "you are in!" if options["opening"] and _follows(screen, events.OPENED) == 0 else ""


def _penalty(screen: "PlayScreen", event: "Event") -> bool:
    screen.scores[event.player] += event.points
    return _result(screen, PENALTY, event, sound.BUST)


def _out(screen: "PlayScreen", event: "Event") -> bool:
    screen.points = 0
    screen.tray.drain()
    return _result(screen, OUT, event, sound.BUST)


def _won(screen: "PlayScreen", event: "Event") -> bool:
    if event.player == screen.player:
        screen.tray.hot()
    else:
        screen.tray.spell(screen.session.names[event.player], event.player)
    return _result(screen, WON, event, sound.HOT)


def _over(screen: "PlayScreen", event: "Event") -> bool:
    screen.app.go(game_screens.ranking(screen.app))
    return True


EVENTS: "dict[str, Callable[[PlayScreen, Event], bool]]" = {
    events.ROLLED: _rolled,
    events.THREW: _threw,
    events.TOOK: _took,
    events.KEPT: _kept,
    events.HOT: _hot,
    events.BONUS: _bonus,
    events.AGAIN: _again,
    events.BUST: _bust,
    events.BANKED: _banked,
    events.PENALTY: _penalty,
    events.OUT: _out,
    events.WON: _won,
    events.GAME_OVER: _over,
}
"""The others (a call, an opening, the last turns, a turn) show in the page of what comes with or after them."""
