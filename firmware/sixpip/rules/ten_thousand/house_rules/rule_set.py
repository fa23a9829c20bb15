"""House rules: one small class each, that answers only the moments it cares about.

The moments, each a method `name(game, ...)` that a class has or has not. The classes are asked in the order of the
option table, but of turn_opens and busted from its end back:
  game_opens(game)                    True takes the floor before the first turn
  turn_opens(game)                    the turn of game.player opens; True takes the floor
  more_actions(game)                  kinds of action that are legal besides the roll; act(...) does them
  alike_rows(game)                    other rows for dice alike in this roll (Scorer.score), or None
  keeps_found(game, scorer)            the legal keeps stand in the scorer: enter more, drop some
  why_not_keep(game, key)             the reason why a keep is forbidden, or None
  dice_rolled(game, events)           True: the rule has dealt with this roll, no bust is looked for
  keep_chosen(game, key, points, events)  the multiset kept and its points
  refuse_bank(game, points, keep)     the reason why `points` cannot be banked with `keep` chosen last, or None
  banking(game, points)               the points that a bank of `points` is really worth
  banked(game, points, events)        the score has them already
  busted(game, events)                a roll with no keep; True: the rule has dealt with it
  turn_lost(game, events)             after a bust; game.points are the points lost
  turn_ended(game, events)
  to_beat(game)                       the score that a player must now pass to win, -1 when nothing presses yet
  game_ends(game, following, events)  before `following` would play; True ends the game (game.winner is set)
With the floor a rule alone says what is legal(game) -> kinds, does it by act(game, kind, detail, dice, events), puts
the question(game) in words, has offered(game), the tray positions of dice that could be taken up, and throws(game),
those that its own roll throws, if it has one.
A rule that can have the floor, or bring about a roll in mid-turn, says stands(game): a saved game may stand so by it.
State of its own over turns: record() -> list of numbers, restore(game, list), which raises
BadRecord for any other list. Every class has `key`, its option's, and is made from a value for every option key.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadRecord

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.scorer import Scorer
    from sixpip.rules.ten_thousand.state import GameState

    House = Any  # a class of this package, by the moments it answers

_MOMENTS = (
    "game_opens",
    "turn_opens",
    "more_actions",
    "alike_rows",
    "keeps_found",
    "why_not_keep",
    "dice_rolled",
    "keep_chosen",
    "refuse_bank",
    "banking",
    "banked",
    "busted",
    "turn_lost",
    "turn_ended",
    "to_beat",
    "game_ends",
    "stands",
)


def make(path: str, options: "dict[str, Any]") -> "House":
    """The house rule at "module:Class" of this package, made for a game's options; only then is it imported."""
    module, name = path.split(":")
    return getattr(__import__("sixpip.rules.ten_thousand.house_rules." + module, None, None, (name,)), name)(options)


