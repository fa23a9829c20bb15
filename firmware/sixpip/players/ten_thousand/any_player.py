"""What all computer players of the ten-thousand family do alike: they throw, hold what is alike, undo a win."""

from sixpip import points as written
from sixpip.port import TYPE_CHECKING
from sixpip.rules.core import actions
from sixpip.rules.core.actions import KEPT, ROLLED, bits

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action
    from sixpip.rules.ten_thousand.game import Game

    Todo = tuple[Action, ...]
    Choice = tuple[Todo, str]
    """What to do, and the reason in at most 21 characters."""

ROLL: "Action" = (actions.ROLL, None)
BANK: "Action" = (actions.BANK, None)
_CALL_ONE: "Action" = (actions.CALL, 0)


class AnyPlayer:
    """Chooses the actions of game.player, for any seat; it only reads the game."""

    fewest_called = 3
    """The fewest dice with which the player calls a 1."""

    if TYPE_CHECKING:

        def answer_offer(self) -> "Choice":
            """Takes up the dice of the player before, or not."""

        def go_on(self) -> "Choice":
            """Keeps dice of the roll, unless that was done before a restart; then banks or rolls on."""

    def __init__(self, game: "Game") -> None:
        """`game`: in play."""
        self._game = game

    def prepare(self) -> bool:
        """Works ahead in the turn of another player; True while more can be done."""
        return False

    def think(self) -> bool:
        """Prepares `choose`; True while there is more to prepare."""
        return False

    def choose(self) -> "Choice":
        """The next actions of game.player, and the reason in at most 21 characters. The game must not be over."""
        game = self._game
        legal = game.legal()
        if actions.TAKE in legal:
            if game.winner_to_roll_off() >= 0:
                return ((actions.TAKE, None), ROLL), "stop that win"
            return self.answer_offer()
        if game.pending and actions.KEEP in legal:
            return self._hold()
        if game.stage in (ROLLED, KEPT) and not game.pending:
            return self.go_on()
        return self._roll_on(0), self._reason_to_throw()

    def _reason_to_throw(self) -> str:
        game = self._game
        if game.still_to_throw():
            return "who starts?"
        if game.pending:
            return "roll the others"
        if game.rolls or game.kept:
            return "roll again"
        beat = game.to_beat()
        return f"must beat {written(beat)}" if beat >= 0 else "a new turn"

    def _hold(self) -> "Choice":
        """After a bust: holds the most dice that are equal and throws the others; without a pair accepts the bust."""
        game = self._game
        held = 0
        for place in range(game.dice):
            alike = game.rolled & self._alike(place)
            if bits(alike) > bits(held) and alike != game.rolled:
                held = alike
        if bits(held) < 2:
            return ((actions.STOP, None),), "no pair to hold"
        return ((actions.KEEP, held), ROLL), "hold what is alike"

    def _alike(self, place: int) -> int:
        """The tray positions that show the same face as one of them."""
        faces = self._game.faces
        return sum([1 << other for other in range(len(faces)) if faces[other] == faces[place]])

    def _keep(self, keep: int) -> "Todo":
        """Keeps these positions, if any."""
        return ((actions.KEEP, keep),) if keep else ()

    def _roll_on(self, keep: int) -> "Todo":
        """Keeps these positions, if any, and rolls the other dice, after a call where that is likely to be right."""
        game = self._game
        calls = game.dice_next(keep) >= self.fewest_called and not game.pending and game.can_call_after_keep()
        return self._keep(keep) + ((_CALL_ONE,) if calls else ()) + (ROLL,)
