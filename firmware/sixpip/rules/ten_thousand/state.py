"""The state of a game of the ten-thousand family, and the questions about it: what is legal, points, refusals.

Changes are in game.py. House rules answer through their hooks (house_rules/house_rule.py); none is known by name.
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

    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.option import Options
    from sixpip.rules.ten_thousand.house_rules.house_rule import DecisionRule

_PLAIN = ("players", "first", "player", "winner", "stage", "rolled", "kept", "points", "rolls")
_LISTS = ("scores", "opened", "out", "turns", "faces")


class GameState(Tray):
    """The state of a game. Only the rules core sets its fields.

    `scores`, `opened` (the player is on the table), `out` (eliminated) and `turns` (played so far) have one entry per
    player; the player `first` begins every round, and `starter` is that player if chosen in advance, else -1.
    `head_start` has the points of each player before the first turn, [] where all begin at 0. `points` and `rolls` are
    those of the turn. `pending` is the house rule that the game waits for, which then decides what is legal.
    """

    def __init__(self, variant: str, row: "Options | None" = None, players: int = 1, starter: int = -1) -> None:
        """A new game, with arguments as in engine.new_game. Raises BadOption."""
        if not 1 <= players <= MOST_PLAYERS:
            raise BadOption(f"players={players} cannot play: use 1 to {MOST_PLAYERS}")
        if not -1 <= starter < players:
            raise BadOption(f"first={starter + 1} is no seat: use 1 to {players}")
        from sixpip.rules import options, variants  # needed only while a game is made; the app unloads them

        self.variant = variants.find(variant)
        self.row = dict(row or {})
        dice_set = self.variant.dice_set
        self.set_up(dice_set, options.resolve(dice_set, self.variant.row, self.row), players, starter)

    def set_up(self, dice_set: "DiceSet", values: "Options", players: int = 1, starter: int = -1) -> None:
        """Sets the state before the first turn of a game with these dice and a value for every option."""
        self.options = values
        if values["wild_die"] == "yes":
            dice_set = dice_set.with_sun()
        super().__init__(dice_set, int(values["dice"]))
        self.scorer = Scorer(dice_set, self.options, self.dice)
        self.house_rules = HouseRules(self.options)
        self.players = players
        self.scores = [0] * players
        self.opened = [False] * players
        self.out = [False] * players
        self.turns = [0] * players
        self.starter = starter
        self.head_start: list[int] = []
        self.first = self.player = max(starter, 0)
        self.winner = -1
        self.stage = READY
        self.points = self.rolls = 0
        self.scored_roll = -1
        """The value of scorer.scored after the last roll was scored; -1 has it scored again."""
        self.pending: DecisionRule | None = None

    def legal(self) -> "tuple[str, ...]":
        """The kinds of action that are legal now; none when the game is over."""
        if self.pending:
            return self.pending.legal(self)
        if self.stage == READY:
            return self.house_rules.extra_actions(self, (actions.ROLL,))
        if self.stage == ROLLED:
            return (actions.KEEP,) if self.bank_refusal() else (actions.KEEP, actions.BANK)
        if self.stage == KEPT:
            kinds = (actions.ROLL,) if self.bank_refusal() else (actions.ROLL, actions.BANK)
            return self.house_rules.extra_actions(self, kinds)
        return ()

    def throws(self) -> int:
        """The tray positions that the next roll throws."""
        if self.pending:
            return self.pending.throws(self)
        return self.all if self.kept == self.all else self.all & ~self.kept

    def dice_next(self, keep: int = 0) -> int:
        """How many dice the next roll throws once the positions `keep` are kept, too."""
        return bits(self.throws()) if self.pending else super().dice_next(keep)

    def at_turn_start(self) -> bool:
        """Whether the turn has just opened: nothing is thrown, kept or taken over."""
        return self.stage == READY and not (self.rolled or self.kept or self.points or self.rolls)

    def find_keeps(self) -> int:
        """Makes the scorer hold the legal keeps of the last roll; returns their number."""
        if self.stage != ROLLED:
            return 0
        if self.scored_roll != self.scorer.scored:  # a new roll, or another one was scored since
            self.score_roll()
            self.house_rules.keeps_found(self, self.scorer)
            self.scored_roll = self.scorer.scored
        return self.scorer.found

    def score_roll(self) -> None:
        """Makes the scorer hold the keeps of the last roll before house rules change them."""
        self.scorer.score(self.multiset_key(self.rolled), self.house_rules.of_a_kind_rows(self))

    def keep_points(self, keep: int) -> int:
        """Points of keeping the tray positions `keep` of the last roll (TT-06). Raises Illegal with the reason."""
        if self.stage != ROLLED or keep & ~self.rolled:
            raise Illegal("Keep dice of the last roll")
        self.find_keeps()
        key = self.multiset_key(keep)
        points = self.scorer.points_of(key)
        if points < 0:
            raise Illegal(self.house_rules.refuse_keep(self, key) or self.scorer.why_not(key))
        return points

    def points_after(self, keep: int = 0) -> int:
        """The turn points once `keep` (0: the best keep, if any) is kept, with bonuses. Raises Illegal."""
        keep = keep or self.best_keep()
        if not keep:
            return self.points
        points = self.points + self.keep_points(keep)
        return points + self.house_rules.bonus_for_keep(self, self.multiset_key(keep), self.kept | keep)

    def best_keep(self) -> int:
        """The tray positions of the best keep of the last roll, 0 when there is nothing to keep."""
        return self.positions_of(self.scorer.best()) if self.find_keeps() else 0

    def can_score(self) -> int:
        """The tray positions of the last roll that are part of a legal keep."""
        places = 0
        for i in range(self.find_keeps()):
            for place in range(self.dice):
                if self.rolled >> place & 1 and self.scorer.keys[i] >> (4 * self.faces[place]) & 7:
                    places |= 1 << place
        return places

    def bank_refusal(self, keep: int = 0) -> "str | None":
        """Why the turn cannot be banked now with `keep` (0: the best keep, TT-03), None when it can.

        Raises Illegal when `keep` itself is not legal.
        """
        if self.pending or self.stage not in (ROLLED, KEPT):
            return "Roll first"
        keep = (keep or self.best_keep()) if self.stage == ROLLED else 0
        points = self.points_after(keep)
        if self.kept | keep == self.all and self.options["hot_dice"] == "forced":
            return f"Hot dice: roll all {self.dice}"
        return self.house_rules.refuse_bank(self, points, keep)

    def bank_value(self, points: int) -> int:
        """The points that the score gets for a bank of `points`."""
        return self.house_rules.bank_value(self, points)

    # Decisions of house rules

    def question(self) -> str:
        """The question of the house rule that the game waits for, "" when it waits for none."""
        return self.pending.question(self) if self.pending else ""

    def offered(self) -> int:
        """The tray positions of the dice that can now be taken over, 0 when there is no offer."""
        return self.pending.offered(self) if self.pending else 0

    def offered_points(self) -> int:
        """The turn points that can be taken over with these dice."""
        return self.pending.offered_points() if self.pending else 0

    def winner_to_roll_off(self) -> int:
        """The player whose win the offered dice may undo (a roll-off), -1 for none."""
        return self.pending.winner_to_roll_off(self) if self.pending else -1

    def still_to_throw(self) -> int:
        """The players, one bit each, who still have to throw for the start; 0 once the first turn has begun."""
        return self.pending.still_to_throw(self) if self.pending else 0

    def called(self) -> int:
        """What the next roll is called to show (a number of calls.CALLS), -1 when nothing is called."""
        return self.house_rules.called(self)

    def can_call_after_keep(self) -> bool:
        """Whether the next roll can be called once dice of this one are kept."""
        return actions.CALL in self.house_rules.extra_actions(self, ())

    def to_beat(self) -> int:
        """The score that a player must pass to win once the last turns have begun, -1 before."""
        return self.house_rules.to_beat(self)

    def record(self) -> "dict[str, Any]":
        """The whole state as numbers, words and lists of them, for JSON and for record.from_record."""
        record: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN}
        record.update({name: [int(part) for part in getattr(self, name)] for name in _LISTS})
        record["variant"] = self.variant.name
        if self.variant.mark:
            record["mark"] = self.variant.mark
        record["rules"] = dict(self.row)
        if self.starter >= 0:
            record["starter"] = self.starter
        if self.head_start:
            record["head_start"] = list(self.head_start)
        record["floor"] = self.pending.key if self.pending else ""
        record["houses"] = self.house_rules.record()
        return record

    def _why_not(self, kind: str) -> str:
        if self.stage == OVER:
            return "The game is over"
        if self.pending:
            return self.question()
        if kind == actions.ROLL:
            return "Choose scoring dice"
        if kind == actions.KEEP:
            return "Roll first"
        if kind == actions.BANK:
            return self.bank_refusal() or "Not now"
        return "Nothing is offered"
