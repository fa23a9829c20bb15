"""What the OLED says at each moment of a game: what has happened. What is asked of the player stands in asking.py."""

from sixpip.console import game_screen as screens
from sixpip.console import telling
from sixpip.console.asking import ask, head, start_order
from sixpip.view.text import points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.console.play import PlayScreen
    from sixpip.view.text import Canvas


def _move(screen: "PlayScreen", canvas: "Canvas") -> None:
    """The dice move: only what is at risk, and the news."""
    head(screen, canvas, screen.player, screen.score)
    canvas.big(2 if screen.news else 1, points(screen.points))
    if screen.news:
        canvas.shout(screen.news)
        canvas.centre(screen.low, "all dice score")


def _threw(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A throw for the start."""
    start_order(screen, canvas)
    canvas.choice("on", "")


def _bonus(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A house rule gives turn points."""
    _, gained, why = screen.result
    head(screen, canvas, screen.player, screen.score)
    canvas.shout(why)
    canvas.big(2, f"+{points(gained)}")
    canvas.centre(screen.low, f"{points(screen.points)} in this turn")
    canvas.choice("on", "")


def _bust(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Everything of this turn is lost."""
    _, player, lost = screen.result
    head(screen, canvas, player, screen.scores[player])
    canvas.shout("BUST")
    canvas.big(2, points(-lost) if lost else "0")
    canvas.centre(screen.low, screen.news or ("all of it is lost" if lost else "no points this turn"))
    canvas.choice("on", "")


def _banked(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Points are safe: they count up to the new score."""
    _, player, gained, score = screen.result
    head(screen, canvas, player, score - gained)
    canvas.shout(f"BANKED +{points(gained)}" if gained else "NOTHING BANKED")
    canvas.big(2, points(score - gained + screen.counted(gained)))
    canvas.centre(screen.low, screen.news)
    canvas.choice("on", "")


def _penalty(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A house rule costs points."""
    _, player, change, why = screen.result
    score = screen.scores[player]
    head(screen, canvas, player, score - change)
    canvas.shout(why)
    canvas.big(2, points(change))
    canvas.centre(screen.low, f"leaves {points(score)}" if change else "no points to lose")
    canvas.choice("on", "")


def _out(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A player may not go on."""
    _, player, why = screen.result
    head(screen, canvas, player, screen.scores[player])
    canvas.shout(f"{screen.session.names[player]} IS OUT")
    canvas.centre(3, why)
    canvas.centre(screen.low, "no more turns")
    canvas.choice("on", "")


def _won(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Somebody has won, whatever the scores say."""
    _, player, why = screen.result
    head(screen, canvas, player, screen.scores[player])
    canvas.shout(f"{screen.session.names[player]} WINS!")
    canvas.centre(3, why)
    canvas.centre(screen.low, "the game is over")
    canvas.choice("on", "")


PAGES: "dict[str, Callable[[PlayScreen, Canvas], None]]" = {
    screens.ASK: ask,
    screens.MOVE: _move,
    screens.THREW: _threw,
    telling.BONUS: _bonus,
    screens.BUST: _bust,
    screens.BANKED: _banked,
    screens.PENALTY: _penalty,
    telling.OUT: _out,
    telling.WON: _won,
}
