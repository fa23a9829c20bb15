"""The pages of the OLED in Phase 10 dice: first the prompts, then the page of each event."""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import events
from sixpip.rules.phase_ten.phases import FINISHED, phase_text
from sixpip.screens.phase_ten.decision import START, THROW
from sixpip.screens.screen import wrap
from sixpip.view.text import ARROW, COLUMNS, points_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.rules.core.events import Event
    from sixpip.screens.phase_ten.screen import PhaseTenScreen
    from sixpip.view.text import Canvas


_WORDS_X = const(42)  # the column right of the big number
_TOTAL_X = const(50)
_WORDS_LETTERS = const(14)


def _draw_head(screen: "PhaseTenScreen", canvas: "Canvas", player: int, phase: int, score: int) -> None:
    name = screen.session.names[player]
    state = f"phase {phase}  {points_text(score)}"
    canvas.entry(0, "", name, state if len(name) + len(state) < COLUMNS else state.replace("  ", " "))


def _draw_goal(screen: "PhaseTenScreen", canvas: "Canvas") -> None:
    """Draws the head, and below it what the phase of the player asks for."""
    board = screen.scoreboard
    phase = screen.decision.phase
    _draw_head(screen, canvas, board.player, phase, board.score)
    canvas.center(1, phase_text(phase))


# The player decides


def ask(screen: "PhaseTenScreen", canvas: "Canvas", words: str) -> None:
    """Draws what the player can do now, and what it costs. `words` are the hint to a person, or the reason of a
    computer.
    """
    decision = screen.decision
    if decision.kind == START:
        _draw_start(screen, canvas)
        canvas.choice("1", "skip")
        screen.draw_hint()
        return
    _draw_goal(screen, canvas)
    if decision.kind == THROW:
        turn = screen.turn_words("turn")
        if screen.computer_plays():
            turn = f"{screen.session.names[decision.player]} plays"
        canvas.center(3, "play until you miss" if decision.closing else turn)
        canvas.center(5, words or decision.standing())
        canvas.choice(str(decision.dice_next), "")
    else:
        _draw_choice(screen, canvas, words)


def _draw_choice(screen: "PhaseTenScreen", canvas: "Canvas", words: str) -> None:
    """Draws what the dice make now, how many rolls are left, and how many dice the next one throws."""
    decision = screen.decision
    left = decision.rolls_left
    rolls = f"{left} roll{'s' if left > 1 else ''} left" if left else "no rolls left"
    short = f"{decision.short} {'die' if decision.short == 1 else 'dice'} missing"
    lines = wrap(words, _WORDS_LETTERS) + [""] if words else ["made!" if decision.made else short, rolls]
    canvas.big(2, points_text(max(0, decision.points)), 4)
    canvas.at(_WORDS_X, 2, lines[0])
    canvas.at(_WORDS_X, 3, lines[1])
    bank = points_text(decision.points) if decision.made else "give up" if left else "missed"
    canvas.choice(str(decision.dice_next) if left and decision.dice_next else "", bank)


# Before the first turn


def _draw_start(screen: "PhaseTenScreen", canvas: "Canvas") -> None:
    """Draws what each player has thrown, whose throw it is and who throws again; in the end, the order of play."""
    decision = screen.decision
    starting = decision.kind == START
    canvas.head("WHO STARTS?" if starting else "THE ORDER", "highest" if starting else "of play")
    order = decision.order()
    marked = decision.player if starting else order[0]
    for row in range(len(order)):
        seat = order[row]
        thrown = screen.start_throws[seat]
        if starting:
            number = decision.start_throw(seat)
            if not thrown and number >= 0:
                thrown = str(number)
            elif thrown and number < 0:
                thrown += " tied"
        canvas.entry(row + 1, ARROW if seat == marked else " ", screen.session.names[seat], thrown)


# What has happened


def draw_move(screen: "PhaseTenScreen", canvas: "Canvas") -> None:
    """Draws the page that is shown while the dice roll."""
    if screen.decision.kind == START:
        _draw_start(screen, canvas)
        return
    _draw_goal(screen, canvas)
    canvas.center(3, f"roll {screen.decision.rolls + 1} of 3")


def _made_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    """Draws that the phase is made. Its points count up to the new total."""
    player, phase, gained = event.player, event.number, event.points
    before = screen.scoreboard.scores[player] - gained
    _draw_head(screen, canvas, player, phase, before)
    canvas.banner(f"PHASE {phase} MADE")
    canvas.big(2, points_text(before + screen.counted(gained)), 4)
    news = ": leads!" if screen.takes_lead() else ""
    if phase + 1 >= FINISHED:
        news = ": all ten!"
    canvas.at(_TOTAL_X, 3, f"+{gained}{news}")


def _missed_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    player, short = event.player, event.points
    _draw_head(screen, canvas, player, event.number, screen.scoreboard.scores[player])
    canvas.banner("MISSED")
    canvas.center(3, f"{short} {'die' if short == 1 else 'dice'} missing")
    again = ("try again:", phase_text(event.number))
    canvas.write_centered(5, ("no more turns",) if screen.decision.closing else again)


def _bonus_or_penalty_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    _draw_name_and_score(screen, canvas, event.player)
    canvas.banner("BONUS" if event.points > 0 else "MISSES")
    canvas.big(2, ("+" if event.points > 0 else "") + points_text(event.points))
    canvas.center(5, event.why)


def _closing_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    _draw_name_and_score(screen, canvas, event.player)
    canvas.banner("ALL TEN PHASES")
    canvas.write_centered(3, ("The others play on", "until they miss."))


def _limit_page(screen: "PhaseTenScreen", canvas: "Canvas", event: "Event") -> None:
    """Draws that the game has ended by its length (TT-15)."""
    _draw_name_and_score(screen, canvas, event.player)
    canvas.banner(event.why)
    canvas.center(3, "the most points win")


def _draw_name_and_score(screen: "PhaseTenScreen", canvas: "Canvas", player: int) -> None:
    canvas.both(0, screen.session.names[player], points_text(screen.scoreboard.scores[player]))


PAGES: "dict[str, Callable[[PhaseTenScreen, Canvas, Event], None]]" = {
    events.THREW: lambda screen, canvas, event: _draw_start(screen, canvas),
    events.MADE: _made_page,
    events.MISSED: _missed_page,
    events.PENALTY: _bonus_or_penalty_page,
    events.CLOSING: _closing_page,
    events.LIMIT: _limit_page,
}
"""The pages of events. Events of other kinds are visible in what comes with or after them."""
