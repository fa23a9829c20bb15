"""What the OLED shows while the player decides: what ROLL and BANK do now, and what that costs.

All of it is read from the Decision (screens/ten_thousand/decision.py). What has happened is in play.py.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.game.game_screen import ASK
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
)
from sixpip.view.text import ARROW, COLUMNS, points
from sixpip.view.tiles import TILES

if TYPE_CHECKING:
    from sixpip.screens.ten_thousand.decision import Decision
    from sixpip.screens.ten_thousand.play import TurnScreen
    from sixpip.view.text import Canvas

_UNDER_HEAD = const(8)  # pixels from the top: the line below name and score


def draw(screen: "TurnScreen", canvas: "Canvas") -> None:
    """Draws the prompt of the decision that the player has to take."""
    decision = screen.decision
    kind = decision.kind
    if kind == START:
        draw_start_order(screen, canvas)
        if screen.hint:
            canvas.center(7, screen.hint)
        else:
            canvas.choice(str(decision.dice_next), "skip")
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


def draw_head(screen: "TurnScreen", canvas: "Canvas", player: int, score: int) -> None:
    """Draws the top line: a player's name and banked score."""
    canvas.both(0, screen.session.names[player], points(score))
    canvas.rule(_UNDER_HEAD)


def draw_words(canvas: "Canvas", row: int, words: str) -> None:
    """Draws words in the middle of a row; words too long for it begin on the row above."""
    if len(words) > COLUMNS:
        words = words.replace("score nothing", "score 0")
    lines = wrap(words, COLUMNS)
    for place in range(len(lines)):
        canvas.center(row + 1 - len(lines) + place, lines[place])


# Before the first turn


def draw_start_order(screen: "TurnScreen", canvas: "Canvas") -> None:
    """Draws a line for each player: what was thrown for the start, whose throw it is, who throws again after a tie."""
    decision = screen.decision
    canvas.head("WHO STARTS?", "highest")
    decided = decision.kind != START
    shown = screen.event.player if screen.event and screen.mode != ASK else decision.player
    for seat in range(len(screen.start_throws)):
        thrown = screen.start_throws[seat]
        throws = decision.still_to_throw(seat)
        if decided and seat == decision.player:
            thrown += " best"
        elif throws and thrown:
            thrown += " tied"
        elif not throws and not thrown:
            thrown = "has rolled"  # before the console was switched off
        canvas.both(seat + 1, (ARROW if seat == shown else " ") + screen.session.names[seat], thrown)


# A turn opens


