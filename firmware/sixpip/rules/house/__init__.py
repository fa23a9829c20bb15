"""House rules: one small class each, that answers only the moments it cares about.

The moments, each a method `name(game, ...)` that a class has or has not:
  turn_opens(game, kept)              the turn of game.player opens; `kept`: the positions kept when the last one
                                      ended. True takes the floor: only `legal` and `act` of this rule count then.
  dice_rolled(game, events)           True: the rule has dealt with this roll, no bust is looked for
  keep_chosen(game, keep, points, events)
  refuse_bank(game, points)           the reason why `points` cannot be banked, or None
  banked(game, points, events)
  busted(game, events)                a roll with no keep; True: it is not a bust after all
  turn_lost(game, events)             after a bust
  turn_ended(game, events)
  to_beat(game)                       the score that a player must now pass to win, -1 when nothing presses yet
  game_ends(game, following, events)  before `following` would play; True ends the game (game.winner is set)
With the floor: legal(game) -> kinds, act(game, kind, events), question(game) -> words,
offered(game) -> the tray positions of the dice that could be taken up.
State of its own over turns: record() -> list of numbers, restore(game, list), which raises
BadRecord for any other list. Every class has `key`, its option's.
"""

from sixpip.rules.options import OPTIONS
from sixpip.rules.refusal import BadRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game import Event

    House = Any  # a class of this package, by the moments it answers

_MOMENTS = (
    "turn_opens",
    "dice_rolled",
    "keep_chosen",
    "refuse_bank",
    "banked",
    "busted",
    "turn_lost",
    "turn_ended",
    "to_beat",
    "game_ends",
)


def make(path: str, options: "dict[str, Any]") -> "House":
    """The house rule at "module:Class" of this package, made for a game's options; only then is it imported."""
    module, name = path.split(":")
    return getattr(__import__("sixpip.rules.house." + module, None, None, (name,)), name)(options)


class Houses:
    """The house rules of one game, asked in the order of the option table."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """Makes those that `options` (a value for every key) put in play."""
        self._all = []
        for option in OPTIONS:
            path = option.house_for(options[option.key])
            if path:
                house = make(path, options)
                house.key = option.key
                self._all.append(house)
        self._who = {name: [house for house in self._all if hasattr(house, name)] for name in _MOMENTS}

    def by_key(self, key: str) -> "House":
        """The house rule in play that takes the floor under that option key. Raises BadRecord when none is."""
        for house in self._who["turn_opens"]:
            if house.key == key:
                return house
        raise BadRecord(f"The saved game waits for the house rule '{key}', which it does not play")

    def turn_opens(self, game: "Any", kept: int) -> "House | None":
        """The house rule that takes the floor as the turn opens, if any."""
        for house in self._who["turn_opens"]:
            if house.turn_opens(game, kept):
                return house
        return None

    def refuse_bank(self, game: "Any", points: int) -> "str | None":
        """The first reason why `points` cannot be banked."""
        for house in self._who["refuse_bank"]:
            reason = house.refuse_bank(game, points)
            if reason:
                return reason
        return None

    def dice_rolled(self, game: "Any", events: "list[Event]") -> bool:
        """Whether a house rule has dealt with the roll."""
        return any([house.dice_rolled(game, events) for house in self._who["dice_rolled"]])

    def keep_chosen(self, game: "Any", keep: int, points: int, events: "list[Event]") -> None:
        """Tell of a keep."""
        for house in self._who["keep_chosen"]:
            house.keep_chosen(game, keep, points, events)

    def banked(self, game: "Any", points: int, events: "list[Event]") -> None:
        """Tell of a bank; the score has it already."""
        for house in self._who["banked"]:
            house.banked(game, points, events)

    def busted(self, game: "Any", events: "list[Event]") -> bool:
        """Whether a house rule has turned the bust away."""
        return any([house.busted(game, events) for house in self._who["busted"]])

    def turn_lost(self, game: "Any", events: "list[Event]") -> None:
        """Tell of a bust."""
        for house in self._who["turn_lost"]:
            house.turn_lost(game, events)

    def turn_ended(self, game: "Any", events: "list[Event]") -> None:
        """Tell that the turn of game.player is over."""
        for house in self._who["turn_ended"]:
            house.turn_ended(game, events)

    def to_beat(self, game: "Any") -> int:
        """The highest score that a house rule says must be passed now, -1 for none."""
        return max([-1] + [house.to_beat(game) for house in self._who["to_beat"]])

    def game_ends(self, game: "Any", following: int, events: "list[Event]") -> bool:
        """Whether the game ends instead of giving `following` a turn."""
        return any([house.game_ends(game, following, events) for house in self._who["game_ends"]])

    def record(self) -> "dict[str, list[int]]":
        """The state of the house rules that have one, by option key."""
        return {house.key: house.record() for house in self._all if hasattr(house, "record")}

    def restore(self, game: "Any", record: "dict[str, list[int]]") -> None:
        """Put the state back into the house rules of `game`. Raises KeyError or BadRecord when it does not fit."""
        if not isinstance(record, dict):
            raise BadRecord("The saved game does not say how its house rules stand")
        for house in self._all:
            if hasattr(house, "record"):
                house.restore(game, record[house.key])
