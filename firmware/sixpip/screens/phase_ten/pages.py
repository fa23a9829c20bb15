"""What the OLED shows at each moment of Phase 10 dice: what is asked, and what has happened.

What is asked is read from the Decision (screens/phase_ten/decision.py).
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.phases import FINISHED, in_words
from sixpip.screens.game.game_screen import ASK, BANKED, BUST, MOVE, PENALTY, THREW
from sixpip.screens.phase_ten.decision import START, THROW
from sixpip.screens.screen import wrap
from sixpip.view import tiles
from sixpip.view.text import ARROW, COLUMNS, FREE, WIDTH, points

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.screens.phase_ten.play import PhaseTenDice, TurnScreen
    from sixpip.view.text import Canvas


CLOSING = "closing"
"""The mode of the screen while the closing turns are announced."""

_ROW = const(5)
_CELL = const(11)
_ADVANCE = const(12)
_LEFT = const(3)
_APART = const(3)  # between the pages
_MARK = b"\x20\x60\xe0\x60\x20"
_MARK_X = const(3)
_INVERTED = (tiles.CHOSEN, tiles.KEPT)


def draw(canvas: "Canvas", view: "PhaseTenDice") -> None:
    """Draws the dice on rows 5 and 6, the marks at the bottom of row 4."""
    for place in range(dice.DICE):
        page = place // view.per_page
        x = _LEFT + place * _ADVANCE + page * _APART
        if view.falling >> place & 1:
            canvas.at(x + 3, _ROW, FREE)
            continue
        word = dice.written(place, view.faces[place])
        number = word[:-1]
        canvas.at(x + (0 if len(number) > 1 else 3), _ROW, number)
        canvas.at(x + 3, _ROW + 1, word[-1])
        if view.states[place] in _INVERTED:
            _invert(canvas, x)
        if view.marked >> place & 1:
            start = (_ROW - 1) * WIDTH + x + _MARK_X
            for column in range(len(_MARK)):
                canvas.buffer[start + column] |= _MARK[column]
    if not view.falling:
        _brackets(canvas, _LEFT + view.page * (_ADVANCE * view.per_page + _APART), view.per_page)


def _invert(canvas: "Canvas", x: int) -> None:
    """Inverts both rows of one die."""
    for row in (_ROW, _ROW + 1):
        for place in range(row * WIDTH + x, row * WIDTH + x + _CELL):
            canvas.buffer[place] ^= 0xFF if row == _ROW else 0x7F


def _brackets(canvas: "Canvas", x: int, many: int) -> None:
    """Draws brackets around `many` dice from column `x` on."""
    end = x + many * _ADVANCE
    for left, right in ((x - 3, x - 2), (end + 1, end)):
        for row, hook in ((_ROW, 0x01), (_ROW + 1, 0x40)):
            canvas.buffer[row * WIDTH + left] |= 0xFF if row == _ROW else 0x7F
            canvas.buffer[row * WIDTH + right] |= hook


_WORDS_X = const(42)  # the column right of the big number
_TOTAL_X = const(50)
_WORDS_LETTERS = const(14)


def _draw_head(screen: "TurnScreen", canvas: "Canvas", player: int, phase: int, score: int) -> None:
    """Draws the top line: name, phase and points of a player."""
    name = screen.session.names[player]
    state = f"phase {phase}  {points(score)}"
    canvas.both(0, name, state if len(name) + len(state) < COLUMNS else state.replace("  ", " "))


def _draw_goal(screen: "TurnScreen", canvas: "Canvas") -> None:
    """Draws the head, and below it what the phase of the player asks for."""
    board = screen.scoreboard
    phase = screen.decision.phase
    _draw_head(screen, canvas, board.player, phase, board.score)
    canvas.center(1, in_words(phase))


# The player decides


def ask(screen: "TurnScreen", canvas: "Canvas", words: str) -> None:
    """What the player can do now, and what it costs. `words`: the hint to a person, or the reason of a computer."""
    kind = screen.decision.kind
    if kind == START:
        _draw_start(screen, canvas)
        if words:
            canvas.center(7, words)
        else:
            canvas.choice("1", "skip")
    elif kind == THROW:
        _draw_throw(screen, canvas, words)
    else:
        _draw_choice(screen, canvas, words)


def _draw_throw(screen: "TurnScreen", canvas: "Canvas", words: str) -> None:
    """All dice are to be thrown."""
    decision = screen.decision
    _draw_goal(screen, canvas)
    turn = f"{screen.session.names[decision.player]} plays" if screen.computer_plays() else screen.turn_words("turn")
    canvas.center(3, "play until you miss" if decision.closing else turn)
    canvas.center(5, words or _standing(screen))
    canvas.choice(str(decision.dice_next), "")


def _standing(screen: "TurnScreen") -> str:
    """How the player is doing: against the others, or alone."""
    decision = screen.decision
    if decision.players == 1:
        missed = decision.missed()
        return f"turn {decision.turn()}" + (f", {missed} missed" if missed else "")
    lead = decision.lead()
    if not lead:
        return ""
    return f"ahead by {points(lead)}" if lead > 0 else f"behind by {points(-lead)}"


def _draw_choice(screen: "TurnScreen", canvas: "Canvas", words: str) -> None:
    """What the dice make now, how many rolls are left, how many dice the next one throws."""
    decision = screen.decision
    _draw_goal(screen, canvas)
    left = decision.rolls_left
    rolls = f"{left} roll{'s' if left > 1 else ''} left" if left else "no rolls left"
    short = f"{decision.short} {'die' if decision.short == 1 else 'dice'} missing"
    lines = wrap(words, _WORDS_LETTERS) + [""] if words else ["made!" if decision.made else short, rolls]
    canvas.big(2, str(max(0, decision.points)), 4)
    canvas.at(_WORDS_X, 2, lines[0])
    canvas.at(_WORDS_X, 3, lines[1])
    dice = decision.dice_next
    canvas.choice(str(dice) if left and dice else "", points(decision.points) if decision.made else "give up")


# Before the first turn


def _draw_start(screen: "TurnScreen", canvas: "Canvas") -> None:
    """Draws what each player has thrown, whose throw it is, who throws again; in the end the order of play."""
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
            if decision.tied(seat) and thrown and number < 0:
                thrown += " tied"
        canvas.both(row + 1, (ARROW if seat == marked else " ") + screen.session.names[seat], thrown)


def _threw(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A throw for the order of play."""
    _draw_start(screen, canvas)
    canvas.choice("next", "")


