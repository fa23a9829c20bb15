"""What the OLED says at each moment of a game. The flow between the moments is play.py's."""

from sixpip.port import const
from sixpip.rules import actions
from sixpip.rules.position import READY, ROLLED
from sixpip.rules.refusal import Illegal
from sixpip.view.text import points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.console.play import PlayScreen
    from sixpip.view.text import Canvas

_UNDER_HEAD = const(7)  # pixels from the top: the line below who and score


def _head(screen: "PlayScreen", canvas: "Canvas", score: int) -> None:
    """Whose turn it is and the banked score."""
    canvas.both(0, screen.session.names[screen.player], points(score))
    canvas.rule(_UNDER_HEAD)


def _ask(screen: "PlayScreen", canvas: "Canvas") -> None:
    """What the player can do now, and what it costs."""
    game = screen.game
    _head(screen, canvas, screen.score)
    if actions.TAKE in game.legal():
        _offer(screen, canvas)
    elif game.stage == READY and not game.points:
        _your_turn(screen, canvas)
    else:
        _choose(screen, canvas)


def _your_turn(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A turn opens: how the player stands."""
    game = screen.game
    canvas.centre(2, "your turn" if game.to_beat() < 0 else "your last turn")
    canvas.centre(4, screen.hint or standing(screen))
    canvas.choice(str(game.dice_next()), "")


def standing(screen: "PlayScreen") -> str:
    """What the player has to reach, in a few words."""
    game = screen.game
    beat = game.to_beat()
    if beat >= 0:
        return f"beat {points(beat)}"
    if not game.opened[screen.player] and game.options["opening"]:
        return f"{points(game.options['opening'])} to get in"
    others = [game.scores[player] for player in range(game.players) if player != screen.player]
    if not others:
        return f"turn {game.turns[screen.player] + 1}"
    ahead = game.scores[screen.player] - max(others)
    if ahead > 0:
        return f"ahead by {points(ahead)}"
    return f"behind by {points(-ahead)}" if ahead else ""


def _offer(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Something to take up or refuse."""
    game = screen.game
    canvas.centre(2, game.floor.question(game) if game.floor else "")
    canvas.centre(3, "or start fresh")
    canvas.centre(5, screen.hint or standing(screen))
    canvas.choice("take", "fresh")


def _choose(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A roll lies on the table: turn points, the worth of the choice, what to press and what it costs."""
    game = screen.game
    worth = _worth(screen)
    canvas.big(1, points(game.points + max(worth, 0)))
    dice = game.dice_next(screen.chosen)
    can_roll = worth > 0 or game.stage != ROLLED
    if can_roll and not screen.hint:
        canvas.both(5, f"+{points(worth)}" if worth else "", screen.odds.in_words(dice))
    else:
        canvas.centre(5, screen.hint or "choose what to keep")
    reason = _bank_reason(screen)
    if not screen.hint:
        canvas.centre(4, reason if can_roll else standing(screen) if not game.points else "")
    canvas.choice(str(dice) if can_roll else "", "" if reason else points(_gain(screen, worth)))


def _worth(screen: "PlayScreen") -> int:
    """Points of the dice now chosen; -1 when the choice is not legal, 0 with none chosen."""
    if not screen.chosen:
        return 0
    try:
        return screen.game.worth(screen.chosen)
    except Illegal:
        return -1


def _gain(screen: "PlayScreen", worth: int) -> int:
    """What BANK would bank: with nothing chosen the best keep counts (TT-03)."""
    best = 0 if screen.chosen else screen.game.best_keep()
    return screen.game.points + (screen.game.worth(best) if best else worth)


def _bank_reason(screen: "PlayScreen") -> str:
    """Why BANK does nothing now; "" when it banks."""
    try:
        return screen.game.bank_refusal(screen.chosen) or ""
    except Illegal as error:
        return str(error.args[0])


def _move(screen: "PlayScreen", canvas: "Canvas") -> None:
    """The dice move: only what is at risk, and the news."""
    _head(screen, canvas, screen.score)
    canvas.big(2 if screen.news else 1, points(screen.points))
    if screen.news:
        _shout(canvas, screen.news)
        canvas.centre(5, "all dice score")


def _shout(canvas: "Canvas", words: str) -> None:
    """A few words as a bar that nobody overlooks."""
    canvas.centre(1, words)
    canvas.invert(1)


def _bust(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Everything of this turn is lost."""
    _head(screen, canvas, screen.score)
    _shout(canvas, "BUST")
    lost = screen.result[2]
    canvas.big(2, points(-lost) if lost else "0")
    canvas.centre(5, "all of it is lost" if lost else "nothing scores")
    canvas.choice("on", "")


def _banked(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Points are safe: they count up to the new score."""
    _, _, gained, score = screen.result
    counted = screen.counted(gained)
    _head(screen, canvas, score - gained)
    _shout(canvas, f"BANKED +{points(gained)}")
    canvas.big(2, points(score - gained + counted))
    canvas.centre(5, screen.news)
    canvas.choice("on", "")


def _penalty(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A house rule costs points."""
    _, _, change, why = screen.result
    _head(screen, canvas, screen.game.scores[screen.player])
    _shout(canvas, why)
    canvas.big(2, points(change))
    canvas.choice("on", "")


PAGES: "dict[str, Callable[[PlayScreen, Canvas], None]]" = {
    "ask": _ask,
    "move": _move,
    "bust": _bust,
    "banked": _banked,
    "penalty": _penalty,
}
