"""A hint on request, from the pause menu: the keep with the most points. It needs no coach and is counted nowhere."""

from sixpip.port import TYPE_CHECKING
from sixpip.screens.game.game_screen import ASK
from sixpip.screens.ten_thousand.decision import START
from sixpip.view.text import COLUMNS, points

if TYPE_CHECKING:
    from sixpip.screens.ten_thousand.play import TurnScreen


def show(screen: "TurnScreen") -> None:
    """Marks the dice of the best keep until the game goes on, and names it until the next press."""
    decision = screen.decision
    if screen.mode != ASK or screen.computer_plays() or decision.kind == START:
        return
    chosen = decision.chosen
    decision.choose_best()
    best = decision.chosen
    if not best:
        screen.hint = "A hint names the dice to keep"
    elif screen.coach:
        screen.hint = "" if screen.coach.is_due() else "Ask the coach: MENU"
    else:
        decision.update()
        screen.tip = best
        screen.dice.turn_to(best)
        named = f"Keep {decision.name}"
        worth = f"{named}: {points(decision.worth)}"
        screen.hint = worth if len(worth) <= COLUMNS else named
    decision.choose(chosen)
