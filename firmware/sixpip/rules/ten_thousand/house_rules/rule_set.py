"""The house rules of one game, and which of them each hook runs. The hooks are explained in house_rule.py."""

import sys

from sixpip.port import TYPE_CHECKING, collect_garbage
from sixpip.rules.errors import BadRecord
from sixpip.rules.ten_thousand.house_rules.house_rule import DecisionRule, HouseRule

if TYPE_CHECKING:
    from sixpip.rules.actions import Dice
    from sixpip.rules.events import Event
    from sixpip.rules.option import Options
    from sixpip.rules.ten_thousand.house_rules.house_rule import TurnGame, TurnState
    from sixpip.rules.ten_thousand.next_roll import NextRoll
    from sixpip.rules.ten_thousand.scorer import Scorer

HOOKS = (
    "game_opens",
    "turn_opens",
    "extra_actions",
    "next_roll",
    "of_a_kind_rows",
    "keeps_found",
    "refuse_keep",
    "bonus_for_keep",
    "dice_rolled",
    "keep_chosen",
    "refuse_bank",
    "bank_value",
    "banked",
    "busted",
    "points_saved",
    "turn_lost",
    "turn_ended",
    "called",
    "to_beat",
    "game_ends",
    "is_valid",
    "record",
)
"""The hooks that run for every rule that defines them."""


def make(path: str, options: "Options") -> HouseRule:
    """Imports the house rule at "module:Class" of this package and makes it for a game with these options."""
    module, name = path.split(":")
    if "sixpip.rules.ten_thousand.house_rules." + module not in sys.modules:
        collect_garbage()  # a module must not be allocated behind the garbage of the import before it
    package = __import__("sixpip.rules.ten_thousand.house_rules." + module, None, None, (name,))
    rule: HouseRule = getattr(package, name)(options)
    return rule