def _draw_throw(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The next action is a throw: a turn opens, or some dice are thrown once more."""
    decision = screen.decision
    dice = decision.dice_next
    if decision.kept or decision.thrown_before:
        canvas.banner(screen.again or ("roll again" if decision.thrown_before else "dice taken"))
        canvas.big(2, points(decision.points))
        words = f"roll all {dice}" if dice == decision.dice else f"roll these {dice}"
        draw_words(canvas, screen.low, screen.hint or ("roll this one" if dice == 1 else words))
    else:
        canvas.center(2, screen.turn_words("last turn" if decision.last_turn else "turn"))
        draw_words(canvas, 4, screen.hint or aim(decision))
        canvas.center(6, decision.streak(decision.player))
    canvas.choice(str(dice), "call" if decision.can_call else "")
    _draw_call(decision, canvas)


def _draw_call(decision: "Decision", canvas: "Canvas") -> None:
    """What is called, in the bottom line: BANK does nothing then."""
    if decision.called:
        canvas.right(7, ARROW + decision.called)


def aim(decision: "Decision") -> str:
    """What the player has to reach, in a few words."""
    kind, number = decision.aim, decision.aim_points
    if kind == BEAT:
        return f"beat {points(number)}"
    if kind == PASS:
        return f"{points(number)} more wins"
    if kind == OPENING:
        return f"{points(number)} to get in"
    if kind == EXACT:
        return f"exactly {points(number)} more"
    if kind == TURN:
        return f"turn {number}"
    if number > 0:
        return f"ahead by {points(number)}"
    return f"behind by {points(-number)}" if number else ""


def _draw_offer(screen: "TurnScreen", canvas: "Canvas") -> None:
    """Dice and points of the previous player can be taken up."""
    decision = screen.decision
    draw_words(canvas, 2, decision.question)
    fresh = "or start fresh"
    below = decision.risk
    if screen.coach:  # takes the rows below
        fresh, below = below, ""
    canvas.center(3, fresh)
    if decision.aim == BEAT or not below:
        canvas.center(4, below)
        below = aim(decision)
    draw_words(canvas, screen.low, screen.hint or below)
    canvas.choice("take", f"fresh {decision.dice}" if decision.fresh_rolls() else "fresh")


def _draw_roll_off(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A win that the player may roll off."""
    decision = screen.decision
    winner = decision.winner_to_roll_off
    canvas.center(2, f"{screen.session.names[winner]} has {points(screen.scoreboard.scores[winner])}")
    canvas.center(3, decision.question)
    canvas.center(4, decision.risk)
    draw_words(canvas, screen.low, screen.hint or "score to undo the win")
    canvas.choice(str(decision.dice_next), "end game")


def _draw_second_chance(screen: "TurnScreen", canvas: "Canvas") -> None:
    """A bust that some dice held and the others thrown may still save."""
    decision = screen.decision
    canvas.banner("A SECOND CHANCE")
    if screen.hint:
        draw_words(canvas, 3, screen.hint)
    elif decision.can_roll:
        canvas.center(3, "held dice must score")
        canvas.center(4, decision.risk)
    else:
        canvas.center(3, "hold 2 dice or more")
        canvas.center(4, "and roll the others")
    canvas.center(screen.low, f"{points(decision.points)} to be saved" if decision.points else "")
    canvas.choice(str(decision.dice_next) if decision.can_roll else "", "" if decision.held else "give up")


# Dice of the last roll are to be chosen


def _draw_choice(screen: "TurnScreen", canvas: "Canvas") -> None:
    """The turn points, the worth of the choice, what the buttons do and what that costs."""
    decision = screen.decision
    canvas.big(1, points(decision.points + decision.scored))
    refusal = decision.bank_refusal
    if decision.wrong and screen.hint:
        _draw_wrong(screen, canvas)
    elif screen.hint:
        draw_words(canvas, screen.low, screen.hint)
    elif not decision.can_roll:
        canvas.center(4, "" if decision.points else aim(decision))
        canvas.center(screen.low, "choose what to keep")
    else:
        _draw_risk(screen, canvas, refusal or _warning(screen))
    bank = "" if refusal else points(decision.banked_points)
    if refusal and decision.can_call:
        bank = "call"
    roll = "keep" if decision.keeps_first else str(decision.dice_next)
    canvas.choice(roll if decision.can_roll else "", bank)
    _draw_call(decision, canvas)


def _draw_wrong(screen: "TurnScreen", canvas: "Canvas") -> None:
    """Why the chosen dice cannot be kept, and the buttons that put back those that do not score."""
    wrong = screen.decision.wrong
    tiles = [tile for tile in range(TILES) if screen.dice.place(tile) >= 0 and wrong >> screen.dice.place(tile) & 1]
    buttons = " ".join([str(tile + 1) for tile in tiles])
    back = f"{buttons} puts it back" if len(tiles) == 1 else f"put back {buttons}" if tiles else "it is on another page"
    if screen.low > 5:  # no room for two lines
        canvas.center(screen.low, back)
    else:
        draw_words(canvas, 4, screen.hint)
        canvas.center(screen.low, back)


def _warning(screen: "TurnScreen") -> str:
    """What to know before banking or rolling on."""
    decision = screen.decision
    if decision.to_pass:
        words = f"{points(decision.to_pass)} more passes {points(int(screen.options['target']))}"
        return words if len(words) <= COLUMNS else f"{points(decision.to_pass)} more wins"
    if decision.banked_points < decision.bank_points:
        return f"past {points(int(screen.options['target']))}: worth 0"
    return f"hot: roll {decision.dice_next} or bank" if decision.hot else ""


def _draw_risk(screen: "TurnScreen", canvas: "Canvas", above: str) -> None:
    """The name and the worth of the choice and how often the next roll busts, or how to call it.

    `above`: what is shown on row 4. The coach takes the row of the risk, which then moves up.
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
    gained = f"+{points(decision.worth)}" if decision.worth else ""
    if name and not paged:
        canvas.both(screen.low, name, gained)
        canvas.center(screen.low + 1, decision.risk)
        return
    if len(gained) + len(decision.risk) < COLUMNS:
        canvas.both(screen.low, gained, decision.risk)
    else:
        canvas.center(screen.low, decision.risk)
