"""The pages of the OLED in the ten-thousand family: first the prompts, which read only the TurnView (decision.py), then
the page of each event.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions, events
from sixpip.rules.core.actions import bits
from sixpip.rules.core.engine import ROUNDS_OVER
from sixpip.screens.play.game_screen import ASK
from sixpip.screens.screen import wrap
from sixpip.screens.ten_thousand.decision import (
    BEAT,
    CHOOSE,
    EXACT,
    OFFER,
    OPENING,
    PASS,
    ROLL_OFF,
    SECOND_CHANCE,
    START,
    TURN,
    TurnView,
)
from sixpip.view.text import ARROW, COLUMNS, points_text
from sixpip.view.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.events import Event
    from sixpip.screens.ten_thousand.screen import TenThousandScreen
    from sixpip.view.text import Canvas


_UNDER_HEAD = const(8)  # pixels from the top: the line below name and score


def draw_prompt(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    """Draws the prompt of the decision that the player has to take."""
    decision = screen.decision
    kind = decision.kind
    if kind == START:
        draw_start_order(screen, canvas)
        canvas.choice(str(decision.dice_next), "skip")
        screen.draw_hint()
        return
    draw_head(screen, canvas, screen.scoreboard.player, screen.scoreboard.score)
    if kind == OFFER:
        _draw_offer(screen, canvas)
    elif kind == ROLL_OFF:
        _draw_roll_off(screen, canvas)
    elif kind == SECOND_CHANCE:
        _draw_second_chance(screen, canvas)
    elif kind == CHOOSE:
        _draw_choice(screen, canvas)
    else:
        _draw_throw(screen, canvas)


def draw_head(screen: "TenThousandScreen", canvas: "Canvas", player: int, score: int) -> None:
    """Draws the top line: a player's name and banked score, and a line in the first pixels of the row below."""
    canvas.both(0, screen.session.names[player], points_text(score))
    canvas.rule(_UNDER_HEAD)


def _draw_lesson(screen: "TenThousandScreen", canvas: "Canvas") -> bool:
    """Draws the hint for beginners on the rows above the buttons. Returns False where there is none."""
    lines = wrap(screen.lesson)
    canvas.write_centered(7 - len(lines), lines)
    return screen.lesson != ""


def draw_words(canvas: "Canvas", row: int, words: str) -> None:
    """Draws words in the middle of a row; words too long for it begin on the row above."""
    if len(words) > COLUMNS:
        words = words.replace("nothing", "0")
    lines = wrap(words)
    canvas.write_centered(row + 1 - len(lines), lines)


# Before the first turn


