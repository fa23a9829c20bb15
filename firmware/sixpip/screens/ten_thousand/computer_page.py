"""What the OLED shows while a computer decides: its points, what it is about to do, and why."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.stages import bits
from sixpip.screens.ten_thousand.decision import CHOOSE, START
from sixpip.screens.ten_thousand.prompts import draw_head, draw_start_order
from sixpip.view.text import points

if TYPE_CHECKING:
    from sixpip.rules.actions import Action
    from sixpip.screens.ten_thousand.play import TurnScreen
    from sixpip.view.text import Canvas


def draw(screen: "TurnScreen", canvas: "Canvas", todo: "tuple[Action, ...]", reason: str) -> None:
    """Draws the page; `todo`: what the computer has chosen to do, () while it thinks."""
    decision = screen.decision
    if decision.kind == START:
        draw_start_order(screen, canvas)
    else:
        draw_head(screen, canvas, screen.scoreboard.player, screen.scoreboard.score)
        if decision.fresh and decision.kind != CHOOSE:
            canvas.center(2, f"{screen.session.names[decision.player]} plays")
        elif decision.question:
            canvas.center(2, decision.question)
        else:
            canvas.big(1, points(decision.points_after() if todo else decision.points))
        canvas.center(4, deed(screen, todo) if todo else "")
        canvas.center(screen.low, reason)
    canvas.choice("next", "")


def deed(screen: "TurnScreen", todo: "tuple[Action, ...]") -> str:
    """What the computer is about to do, in at most 21 letters."""
    kind = todo[-1][0]
    if kind == actions.BANK:
        return f"BANKS {points(screen.decision.bank_value())}"
    if kind == actions.FRESH:
        return "STARTS FRESH"
    if kind == actions.STOP:
        return "GIVES UP"
    taken = "TAKES AND " if todo[0][0] == actions.TAKE else "CALLS A 1, " if todo[-2:-1] == ((actions.CALL, 0),) else ""
    dice = bits(screen.decision.thrown_next())
    return f"{taken}ROLLS {dice}" + ("" if taken else " DIE" if dice == 1 else " DICE")
