"""The engine of the ten-thousand family: the base turn of roll, keep, bank, bust and hot dice (TT-01 to TT-07).

It knows no house rule by name: it runs the hooks of those in play (house_rules/house_rule.py).
It never throws dice itself, waits, draws or saves. The state and what is legal now are in state.py.
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
    from sixpip.rules.actions import Action, Dice
    from sixpip.rules.events import Event
    from sixpip.rules.option import Options


class Game(GameState):
    """One game: `apply` changes it; only the rules core sets its fields."""

    def __init__(self, variant: str, row: "Options | None" = None, players: int = 1, starter: int = -1) -> None:
        """A new game, with arguments as in engine.new_game. Raises BadOption."""
        super().__init__(variant, row, players, starter)
        self.pending = self.house_rules.game_opens(self)

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Performs an action; returns its events in order. Raises Illegal with the reason and changes nothing."""
        kind, detail = action
        if kind not in self.legal():
            raise Illegal(self._why_not(kind))
        events: list[Event] = []
        if self.pending:
            self.pending.act(self, kind, detail or 0, dice, events)
        elif kind == actions.ROLL:
            self._roll(dice, events)
        elif kind == actions.KEEP:
            self._keep(detail or 0, events)
        elif kind == actions.BANK:
            self._bank(events)
        else:
            self.house_rules.act(self, kind, detail or 0, dice, events)
        return events

    def _roll(self, dice: "Dice", events: "list[Event]") -> None:
        """Throws the dice that are not kept."""
        thrown = dice.throw(self.dice_next())  # first, because it may raise: the game must not have changed then
        if self.kept == self.all:
            self.kept = 0
        self.place_dice(self.all & ~self.kept, thrown)
        self.rolls += 1
        self.resolve_roll(self.rolled, events)

    def resolve_roll(self, thrown: int, events: "list[Event]", run_hooks: bool = True) -> None:
        """Goes on after a roll of the positions `thrown`: a house rule handles it, or it has keeps, or it is a bust.

        `run_hooks` False: the hooks have run for this roll already, and only some of its dice were thrown again.
        """
        self.stage = stages.ROLLED
        self.scored_roll = -1
        events.append(event(ROLLED, self.player, positions=thrown))
        if run_hooks and self.house_rules.dice_rolled(self, events):
            return
        if not self.find_keeps():
            self.bust(events)

    def _keep(self, keep: int, events: "list[Event]") -> None:
        points = self.keep_points(keep)
        key = self.multiset_key(keep)
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
        self._add_to_score(self.bank_value(self.points), events)
        self._end_turn(events)

    def _add_to_score(self, points: int, events: "list[Event]") -> None:
        """Banks points; the first bank puts the player on the table."""
        player = self.player
        self.scores[player] += points
        events.append(event(BANKED, player, points, number=self.scores[player]))
        if points and not self.opened[player]:
            self.opened[player] = True
            events.append(event(OPENED, player))
        self.house_rules.banked(self, points, events)

    def _end_turn(self, events: "list[Event]") -> None:
        """Ends the turn and opens that of the next player, unless the game ends."""
        self.turns[self.player] += 1
        self.house_rules.turn_ended(self, events)
        following = self._next_player(self.player)
        if self.house_rules.game_ends(self, following, events):
            self.end_game(self.winner, events)
        else:
            self.open_turn(following, events)

    def _next_player(self, player: int) -> int:
        """The seat after `player`, without those that are out of the game."""
        player = (player + 1) % self.players
        while self.out[player]:
            player = (player + 1) % self.players
        return player

    # For house rules (TurnGame in house_rules/house_rule.py)

    def bust(self, events: "list[Event]") -> None:
        """Goes on after a roll without a keep: a house rule handles it, or the turn is lost (TT-04)."""
        if not self.house_rules.busted(self, events):
            self.lose_turn(events, self.house_rules.points_saved(self))

    def lose_turn(self, events: "list[Event]", saved: int = 0, penalty: int = 0, why: str = "") -> None:
        """Ends the turn after a bust. Turn points are lost, except those `saved`, which are banked.

        `penalty`: a change of the score for the reason `why`.
        """
        banked = self.bank_value(saved)
        events.append(event(BUST, self.player, self.points - saved, number=banked))
        if saved:
            self.points = 0
            self._add_to_score(banked, events)
        if why:
            self.change_score(self.player, penalty, why, events)
        self.house_rules.turn_lost(self, events)
        self.points = 0
        self._end_turn(events)

    def end_game(self, winner: int, events: "list[Event]") -> None:
        """Ends the game; `winner` -1: it has no winner."""
        self.winner = winner
        self.stage = stages.OVER
        self.pending = None
        events.append(event(GAME_OVER, winner))

    def win_outright(self, player: int, why: str, events: "list[Event]") -> None:
        """Ends the game at once with a win of `player`, whatever the scores are."""
        self.turns[self.player] += 1
        events.append(event(WON, player, why=why))
        self.end_game(player, events)

    def eliminate(self, why: str, events: "list[Event]") -> None:
        """Removes game.player from the game; the last player left wins it."""
        self.out[self.player] = True
        self.points = 0
        events.append(event(OUT, self.player, why=why))
        left = [player for player in range(self.players) if not self.out[player]]
        if len(left) > 1:
            self._end_turn(events)
        elif left:
            self.win_outright(left[0], "the others are out", events)
        else:
            self.turns[self.player] += 1
            self.end_game(-1, events)

    def open_turn(self, player: int, events: "list[Event]") -> None:
        """Begins the turn of `player`; a house rule may make the game wait for a decision first."""
        self.player = player
        self.stage = stages.READY
        self.rolled = self.kept = self.points = self.rolls = 0
        events.append(event(TURN, player))
        self.pending = self.house_rules.turn_opens(self)

    def add_points(self, points: int, why: str, events: "list[Event]") -> None:
        """Adds a bonus to the turn points."""
        self.points += points
        events.append(event(BONUS, self.player, points, why=why))

    def change_score(self, player: int, points: int, why: str, events: "list[Event]") -> None:
        """Adds a bonus or penalty to a banked score, which falls below 0 only with the option for that (TT-11)."""
        before = self.scores[player]
        after = before + points
        if after < 0 and self.options["negative"] == "no":
            after = min(before, 0)
        self.scores[player] = after
        events.append(event(PENALTY, player, after - before, why=why))

    def take_offer(self, kept: int, points: int, events: "list[Event]") -> None:
        """Starts the turn with the positions `kept` kept already and with `points` turn points."""
        self.kept = kept
        self.points = points
        events.append(event(TOOK, self.player, points, number=self.dice_next()))

    def throw_again(self, kept: int, why: str, events: "list[Event]") -> None:
        """Makes a roll of the dice outside `kept` the next action."""
        self.kept = kept
        self.rolled = 0
        self.stage = stages.READY
        events.append(event(AGAIN, self.player, why=why))
