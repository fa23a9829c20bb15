"""House rules that say when a game is over and who has won it (TT-20 and after), with the roll-off of an exact target.

In a roll-off the next player may undo an exact win. Players who tie in the throw for the start: start_order.py. The
rolls that cancel the score, win the game or eliminate a player at once are here, too: CT-08, CT-09, HR-11, CW-03.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.actions import bits
from sixpip.rules.core.errors import MOST, BadRecord
from sixpip.rules.core.events import CLOSING, event
from sixpip.rules.ten_thousand.house_rules.house_rule import (
    ALL_DICE,
    BUST,
    CANCELED,
    LAST_SEAT,
    OUT,
    WIN,
    DecisionRule,
    HouseRule,
)
from sixpip.rules.ten_thousand.scorer import count, most_of_a_kind, readings

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import (
        Dice,
        Event,
        GameState,
        NextRoll,
        Options,
        TenThousandGame,
    )


class _Ending(HouseRule):
    """Notes who has reached the target first. The highest score wins; among equal scores, the one reached first."""

    closer = leader = -1
    state = (("closer", -1, LAST_SEAT), ("leader", -1, LAST_SEAT))

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Begins the last turns, or notes a new highest score in them; the score contains the penalties of the turn."""
        player = game.player
        if game.out[player]:
            return
        if self.closer < 0:
            if game.reaches(game.scores[player]):
                self.closer = self.leader = player
                events.append(event(CLOSING, player))
        elif game.scores[player] > game.scores[self.leader]:
            self.leader = player

    def to_beat(self, game: "GameState") -> int:
        """Returns the highest score once the last turns have begun, -1 before."""
        return game.scores[self.leader] if self.closer >= 0 else -1

    def game_ends(self, game: "TenThousandGame", following: int, events: "list[Event]") -> bool:
        """Ends the game after the last turn. The player with the highest score wins."""
        if self.closer < 0 or not self._is_last(game, following):
            return False
        game.winner = self.leader
        return True

    def _is_last(self, game: "GameState", following: int) -> bool:
        """Returns whether the turn that is over was the last one; `following` is the next player."""
        return not self.later_players(game)

    def check_restored(self, game: "GameState") -> None:
        """Raises BadRecord unless the first player to reach the target and the leader fit together."""
        closing = self.closer >= 0
        out = closing and (game.out[self.closer] or game.out[self.leader])
        if closing != (self.leader >= 0) or out or (closing and not game.reaches(game.scores[self.closer])):
            raise BadRecord("The saved game has no valid leader in the last turns")


class LastTurn(_Ending):
    """Every player but the first to reach the target has one more turn (TT-20)."""

    def later_players(self, game: "GameState") -> "list[int]":
        """Returns the players up to the one who reached the target first."""
        stop = self._stop(game)
        found = []
        player = (game.player + 1) % game.players
        while player not in (stop, game.player):
            if not game.out[player]:
                found.append(player)
            player = (player + 1) % game.players
        return found

    def _stop(self, game: "GameState") -> int:
        """Returns the player at whose turn the game ends, -1 before the last turns."""
        return self.closer


class SameRound(LastTurn):
    """Only the players after the first to reach the target still have a turn, up to the end of the round (TT-21)."""

    def _stop(self, game: "GameState") -> int:
        return game.first


class BeatOrBust(LastTurn):
    """In the last turns only a total above the highest score can be banked (TT-22)."""

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Refuses a bank while the total is not above the score to beat."""
        missing = self.to_beat(game) + 1 - game.scores[game.player] - points
        return f"Beat {points_text(self.to_beat(game))}" if self.closer >= 0 and missing > 0 else None


class Sudden(_Ending):
    """The first to reach the target wins at once (TT-24)."""


class LastLicks(LastTurn):
    """The last turns begin again whenever another player takes the lead (CW-06)."""

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Gives all others one more turn after a new leader."""
        super().turn_ended(game, events)
        if self.leader != self.closer:
            self.closer = self.leader
            events.append(event(CLOSING, self.closer))

    def _is_last(self, game: "GameState", following: int) -> bool:
        return following == self.closer

    def _stop(self, game: "GameState") -> int:
        return game.player


