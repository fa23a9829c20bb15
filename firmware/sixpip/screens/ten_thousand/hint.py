"""A hint on request, from the pause menu: the keep with the most points. It needs no coach and is counted nowhere."""

from sixpip.players.ten_thousand.decision import CHOOSE
from sixpip.port import TYPE_CHECKING
from sixpip.screens.game.game_screen import ASK
from sixpip.view.text import points

if TYPE_CHECKING:
    from sixpip.screens.ten_thousand.turn_screen import TurnScreen


def show(screen: "TurnScreen") -> None:
    """Marks the dice of the best keep until the game goes on, and names it until the next press."""
    if screen.mode != ASK or screen.computer_plays():
        return
    decision = screen.decision
    keep = decision.best_keep() if decision.kind == CHOOSE else 0
    if screen.session.coach:
        screen.hint = "MENU asks the coach"
    elif not keep:
        screen.hint = "A hint names the dice to keep"
    else:
        screen.tip = keep
        screen.dice.turn_to(keep)
        screen.hint = f"Keep {decision.name_of(keep)}: {points(decision.points_of(keep))}"
