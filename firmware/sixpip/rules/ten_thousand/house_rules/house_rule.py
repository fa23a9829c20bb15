"""The base classes of house rules with every hook, and HouseRules, which runs the hooks of the rules in play.

A rule may read everything in a GameState, but changes a TenThousandGame only by its methods "for house rules". The
rules are in the other modules of this folder.
"""

from sixpip.compat import TYPE_CHECKING, const, load_module
from sixpip.rules.core import actions
from sixpip.rules.core.errors import MOST, BadRecord, check_number, check_numbers

if TYPE_CHECKING:
    from typing import TypeVar

    from sixpip.rules.core.actions import Dice as Dice
    from sixpip.rules.core.events import Event as Event
    from sixpip.rules.rulebook.options import Options as Options
    from sixpip.rules.ten_thousand.game import GameState as GameState
    from sixpip.rules.ten_thousand.game import TenThousandGame as TenThousandGame
    from sixpip.rules.ten_thousand.house_rules.changed_odds import NextRoll as NextRoll
    from sixpip.rules.ten_thousand.scorer import Scorer as Scorer

    Answer = TypeVar("Answer")


BUST = const(0)
WRECK = const(1)
CANCELED = const(2)
OUT = const(3)
WIN = const(4)
OUTCOMES = const(5)
"""How a turn ends: with a bust, a bust on all dice, a canceled score, the player out, or a win."""


LAST_SEAT = const(-2)
ALL_DICE = const(-3)
ALL_FACES = const(-4)
"""Limits of a field of a saved game: the number of the last seat, the set of all dice, the set of all faces."""