class Exact(DecisionRule):
    """A bank that would pass the target scores nothing; one that hits it exactly wins.

    When the winner leaves dice, the next player may roll them once (the roll-off). If they score, the winner's turn is
    canceled and the player who rolled plays on; if not, the win is final.
    """

    hitter = -1
    won = kept = rolling = 0
    state = (("hitter", -1, LAST_SEAT), ("won", 0, MOST), ("kept", 0, ALL_DICE), ("rolling", 0, 1))

    def __init__(self, options: "Options") -> None:
        self.target = int(options["target"])

    def bank_value(self, game: "GameState", points: int) -> int:
        """Returns 0 for a bank that would pass the target."""
        return points if game.scores[game.player] + points <= self.target else 0

    def banked(self, game: "TenThousandGame", points: int, events: "list[Event]") -> None:
        """Notes who has hit the target, with how many points, and the dice left."""
        if game.scores[game.player] == self.target:
            self.hitter = game.player
            self.won = points
            self.kept = game.kept

    def game_ends(self, game: "TenThousandGame", following: int, events: "list[Event]") -> bool:
        """Ends the game when the target was hit and no dice or no other player are left for a roll-off, or when that
        has failed.
        """
        if self.hitter < 0:
            return False
        if not self.rolling and self.kept != game.all and following != self.hitter:
            return False
        game.winner = self.hitter
        return True

    def turn_opens(self, game: "GameState") -> bool:
        """Waits when the player may roll off a win."""
        return self.hitter >= 0

    def act(self, game: "TenThousandGame", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Begins the roll-off, or ends the game."""
        game.pending = None
        if kind == actions.TAKE:
            self.rolling = 1
            game.take_offer(self.kept, 0, events)
        else:
            game.end_game(self.hitter, events)

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes that a roll-off is one roll, because no other rule gives it a second throw."""
        if game.pending is self:
            roll.throws = 1

    def dice_rolled(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Takes back the points of the winner's turn after a roll-off that scores."""
        if self.rolling and game.find_keeps():
            self.rolling = 0
            game.change_score(self.hitter, -self.won, "the win is undone", events)
            self.hitter = -1
        return False

    def busted(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Ends the turn after a roll-off that busts; no other rule gives it a second throw."""
        if self.rolling:
            game.lose_turn(events)
        return bool(self.rolling)

    def offered(self, game: "GameState") -> int:
        """Returns the dice that the winner left."""
        return game.all & ~self.kept

    def question(self, game: "GameState") -> str:
        """Returns the offer, with the number of dice."""
        left = bits(self.offered(game))
        return f"Roll the {left} {'dice' if left > 1 else 'die'} left?"

    def check_restored(self, game: "GameState") -> None:
        """Raises BadRecord when there is no win to roll off."""
        if (game.pending is self or self.rolling) and (self.hitter < 0 or self.kept == game.all):
            raise BadRecord("The saved game has no win to roll off")

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether the offer is open at the start of a turn, or the roll-off is next."""
        if game.pending is self:
            return game.at_turn_start() and not self.rolling
        return bool(self.rolling) and not game.rolls and not game.points and game.kept == self.kept


_MEAN_SCORE = const(5000)


class _Outright(HouseRule):
    """A roll that wins the game, for the reason `wins`, or eliminates the player, for the reason `out`."""

    wins = ""
    out = ""

    def dice_rolled(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Ends the game, or eliminates the player."""
        outcome = self.outcome_of(game, game.multiset_of(game.rolled))
        if outcome == WIN:
            game.win_outright(game.player, self.wins, events)
        elif outcome == OUT:
            game.eliminate(self.out, events)
        return outcome != BUST


class SixAlike(_Outright):
    """Six of a kind in one roll wins the game outright (CT-09)."""

    wins = "six alike"

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Returns WIN for six alike; a sun may be one of them."""
        return WIN if any([most_of_a_kind(reading) >= 6 for reading in readings(roll, game.dice_set.wild)]) else BUST


class SixOnes(_Outright):
    """Six 1s in one roll eliminate the player (HR-11)."""

    out = "six 1s"

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Returns OUT for six 1s. A sun is one of them only if it cannot count as another face."""
        return OUT if _least(game, roll, "1") >= 6 else BUST


class FiveAlike(_Outright):
    """Five 6s in one roll win at once; five 10s eliminate the player. A sun counts as any face (CW-03)."""

    wins = "five 6s"
    out = "five 10s"

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Returns WIN for five 6s and OUT for five 10s."""
        six = game.dice_set.index("6")
        if any([count(reading, six) >= 5 for reading in readings(roll, game.dice_set.wild)]):
            return WIN
        return OUT if _least(game, roll, "10") >= 5 else BUST


class FourTwos(HouseRule):
    """Four or more 2s in one roll cancel the player's whole score and end the turn with nothing (CT-08)."""

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes that four 2s end the turn."""
        if roll.dice >= 4 and not roll.held:
            roll.ends_turn = lambda multiset: self.outcome_of(game, multiset) == CANCELED

    def outcome_of(self, game: "GameState", roll: int) -> int:
        """Returns CANCELED for four 2s. A sun is one of them only if it cannot count as another face."""
        return CANCELED if _least(game, roll, "2") >= 4 else BUST

    def loss(self, game: "GameState", outcome: int, on_average: bool) -> int:
        """Returns the whole score."""
        if outcome != CANCELED:
            return 0
        return _MEAN_SCORE if on_average else max(game.scores[game.player], 0)

    def dice_rolled(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Cancels the score and ends the turn on four 2s."""
        if self.outcome_of(game, game.multiset_of(game.rolled)) == BUST:
            return False
        game.lose_turn(events, penalty=-self.loss(game, CANCELED, False), why="four 2s")
        return True


def _least(game: "GameState", roll: int, face: str) -> int:
    """Returns the fewest dice of a face that a roll can count as, because a sun may count as another face."""
    place = game.dice_set.index(face)
    return min([count(reading, place) for reading in readings(roll, game.dice_set.wild)])
