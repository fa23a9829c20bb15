"""House rules by which one roll costs the score, wins the game or eliminates: CT-08, CT-09, HR-11, CW-03."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule
from sixpip.rules.ten_thousand.scorer import count, most_of_a_kind, readings

if TYPE_CHECKING:
    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.house_rules.house_rule import TurnGame, TurnState
    from sixpip.rules.ten_thousand.next_roll import NextRoll
    from sixpip.rules.variant import DiceSet


def _readings(game: "TurnState") -> "list[int]":
    """What the roll may count as. A sun helps if any reading helps, and harms only if all of them do."""
    return readings(game.multiset_key(game.rolled), game.dice_set.wild)


def _has_four_twos(dice_set: "DiceSet", roll: int) -> bool:
    """Whether a multiset has four or more 2s."""
    two = dice_set.index("2")
    return all([count(reading, two) >= 4 for reading in readings(roll, dice_set.wild)])


class FourTwos(HouseRule):
    """Four or more 2s in one roll cancel the player's whole score and end the turn with nothing (CT-08)."""

    def next_roll(self, game: "TurnState", roll: "NextRoll") -> None:
        """Ends the turn with four 2s."""
        if roll.dice >= 4 and not roll.held:
            roll.ends_turn = lambda key: _has_four_twos(game.dice_set, key)

    def dice_rolled(self, game: "TurnGame", events: "list[Event]") -> bool:
        """On four 2s: cancels the score and ends the turn."""
        if not _has_four_twos(game.dice_set, game.multiset_key(game.rolled)):
            return False
        game.lose_turn(events, penalty=-max(game.scores[game.player], 0), why="four 2s")
        return True


class SixAlike(HouseRule):
    """Six of a kind in one roll wins the game outright (CT-09)."""

    def dice_rolled(self, game: "TurnGame", events: "list[Event]") -> bool:
        """On six of a kind: ends the game."""
        if not any([most_of_a_kind(roll) >= 6 for roll in _readings(game)]):
            return False
        game.win_outright(game.player, "six alike", events)
        return True


class SixOnes(HouseRule):
    """Six 1s in one roll eliminate the player (HR-11)."""

    def dice_rolled(self, game: "TurnGame", events: "list[Event]") -> bool:
        """On six 1s: eliminates the player."""
        one = game.dice_set.index("1")
        if not all([count(roll, one) >= 6 for roll in _readings(game)]):
            return False
        game.eliminate("six 1s", events)
        return True


class FiveAlike(HouseRule):
    """Five 6s in one roll win at once; five 10s eliminate the player. A sun counts as any face (CW-03)."""

    def dice_rolled(self, game: "TurnGame", events: "list[Event]") -> bool:
        """On five 6s: ends the game. On five 10s: eliminates the player."""
        six = game.dice_set.index("6")
        ten = game.dice_set.index("10")
        rolls = _readings(game)
        if any([count(roll, six) >= 5 for roll in rolls]):
            game.win_outright(game.player, "five 6s", events)
            return True
        if all([count(roll, ten) >= 5 for roll in rolls]):
            game.eliminate("five 10s", events)
            return True
        return False
