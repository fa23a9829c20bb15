"""The engine of Phase 10 dice: turns of three rolls, phases made and missed, bonuses, the closing turns.

It has the same interface as the engine of the ten-thousand family (AnyGame in engine.py). It never throws dice itself,
waits, draws or saves. What the dice make is in best_use.py, the state of the game in state.py.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import actions, stages
from sixpip.rules.errors import Illegal
from sixpip.rules.events import ASIDE, CLOSING, GAME_OVER, MADE, MISSED, PENALTY, ROLLED, THREW, TURN, event
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.phases import FINISHED, PHASES
from sixpip.rules.phase_ten.state import GameState
from sixpip.rules.validators import MOST

if TYPE_CHECKING:
    from sixpip.rules.actions import Action, Dice
    from sixpip.rules.events import Event

BONUS = const(40)
HALF = const(5)
HALF_POINTS = const(220)
MISS = const(5)


class Game(GameState):
    """One game: `apply` changes it; only the rules core sets its fields."""

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Performs an action; returns its events in order. Raises Illegal with the reason and changes nothing."""
        kind, detail = action
        if kind not in self.legal():
            raise Illegal(self._why_not(kind))
        events: list[Event] = []
        if self.start:
            self._throw_for_start(dice, events)
        elif kind == actions.ROLL:
            self._roll(dice, events)
        elif kind == actions.STOP:
            self._stop(events)
        else:
            self._set_aside(kind, detail or 0, events)
        return events

    # Before the first turn

    def _throw_for_start(self, source: "Dice", events: "list[Event]") -> None:
        """Throws once for the order of play (PH-02)."""
        order = self.start
        if order is None:
            return
        player = self.player
        die = order.die(player)
        self.place_dice(1 << die, source.throw(1))
        number = dice.number(die, self.faces[die])
        events.append(event(ROLLED, player, positions=1 << die))
        order.throw(player, number)
        events.append(event(THREW, player, number))
        following = order.thrower()
        if following >= 0:
            self.player = following
        else:
            self.order = order.seats()
            self.open_turn(self.order[0], events)

    # A turn

    def open_turn(self, player: int, events: "list[Event]") -> None:
        """Begins the turn of `player`."""
        self.start = None
        self.player = player
        self.stage = stages.READY
        self.kept = self.rolls = 0
        events.append(event(TURN, player))

    def _roll(self, source: "Dice", events: "list[Event]") -> None:
        """Throws the dice that are not set aside (PH-03)."""
        positions = self.throws()
        self.place_dice(positions, source.throw(self.dice_next()))
        self.stage = stages.ROLLED
        self.rolls += 1
        events.append(event(ROLLED, self.player, positions=positions))

    def _set_aside(self, kind: str, positions: int, events: "list[Event]") -> None:
        """Sets dice aside, or takes some of those back (PH-03)."""
        free = self.all & ~self.kept if kind == actions.KEEP else self.kept
        if not positions or positions & ~free:
            raise Illegal("Set aside dice on the table" if kind == actions.KEEP else "Take back dice set aside")
        self.kept ^= positions
        events.append(event(ASIDE, self.player, positions=self.kept))

    def _stop(self, events: "list[Event]") -> None:
        """Ends the turn: the phase is scored or missed (PH-07, PH-08)."""
        player = self.player
        phase = self.phases[player]
        found = self.best()
        self.turns[player] += 1
        if found.points >= 0:
            self._make(player, phase, found.points, found.used, events)
        else:
            self.misses[player][phase - 1] += 1
            events.append(event(MISSED, player, found.short, number=phase))
        self._next_turn(player, found.points >= 0, events)

    def _make(self, player: int, phase: int, points: int, used: int, events: "list[Event]") -> None:
        """Scores a phase, with the bonuses for it (PH-07, PH-09, PH-10)."""
        self.boxes[player][phase - 1] = points
        self._change_score(player, points)
        self.phases[player] += 1
        events.append(event(MADE, player, points, used, phase))
        if phase == HALF and self.scores[player] > HALF_POINTS:
            self.half |= 1 << player
            self._add_to_score(player, BONUS, f"over {HALF_POINTS} at phase 5", events)
        if phase == PHASES:
            self._finish(player, events)

    def _finish(self, player: int, events: "list[Event]") -> None:
        """Handles a player's phase 10: the bonus, the closing turns (PH-10; with one player PH-13)."""
        if self.finisher < 0:
            self.finisher = player
            self.may_follow = self._in_the_last_phase_behind(player)
            earned = self.players > 1 or not self.misses[player][PHASES - 1]
            why = "first to finish" if self.players > 1 else "at the first try"
        else:
            earned = bool(self.may_follow >> player & 1)
            why = "finished too"
        if earned:
            self.finish |= 1 << player
            self._add_to_score(player, BONUS, why, events)
        if self.finisher == player and self.players > 1:
            events.append(event(CLOSING, player))

    def _in_the_last_phase_behind(self, player: int) -> int:
        """The players, one bit each, who are in phase 10 already and play after this one in a round."""
        behind = self.order[self.order.index(player) + 1 :]
        return sum([1 << other for other in behind if self.phases[other] == PHASES])

    def _next_turn(self, player: int, made: bool, events: "list[Event]") -> None:
        """Begins the next turn; in the closing turns a player goes on up to the first miss (PH-11)."""
        if self.finisher >= 0 and made and self.phases[player] < FINISHED:
            self.open_turn(player, events)
            return
        following = self.order[(self.order.index(player) + 1) % self.players]
        if following == self.finisher:
            self._end(events)
        else:
            self.open_turn(following, events)

    def _end(self, events: "list[Event]") -> None:
        """Ends the game (PH-12, PH-13)."""
        if self.players == 1:
            missed = self.missed(0)
            if missed:
                self._add_to_score(0, -MISS * missed, f"{missed} miss" + ("es" if missed > 1 else ""), events)
        self.winner = self._first_place()
        self.stage = stages.OVER
        events.append(event(GAME_OVER, self.winner))

    def _first_place(self) -> int:
        """The player with the highest total; of equal ones with fewer misses, then the earlier in the order of play."""
        winner = self.order[0]
        for player in self.order[1:]:
            ahead = self.scores[player] - self.scores[winner]
            if ahead > 0 or (not ahead and self.missed(player) < self.missed(winner)):
                winner = player
        return winner

    def _change_score(self, player: int, points: int) -> None:
        """Changes a score, as far as a record can hold it."""
        self.scores[player] = max(-MOST, min(MOST, self.scores[player] + points))

    def _add_to_score(self, player: int, points: int, why: str, events: "list[Event]") -> None:
        self._change_score(player, points)
        events.append(event(PENALTY, player, points, why=why))
