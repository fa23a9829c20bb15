"""A hint on request, from the pause menu: the dice of the phase. It needs no coach and is counted nowhere."""

from sixpip.port import TYPE_CHECKING
from sixpip.screens.game.game_screen import ASK
from sixpip.screens.phase_ten.decision import START, THROW

if TYPE_CHECKING:
    from sixpip.screens.phase_ten.play import TurnScreen


def show(screen: "TurnScreen") -> None:
    """Marks the dice that make the phase or come nearest to it, until the game goes on."""
    decision = screen.decision
    if screen.mode != ASK or screen.computer_plays() or decision.kind in (START, THROW):
        return
    if screen.coach:
        screen.hint = "" if screen.coach.is_due() else "Ask the coach: MENU"
        return
    decision.update()
    screen.tip = decision.used
    screen.hint = "Set aside the marked dice"
