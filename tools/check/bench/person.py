"""The decisions of a person in a scripted game: rolls, keeps the best dice, and banks as soon as the rules allow it."""

from sixpip.board.contract import BANK, ROLL
from sixpip.rules.game import actions
from tools.check.bench.player import BenchPlayer
from tools.play.host.screen_reader import buttons_under

_LABEL = "a turn"


def decide(player: BenchPlayer) -> None:
    """Makes the next decision. A press may only end what the screen shows; the next one then decides."""
    game = player.game()
    legal = game.legal()
    if actions.KEEP not in legal:
        player.press(BANK if legal == (actions.STOP,) else ROLL, _LABEL)
    elif not hasattr(game, "best_keep"):
        player.press(BANK, _LABEL)  # phase dice: takes the points, or gives up with a second press
    elif game.bank_refusal(game.best_keep()) is None:
        player.press(BANK, _LABEL)  # with no dice chosen, the console keeps the best
    else:
        for place in buttons_under(game.best_keep()):
            player.press(place, _LABEL)
        player.press(ROLL, _LABEL)
