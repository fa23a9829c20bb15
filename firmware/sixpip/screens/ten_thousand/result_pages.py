"""What the OLED shows of an event of the ten-thousand family, by the mode of the screen. Prompts: prompts.py."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import events
from sixpip.screens.game import event_screen as modes
from sixpip.screens.ten_thousand import event_handlers
from sixpip.screens.ten_thousand.prompts import draw_head, draw_start_order
from sixpip.view.text import points

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.screens.ten_thousand.turn_screen import TurnScreen
    from sixpip.view.text import Canvas


def _move(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The dice move: only the points at risk, and the news."""
    board = screen.scoreboard
    draw_head(screen, canvas, board.player, board.score)
    canvas.big(2 if screen.news else 1, points(board.points))
    if screen.news:
        canvas.banner(screen.news)
        canvas.center(screen.low, "all dice score")


def _threw(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A throw for the start."""
    draw_start_order(screen, canvas)
    canvas.choice("next", "")


def _bonus(screen: "TurnScreen", canvas: "Canvas") -> None:
    """Turn points from a house rule."""
    event = screen.shown_event()
    board = screen.scoreboard
    draw_head(screen, canvas, board.player, board.score)
    canvas.banner(event.why)
    canvas.big(2, f"+{points(event.points)}")
    canvas.center(screen.low, f"{points(board.points)} in this turn")
    canvas.choice("next", "")


def _bust(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The turn points are lost."""
    event = screen.shown_event()
    score = screen.scoreboard.scores[event.player]
    draw_head(screen, canvas, event.player, score)
    canvas.banner("BUST")
    if event.points:
        canvas.center_large(3, f"{points(event.points)} lost")
    elif not screen.news:
        canvas.center(3, "no points this turn")
    if screen.news:
        canvas.center_large(3, screen.news)
    after = "" if screen.follows(events.PENALTY) else f"score stays {points(score)}"
    canvas.center(screen.low, screen.decision.streak(event.player) or after)
    canvas.choice("next", "")


def _banked(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The points count up to the new score."""
    event = screen.shown_event()
    gained = event.points
    before = event.number - gained
    draw_head(screen, canvas, event.player, before)
    canvas.banner(f"BANKED +{points(gained)}" if gained else "NOTHING BANKED")
    canvas.big(2, points(before + screen.counted(gained)))
    canvas.center(screen.low, screen.news)
    canvas.choice("next", "")


def _penalty(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A house rule changes the score."""
    event = screen.shown_event()
    change = event.points
    score = screen.scoreboard.scores[event.player]
    draw_head(screen, canvas, event.player, score - change)
    canvas.banner(event.why)
    canvas.big(2, points(change))
    canvas.center(screen.low, f"score now {points(score)}" if change else "no points to lose")
    canvas.choice("next", "")


def _out(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A player is out of the game."""
    _draw_verdict(screen, canvas, "IS OUT", "no more turns")


def _closing(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The last turns begin, or begin again with a new leader (CW-06)."""
    event = screen.shown_event()
    score = screen.scoreboard.scores[event.player]
    draw_head(screen, canvas, event.player, score)
    canvas.banner("LAST ROUND")
    same_round = screen.options["end"] == "same-round"
    canvas.center(3, "last turns this round" if same_round else "one more turn each")
    canvas.center_large(4, f"beat {points(score)}")
    canvas.choice("next", "")


def _won(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A player wins, whatever the scores are."""
    _draw_verdict(screen, canvas, "WINS!", "the game is over")


def _draw_verdict(screen: "TurnScreen", canvas: "Canvas", verdict: str, below: str) -> None:
    """The name of a player with a verdict, the reason, and what follows from it."""
    event = screen.shown_event()
    draw_head(screen, canvas, event.player, screen.scoreboard.scores[event.player])
    canvas.banner(f"{screen.session.names[event.player]} {verdict}")
    canvas.center(3, event.why)
    canvas.center(screen.low, below)
    canvas.choice("next", "")


PAGES: "dict[str, Callable[[TurnScreen, Canvas], None]]" = {
    modes.MOVE: _move,
    modes.THREW: _threw,
    event_handlers.BONUS: _bonus,
    modes.BUST: _bust,
    modes.BANKED: _banked,
    modes.PENALTY: _penalty,
    event_handlers.CLOSING: _closing,
    event_handlers.OUT: _out,
    event_handlers.WON: _won,
}
