"""House rules by which one roll costs the score, wins the game or eliminates: CT-08, CT-09, HR-11, CW-03."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.house_rules.house_rule import BUST, CANCELED, OUT, WIN, HouseRule
from sixpip.rules.ten_thousand.scorer import count, most_of_a_kind, readings

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Event, Game, GameState, NextRoll

_MEAN_SCORE = const(5000)


class _Outright(HouseRule):
    """A roll that wins the game or puts the player out, with the reason."""

    wins = ""
    out = ""

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """Ends the game, or the game for the player."""
        outcome = self.outcome_of(game, game.multiset_key(game.rolled))
        if outcome == WIN:
            game.win_outright(game.player, self.wins, events)
        elif outcome == OUT:
            game.eliminate(self.out, events)
        return outcome != BUST


class SixAlike(_Outright):
    """Six of a kind in one roll wins the game outright (CT-09)."""

    wins = "six alike"

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Six alike; a sun helps."""
        return WIN if any([most_of_a_kind(reading) >= 6 for reading in readings(roll, game.dice_set.wild)]) else BUST


class SixOnes(_Outright):
    """Six 1s in one roll eliminate the player (HR-11)."""

    out = "six 1s"

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Six 1s; a sun harms only if it cannot count as anything else."""
        return OUT if _least(game, roll, "1") >= 6 else BUST


class FiveAlike(_Outright):
    """Five 6s in one roll win at once; five 10s eliminate the player. A sun counts as any face (CW-03)."""

    wins = "five 6s"
    out = "five 10s"

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Five 6s or five 10s."""
        six = game.dice_set.index("6")
        if any([count(reading, six) >= 5 for reading in readings(roll, game.dice_set.wild)]):
            return WIN
        return OUT if _least(game, roll, "10") >= 5 else BUST


class FourTwos(HouseRule):
    """Four or more 2s in one roll cancel the player's whole score and end the turn with nothing (CT-08)."""

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Ends the turn with four 2s."""
        if roll.dice >= 4 and not roll.held:
            roll.ends_turn = lambda key: self.outcome_of(game, key) == CANCELED

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Four 2s; a sun harms only if it cannot count as anything else."""
        return CANCELED if _least(game, roll, "2") >= 4 else BUST

    def loss(self, game: "GameState", outcome: int, on_average: bool) -> int:
        """The whole score."""
        if outcome != CANCELED:
            return 0
        return _MEAN_SCORE if on_average else max(game.scores[game.player], 0)

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """On four 2s: cancels the score and ends the turn."""
        if self.outcome_of(game, game.multiset_key(game.rolled)) == BUST:
            return False
        game.lose_turn(events, penalty=-self.loss(game, CANCELED, False), why="four 2s")
        return True


def _least(game: "GameState", roll: int, face: str) -> int:
    """The fewest dice of a face that a roll counts as: a sun may count as any other face."""
    place = game.dice_set.index(face)
    return min([count(reading, place) for reading in readings(roll, game.dice_set.wild)])
