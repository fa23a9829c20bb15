"""What the OLED says at each moment of a game: what has happened. What is asked of the player stands in asking.py."""

from sixpip.port import TYPE_CHECKING
from sixpip.screens import game_screen as screens
from sixpip.screens.ten_thousand import event_handlers
from sixpip.screens.ten_thousand.prompts import ask, head, start_order
from sixpip.view.text import points

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.screens.ten_thousand.play import PlayScreen
    from sixpip.view.text import Canvas


def _move(screen: "PlayScreen", canvas: "Canvas") -> None:
    """The dice move: only what is at risk, and the news."""
    head(screen, canvas, screen.player, screen.score)
    canvas.big(2 if screen.news else 1, points(screen.points))
    if screen.news:
        canvas.banner(screen.news)
        canvas.center(screen.low, "all dice score")


def _threw(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A throw for the start."""
    start_order(screen, canvas)
    canvas.choice("on", "")


def _bonus(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A house rule gives turn points."""
    gained, why = screen.result.points, screen.result.why
    head(screen, canvas, screen.player, screen.score)
    canvas.banner(why)
    canvas.big(2, f"+{points(gained)}")
    canvas.center(screen.low, f"{points(screen.points)} in this turn")
    canvas.choice("on", "")


def _bust(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Everything of this turn is lost."""
    player, lost = screen.result.player, screen.result.points
    head(screen, canvas, player, screen.scores[player])
    canvas.banner("BUST")
    canvas.big(2, points(-lost) if lost else "0")
    canvas.center(screen.low, screen.news or ("all of it is lost" if lost else "no points this turn"))
    canvas.choice("on", "")


def _banked(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Points are safe: they count up to the new score."""
    player, gained, score = screen.result.player, screen.result.points, screen.result.number
    head(screen, canvas, player, score - gained)
    canvas.banner(f"BANKED +{points(gained)}" if gained else "NOTHING BANKED")
    canvas.big(2, points(score - gained + screen.counted(gained)))
    canvas.center(screen.low, screen.news)
    canvas.choice("on", "")


def _penalty(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A house rule costs points."""
    player, change, why = screen.result.player, screen.result.points, screen.result.why
    score = screen.scores[player]
    head(screen, canvas, player, score - change)
    canvas.banner(why)
    canvas.big(2, points(change))
    canvas.center(screen.low, f"leaves {points(score)}" if change else "no points to lose")
    canvas.choice("on", "")


def _out(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A player may not go on."""
    player, why = screen.result.player, screen.result.why
    head(screen, canvas, player, screen.scores[player])
    canvas.banner(f"{screen.session.names[player]} IS OUT")
    canvas.center(3, why)
    canvas.center(screen.low, "no more turns")
    canvas.choice("on", "")


def _won(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Somebody has won, whatever the scores say."""
    player, why = screen.result.player, screen.result.why
    head(screen, canvas, player, screen.scores[player])
    canvas.banner(f"{screen.session.names[player]} WINS!")
    canvas.center(3, why)
    canvas.center(screen.low, "the game is over")
    canvas.choice("on", "")


PAGES: "dict[str, Callable[[PlayScreen, Canvas], None]]" = {
    screens.ASK: ask,
    screens.MOVE: _move,
    screens.THREW: _threw,
    event_handlers.BONUS: _bonus,
    screens.BUST: _bust,
    screens.BANKED: _banked,
    screens.PENALTY: _penalty,
    event_handlers.OUT: _out,
    event_handlers.WON: _won,
}