class HouseRules:
    """The house rules of one game.

    A hook runs for the rules in the order of the option table, but `turn_opens` and `busted` in the reverse order: a
    win to be rolled off goes before an offer to pick up dice.
    """

    def __init__(self, options: "Options") -> None:
        """Makes the rules that `options` (a value for every key) put in play."""
        from sixpip.rules.options import OPTIONS  # needed only while a game is made

        self._rules = []
        for option in OPTIONS:
            path = option.class_for(options[option.key])
            if path:
                rule = make(path, options)
                rule.key = option.key
                self._rules.append(rule)
        self._with = {name: self._having(name) for name in HOOKS}

    def _having(self, hook: str) -> "tuple[HouseRule, ...]":
        """The rules that define a hook, in the order in which it runs."""
        rules = [rule for rule in self._rules if hasattr(rule, hook)]
        if hook in ("turn_opens", "busted"):
            rules.reverse()
        return tuple(rules)  # most are empty: unlike lists these take no memory

    def by_key(self, key: str) -> DecisionRule:
        """The rule of the option `key`, for which a saved game waits. Raises BadRecord when there is none in play."""
        for rule in self._rules:
            if rule.key == key and isinstance(rule, DecisionRule):
                return rule
        raise BadRecord(f"The saved game waits for the house rule '{key}', which it does not play")

    # The first rule that answers decides

    def game_opens(self, game: "TurnState") -> "DecisionRule | None":
        """The rule that waits for a decision before the first turn, if any."""
        return self._first_pending("game_opens", game)

    def turn_opens(self, game: "TurnState") -> "DecisionRule | None":
        """The rule that waits for a decision as the turn opens, if any."""
        return self._first_pending("turn_opens", game)

    def _first_pending(self, hook: str, game: "TurnState") -> "DecisionRule | None":
        for rule in self._with[hook]:
            if getattr(rule, hook)(game) and isinstance(rule, DecisionRule):
                return rule
        return None

    def refuse_bank(self, game: "TurnState", points: int, keep: int) -> "str | None":
        """The first reason why `points` cannot be banked with the positions `keep` kept last, None for no reason."""
        for rule in self._with["refuse_bank"]:
            reason = rule.refuse_bank(game, points, keep)
            if reason:
                return reason
        return None

    def refuse_keep(self, game: "TurnState", key: int) -> "str | None":
        """The first reason why a multiset cannot be kept, None for no reason."""
        for rule in self._with["refuse_keep"]:
            reason = rule.refuse_keep(game, key)
            if reason:
                return reason
        return None

    def of_a_kind_rows(self, game: "TurnState") -> "list[list[int]] | None":
        """Other points for dice of a kind in this roll, None for those of the scorer."""
        for rule in self._with["of_a_kind_rows"]:
            rows = rule.of_a_kind_rows(game)
            if rows:
                return rows
        return None

    def dice_rolled(self, game: "TurnGame", events: "list[Event]") -> bool:
        """Whether a rule has handled the roll; the rules after it do not run."""
        for rule in self._with["dice_rolled"]:
            if rule.dice_rolled(game, events):
                return True
        return False

    def busted(self, game: "TurnGame", events: "list[Event]") -> bool:
        """Whether a rule has handled the bust; the rules after it do not run."""
        return any(rule.busted(game, events) for rule in self._with["busted"])

    def is_valid(self, game: "TurnState") -> bool:
        """Whether a saved game can be before a roll, or wait for a decision, in the state in which it is."""
        if game.pending:
            return game.pending.is_valid(game)
        return game.at_turn_start() or (
            not game.rolled and game.kept != game.all and any([rule.is_valid(game) for rule in self._with["is_valid"]])
        )

    # All rules add up

    def extra_actions(self, game: "TurnState", kinds: "tuple[str, ...]") -> "tuple[str, ...]":
        """`kinds` and those that rules make legal besides."""
        for rule in self._with["extra_actions"]:
            kinds += rule.extra_actions(game)
        return kinds

    def act(self, game: "TurnGame", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Performs an action that a rule makes legal. Raises Illegal for a bad detail."""
        for rule in self._with["extra_actions"]:
            if kind in rule.extra_actions(game):
                rule.act(game, kind, detail, dice, events)
                return

    def bonus_for_keep(self, game: "TurnState", key: int, kept: int) -> int:
        """The turn points that keeping `key` gives besides its own; `kept`: all positions kept with it."""
        return sum([rule.bonus_for_keep(game, key, kept) for rule in self._with["bonus_for_keep"]])

    def bank_value(self, game: "TurnState", points: int) -> int:
        """The points that the score gets for a bank of `points`."""
        for rule in self._with["bank_value"]:
            points = rule.bank_value(game, points)
        return points

    def points_saved(self, game: "TurnState") -> int:
        """The turn points that are banked in spite of a bust."""
        return sum([rule.points_saved(game) for rule in self._with["points_saved"]])

    def called(self, game: "TurnState") -> int:
        """What the next roll is called to show, -1 when nothing is called."""
        return max([-1] + [rule.called(game) for rule in self._with["called"]])

    def to_beat(self, game: "TurnState") -> int:
        """The score that a player must now pass to win, -1 before the last turns."""
        return max([-1] + [rule.to_beat(game) for rule in self._with["to_beat"]])

    # All rules run

    def change_odds(self) -> bool:
        """Whether a rule may change how often a roll busts."""
        return bool(self._with["next_roll"])

    def next_roll(self, game: "TurnState", roll: "NextRoll") -> None:
        """Lets the rules say what they change about a roll."""
        for rule in self._with["next_roll"]:
            rule.next_roll(game, roll)

    def keeps_found(self, game: "TurnState", scorer: "Scorer") -> None:
        """Lets the rules change the keeps of the roll."""
        for rule in self._with["keeps_found"]:
            rule.keeps_found(game, scorer)

    def keep_chosen(self, game: "TurnGame", key: int, points: int, events: "list[Event]") -> None:
        """Runs the hooks after a keep."""
        for rule in self._with["keep_chosen"]:
            rule.keep_chosen(game, key, points, events)

    def banked(self, game: "TurnGame", points: int, events: "list[Event]") -> None:
        """Runs the hooks after a bank."""
        for rule in self._with["banked"]:
            rule.banked(game, points, events)

    def turn_lost(self, game: "TurnGame", events: "list[Event]") -> None:
        """Runs the hooks after a bust."""
        for rule in self._with["turn_lost"]:
            rule.turn_lost(game, events)

    def turn_ended(self, game: "TurnGame", events: "list[Event]") -> None:
        """Runs the hooks at the end of a turn."""
        for rule in self._with["turn_ended"]:
            rule.turn_ended(game, events)

    def game_ends(self, game: "TurnGame", following: int, events: "list[Event]") -> bool:
        """Whether the game ends instead of giving `following` a turn."""
        return any([rule.game_ends(game, following, events) for rule in self._with["game_ends"]])

    # Save and restore

    def record(self) -> "dict[str, list[int]]":
        """The state of the rules that have one, by option key."""
        return {rule.key: rule.record() for rule in self._with["record"]}

    def restore(self, game: "TurnState", record: "dict[str, list[int]]") -> None:
        """Restores the states. Raises BadRecord when one does not fit, KeyError when one is missing."""
        if not isinstance(record, dict):
            raise BadRecord("The saved game has no state of its house rules")
        for rule in self._with["record"]:
            rule.restore(game, record[rule.key])