class HouseRules:
    """The house rules of one game."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """Makes those that `options` (a value for every key) put in play."""
        from sixpip.rules.options import OPTIONS  # only while a game is made

        self._all = []
        for option in OPTIONS:
            path = option.house_for(options[option.key])
            if path:
                house = make(path, options)
                house.key = option.key
                self._all.append(house)
        self._who = {name: [house for house in self._all if hasattr(house, name)] for name in _MOMENTS}
        for name in ("turn_opens", "busted"):
            # The end of the game goes before what the players before left, and a roll before its turn.
            self._who[name].reverse()

    def by_key(self, key: str) -> "House":
        """The house rule in play for an option key. Raises BadRecord when none is."""
        for house in self._all:
            if house.key == key and hasattr(house, "legal"):
                return house
        raise BadRecord(f"The saved game waits for the house rule '{key}', which it does not play")

    def keeps_depend(self) -> bool:
        """Whether what scores depends on more than the roll itself, so that odds of the scorer do not hold."""
        return any([self._who[name] for name in ("alike_rows", "keeps_found", "dice_rolled", "busted")])

    # Who answers first

    def game_opens(self, game: "GameState") -> "House | None":
        """The house rule that takes the floor before the first turn, if any."""
        return self._first("game_opens", game)

    def turn_opens(self, game: "GameState") -> "House | None":
        """The house rule that takes the floor as the turn opens, if any."""
        return self._first("turn_opens", game)

    def _first(self, moment: str, game: "GameState") -> "House | None":
        for house in self._who[moment]:
            if getattr(house, moment)(game):
                return house
        return None

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """The first reason why `points` cannot be banked with the positions `keep` chosen last."""
        for house in self._who["refuse_bank"]:
            reason: str | None = house.refuse_bank(game, points, keep)
            if reason:
                return reason
        return None

    def why_not_keep(self, game: "GameState", key: int) -> "str | None":
        """The first reason why a house rule forbids to keep a multiset."""
        for house in self._who["why_not_keep"]:
            reason: str | None = house.why_not_keep(game, key)
            if reason:
                return reason
        return None

    def dice_rolled(self, game: "GameState", events: "list[Event]") -> bool:
        """Whether a house rule has dealt with the roll; the others are not asked then."""
        return self._deals("dice_rolled", game, events)

    def busted(self, game: "GameState", events: "list[Event]") -> bool:
        """Whether a house rule has turned the bust away; the others are not asked then."""
        return self._deals("busted", game, events)

    def _deals(self, moment: str, game: "GameState", events: "list[Event]") -> bool:
        for house in self._who[moment]:
            if getattr(house, moment)(game, events):
                return True
        return False

    def game_ends(self, game: "GameState", following: int, events: "list[Event]") -> bool:
        """Whether the game ends instead of giving `following` a turn."""
        return any([house.game_ends(game, following, events) for house in self._who["game_ends"]])

    def stand(self, game: "GameState") -> bool:
        """Whether a saved game can stand before a roll, or with the floor taken, as it does."""
        if game.pending:
            return bool(game.pending.stands(game))
        return game.at_start() or (
            not game.rolled and game.kept != game.all and any([house.stands(game) for house in self._who["stands"]])
        )

    # What they add up to

    def more_actions(self, game: "GameState", kinds: "tuple[str, ...]") -> "tuple[str, ...]":
        """`kinds` with those that house rules make legal besides."""
        for house in self._who["more_actions"]:
            kinds += house.more_actions(game)
        return kinds

    def act(self, game: "GameState", kind: str, detail: int, events: "list[Event]") -> None:
        """Do an action that a house rule made legal besides."""
        for house in self._who["more_actions"]:
            if kind in house.more_actions(game):
                house.act(game, kind, detail, None, events)
                return

    def alike_rows(self, game: "GameState") -> "list[list[int]] | None":
        """Other rows for dice alike in this roll, None for those of the scorer."""
        for house in self._who["alike_rows"]:
            rows: list[list[int]] | None = house.alike_rows(game)
            if rows:
                return rows
        return None

    def banking(self, game: "GameState", points: int) -> int:
        """What a bank of `points` is worth."""
        for house in self._who["banking"]:
            points = house.banking(game, points)
        return points

    def to_beat(self, game: "GameState") -> int:
        """The highest score that a house rule says must be passed now, -1 for none."""
        return max([-1] + [house.to_beat(game) for house in self._who["to_beat"]])

    # Who is told

    def keeps_found(self, game: "GameState", scorer: "Scorer") -> None:
        """Let house rules change the keeps of the roll."""
        for house in self._who["keeps_found"]:
            house.keeps_found(game, scorer)

    def keep_chosen(self, game: "GameState", key: int, points: int, events: "list[Event]") -> None:
        """Tell of a keep."""
        for house in self._who["keep_chosen"]:
            house.keep_chosen(game, key, points, events)

    def banked(self, game: "GameState", points: int, events: "list[Event]") -> None:
        """Tell of a bank; the score has it already."""
        for house in self._who["banked"]:
            house.banked(game, points, events)

    def turn_lost(self, game: "GameState", events: "list[Event]") -> None:
        """Tell of a bust."""
        for house in self._who["turn_lost"]:
            house.turn_lost(game, events)

    def turn_ended(self, game: "GameState", events: "list[Event]") -> None:
        """Tell that the turn of game.player is over."""
        for house in self._who["turn_ended"]:
            house.turn_ended(game, events)

    def record(self) -> "dict[str, list[int]]":
        """The state of the house rules that have one, by option key."""
        return {house.key: house.record() for house in self._all if hasattr(house, "record")}

    def restore(self, game: "GameState", record: "dict[str, list[int]]") -> None:
        """Put the state back. Raises BadRecord when it does not fit, KeyError when a part is not there."""
        if not isinstance(record, dict):
            raise BadRecord("The saved game has no state of its house rules")
        for house in self._all:
            if hasattr(house, "record"):
                house.restore(game, record[house.key])