def draw_start_order(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    """Draws a line for each player: what was thrown for the start, whose throw it is, who throws again after a tie."""
    decision = screen.decision
    canvas.head("WHO STARTS?", "highest")
    shown = screen.event.player if screen.event and screen.mode != ASK else decision.player
    for seat in range(len(screen.start_throws)):
        mark = ARROW if seat == shown else " "
        canvas.entry(seat + 1, mark, screen.session.names[seat], _thrown(screen, seat))


def _thrown(screen: "TenThousandScreen", seat: int) -> str:
    """Returns what a player has thrown for the start, and once all throws are shown, whether it is best or tied."""
    decision = screen.decision
    thrown = screen.start_throws[seat]
    if screen.follows(events.THREW):
        return thrown
    if decision.kind != START and seat == decision.player:
        return thrown + " best"
    if decision.still_to_throw(seat):
        return thrown + " tied" if thrown else ""
    return thrown or "has rolled"  # before the console was switched off


# A turn opens


def _draw_throw(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    decision = screen.decision
    dice = decision.dice_next
    if decision.kept or decision.thrown_before:
        canvas.banner(screen.again or ("roll again" if decision.thrown_before else "dice taken"))
        canvas.big(2, points_text(decision.points))
        words = f"roll all {dice}" if dice == decision.dice else f"roll these {dice}"
        draw_words(canvas, screen.low, screen.hint or ("roll this one" if dice == 1 else words))
    else:
        canvas.center(2, screen.turn_words("last turn" if decision.last_turn else "turn"))
        draw_words(canvas, 4, screen.hint or aim(decision))
        if not _draw_lesson(screen, canvas):
            canvas.center(6, decision.standing(decision.player))
    canvas.choice(str(dice), "call" if decision.can_call else "")
    _draw_call(decision, canvas)


def _draw_call(decision: "TurnView", canvas: "Canvas") -> None:
    if decision.called:
        canvas.right(7, ARROW + decision.called)


def aim(decision: "TurnView") -> str:
    """Returns what the player has to reach, in a few words."""
    kind, number = decision.aim, decision.aim_points
    if kind == BEAT:
        return f"beat {points_text(number)}"
    if kind == PASS:
        return f"{points_text(number)} more wins"
    if kind == OPENING:
        return f"need {points_text(number)} to get in"  # in all; what is missing is "600 more to get in"
    if kind == EXACT:
        return f"exactly {points_text(number)} more"
    if kind == TURN:
        return f"turn {number}"
    if number > 0:
        return f"ahead by {points_text(number)}"
    return f"behind by {points_text(-number)}" if number else ""


def _draw_offer(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    """Draws the offer of the dice and points of the previous player."""
    decision = screen.decision
    dice = "1 die" if decision.dice_next == 1 else f"{decision.dice_next} dice"
    canvas.blank(1)  # without the line
    canvas.name(1, screen.session.names[decision.left_by()], f"left {dice}")
    canvas.center(2, f"and {points_text(decision.offered_points)} points")
    fresh = "Take it?" if decision.dice_next == 1 else "Take them?"
    below = decision.risk
    if screen.coach:  # takes the rows below
        fresh, below = below, ""
    canvas.center(3, fresh)
    if decision.aim in (BEAT, EXACT) or not below:
        canvas.center(4, below)
        below = aim(decision)
        if decision.aim == EXACT and decision.offered_points > decision.aim_points:
            below = f"past {points_text(decision.target)}: worth 0"
    draw_words(canvas, screen.low, screen.hint or below)
    canvas.choice("take", f"fresh {decision.dice}" if decision.fresh_rolls() else "fresh")


def _draw_roll_off(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    decision = screen.decision
    winner = decision.winner_to_roll_off
    score = points_text(screen.scoreboard.scores[winner])
    canvas.name(2, screen.session.names[winner], f"has {score}")
    canvas.write_centered(3, (decision.question, decision.risk))
    draw_words(canvas, screen.low, screen.hint or "score to undo the win")
    canvas.choice(str(decision.dice_next), "end game")


def _draw_second_chance(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    """Draws the chance to save a bust by holding some dice and throwing the others."""
    decision = screen.decision
    canvas.banner("A SECOND CHANCE")
    if screen.hint:
        draw_words(canvas, 3, screen.hint)
    elif decision.can_roll:
        canvas.write_centered(3, ("held dice must score", decision.risk))
    else:
        canvas.write_centered(3, ("hold 2 dice or more", "and roll the others"))
    canvas.center(screen.low, f"{points_text(decision.points)} to be saved" if decision.points else "")
    canvas.choice(str(decision.dice_next) if decision.can_roll else "", "" if decision.held else "give up")


# Dice of the last roll are to be chosen


def _draw_choice(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    """Draws the turn points, the worth of the choice, what the buttons do and what that costs."""
    decision = screen.decision
    canvas.big(1, points_text(decision.points + decision.scored))
    refusal = decision.bank_refusal
    if decision.wrong:
        _draw_wrong(screen, canvas)
    elif decision.whole:
        _draw_combination(screen, canvas, decision.hint)
    elif screen.hint:
        draw_words(canvas, screen.low, screen.hint)
    elif not decision.can_roll:
        _draw_roll(screen, canvas)
    else:
        _draw_risk(screen, canvas, refusal or _warning(screen))
    bank = "" if refusal else points_text(decision.banked_points)
    if refusal and decision.can_call:
        bank = "call"
    roll = "keep" if decision.keeps_first else str(decision.dice_next)
    if not decision.can_roll:
        roll = "best" if screen.coach else "most"  # the dice that the coach marks, or most points
    canvas.choice(roll if decision.can_roll or decision.can_choose_best() else "", bank)
    _draw_call(decision, canvas)


def _draw_roll(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    decision = screen.decision
    above = "" if decision.points else aim(decision)
    if decision.combination and not screen.coach and screen.low < 6:
        _draw_combination(screen, canvas, above)
        canvas.center(screen.low + 1, "choose what to keep")
    elif decision.combination and not screen.coach:
        _draw_combination(screen, canvas, above or "choose what to keep")
    else:
        canvas.center(4, above)
        canvas.center(screen.low, "choose what to keep")


def _draw_combination(screen: "TenThousandScreen", canvas: "Canvas", above: str) -> None:
    """Draws what the roll shows, or what the chosen dice are a part of. `above` is shown on row 4."""
    decision = screen.decision
    canvas.center(4, above)
    mark = "" if decision.chosen else "!"
    canvas.both(screen.low, decision.combination + mark, f"+{points_text(decision.combination_points)}")


def _draw_wrong(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    buttons = buttons_of(screen, screen.decision.wrong)
    back = f"{buttons} puts it back" if len(buttons) == 1 else f"put back {buttons}"
    if not buttons:
        back = "it is on another page"
    if screen.low < 6:  # there is room for two lines
        draw_words(canvas, 4, screen.hint or screen.decision.hint)
    canvas.center(screen.low, back)


def buttons_of(screen: "TenThousandScreen", places: int) -> str:
    """Returns the numbers of the buttons of some dice, without those on another page."""
    dice = screen.dice
    tiles = [tile for tile in range(TILES) if dice.place(tile) >= 0 and places >> dice.place(tile) & 1]
    return " ".join([str(tile + 1) for tile in tiles])


def _warning(screen: "TenThousandScreen") -> str:
    decision = screen.decision
    if decision.to_pass:
        words = f"{points_text(decision.to_pass)} more passes {points_text(decision.target)}"
        return words if len(words) <= COLUMNS else f"{points_text(decision.to_pass)} more wins"
    if decision.aim == BEAT and screen.scoreboard.score + decision.banked_points <= decision.aim_points:
        return "not enough: roll on"
    if decision.banked_points < decision.bank_points:
        return f"past {points_text(decision.target)}: worth 0"
    return f"hot: roll {decision.dice_next} or bank" if decision.hot else ""


def _draw_risk(screen: "TenThousandScreen", canvas: "Canvas", above: str) -> None:
    """Draws the name and the worth of the choice, and how often the next roll busts or how to call it.

    `above` is shown on row 4. The coach takes the row of the risk, which then moves up.
    """
    decision = screen.decision
    name = decision.name
    paged = screen.dice.pages > 1
    if not above:
        above = name if paged else decision.risk if screen.coach and name else ""
    elif screen.coach:
        name = ""
    canvas.center(4, above)
    if decision.can_call:
        canvas.center(screen.low, "1-6: call the roll")
        return
    gained = f"+{points_text(decision.worth)}" if decision.worth else ""
    if name and not paged:
        canvas.both(screen.low, name, gained)
        canvas.center(screen.low + 1, decision.risk)
        return
    if len(gained) + len(decision.risk) < COLUMNS:
        canvas.both(screen.low, gained, decision.risk)
    else:
        canvas.center(screen.low, decision.risk)


def draw_computer(screen: "TenThousandScreen", canvas: "Canvas", todo: "tuple[Action, ...]", reason: str) -> None:
    """Draws the turn of a computer. `todo` has what the computer has chosen to do; it is () while it thinks."""
    decision = screen.decision
    if decision.kind == START:
        draw_start_order(screen, canvas)
    else:
        draw_head(screen, canvas, screen.scoreboard.player, screen.scoreboard.score)
        if decision.fresh and decision.kind != CHOOSE:
            canvas.name(2, screen.session.names[decision.player], "plays")
        elif decision.question:
            canvas.center(2, decision.question)
        else:
            canvas.big(1, points_text(decision.points_after() if todo else decision.points))
        canvas.center(4, deed(screen, todo) if todo else "")
        canvas.center(screen.low, reason)
    canvas.choice("next", "")


def deed(screen: "TenThousandScreen", todo: "tuple[Action, ...]") -> str:
    """Returns what the computer is about to do, in at most 21 letters."""
    kind = todo[-1][0]
    if kind == actions.BANK:
        return f"BANKS {points_text(screen.decision.bank_value())}"
    if kind == actions.FRESH:
        return "STARTS FRESH"
    if kind == actions.STOP:
        return "GIVES UP"
    taken = "TAKES AND " if todo[0][0] == actions.TAKE else "CALLS A 1, " if todo[-2:-1] == ((actions.CALL, 0),) else ""
    dice = bits(screen.decision.thrown_next())
    return f"{taken}ROLLS {dice}" + ("" if taken else " DIE" if dice == 1 else " DICE")


# What has happened


def draw_move(screen: "TenThousandScreen", canvas: "Canvas") -> None:
    """Draws the points at risk and the news while the dice move; before the first turn, what was thrown so far."""
    if screen.follows(events.THREW):
        draw_start_order(screen, canvas)
        return
    board = screen.scoreboard
    draw_head(screen, canvas, board.player, board.score)
    canvas.big(2 if screen.news else 1, points_text(board.points))
    if screen.news:
        canvas.banner(screen.news)
        if not _draw_lesson(screen, canvas):
            canvas.center(screen.low, "all dice score")


def draw_event(screen: "TenThousandScreen", canvas: "Canvas", event: "Event") -> None:
    """Draws the page of an event below the name of the player and the score before the event."""
    if event.kind == events.THREW:
        draw_start_order(screen, canvas)
    else:
        score = screen.scoreboard.scores[event.player]
        changed = event.kind in (events.BANKED, events.PENALTY)
        draw_head(screen, canvas, event.player, score - event.points if changed else score)
        PAGES[event.kind](screen, canvas, event, score)
    canvas.choice("next", "")


def _bust_page(screen: "TenThousandScreen", canvas: "Canvas", event: "Event", score: int) -> None:
    canvas.banner("BUST")
    if screen.news:
        canvas.center_large(3, screen.news)
    elif event.points:
        canvas.center_large(3, f"{points_text(event.points)} lost")
    else:
        canvas.center(3, "no points this turn")
    if _draw_lesson(screen, canvas):
        return
    after = "" if screen.follows(events.PENALTY) else f"score stays {points_text(score)}"
    canvas.center(screen.low, screen.decision.standing(event.player) or after)
    canvas.center(screen.low + 1, event.why)


def _banked_page(screen: "TenThousandScreen", canvas: "Canvas", event: "Event", score: int) -> None:
    gained = event.points
    canvas.banner(f"BANKED +{points_text(gained)}" if gained else "NOTHING BANKED")
    canvas.big(2, points_text(score - gained + screen.counted(gained)))
    canvas.center(screen.low, screen.news)


def _rule_page(screen: "TenThousandScreen", canvas: "Canvas", event: "Event", score: int) -> None:
    """Draws that a house rule gives turn points, or changes the score."""
    bonus = event.kind == events.BONUS
    words = f"score now {points_text(score)}" if event.points else "no points to lose"
    canvas.banner(event.why)
    canvas.big(2, ("+" if bonus else "") + points_text(event.points))
    canvas.center(screen.low, f"{points_text(screen.scoreboard.points)} in this turn" if bonus else words)


def _closing_page(screen: "TenThousandScreen", canvas: "Canvas", event: "Event", score: int) -> None:
    """Draws that the last turns begin, or begin again with a new leader (CW-06)."""
    canvas.banner("LAST ROUND")
    same_round = screen.options["end"] == "same-round"
    canvas.center_large(3 if screen.lesson else 4, f"beat {points_text(score)}")
    if not _draw_lesson(screen, canvas):
        canvas.center(3, "last turns this round" if same_round else "one more turn each")


def _limit_page(screen: "TenThousandScreen", canvas: "Canvas", event: "Event", score: int) -> None:
    """Draws that the turn or the game has ended by its length (TT-15)."""
    canvas.banner(event.why)
    if event.points:
        canvas.center_large(3, f"{points_text(event.points)} lost")
    else:
        canvas.center(3, "the most points win" if event.why == ROUNDS_OVER else "the turn is over")


def _verdict_page(screen: "TenThousandScreen", canvas: "Canvas", event: "Event", score: int) -> None:
    won = event.kind == events.WON
    canvas.banner(f"{screen.session.names[event.player]} {'WINS!' if won else 'IS OUT'}")
    canvas.center(3, event.why)
    canvas.center(screen.low, "the game is over" if won else "no more turns")


PAGES: "dict[str, Callable[[TenThousandScreen, Canvas, Event, int], None]]" = {
    events.BONUS: _rule_page,
    events.BUST: _bust_page,
    events.BANKED: _banked_page,
    events.PENALTY: _rule_page,
    events.CLOSING: _closing_page,
    events.LIMIT: _limit_page,
    events.OUT: _verdict_page,
    events.WON: _verdict_page,
}
"""The functions that draw below the name and the score. Their last argument is the score after the event."""
