"""The base class of the computer players of the ten-thousand family, and those that play as people do, by simple
limits.

Limits are counted in units, the points of the cheapest die that scores alone, so that they fit every variant.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.styles import BOLD, STEADY, TIMID
from sixpip.rules.core import actions
from sixpip.rules.core.actions import KEPT, ROLLED, bits
from sixpip.rules.ten_thousand.scorer import size

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action
    from sixpip.rules.ten_thousand.game import TenThousandGame

    Todo = tuple[Action, ...]
    Choice = tuple[Todo, str]
    """What to do, and the reason in at most 21 characters."""


ROLL: "Action" = (actions.ROLL, None)
BANK: "Action" = (actions.BANK, None)
_CALL_ONE: "Action" = (actions.CALL, 0)


class BasePlayer:
    """Chooses the actions of game.player, for any seat. It only reads the game."""

    fewest_called = 3
    """The fewest dice with which the player calls a 1."""

    if TYPE_CHECKING:

        def answer_offer(self) -> "Choice":
            """Decides whether to take up the dice of the player before."""

        def go_on(self) -> "Choice":
            """Keeps dice of the roll, unless that was done before a restart, and then banks or rolls on."""

    def __init__(self, game: "TenThousandGame") -> None:
        """Makes a player for a game in play."""
        self._game = game

    def prepare(self) -> bool:
        """Works ahead in the turn of another player. Returns True while more can be done."""
        return False

    def think(self) -> bool:
        """Prepares `choose`. Returns True while there is more to prepare."""
        return False

    def choose(self) -> "Choice":
        """Returns the next actions of game.player, and the reason in at most 21 letters. The game must not be over."""
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
        return f"must beat {points_text(beat)}" if beat >= 0 else "a new turn"

    def _hold(self) -> "Choice":
        """Holds the most equal dice after a bust and throws the others, or accepts the bust if there is no pair."""
        game = self._game
        held = 0
        for place in range(game.dice):
            alike = game.rolled & self._alike(place)
            if bits(alike) > bits(held) and alike != game.rolled:
                held = alike
        if bits(held) < 2:
            return ((actions.STOP, None),), "no pair to hold"
        return ((actions.KEEP, held), ROLL), "hold matching dice"

    def _alike(self, place: int) -> int:
        """Returns the tray positions that show the same face as the one at `place`."""
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


_NEVER = const(1 << 29)

_ENOUGH = {
    TIMID: (3, 3, 4, 5, 6, 8, 10, 12),
    STEADY: (6, 5, 5, 7, 14, 30, 60, 80),
    BOLD: (12, 10, 10, 14, 28, 60, 120, 160),
}
"""Units at which a style banks, by the number of dice (0 to 7) that the next roll would throw."""

_DICE_WORTH = {
    TIMID: (0, 0, 0, 0, 0, 0, 0, 0),
    STEADY: (0, 0, 0, 2, 4, 7, 16, 18),
    BOLD: (0, 0, 4, 10, 18, 26, 40, 44),
}
"""The worth of the dice left to roll, in half units, by their number. A style keeps what is worth most with them."""

_FEWEST_TAKEN = {TIMID: 4, STEADY: 3, BOLD: 2}
"""The fewest dice with which a style takes up an offer."""

_FEWEST_CALLED = {TIMID: 8, STEADY: 3, BOLD: 2}
"""The fewest dice with which a style calls a 1."""


class HabitPlayer(BasePlayer):
    """Chooses by limits, which need no preparation."""

    def __init__(self, game: "TenThousandGame", style: int, shared: "dict[str, object] | None" = None) -> None:
        """`style` is one of those in styles.py; one without limits here plays as STEADY. `shared` is not used."""
        del shared
        super().__init__(game)
        self._style = style if style in _ENOUGH else STEADY
        self.fewest_called = _FEWEST_CALLED[self._style]
        singles = [row[1] for row in game.scorer.of_a_kind if row[1] > 0]
        self._unit = min(singles) if singles else max(1, game.target // 200)

    def answer_offer(self) -> "Choice":
        """Takes up the dice of the player before if they are enough."""
        dice = bits(self._game.offered())
        if dice >= _FEWEST_TAKEN[self._style]:
            return ((actions.TAKE, None), ROLL), f"{dice} dice are enough"
        return ((actions.FRESH, None),), "too few dice left"

    def go_on(self) -> "Choice":
        """Keeps dice of the roll, then banks or rolls on."""
        game = self._game
        rolling = self._keep_to_roll()
        dice = game.dice_next(rolling)
        for keep in self._keeps_to_bank(rolling):
            reason = self._reason_to_bank(game.points_after(keep), dice)
            if reason and not game.bank_refusal(keep):
                return self._keep(keep) + (BANK,), reason
        return self._roll_on(rolling), self._reason_to_roll(game.points_after(rolling), rolling, dice)

    def _keep_to_roll(self) -> int:
        """Returns the keep to roll on with, whose points and worth of dice left are most, or 0 once dice are kept."""
        game = self._game
        scorer = game.scorer
        worth = _DICE_WORTH[self._style]
        room = self._room()
        thrown = bits(game.rolled)
        best_value = best_keep = 0
        for i in range(game.find_keeps()):
            dice = size(scorer.keeps[i])
            left = thrown - dice if dice < thrown else game.dice
            value = scorer.points[i] * 2 + self._unit * worth[left]
            if self._style == TIMID:
                value += dice << 16  # every die that scores
            if scorer.points[i] > room:
                value -= _NEVER
            if not best_keep or value > best_value:
                best_value, best_keep = value, scorer.keeps[i]
        return game.positions_of(best_keep)

    def _keeps_to_bank(self, rolling: int) -> "list[int]":
        """Returns the keeps to try for a bank: the best with and without hot dice, the better one first, then
        `rolling`.
        """
        game = self._game
        scorer = game.scorer
        room = self._room()
        thrown = bits(game.rolled)
        points = [-1, -1]
        keys = [0, 0]
        for i in range(game.find_keeps()):
            hot = 1 if size(scorer.keeps[i]) == thrown else 0
            if points[hot] < scorer.points[i] <= room:
                points[hot] = scorer.points[i]
                keys[hot] = scorer.keeps[i]
        first = 1 if points[1] > points[0] else 0
        return [game.positions_of(keys[hot]) for hot in (first, 1 - first) if keys[hot]] + [rolling]

    def _room(self) -> int:
        """Returns the most points that can still be kept without passing a target that must be hit exactly."""
        missing = self._game.missing()
        return _NEVER if missing < 0 else missing - self._game.points

    # To bank or not

    def _reason_to_bank(self, points: int, dice: int) -> str:
        """Returns why the style banks `points` rather than roll `dice` dice, "" when it does not want to."""
        game = self._game
        if game.bank_value(points) < points:
            return "past the target"
        refusal = game.roll_refusal()
        if refusal:
            return refusal
        score = game.scores[game.player] + points
        beat = game.to_beat()
        if beat >= 0:
            return f"beats {points_text(beat)}" if score > beat else ""
        if game.reaches(score):
            return "that is the target"
        if game.saves_points() and self._style != TIMID:
            return ""
        if points < self._unit * _ENOUGH[self._style][dice]:
            return ""
        return f"{points_text(points)} is enough" if dice > 2 else f"only {dice} {'die' if dice == 1 else 'dice'}: bank"

    def _reason_to_roll(self, points: int, keep: int, dice: int) -> str:
        game = self._game
        refusal = game.bank_refusal(keep)
        if refusal:
            return refusal
        beat = game.to_beat()
        if beat >= 0:
            return f"must beat {points_text(beat)}"
        if game.saves_points():
            return "a bust costs nothing"
        if dice == game.dice:
            return "hot dice: roll on"
        return f"{dice} dice: low risk" if dice > 3 else f"{points_text(points)}: too little"
