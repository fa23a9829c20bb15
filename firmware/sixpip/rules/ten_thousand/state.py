"""How a game of the ten-thousand family stands, and what can be done now: the questions. Changes are game.py's.

Whatever a house rule has to say is asked of those in play (see house/houses.py); none is known here by name.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.errors import BadOption, Illegal
from sixpip.rules.stages import KEPT, MOST_PLAYERS, OVER, READY, ROLLED, bits
from sixpip.rules.ten_thousand.house_rules.rule_set import HouseRules
from sixpip.rules.ten_thousand.scorer import Scorer
from sixpip.rules.ten_thousand.tray import Tray

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.ten_thousand.house_rules.rule_set import House

_PLAIN = ("players", "first", "player", "winner", "stage", "rolled", "kept", "points", "rolls")
_LISTS = ("scores", "opened", "out", "turns", "faces")


class GameState(Tray):
    """Where a game stands. Read its fields, never set them from outside the rules core.

    `scores`, `opened` (on the table), `out` and `turns` (played so far) have one entry a player; `first`
    begins every round.
    """

    def __init__(self, variant: str, row: "dict[str, Any] | None" = None, players: int = 1) -> None:
        """A new game of `variant` with the house rules in `row` over its own. Raises BadOption."""
        if not 1 <= players <= MOST_PLAYERS:
            raise BadOption(f"players={players} cannot play: use 1 to {MOST_PLAYERS}")
        from sixpip.rules import (  # only now: once the game is made, its memory is wanted for other things
            options,
            variants,
        )

        self.variant = variants.find(variant)
        self.row = dict(row or {})
        dice_set = self.variant.dice_set
        self.options = options.resolve(dice_set, self.variant.row, self.row)
        if self.options["wild_die"] == "yes":
            dice_set = dice_set.with_sun()
        super().__init__(dice_set, self.options["dice"])
        self.scorer = Scorer(dice_set, self.options, self.dice)
        self.house_rules = HouseRules(self.options)
        self.players = players
        self.scores = [0] * players
        self.opened = [False] * players
        self.out = [False] * players
        self.turns = [0] * players
        self.first = self.player = 0
        self.winner = -1
        self.stage = READY
        self.points = self.rolls = 0
        self._asked = -1
        self.pending: House | None = None

    def legal(self) -> "tuple[str, ...]":
        """The kinds of action that are legal now; none when the game is over."""
        if self.pending:
            kinds: tuple[str, ...] = self.pending.legal(self)
            return kinds
        if self.stage == READY:
            return self.house_rules.more_actions(self, (actions.ROLL,))
        if self.stage == ROLLED:
            return (actions.KEEP,) if self.bank_refusal() else (actions.KEEP, actions.BANK)
        if self.stage == KEPT:
            kinds = (actions.ROLL,) if self.bank_refusal() else (actions.ROLL, actions.BANK)
            return self.house_rules.more_actions(self, kinds)
        return ()

    def throws(self) -> int:
        """The tray positions that the next roll throws."""
        if self.pending and hasattr(self.pending, "throws"):
            return int(self.pending.throws(self))
        return self.all if self.kept == self.all else self.all & ~self.kept

    def dice_next(self, keep: int = 0) -> int:
        """How many dice the next roll throws, with what has been kept so far and `keep` besides."""
        return bits(self.throws()) if self.pending else super().dice_next(keep)

    def at_start(self) -> bool:
        """Whether the turn has just opened: nothing is thrown, kept or taken up."""
        return self.stage == READY and not (self.rolled or self.kept or self.points or self.rolls)

    def find_keeps(self) -> int:
        """Have the scorer hold the legal keeps of the last roll; returns how many there are."""
        if self.stage != ROLLED:
            return 0
        if self._asked != self.scorer.asked:  # a new roll, or the scorer was asked about another one
            self.scorer.score(self.key_of(self.rolled), self.house_rules.alike_rows(self))
            self.house_rules.keeps_found(self, self.scorer)
            self._asked = self.scorer.asked
        return self.scorer.found

    def worth(self, keep: int) -> int:
        """Points of keeping the tray positions `keep` of the last roll (TT-06). Raises Illegal with the reason."""
        if self.stage != ROLLED or keep & ~self.rolled:
            raise Illegal("Keep dice of the last roll")
        self.find_keeps()
        key = self.key_of(keep)
        points = self.scorer.worth(key)
        if points < 0:
            raise Illegal(self.house_rules.why_not_keep(self, key) or self.scorer.why_not(key))
        return points

    def best_keep(self) -> int:
        """The tray positions of the best keep of the last roll, 0 when nothing is to be kept."""
        return self.positions_of(self.scorer.best()) if self.find_keeps() else 0

    def can_score(self) -> int:
        """The tray positions of the last roll that are in some legal keep."""
        places = 0
        for i in range(self.find_keeps()):
            for place in range(self.dice):
                if self.rolled >> place & 1 and self.scorer.keys[i] >> (4 * self.faces[place]) & 7:
                    places |= 1 << place
        return places

    def bank_refusal(self, keep: int = 0) -> "str | None":
        """Why the turn cannot be banked now with `keep` (nothing: the best keep, TT-03), None when it can.

        Raises Illegal when `keep` itself is not legal.
        """
        if self.pending or self.stage not in (ROLLED, KEPT):
            return "Roll first"
        points = self.points
        kept = self.kept
        if self.stage == ROLLED:
            keep = keep or self.best_keep()
            points += self.worth(keep)
            kept |= keep
        else:
            keep = 0
        if kept == self.all and self.options["hot_dice"] == "forced":
            return f"Hot dice: roll all {self.dice}"
        return self.house_rules.refuse_bank(self, points, keep)

    def offered(self) -> int:
        """The tray positions of the dice that can now be taken up, 0 when none are offered."""
        return self.pending.offered(self) if self.pending else 0

    def to_beat(self) -> int:
        """The score that a player must pass to win once the last turns have begun, -1 before."""
        return self.house_rules.to_beat(self)

    def winner_to_roll_off(self) -> int:
        """The player whose win can be rolled off now, -1 for none."""
        return getattr(self.pending, "hitter", -1)

    def can_call_after_keep(self) -> bool:
        """Whether the next roll can be called once dice are kept."""
        return actions.CALL in self.house_rules.more_actions(self, ())

    def points_after(self, keep: int) -> int:
        """Turn points with this keep and the bonuses it brings."""
        bonus = 0
        if self.options["last_die"] == "yes" and (self.kept | keep) == self.all and bits(keep) == 1:
            bonus = 500 * (self.house_rules.record()["last_die"][1] + 1)
        return self.points + self.worth(keep) + bonus

    def called(self) -> int:
        """The number of the call for the next roll, -1 for none."""
        return self.house_rules.record()["calls"][0] if self.options["calls"] == "yes" else -1

    def still_to_throw(self) -> int:
        """The players who still throw for the start."""
        return self.house_rules.by_key("start").left

    def record(self) -> "dict[str, Any]":
        """The whole state as numbers, words and lists of them, fit for JSON and for saved.from_record."""
        record: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN}
        record.update({name: [int(part) for part in getattr(self, name)] for name in _LISTS})
        record["variant"] = self.variant.name
        if self.variant.mark:
            record["mark"] = self.variant.mark
        record["rules"] = dict(self.row)
        record["floor"] = self.pending.key if self.pending else ""
        record["houses"] = self.house_rules.record()
        return record

    def _why_not(self, kind: str) -> str:
        if self.stage == OVER:
            return "The game is over"
        if self.pending:
            return str(self.pending.question(self))
        if kind == actions.ROLL:
            return "Choose scoring dice"
        if kind == actions.KEEP:
            return "Roll first"
        if kind == actions.BANK:
            return self.bank_refusal() or "Not now"
        return "Nothing is offered"
