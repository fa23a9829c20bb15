"""What is shown of each event of the ten-thousand family.

Each handler sets the screen up for one event; it returns True when that needs time or a press before the next one. The
words on the OLED are in result_pages.py.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import events
from sixpip.screens.game.event_screen import BANKED, BUST, MOVE, PENALTY, THREW
from sixpip.view import sound
from sixpip.view.text import points

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.rules.events import Event
    from sixpip.screens.ten_thousand.turn_screen import TurnScreen

CLOSING = "closing"
OUT = "out"
WON = "won"
BONUS = "bonus"
PASSING = (BANKED, BONUS, THREW)
"""The modes that go on by themselves."""


def _rolled(screen: "TurnScreen", event: "Event") -> bool:
    screen.mode = MOVE
    screen.news = screen.again = ""
    screen.dice.tumble(screen.decision.faces, event.positions)
    return True


def _threw(screen: "TurnScreen", event: "Event") -> bool:
    one_die = screen.options["start"] == "one-die"
    thrown = screen.dice_set.faces[event.points] if one_die else points(event.points)
    screen.start_throws[event.player] = thrown
    screen.decision.read()  # the page shows who throws next
    return screen.show_result(THREW, event, sound.POINTS)


def _kept(screen: "TurnScreen", event: "Event") -> bool:
    screen.dice.show_kept(event.positions)
    return False


def _hot(screen: "TurnScreen", event: "Event") -> bool:
    screen.news = "HOT DICE!"
    screen.dice.hot()
    return screen.show_result(MOVE, event, sound.HOT)


def _bonus(screen: "TurnScreen", event: "Event") -> bool:
    return screen.show_result(BONUS, event, sound.POINTS)


def _again(screen: "TurnScreen", event: "Event") -> bool:
    screen.again = event.why
    return False


def _bust(screen: "TurnScreen", event: "Event") -> bool:
    if event.number:  # banked in spite of the bust (HR-05)
        screen.news = f"{points(event.number)} safe"
    screen.dice.drain()
    return screen.show_result(BUST, event, sound.BUST)


def _banked(screen: "TurnScreen", event: "Event") -> bool:
    screen.news = _news(screen, event)
    screen.dice.dim_rest()
    return screen.show_result(BANKED, event, sound.POINTS)


def _news(screen: "TurnScreen", event: "Event") -> str:
    """What a bank means besides its points."""
    options = screen.options
    gained, score = event.points, event.number
    if options["end"] == "exact" and (not gained or score == options["target"]):
        return f"exactly {points(score)}!" if gained else f"past {points(int(options['target']))}"
    if screen.follows(events.CLOSING):
        if screen.closing:
            return "a new lead to beat!"
        return "the target is passed!" if options["reach"] == "above" else "the target is hit!"
    if screen.takes_lead():
        return "takes the lead!"
    if not options["opening"] or not screen.follows(events.OPENED):
        return ""
    return f"{screen.session.names[event.player]} is in!" if screen.session.seats[event.player] else "you are in!"


def _penalty(screen: "TurnScreen", event: "Event") -> bool:
    return screen.show_result(PENALTY, event, sound.BUST)


def _closing(screen: "TurnScreen", event: "Event") -> bool:
    if screen.follows(events.GAME_OVER):
        return False
    screen.dice.spell(screen.session.names[event.player], event.player)
    return screen.show_result(CLOSING, event, sound.HOT)


def _call_missed(screen: "TurnScreen", event: "Event") -> bool:
    screen.hint = event.why
    return False


def _out(screen: "TurnScreen", event: "Event") -> bool:
    screen.dice.drain()
    return screen.show_result(OUT, event, sound.BUST)


def _won(screen: "TurnScreen", event: "Event") -> bool:
    if event.player == screen.scoreboard.player:
        screen.dice.hot()
    else:
        screen.dice.spell(screen.session.names[event.player], event.player)
    return screen.show_result(WON, event, sound.HOT)


HANDLERS: "dict[str, Callable[[TurnScreen, Event], bool]]" = {
    events.ROLLED: _rolled,
    events.THREW: _threw,
    events.KEPT: _kept,
    events.HOT: _hot,
    events.BONUS: _bonus,
    events.AGAIN: _again,
    events.BUST: _bust,
    events.BANKED: _banked,
    events.PENALTY: _penalty,
    events.CLOSING: _closing,
    events.CALL_MISSED: _call_missed,
    events.OUT: _out,
    events.WON: _won,
}
"""The handler of each kind of event; the other kinds show in the page of what comes with or after them."""