# What has happened


def _move(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The dice roll."""
    if screen.decision.kind == START:
        _draw_start(screen, canvas)
        return
    _draw_goal(screen, canvas)
    canvas.center(3, f"roll {screen.decision.rolls + 1} of 3")


def _made(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The phase is made: its points count up to the new total."""
    event = screen.shown_event()
    player, phase, gained = event.player, event.number, event.points
    before = screen.scoreboard.scores[player] - gained
    _draw_head(screen, canvas, player, phase, before)
    canvas.banner(f"PHASE {phase} MADE")
    canvas.big(2, points(before + screen.counted(gained)), 4)
    news = "" if phase + 1 < FINISHED else ": all ten!"
    if screen.takes_lead():
        news = news or ": leads!"
    canvas.at(_TOTAL_X, 3, f"+{gained}{news}")
    canvas.choice("next", "")


def _missed(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The phase is missed: nothing is scored, and the same one is next."""
    event = screen.shown_event()
    player, phase, short = event.player, event.number, event.points
    _draw_head(screen, canvas, player, phase, screen.scoreboard.scores[player])
    canvas.banner("MISSED")
    canvas.center(3, f"{short} {'die' if short == 1 else 'dice'} missing")
    closing = screen.decision.closing
    canvas.center(5, "no more turns" if closing else "try again:")
    if not closing:
        canvas.center(6, in_words(phase))
    canvas.choice("next", "")


def _bonus_or_penalty(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A bonus, or what the misses cost at the end."""
    event = screen.shown_event()
    change = event.points
    _draw_name_and_score(screen, canvas, event.player)
    canvas.banner("BONUS" if change > 0 else "MISSES")
    canvas.big(2, ("+" if change > 0 else "") + points(change))
    canvas.center(5, event.why)
    canvas.choice("next", "")


def _closing(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A player has made all phases."""
    _draw_name_and_score(screen, canvas, screen.shown_event().player)
    canvas.banner("ALL TEN PHASES")
    canvas.center(3, "The others play on")
    canvas.center(4, "until they miss.")
    canvas.choice("next", "")


def _draw_name_and_score(screen: "TurnScreen", canvas: "Canvas", player: int) -> None:
    """Draws the top line without a phase."""
    canvas.both(0, screen.session.names[player], points(screen.scoreboard.scores[player]))


PAGES: "dict[str, Callable[[TurnScreen, Canvas], None]]" = {
    MOVE: _move,
    THREW: _threw,
    BANKED: _made,
    BUST: _missed,
    PENALTY: _bonus_or_penalty,
    CLOSING: _closing,
}
WITH_DICE = (ASK, MOVE, BANKED)
"""The modes that show all dice below."""