class HouseRule:
    """One house rule of a game. Its hooks do nothing; a subclass overrides those it needs.

    Positions are sets of tray positions, one bit each; a multiset of faces is one int (scorer.py).
    """

    key = ""  # the key of the rule's option, set when the rule is made for a game
    most_rolls = 0  # the most rolls of a turn; 0 if there is no limit
    call = -1  # what the next roll is called to show (a number of calls.CALLS), -1 when nothing is called
    state: "tuple[tuple[str, int, int], ...]" = ()
    """The fields that a saved game needs: the name, the least and the most value of each, or one of the limits
    above."""

    def __init__(self, options: "Options") -> None:
        """`options` has a value for every option key."""

    # Hooks that answer a question and change nothing but the scorer

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Sets the fields of `roll` by which it busts more or less often than the scorer says."""

    def extra_actions(self, game: "GameState") -> "tuple[str, ...]":
        """Returns the kinds of action that this rule adds to those of the base turn. `act` performs them."""
        return ()

    def of_a_kind_rows(self, game: "GameState") -> "list[list[int]] | None":
        """Returns other points for dice of a kind in this roll, in the shape of Scorer.of_a_kind, or None for no
        change.
        """
        return None

    def keeps_found(self, game: "GameState", scorer: "Scorer") -> None:
        """Adds and removes keeps. The scorer holds the legal keeps of the roll."""

    def refuse_keep(self, game: "GameState", multiset: int) -> "str | None":
        """Returns why the dice of `multiset` must not be kept, None when this rule allows it."""
        return None

    def bonus_for_keep(self, game: "GameState", multiset: int, kept: int) -> int:
        """Returns the turn points that keeping `multiset` gives besides its own. `kept` has all positions that are then
        kept.
        """
        return 0

    def must_roll_after(self, game: "GameState", multiset: int) -> bool:
        """Returns whether the turn cannot be banked right after `multiset` was kept."""
        return False

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Returns why `points` cannot be banked with the positions `keep` kept last, None when this rule allows it."""
        return None

    def refuse_roll(self, game: "GameState") -> "str | None":
        """Returns why the turn must be banked now and cannot be rolled on, None when this rule allows it.

        A rule that refuses it removes the keeps with which the turn cannot be banked.
        """
        return None

    def least_bank(self, game: "GameState", player: int) -> int:
        """Returns the points that the next bank of `player` needs; with -1, those that a bank of any player on the
        table needs.
        """
        return 0

    def bank_value(self, game: "GameState", points: int) -> int:
        """Returns the points that the score gets for a bank of `points`."""
        return points

    def points_saved(self, game: "GameState") -> int:
        """Returns the turn points that are banked in spite of a bust."""
        return 0

    def loss(self, game: "GameState", outcome: int, on_average: bool) -> int:
        """Returns the points that BUST, WRECK or CANCELED now takes from the score of game.player, if not on the first
        roll.

        With `on_average` they are the mean over a game.
        """
        return 0

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Returns CANCELED, OUT or WIN if a roll of the multiset `roll` ends the turn whatever is kept, else BUST."""
        return BUST

    def to_beat(self, game: "GameState") -> int:
        """Returns the score that a player must now pass to win, -1 before the last turns."""
        return -1

    def later_players(self, game: "GameState") -> "list[int]":
        """Returns the players who still have a turn after this one, if game.player has reached the target and leads."""
        return []

    def standing(self, game: "GameState", player: int) -> "tuple[int, str]":
        """Returns how urgent it is to show the state of a player (0: not at all), and that in at most 21 characters."""
        return 0, ""

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether a saved game may be before a roll in mid-turn, or wait for a decision, due to this rule."""
        return False

    # Hooks that may change the game; each event that they cause is added to `events`

    def dice_rolled(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Runs after a roll. Returns True if the rule has handled it; the base turn then does not look for a bust."""
        return False

    def keep_chosen(self, game: "TenThousandGame", multiset: int, points: int, events: "list[Event]") -> None:
        """Runs after dice were kept for `points`, which the turn points contain already."""

    def banked(self, game: "TenThousandGame", points: int, events: "list[Event]") -> None:
        """Runs after `points` were banked; the score contains them already."""

    def busted(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Runs after a roll without a keep. Returns True if the rule has handled it; the turn is then not lost."""
        return False

    def turn_lost(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Runs when the turn is lost; game.points are the points lost with it."""

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Runs when the turn of game.player is over, banked or lost."""

    def game_ends(self, game: "TenThousandGame", following: int, events: "list[Event]") -> bool:
        """Runs before the turn of `following`. Returns True if the game ends instead; the rule has then set
        game.winner.
        """
        return False

    def act(self, game: "TenThousandGame", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Performs one of the extra actions, or of the actions of a decision. Raises Illegal for a bad detail."""

    # The state of the rule, for a saved game

    def record(self) -> "list[int] | None":
        """Returns the numbers in `state`, None for a rule without state."""
        return [getattr(self, name) for name, _, _ in self.state] if self.state else None

    def restore(self, game: "GameState", record: "list[int]") -> None:
        """Restores the fields in `state` from such a list. Raises BadRecord for any other value."""
        numbers = check_numbers(record, len(self.state), -1, MOST, self.key)
        mosts = {LAST_SEAT: game.players - 1, ALL_DICE: game.all, ALL_FACES: (1 << len(game.dice_set.faces)) - 1}
        for (name, least, most), number in zip(self.state, numbers):
            setattr(self, name, check_number(number, least, mosts.get(most, most), self.key))
        self.check_restored(game)

    def check_restored(self, game: "GameState") -> None:
        """Raises BadRecord where restored numbers do not fit together."""


class DecisionRule(HouseRule):
    """A house rule that can make the game wait for a decision; the rule is then game.pending.

    It alone then says what is legal. It overrides `question`, `act` and `is_valid`.
    """

    points = 0  # the turn points that the player gets with the dice offered
    hitter = -1  # the player whose win this decision may undo, -1 for none
    left = 0  # the players, one bit each, who still have to throw for the start

    def turn_opens(self, game: "GameState") -> bool:
        """Runs when the game or the turn of game.player begins. Returns True if it first waits for a decision by this
        rule.
        """
        return False

    def legal(self, game: "GameState") -> "tuple[str, ...]":
        """Returns the kinds of action that are legal: here to take the dice that are offered, or to start with all."""
        return (actions.TAKE, actions.FRESH)

    def question(self, game: "GameState") -> str:
        """Returns the question to the player, in at most 21 characters."""
        return ""

    def offered(self, game: "GameState") -> int:
        """Returns the positions of the dice that the player may take over, 0 for none."""
        return 0

    def throws(self, game: "GameState") -> int:
        """Returns the positions that the next roll throws."""
        return game.all


def classes_for(options: "Options") -> "tuple[tuple[str, type[HouseRule]], ...]":
    """Returns the house rules that `options` (a value for every key) put in play, each with the key of its option.

    They are in the order of the option table. Imports their modules.
    """
    from sixpip.rules.rulebook.options import OPTIONS  # needed only while a game is made

    found = []
    for option in OPTIONS:
        path = option.class_for(options[option.key])
        if path:
            module, name = path.split(":")
            found.append((option.key, getattr(load_module("sixpip.rules.ten_thousand.house_rules." + module), name)))
    return tuple(found)


def first(answers: "list[Answer | None]") -> "Answer | None":
    """Returns the first answer of several rules, None when no rule has one."""
    for answer in answers:
        if answer:
            return answer
    return None


class HouseRules:
    """The house rules of one game.

    A hook runs for all of them in order. Only `turn_opens` and `busted` run in the reverse order, so that a win to be
    rolled off comes before an offer to pick up dice.
    """

    def __init__(self, classes: "tuple[tuple[str, type[HouseRule]], ...]", options: "Options") -> None:
        """Makes the rules of these classes (from classes_for) for a game with `options`, which has a value for every
        key.
        """
        self.rules = tuple([rule_class(options) for _, rule_class in classes])
        """In the order of the option table."""
        for (key, _), rule in zip(classes, self.rules):
            rule.key = key

    def override(self, hook: str) -> bool:
        """Returns whether a rule in play overrides a hook. Raises AttributeError when there is no such hook."""
        plain = getattr(HouseRule, hook)
        return any([getattr(type(rule), hook) is not plain for rule in self.rules])

    def by_key(self, key: str) -> DecisionRule:
        """Returns the rule of the option `key`, for which a saved game waits. Raises BadRecord when there is none in
        play.
        """
        for rule in self.rules:
            if rule.key == key and isinstance(rule, DecisionRule):
                return rule
        raise BadRecord(f"The saved game waits for the house rule '{key}', but it is played without that rule")

    # The first rule that answers decides

    def turn_opens(self, game: "GameState") -> "DecisionRule | None":
        """Returns the rule that waits for a decision as the game or the turn opens, if any."""
        for rule in reversed(self.rules):
            if isinstance(rule, DecisionRule) and rule.turn_opens(game):
                return rule
        return None

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Returns the first reason why `points` cannot be banked with the positions `keep` kept last, None for no
        reason.
        """
        for rule in self.rules:
            refusal = rule.refuse_bank(game, points, keep)
            if refusal:
                return refusal
        return None

    def most_rolls(self) -> int:
        """Returns the most rolls of a turn, 0 for any number."""
        return max([rule.most_rolls for rule in self.rules])

    def refuse_keep(self, game: "GameState", multiset: int) -> "str | None":
        """Returns the first reason why a multiset cannot be kept, None for no reason."""
        return first([rule.refuse_keep(game, multiset) for rule in self.rules])

    def of_a_kind_rows(self, game: "GameState") -> "list[list[int]] | None":
        """Returns other points for dice of a kind in this roll, or None for those of the scorer."""
        return first([rule.of_a_kind_rows(game) for rule in self.rules])

    def dice_rolled(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Returns whether a rule has handled the roll; the rules after it do not run."""
        for rule in self.rules:
            if rule.dice_rolled(game, events):
                return True
        return False

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Returns how a roll of a multiset ends the turn whatever is kept, BUST when it does not."""
        return max([rule.outcome_of(game, roll) for rule in self.rules])

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether the state of a saved game allows it to be before a roll, or to wait for a decision."""
        if game.pending:
            return game.pending.is_valid(game)
        return game.at_turn_start() or (
            not game.rolled and game.kept != game.all and any([rule.is_valid(game) for rule in self.rules])
        )

    # The answers of all rules add up

    def extra_actions(self, game: "GameState", kinds: "tuple[str, ...]") -> "tuple[str, ...]":
        """Returns `kinds` and the kinds that rules make legal besides."""
        for rule in self.rules:
            kinds += rule.extra_actions(game)
        return kinds

    def bonus_for_keep(self, game: "GameState", multiset: int, kept: int) -> int:
        """Returns the turn points that keeping `multiset` gives besides its own. `kept` has all positions that are then
        kept.
        """
        return sum([rule.bonus_for_keep(game, multiset, kept) for rule in self.rules])

    def must_roll_after(self, game: "GameState", multiset: int) -> bool:
        """Returns whether the turn cannot be banked right after `multiset` was kept."""
        return any([rule.must_roll_after(game, multiset) for rule in self.rules])

    def points_saved(self, game: "GameState") -> int:
        """Returns the turn points that are banked in spite of a bust."""
        return sum([rule.points_saved(game) for rule in self.rules])

    def loss(self, game: "GameState", outcome: int, on_average: bool = False) -> int:
        """Returns the points that an outcome takes from the score of game.player (HouseRule.loss), perhaps more than it
        has.
        """
        return sum([rule.loss(game, outcome, on_average) for rule in self.rules])

    def standing(self, game: "GameState", player: int) -> str:
        """Returns the most urgent text to show next to the score of a player, "" for nothing."""
        urgent, words = max([rule.standing(game, player) for rule in self.rules], key=lambda standing: standing[0])
        return words if urgent else ""

    # Save and restore

    def record(self) -> "dict[str, list[int]]":
        """Returns the state of the rules that have one, by option key."""
        found = {}
        for rule in self.rules:
            record = rule.record()
            if record is not None:
                found[rule.key] = record
        return found

    def restore(self, game: "GameState", record: "dict[str, list[int]]") -> None:
        """Restores the states. Raises BadRecord when one does not fit, KeyError when one is missing."""
        if not isinstance(record, dict):
            raise BadRecord("The saved game has no state of its house rules")
        for rule in self.rules:
            if rule.record() is not None:
                rule.restore(game, record[rule.key])
