"""The engine of the ten-thousand family: the base turn of roll, keep, bank, bust and hot dice (TT-01 to TT-07).

It knows no house rule by name: it tells those that are in play of each moment (see house/__init__.py) and does
as they answer. It never draws dice, waits, shows or saves. What can be done now stands in position.py.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions, stages
from sixpip.rules.errors import Illegal
from sixpip.rules.events import (
    AGAIN,
    BANKED,
    BONUS,
    BUST,
    GAME_OVER,
    HOT,
    KEPT,
    OPENED,
    OUT,
    PENALTY,
    ROLLED,
    TOOK,
    TURN,
    WON,
    event,
)
from sixpip.rules.ten_thousand.state import GameState

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.actions import Action, Dice
    from sixpip.rules.events import Event


class Game(GameState):
    """One game: apply actions to it, read its fields, never set them from outside the rules core."""

    def __init__(self, variant: str, row: "dict[str, Any] | None" = None, players: int = 1) -> None:
        """A new game of `variant` with the house rules in `row` over its own. Raises BadOption."""
        super().__init__(variant, row, players)
        self.pending = self.house_rules.game_opens(self)

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Do one action; returns what happened, in order. Raises Illegal with the reason, the game unchanged."""
        kind, detail = action
        if kind not in self.legal():
            raise Illegal(self._why_not(kind))
        events: list[Event] = []
        if self.pending:
            self.pending.act(self, kind, detail or 0, dice, events)
        elif kind == actions.ROLL:
            self.roll(dice, events)
        elif kind == actions.KEEP:
            self._keep(detail or 0, events)
        elif kind == actions.BANK:
            self._bank(events)
        else:
            self.house_rules.act(self, kind, detail or 0, events)
        return events

    def roll(self, dice: "Dice", events: "list[Event]") -> None:
        """Throw the dice that are not kept, and see what that gives."""
        thrown = dice.throw(self.dice_next())  # may raise: nothing has changed yet
        if self.kept == self.all:
            self.kept = 0
        self.lay(self.all & ~self.kept, thrown)
        self.rolls += 1
        self.look(self.rolled, events)

    def look(self, thrown: int, events: "list[Event]", told: bool = True) -> None:
        """A roll lies on the table, `thrown` its new positions: a house rule deals with it, or it scores, or busts.

        `told` False: house rules on a roll have had their say, only some of its dice were thrown again.
        """
        self.stage = stages.ROLLED
        self._asked = -1
        events.append(event(ROLLED, self.player, positions=thrown))
        if told and self.house_rules.dice_rolled(self, events):
            return
        if not self.find_keeps():
            self.bust(events)

    def _keep(self, keep: int, events: "list[Event]") -> None:
        points = self.worth(keep)
        key = self.key_of(keep)
        self.points += points
        self.kept |= keep
        self.rolled &= ~keep
        self.stage = stages.KEPT
        events.append(event(KEPT, self.player, points, keep))
        if self.kept == self.all:
            events.append(event(HOT, self.player))
        self.house_rules.keep_chosen(self, key, points, events)

    def _bank(self, events: "list[Event]") -> None:
        if self.stage == stages.ROLLED:
            self._keep(self.best_keep(), events)
        self.bank(self.house_rules.banking(self, self.points), events)
        self.end_turn(events)

    def bust(self, events: "list[Event]") -> None:
        """A roll with no keep: a house rule deals with it, or the turn is lost (TT-04)."""
        if not self.house_rules.busted(self, events):
            self.lose_turn(events)

    # For house rules

    def lose_turn(self, events: "list[Event]") -> None:
        """A bust that nothing turns away: the turn points are lost, the turn ends."""
        events.append(event(BUST, self.player, self.points))
        self.house_rules.turn_lost(self, events)
        self.points = 0
        self.end_turn(events)

    def bank(self, points: int, events: "list[Event]") -> None:
        """Add points to the score of the player; that opens, too."""
        player = self.player
        self.scores[player] += points
        events.append(event(BANKED, player, points, number=self.scores[player]))
        if points and not self.opened[player]:
            self.opened[player] = True
            events.append(event(OPENED, player))
        self.house_rules.banked(self, points, events)

    def end_turn(self, events: "list[Event]") -> None:
        """Close the turn and open the next player's, unless that ends the game."""
        self.turns[self.player] += 1
        self.house_rules.turn_ended(self, events)
        following = self.following(self.player)
        if self.house_rules.game_ends(self, following, events):
            self.finish(self.winner, events)
        else:
            self.open_turn(following, events)

    def following(self, player: int) -> int:
        """Who plays after `player`: the next seat that is not out of the game."""
        player = (player + 1) % self.players
        while self.out[player]:
            player = (player + 1) % self.players
        return player

    def finish(self, winner: int, events: "list[Event]") -> None:
        """The game is over; `winner` -1: nobody has won it."""
        self.winner = winner
        self.stage = stages.OVER
        self.pending = None
        events.append(event(GAME_OVER, winner))

    def win(self, player: int, why: str, events: "list[Event]") -> None:
        """Somebody wins outright."""
        self.turns[self.player] += 1
        events.append(event(WON, player, why=why))
        self.finish(player, events)

    def put_out(self, why: str, events: "list[Event]") -> None:
        """The player is out of the game; who is left alone wins it."""
        self.out[self.player] = True
        self.points = 0
        events.append(event(OUT, self.player, why=why))
        left = [player for player in range(self.players) if not self.out[player]]
        if len(left) > 1:
            self.end_turn(events)
        elif left:
            self.win(left[0], "the others are out", events)
        else:
            self.turns[self.player] += 1
            self.finish(-1, events)

    def open_turn(self, player: int, events: "list[Event]") -> None:
        """Give `player` the dice; a house rule may take the floor first with an offer."""
        self.player = player
        self.stage = stages.READY
        self.rolled = self.kept = self.points = self.rolls = 0
        events.append(event(TURN, player))
        self.pending = self.house_rules.turn_opens(self)

    def gain(self, points: int, why: str, events: "list[Event]") -> None:
        """Add to the turn points."""
        self.points += points
        events.append(event(BONUS, self.player, points, why=why))

    def change_score(self, player: int, points: int, why: str, events: "list[Event]") -> None:
        """Add a bonus or penalty to a banked score, which stays at 0 or above unless the game says so (TT-11)."""
        before = self.scores[player]
        after = before + points
        if after < 0 and self.options["negative"] == "no":
            after = min(before, 0)
        self.scores[player] = after
        events.append(event(PENALTY, player, after - before, why=why))

    def take_up(self, kept: int, points: int, events: "list[Event]") -> None:
        """Start the turn with only the dice outside `kept` and with `points` already gathered."""
        self.kept = kept
        self.points = points
        events.append(event(TOOK, self.player, points, number=self.dice_next()))

    def throw_again(self, kept: int, why: str, events: "list[Event]") -> None:
        """Have the dice outside `kept` thrown once more: the next action is a roll."""
        self.kept = kept
        self.rolled = 0
        self.stage = stages.READY
        events.append(event(AGAIN, self.player, why=why))
