"""The engine of the ten-thousand family: the base turn of roll, keep, bank, bust and hot dice (TT-01 to TT-07),
and the most rolls of a turn (TT-15).

It knows no house rule by name, but runs the hooks of those in play (house_rules/house_rule.py). It never throws dice
itself, waits, draws or saves. GameState says what is legal now; TenThousandGame changes the state.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.actions import OVER, READY, bits
from sixpip.rules.core.engine import ROUNDS_OVER, Game
from sixpip.rules.core.errors import Illegal
from sixpip.rules.core.events import (
    AGAIN,
    BANKED,
    BONUS,
    BUST,
    GAME_OVER,
    HOT,
    KEPT,
    LIMIT,
    OPENED,
    OUT,
    PENALTY,
    ROLLED,
    TOOK,
    TURN,
    WON,
    event,
)
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRules, classes_for, first
from sixpip.rules.ten_thousand.scorer import Scorer

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.core.actions import Action, Dice
    from sixpip.rules.core.events import Event
    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet
    from sixpip.rules.ten_thousand.house_rules.house_rule import DecisionRule

MOST_ROLLS = const(100)
"""A turn ends after so many rolls (TT-15)."""
NO_DIE_SCORES = "no die scores"
"""The reason of a plain bust (TT-04)."""

UNMARKED = "unmarked"
"""The last word in the log line of a keep that leaves the marked die although it shows the face of a kept die."""


class GameState(Game):
    """The state of a game. Only the rules core sets its fields.

    Besides the fields of Game, `rolled` is a set of tray positions with one bit each, and `opened` says for each player
    whether the player is on the table. The player `first` begins every round. `points` are those of the turn. `pending`
    is the house rule whose decision the game waits for; that rule then says what is legal.
    """

    plain = ("players", "first", "player", "winner", "stage", "rolled", "kept", "points", "rolls")
    lists = ("scores", "opened", "out", "turns", "faces")
    first = points = rolled = 0
    classes_for = staticmethod(classes_for)

    def set_up(self, dice_set: "DiceSet", values: "Options", players: int = 1, starter: int = -1) -> None:
        """Sets the state before the first turn, which may have to wait for a house rule.

        In a game with a sun, the first die is the marked one.
        """
        if values["wild_die"] == "yes":
            dice_set = dice_set.with_sun()
        self.dice = int(values["dice"])
        super().set_up(dice_set, values, players, starter)
        self.target = int(values["target"])
        self.must_roll_hot = values["hot_dice"] == "forced"
        """Whether hot dice must be rolled and cannot be banked (TT-07)."""
        self.scorer = Scorer(dice_set, values, self.dice)
        self.house_rules = HouseRules(self.rule_classes, values)
        self.opened = [False] * players
        self.first = self.player
        self.scored_roll = -1
        """The value of scorer.scored after the last roll was scored; with -1 it is scored again."""
        self.pending: DecisionRule | None = self.house_rules.turn_opens(self)

    def place_dice(self, positions: int, thrown: "bytes | bytearray | list[int]") -> None:
        """Puts thrown faces at some positions, from left to right; the marked die has a sun in place of its 3."""
        super().place_dice(positions, thrown)
        if positions & 1 and self.faces[0] == self.dice_set.under_wild:
            self.faces[0] = self.dice_set.wild
        self.rolled = positions

    def multiset_of(self, positions: int) -> int:
        """Returns the multiset (scorer.py) of the faces at some tray positions."""
        multiset = 0
        for place in range(self.dice):
            if positions >> place & 1:
                multiset += 1 << (4 * self.faces[place])
        return multiset

    def positions_of(self, multiset: int) -> int:
        """Returns the leftmost positions of the last roll that show a multiset; 0 when the roll does not contain it."""
        positions = 0
        for place in range(self.dice):
            one = 1 << (4 * self.faces[place])
            if self.rolled >> place & 1 and multiset & (7 * one):
                positions |= 1 << place
                multiset -= one
        return 0 if multiset else positions

    def legal(self) -> "tuple[str, ...]":
        """Returns the kinds of action that are legal now; none when the game is over."""
        if self.pending:
            return self.pending.legal(self)
        if self.stage == READY:
            return self.house_rules.extra_actions(self, (actions.ROLL,))
        if self.stage == actions.ROLLED:
            return (actions.KEEP,) if self.bank_refusal() else (actions.KEEP, actions.BANK)
        if self.stage == actions.KEPT:
            kinds = (actions.ROLL,) if self.bank_refusal() else (actions.ROLL, actions.BANK)
            if actions.BANK in kinds and self.roll_refusal():
                return (actions.BANK,)
            return self.house_rules.extra_actions(self, kinds)
        return ()

    def throws(self) -> int:
        """Returns the tray positions that the next roll throws."""
        if self.pending:
            return self.pending.throws(self)
        return self.all if self.kept == self.all else self.all & ~self.kept

    def dice_next(self, keep: int = 0) -> int:
        """Returns how many dice the next roll throws once the positions `keep` are kept, too."""
        if self.pending:
            return bits(self.throws())
        kept = self.kept | keep
        return self.dice if kept == self.all else bits(self.all & ~kept)

    def at_turn_start(self) -> bool:
        """Returns whether the turn has just opened: nothing is thrown, kept or taken over."""
        return self.stage == READY and not (self.rolled or self.kept or self.points or self.rolls)

    def find_keeps(self) -> int:
        """Finds the legal keeps of the last roll, which the scorer then holds, and returns their number."""
        if self.stage != actions.ROLLED:
            return 0
        if self.scored_roll != self.scorer.scored:  # a new roll, or another one was scored since
            self.score_roll()
            for rule in self.house_rules.rules:
                rule.keeps_found(self, self.scorer)
            self.scored_roll = self.scorer.scored
        return self.scorer.found

    def score_roll(self) -> None:
        """Finds the keeps of the last roll as they are before house rules change them. The scorer then holds them."""
        self.scorer.score(self.multiset_of(self.rolled), self.house_rules.of_a_kind_rows(self))

    def keep_points(self, keep: int) -> int:
        """Returns the points for keeping the tray positions `keep` of the last roll (TT-06). Raises Illegal with the
        reason.
        """
        if self.stage != actions.ROLLED or keep & ~self.rolled:
            raise Illegal("Keep dice of the last roll")
        self.find_keeps()
        multiset = self.multiset_of(keep)
        points = self.scorer.points_of(multiset)
        if points < 0:
            raise Illegal(self.house_rules.refuse_keep(self, multiset) or self.scorer.why_not(multiset))
        return points

    def points_after(self, keep: int = 0) -> int:
        """Returns the turn points once `keep` (0: the best keep, if any) is kept, with bonuses. Raises Illegal."""
        keep = keep or self.best_keep()
        if not keep:
            return self.points
        return self._points_with(keep, self.keep_points(keep))

    def _points_with(self, keep: int, points: int) -> int:
        """Returns the turn points once `keep` is kept for `points`, with bonuses."""
        bonus = self.house_rules.bonus_for_keep(self, self.multiset_of(keep), self.kept | keep)
        return self.points + points + bonus

    def best_keep(self) -> int:
        """Returns the tray positions of the best keep of the last roll, 0 when there is nothing to keep."""
        return self.positions_of(self.scorer.best()) if self.find_keeps() else 0

    def can_score(self) -> int:
        """Returns the tray positions of the last roll that are part of a legal keep."""
        scoring = 0  # faces, as in a multiset
        for i in range(self.find_keeps()):
            scoring |= self.scorer.keeps[i]
        rolled = [place for place in range(self.dice) if self.rolled >> place & 1]
        return sum([1 << place for place in rolled if scoring >> (4 * self.faces[place]) & 7])

    def bank_refusal(self, keep: int = 0) -> "str | None":
        """Returns why the turn cannot be banked now with `keep` (0: the best keep, TT-03), None when it can.

        Raises Illegal when `keep` itself is not legal.
        """
        if self.pending or self.stage not in (actions.ROLLED, actions.KEPT):
            return "Roll first"
        keep = (keep or self.best_keep()) if self.stage == actions.ROLLED else 0
        return self.refuse_bank_with(keep, self.keep_points(keep) if keep else 0)

    def refuse_bank_with(self, keep: int, points: int) -> "str | None":
        """Returns why the turn cannot be banked once `keep` (0: nothing) is kept for `points`, None when it can."""
        if self.must_roll_hot and self.kept | keep == self.all:
            return f"Hot dice: roll all {self.dice}"
        points = self._points_with(keep, points) if keep else self.points
        return self.house_rules.refuse_bank(self, points, keep)

    def roll_refusal(self) -> "str | None":
        """Returns why the turn must be banked after this roll, None when it can be rolled on."""
        if self.pending or self.stage == READY:
            return None
        return first([rule.refuse_roll(self) for rule in self.house_rules.rules])

    def remove_keeps_without_bank(self) -> None:
        """Removes from the keeps in the scorer those with which the turn cannot be banked."""
        for i in range(self.scorer.found - 1, -1, -1):
            if self.refuse_bank_with(self.positions_of(self.scorer.keeps[i]), self.scorer.points[i]):
                self.scorer.remove(i)

    def bank_value(self, points: int) -> int:
        """Returns the points that the score gets for a bank of `points`."""
        for rule in self.house_rules.rules:
            points = rule.bank_value(self, points)
        return points

    # The target, and what is at stake

    def reaches(self, score: int) -> bool:
        """Returns whether a score is at the target, or above it if it has to be (TT-12)."""
        return score > self.target if self.options["reach"] == "above" else score >= self.target

    def missing(self) -> int:
        """Returns how many points game.player needs to hit an exact target (TT-23), -1 if the target may be passed."""
        missing = self.target - self.scores[self.player]
        return -1 if self.bank_value(missing + 1) else missing

    def later_players(self) -> "list[int]":
        """Returns the players who still have a turn after this one, if game.player has reached the target and leads."""
        return [player for rule in self.house_rules.rules for player in rule.later_players(self)]

    def next_player(self, player: int) -> int:
        """Returns the seat after `player`, without those that are out of the game."""
        player = (player + 1) % self.players
        while self.out[player]:
            player = (player + 1) % self.players
        return player

    def least_bank(self, player: int = -1) -> int:
        """Returns the points that the next bank of `player` needs; with -1, those that a bank of any player on the
        table needs.
        """
        return max([rule.least_bank(self, player) for rule in self.house_rules.rules])

    def loss(self, outcome: int) -> int:
        """Returns the points that BUST, WRECK or CANCELED (house_rule.py) now takes from the score of game.player."""
        return self.taken(self.player, self.house_rules.loss(self, outcome))

    def taken(self, player: int, price: int) -> int:
        """Returns how many points of a price a score loses; it falls below 0 only by the option `negative` (TT-11)."""
        return price if self.options["negative"] == "yes" else min(price, self.scores[player])

    def saves_points(self) -> bool:
        """Returns whether a bust can bank turn points (HR-05)."""
        return self.house_rules.override("points_saved")

    # Decisions of house rules

    def question(self) -> str:
        """Returns the question of the house rule that the game waits for, "" when it waits for none."""
        return self.pending.question(self) if self.pending else ""

    def offered(self) -> int:
        """Returns the tray positions of the dice that can now be taken over, 0 when there is no offer."""
        return self.pending.offered(self) if self.pending else 0

    def offered_points(self) -> int:
        """Returns the turn points that can be taken over with these dice."""
        return self.pending.points if self.pending else 0

    def winner_to_roll_off(self) -> int:
        """Returns the player whose win the offered dice may undo (a roll-off), -1 for none."""
        return self.pending.hitter if self.pending else -1

    def still_to_throw(self) -> int:
        """Returns the players, one bit each, who still have to throw for the start; 0 once the first turn has begun."""
        return self.pending.left if self.pending else 0

    def called(self) -> int:
        """Returns what the next roll is called to show (a number of calls.CALLS), -1 when nothing is called."""
        return max([rule.call for rule in self.house_rules.rules])

    def can_call_after_keep(self) -> bool:
        """Returns whether the next roll can be called once dice of this one are kept."""
        return actions.CALL in self.house_rules.extra_actions(self, ()) and not self.roll_refusal()

    def to_beat(self) -> int:
        """Returns the score that a player must pass to win once the last turns have begun, -1 before."""
        return max([rule.to_beat(self) for rule in self.house_rules.rules])

    def record(self) -> "dict[str, Any]":
        """Returns the whole state as numbers, words and lists of them, for JSON and for record.from_record."""
        record = super().record()
        record["pending"] = self.pending.key if self.pending else ""
        record["house_rules"] = self.house_rules.record()
        return record

    def log_line(self, action: "Action", events: "list[Event]") -> str:
        """Returns the line of the log for an action just applied, from its events. log_parser.py reads it."""
        kind = action[0]
        if kind == actions.ROLL:
            for event in events:
                if event.kind == ROLLED:
                    return kind + " " + self._written(event.positions)
        if kind == actions.KEEP:
            keep = action[1] or 0
            return kind + " " + self._written(keep) + (" " + UNMARKED if self._leaves_marked(keep) else "")
        return f"{kind} {events[0].why}" if kind == actions.CALL else kind

    def _written(self, positions: int) -> str:
        return " ".join([self.dice_set.faces[face] for face in self._shown(positions)])

    def _shown(self, positions: int) -> "list[int]":
        return [self.faces[place] for place in range(self.dice) if positions >> place & 1]

    def _leaves_marked(self, keep: int) -> bool:
        """Returns whether a keep leaves the marked die, although that shows the same face as a kept one."""
        if self.dice_set.wild < 0 or keep & 1 or not self.rolled & 1:
            return False
        return self.faces[0] in self._shown(keep)

    def _why_not(self, kind: str) -> str:
        if self.stage == OVER:
            return "The game is over"
        if self.pending:
            return self.question()
        if kind == actions.ROLL:
            return self.roll_refusal() or "Choose scoring dice"
        if kind == actions.KEEP:
            return "Roll first"
        if kind == actions.BANK:
            return self.bank_refusal() or "Not now"
        return "Nothing is offered"


class TenThousandGame(GameState):
    """One game. `apply` changes it; only the rules core sets its fields."""

    def _perform(self, kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        if self.pending:
            self.pending.act(self, kind, detail, dice, events)
        elif kind == actions.ROLL:
            self._roll(dice, events)
        elif kind == actions.KEEP:
            self._keep(detail, events)
        elif kind == actions.BANK:
            self._bank(events)
        else:
            for rule in self.house_rules.rules:
                if kind in rule.extra_actions(self):
                    rule.act(self, kind, detail, dice, events)
        if self.rolls >= MOST_ROLLS and not self.pending and self.stage != OVER:
            self._end_long_turn(events)

    def _roll(self, dice: "Dice", events: "list[Event]") -> None:
        """Throws the dice that are not kept."""
        thrown = dice.throw(self.dice_next())  # first, because it may raise: the game must not have changed then
        if self.kept == self.all:
            self.kept = 0
        self.place_dice(self.all & ~self.kept, thrown)
        self.rolls += 1
        self.resolve_roll(self.rolled, events)

    def resolve_roll(self, thrown: int, events: "list[Event]", run_hooks: bool = True) -> None:
        """Continues after the positions `thrown` were rolled: a house rule handles the roll, it has keeps, or it is a
        bust.

        `run_hooks` is False if the hooks have run for this roll already and only some of its dice were thrown again.
        """
        self.stage = actions.ROLLED
        self.scored_roll = -1
        events.append(event(ROLLED, self.player, positions=thrown))
        if run_hooks and self.house_rules.dice_rolled(self, events):
            return
        if not self.find_keeps():
            self.bust(events)

    def _keep(self, keep: int, events: "list[Event]") -> None:
        points = self.keep_points(keep)
        multiset = self.multiset_of(keep)
        self.points += points
        self.kept |= keep
        self.rolled &= ~keep
        self.stage = actions.KEPT
        events.append(event(KEPT, self.player, points, keep))
        if self.kept == self.all:
            events.append(event(HOT, self.player))
        for rule in self.house_rules.rules:
            rule.keep_chosen(self, multiset, points, events)

    def _bank(self, events: "list[Event]") -> None:
        if self.stage == actions.ROLLED:
            self._keep(self.best_keep(), events)
        self._add_to_score(self.bank_value(self.points), events)
        self._end_turn(events)

    def _end_long_turn(self, events: "list[Event]") -> None:
        """Ends the turn after its last roll (TT-15). Banks the most that can be banked, or else loses the points."""
        if self.find_keeps():
            self.remove_keeps_without_bank()
        if self.find_keeps() or (self.stage == actions.KEPT and not self.bank_refusal()):
            events.append(event(LIMIT, self.player, why=f"{MOST_ROLLS} rolls: banked"))
            self._bank(events)
            return
        events.append(event(LIMIT, self.player, self.points, why=f"{MOST_ROLLS} rolls: turn lost"))
        self.points = 0
        self._end_turn(events)

    def _add_to_score(self, points: int, events: "list[Event]") -> None:
        """Banks points; the first bank puts the player on the table."""
        player = self.player
        self.scores[player] += points
        events.append(event(BANKED, player, points, number=self.scores[player]))
        if points and not self.opened[player]:
            self.opened[player] = True
            events.append(event(OPENED, player))
        for rule in self.house_rules.rules:
            rule.banked(self, points, events)

    def _end_turn(self, events: "list[Event]") -> None:
        """Ends the turn and opens that of the next player, unless the game ends."""
        self.turns[self.player] += 1
        for rule in self.house_rules.rules:
            rule.turn_ended(self, events)
        following = self.next_player(self.player)
        if any([rule.game_ends(self, following, events) for rule in self.house_rules.rules]):
            self.end_game(self.winner, events)
        elif self.rounds_are_over():
            events.append(event(LIMIT, self.player, why=ROUNDS_OVER))
            self.end_game(self._first_place(), events)
        else:
            self.open_turn(following, events)

    def _first_place(self) -> int:
        """Returns the player with the most points; among equals, the one who plays earlier in a round."""
        winner = -1
        for seat in range(self.players):
            player = (self.first + seat) % self.players
            if not self.out[player] and (winner < 0 or self.scores[player] > self.scores[winner]):
                winner = player
        return winner

    # For house rules

    def bust(self, events: "list[Event]") -> None:
        """Handles a roll without a keep: a house rule takes over, or the turn is lost (TT-04)."""
        for rule in reversed(self.house_rules.rules):
            if rule.busted(self, events):
                return
        self.lose_turn(events, self.house_rules.points_saved(self), reason=NO_DIE_SCORES)

    def lose_turn(
        self, events: "list[Event]", saved: int = 0, penalty: int = 0, why: str = "", reason: str = ""
    ) -> None:
        """Ends the turn after a bust. Turn points are lost, except those `saved`, which are banked.

        `penalty` is a change of the score, and `why` its reason. `reason` says why the turn is lost; it is "" if that
        is not shown.
        """
        banked = self.bank_value(saved)
        events.append(event(BUST, self.player, self.points - saved, number=banked, why=reason))
        if saved:
            self.points = 0
            self._add_to_score(banked, events)
        if why:
            self.change_score(self.player, penalty, why, events)
        for rule in self.house_rules.rules:
            rule.turn_lost(self, events)
        self.points = 0
        self._end_turn(events)

    def end_game(self, winner: int, events: "list[Event]") -> None:
        """Ends the game. `winner` is -1 if no player wins it."""
        self.winner = winner
        self.stage = actions.OVER
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
        self.stage = actions.READY
        self.rolled = self.kept = self.points = self.rolls = 0
        events.append(event(TURN, player))
        self.pending = self.house_rules.turn_opens(self)

    def add_points(self, points: int, why: str, events: "list[Event]") -> None:
        """Adds a bonus to the turn points."""
        self.points += points
        events.append(event(BONUS, self.player, points, why=why))

    def change_score(self, player: int, points: int, why: str, events: "list[Event]") -> None:
        """Adds a bonus or penalty to a banked score."""
        change = points if points > 0 else -self.taken(player, -points)
        self.scores[player] += change
        events.append(event(PENALTY, player, change, why=why))

    def take_offer(self, kept: int, points: int, events: "list[Event]") -> None:
        """Starts the turn with the positions `kept` kept already and with `points` turn points."""
        self.kept = kept
        self.points = points
        events.append(event(TOOK, self.player, points, number=self.dice_next()))

    def throw_again(self, kept: int, why: str, events: "list[Event]") -> None:
        """Makes the next action a roll of the dice that are not in `kept`."""
        self.kept = kept
        self.rolled = 0
        self.stage = actions.READY
        events.append(event(AGAIN, self.player, why=why))
