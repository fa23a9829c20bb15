"""Computer players of the ten-thousand family that play as people do: by simple limits, without any odds.

Limits are counted in units, the points of the cheapest die that scores alone, so that they fit every variant.
"""

from sixpip import points as written
from sixpip.players.styles import BOLD, STEADY, TIMID
from sixpip.players.ten_thousand.any_player import BANK, ROLL, AnyPlayer
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.actions import bits
from sixpip.rules.ten_thousand.scorer import size

if TYPE_CHECKING:
    from sixpip.players.ten_thousand.any_player import Choice
    from sixpip.rules.ten_thousand.game import Game

_NEVER = const(1 << 29)

_ENOUGH = {
    TIMID: b"\x03\x03\x04\x05\x06\x08\x0a\x0c",
    STEADY: b"\x06\x05\x05\x07\x0e\x1e\x3c\x50",
    BOLD: b"\x0c\x0a\x0a\x0e\x1c\x3c\x78\xa0",
}
"""Units at which a style banks, by the number of dice (0 to 7) that the next roll would throw."""

_DICE_WORTH = {
    TIMID: b"\x00\x00\x00\x00\x00\x00\x00\x00",
    STEADY: b"\x00\x00\x00\x02\x04\x07\x10\x12",
    BOLD: b"\x00\x00\x04\x0a\x12\x1a\x28\x2c",
}
"""Half units that a style gives for the dice left to roll, by their number: it keeps what is worth most with them."""

_FEWEST_TAKEN = {TIMID: 4, STEADY: 3, BOLD: 2}
"""The fewest dice with which a style takes up an offer."""

_FEWEST_CALLED = {TIMID: 8, STEADY: 3, BOLD: 2}
"""The fewest dice with which a style calls a 1."""


class ComputerPlayer(AnyPlayer):
    """Chooses by limits, which need no preparation."""

    def __init__(self, game: "Game", style: int, shared: "dict[str, object] | None" = None) -> None:
        """`style`: of styles.py; one that is not played here plays as STEADY. `shared`: for players who solve turns."""
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
        """The keep with which the style rolls on: its points and the worth of the dice left together are most.

        0 once dice are kept.
        """
        game = self._game
        scorer = game.scorer
        worth = _DICE_WORTH[self._style]
        room = self._room()
        thrown = bits(game.rolled)
        best_value = best_key = 0
        for i in range(game.find_keeps()):
            dice = size(scorer.keys[i])
            left = thrown - dice if dice < thrown else game.dice
            value = scorer.points[i] * 2 + self._unit * worth[left]
            if self._style == TIMID:
                value += dice << 16  # every die that scores
            if scorer.points[i] > room:
                value -= _NEVER
            if not best_key or value > best_value:
                best_value, best_key = value, scorer.keys[i]
        return game.positions_of(best_key)

    def _keeps_to_bank(self, rolling: int) -> "list[int]":
        """The keeps worth trying for a bank: the most points, the same without hot dice, the keep to roll with."""
        game = self._game
        scorer = game.scorer
        room = self._room()
        thrown = bits(game.rolled)
        points = [-1, -1]
        keys = [0, 0]
        for i in range(game.find_keeps()):
            hot = 1 if size(scorer.keys[i]) == thrown else 0
            if points[hot] < scorer.points[i] <= room:
                points[hot] = scorer.points[i]
                keys[hot] = scorer.keys[i]
        first = 1 if points[1] > points[0] else 0
        return [game.positions_of(keys[hot]) for hot in (first, 1 - first) if keys[hot]] + [rolling]

    def _room(self) -> int:
        """The most points that can still be kept without passing a target that must be hit exactly."""
        missing = self._game.missing()
        return _NEVER if missing < 0 else missing - self._game.points

    # To bank or not

    def _reason_to_bank(self, points: int, dice: int) -> str:
        """Why the style banks `points` rather than roll `dice` dice, "" when it does not want to."""
        game = self._game
        if game.bank_value(points) < points:
            return "past the target"
        refusal = game.roll_refusal()
        if refusal:
            return refusal
        score = game.scores[game.player] + points
        beat = game.to_beat()
        if beat >= 0:
            return f"beats {written(beat)}" if score > beat else ""
        if game.reaches(score):
            return "that is the target"
        if game.saves_points() and self._style != TIMID:
            return ""
        if points < self._unit * _ENOUGH[self._style][dice]:
            return ""
        return f"{written(points)} is enough" if dice > 2 else f"only {dice} {'die' if dice == 1 else 'dice'}: bank"

    def _reason_to_roll(self, points: int, keep: int, dice: int) -> str:
        game = self._game
        refusal = game.bank_refusal(keep)
        if refusal:
            return refusal
        beat = game.to_beat()
        if beat >= 0:
            return f"must beat {written(beat)}"
        if game.saves_points():
            return "a bust costs nothing"
        if dice == game.dice:
            return "hot dice: roll on"
        return f"{dice} dice: low risk" if dice > 3 else f"{written(points)}: too little"
