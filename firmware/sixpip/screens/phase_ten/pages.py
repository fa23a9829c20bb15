"""What the OLED says at each moment of Phase 10 dice: what is asked, and what has happened."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten.phases import FINISHED, in_words
from sixpip.rules.stages import READY, bits
from sixpip.screens.game_screen import ASK, BANKED, BUST, MOVE, PENALTY, THREW
from sixpip.screens.notice import wrap
from sixpip.screens.phase_ten.event_handlers import CLOSING
from sixpip.view.text import ARROW, COLUMNS, points

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.screens.phase_ten.play import PhaseScreen
    from sixpip.view.text import Canvas

_BESIDE = const(42)  # the column right of the big number
_BESIDE_TOTAL = const(50)
_BESIDE_LETTERS = const(14)
_UNDER_HEAD = const(7)


def _head(screen: "PhaseScreen", canvas: "Canvas", player: int, phase: int, score: int) -> None:
    """Who, in which phase, with how many points."""
    name = screen.session.names[player]
    stands = f"phase {phase}  {points(score)}"
    canvas.both(0, name, stands if len(name) + len(stands) < COLUMNS else stands.replace("  ", " "))
    canvas.rule(_UNDER_HEAD)


def _goal(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """The head, and below it what the phase of the player asks for."""
    phase = screen.game.phases[screen.player]
    _head(screen, canvas, screen.player, phase, screen.score)
    canvas.center(1, in_words(phase))


def _beside(canvas: "Canvas", big: str, words: str, more: str) -> None:
    """A big number, two lines right of it."""
    canvas.big(2, big, 4)
    canvas.at(_BESIDE, 2, words)
    canvas.at(_BESIDE, 3, more)


# The player decides


def _ask(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """What the player can do now, and what it costs."""
    game = screen.game
    if game.start:
        _start(screen, canvas)
        canvas.choice("1", "")
    elif game.stage == READY:
        _ready(screen, canvas)
    else:
        _choose(screen, canvas)


def _ready(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """The dice are in hand."""
    game = screen.game
    _goal(screen, canvas)
    closing = game.finisher >= 0
    canvas.center(3, "on to the first miss" if closing else "your turn")
    canvas.center(5, screen.hint or _standing(screen))
    canvas.choice(str(game.dice_next()), "")


def _standing(screen: "PhaseScreen") -> str:
    """How the player stands: against the others, or alone."""
    game = screen.game
    player = screen.player
    others = [game.scores[other] for other in range(game.players) if other != player]
    if not others:
        missed = game.missed(player)
        return f"turn {game.turns[player] + 1}" + (f", {missed} missed" if missed else "")
    ahead = game.scores[player] - max(others)
    if not ahead:
        return ""
    return f"ahead by {points(ahead)}" if ahead > 0 else f"behind by {points(-ahead)}"


def _choose(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """What the dice make now, how many rolls are left, which dice the next one throws."""
    game = screen.game
    _goal(screen, canvas)
    best = screen.best
    made = best.points >= 0
    left = game.rolls_left()
    rolls = f"{left} roll{'s' if left > 1 else ''} left" if left else "no roll left"
    short = f"{best.short} {'die' if best.short == 1 else 'dice'} short"
    words = wrap(screen.hint, _BESIDE_LETTERS) + [""] if screen.hint else ["made!" if made else short, rolls]
    _beside(canvas, str(max(0, best.points)), words[0], words[1])
    dice = game.dice - bits(screen.chosen)
    canvas.choice(str(dice) if left and dice else "", points(best.points) if made else "miss")


# Before the first turn


def _start(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """Who has thrown what, whose throw it is, who must throw again; in the end the order of play."""
    game = screen.game
    order = game.start
    canvas.both(0, "WHO STARTS?" if order else "THE ORDER", "highest" if order else "of play")
    canvas.invert(0)
    seats = range(game.players) if order else game.order
    row = 0
    for seat in seats:
        row += 1
        thrown = screen.threw[seat]
        if order:
            if not thrown and order.thrown[seat] >= 0:
                thrown = str(order.thrown[seat])
            if order.tied(seat) and thrown and order.thrown[seat] < 0:
                thrown += " tied"
        mark = ARROW if seat == (game.player if order else game.order[0]) else " "
        canvas.both(row, mark + screen.session.names[seat], thrown)


def _threw(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """A throw for the start."""
    _start(screen, canvas)
    canvas.choice("on", "")


# What has happened


def _move(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """The dice roll."""
    game = screen.game
    if game.start or not game.rolls:
        _start(screen, canvas)
        return
    _goal(screen, canvas)
    canvas.center(3, f"roll {game.rolls} of 3")


def _made(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """The phase is made: its points count up to the new total."""
    player, phase, gained = screen.result.player, screen.result.number, screen.result.points
    before = screen.scores[player] - gained
    _head(screen, canvas, player, phase, before)
    canvas.banner(f"PHASE {phase} MADE")
    total = before + screen.counted(gained)
    canvas.big(2, points(total), 4)
    canvas.at(_BESIDE_TOTAL, 2, f"+{gained}")
    canvas.at(_BESIDE_TOTAL, 3, "" if phase + 1 < FINISHED else "all ten made!")
    canvas.choice("on", "")


def _missed(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """The phase is missed: nothing is scored, and the same one is next."""
    player, phase, short = screen.result.player, screen.result.number, screen.result.points
    _head(screen, canvas, player, phase, screen.scores[player])
    canvas.banner("MISSED")
    canvas.center(3, f"{short} {'die' if short == 1 else 'dice'} short")
    closing = screen.game.finisher >= 0
    canvas.center(5, "no more turns" if closing else "next time again:")
    if not closing:
        canvas.center(6, in_words(phase))
    canvas.choice("on", "")


def _extra(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """A bonus, or what the misses cost at the end."""
    player, change, why = screen.result.player, screen.result.points, screen.result.why
    canvas.both(0, screen.session.names[player], points(screen.scores[player]))
    canvas.rule(_UNDER_HEAD)
    canvas.banner("BONUS" if change > 0 else "MISSES")
    canvas.big(2, ("+" if change > 0 else "") + points(change))
    canvas.center(5, why)
    canvas.choice("on", "")


def _closing(screen: "PhaseScreen", canvas: "Canvas") -> None:
    """Somebody has made all phases."""
    canvas.both(0, screen.session.names[screen.result.player], points(screen.scores[screen.result.player]))
    canvas.rule(_UNDER_HEAD)
    canvas.banner("ALL TEN PHASES")
    canvas.center(3, "Each other plays on")
    canvas.center(4, "to the first miss.")
    canvas.choice("on", "")


PAGES: "dict[str, Callable[[PhaseScreen, Canvas], None]]" = {
    ASK: _ask,
    MOVE: _move,
    THREW: _threw,
    BANKED: _made,
    BUST: _missed,
    PENALTY: _extra,
    CLOSING: _closing,
}
WITH_DICE = (ASK, MOVE, BANKED)
"""The moments that show all dice below."""
