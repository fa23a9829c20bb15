"""House rules by which one roll ends more than a turn: CT-08, CT-09, HR-11, CW-03."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.events import BUST, event
from sixpip.rules.ten_thousand.scorer import alike, count, readings

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game


def _readings(game: "Game") -> "list[int]":
    """What the roll may stand for: a sun wins with whom it can, and harms only where it has no choice."""
    return readings(game.key_of(game.rolled), game.dice_set.wild)


class FourTwos:
    """Four or more 2s in one roll cancel the player's whole score and end the turn with nothing (CT-08)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when they are there."""
        two = game.dice_set.index("2")
        if not all([count(roll, two) >= 4 for roll in _readings(game)]):
            return False
        events.append(event(BUST, game.player, game.points))
        game.change_score(game.player, -max(game.scores[game.player], 0), "four 2s", events)
        game.house_rules.turn_lost(game, events)
        game.points = 0
        game.end_turn(events)
        return True


class SixAlike:
    """Six of a kind in one roll wins the game outright (CT-09)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when they are there."""
        if not any([alike(roll) >= 6 for roll in _readings(game)]):
            return False
        game.win(game.player, "six alike", events)
        return True


class SixOnes:
    """Six 1s in one roll put the player out of the game (HR-11)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when they are there."""
        one = game.dice_set.index("1")
        if not all([count(roll, one) >= 6 for roll in _readings(game)]):
            return False
        game.put_out("six 1s", events)
        return True


class FiveAlike:
    """Five 6s in one roll win at once; five 10s put the player out of the game. A sun is any face (CW-03)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """True when they are there."""
        six = game.dice_set.index("6")
        ten = game.dice_set.index("10")
        rolls = _readings(game)
        if any([count(roll, six) >= 5 for roll in rolls]):
            game.win(game.player, "five 6s", events)
            return True
        if all([count(roll, ten) >= 5 for roll in rolls]):
            game.put_out("five 10s", events)
            return True
        return False
