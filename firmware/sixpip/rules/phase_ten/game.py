"""The engine of Phase 10 dice: turns of three rolls, phases made and missed, bonuses, the closing turns.

It has the same interface as the engine of the ten-thousand family (Game in core/engine.py). It never throws dice
itself, waits, draws or saves. best_use.py finds out what the dice make.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.actions import OVER, READY
from sixpip.rules.core.engine import ROUNDS_OVER, Game
from sixpip.rules.core.errors import MOST, BadRecord, Illegal, check_numbers
from sixpip.rules.core.events import ASIDE, CLOSING, GAME_OVER, LIMIT, MADE, MISSED, PENALTY, ROLLED, THREW, TURN, event
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.phase_ten.phases import FINISHED, PHASES

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.core.actions import Action, Dice
    from sixpip.rules.core.events import Event
    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet


_NONE = const(-1)


class StartOrder:
    """The throws for the order of play.

    `ranks` has for each player the number of players ahead so far; players of one rank are tied. `thrown` has the
    number that each player has thrown in this round, -1 for none.
    """

    def __init__(self, players: int) -> None:
        self.ranks = [0] * players
        self.thrown = [_NONE] * players

    def tied(self, player: int) -> bool:
        """Returns whether another player has the same rank."""
        return self.ranks.count(self.ranks[player]) > 1

    def thrower(self) -> int:
        """Returns the next to throw: the first of the tied players who has not thrown; -1 when the order is final."""
        for player in range(len(self.ranks)):
            if self.tied(player) and self.thrown[player] == _NONE:
                return player
        return -1

    def die(self, player: int) -> int:
        """Returns the high die that a player throws. Each player has another one, so that all throws stay visible."""
        return player % dice.HIGH

    def throw(self, player: int, number: int) -> None:
        """Notes a throw; when all the tied players have thrown, the ranks are computed again."""
        self.thrown[player] = number
        if self.thrower() >= 0:
            return
        ranks = list(self.ranks)
        tied = [self.tied(seat) for seat in range(len(ranks))]
        for one in range(len(ranks)):
            for other in range(len(ranks)):
                if tied[one] and self.ranks[other] == self.ranks[one] and self.thrown[other] > self.thrown[one]:
                    ranks[one] += 1
        self.ranks = ranks
        for seat in range(len(ranks)):
            if self.tied(seat):
                self.thrown[seat] = _NONE

    def seats(self) -> "list[int]":
        """Returns the players in the order of play."""
        return sorted(range(len(self.ranks)), key=lambda player: self.ranks[player])

    def record(self) -> "list[list[int]]":
        """Returns the ranks and the throws, for `restore`."""
        return [list(self.ranks), list(self.thrown)]

    def restore(self, record: object) -> None:
        """Restores both from such a record. Raises BadRecord for any other value."""
        players = len(self.ranks)
        if not isinstance(record, list) or len(record) != 2:
            raise BadRecord("The saved game has no valid throws for the start")
        self.ranks = check_numbers(record[0], players, 0, players - 1, "ranks")
        self.thrown = check_numbers(record[1], players, _NONE, 10, "throws")
        for rank in self.ranks:
            if len([other for other in self.ranks if other < rank]) != rank:
                raise BadRecord("The saved game has no order of play")


ROLLS = const(3)
BONUS = const(40)
HALF = const(5)
HALF_POINTS = const(220)
MISS = const(5)


class PhaseTenGame(Game):
    """One game. `apply` changes it; only the rules core sets its fields.

    Besides the fields of Game it has one entry per player in `phases` (1 to 10, or 11 when all are made), in `boxes`
    (the points of each phase, -1 while it is not made) and in `misses` (the misses of each phase). No player is ever
    eliminated. `half` and `finish` are sets of the players who have got that bonus, with one bit each; those in
    `may_follow` can still get the second one. `order` lists the players in the order of play. `start` has the throws
    for that order; it is None once the first turn has begun. `kept` are the dice set aside.
    """

    dice = dice.DICE
    plain = ("players", "player", "winner", "stage", "rolls", "kept", "finisher", "half", "finish", "may_follow")
    lists = ("scores", "turns", "phases", "order", "faces")

    def set_up(self, dice_set: "DiceSet", values: "Options", players: int, starter: int) -> None:
        """Sets the state before the first turn."""
        super().set_up(dice_set, values, players, starter)
        self.phases = [1] * players
        self.boxes = [[-1] * PHASES for _ in range(players)]
        self.misses = [[0] * PHASES for _ in range(players)]
        self.half = self.finish = self.may_follow = 0
        self.finisher = -1
        self.order = [(self.player + seat) % players for seat in range(players)]
        throws = players > 1 and starter < 0 and values["start"] != "seated"
        self.start = StartOrder(players) if throws else None
        self._best = BestUse()

    def legal(self) -> "tuple[str, ...]":
        """Returns the kinds of action that are legal now; none when the game is over."""
        if self.stage == READY:
            return (actions.ROLL,)
        if self.stage == OVER:
            return ()
        if self.rolls == ROLLS:
            return (actions.STOP,)
        kinds: tuple[str, ...] = ()
        if self.kept != self.all:
            kinds += (actions.ROLL, actions.KEEP)
        if self.kept:
            kinds += (actions.BACK,)
        return kinds + (actions.STOP,)

    def throws(self) -> int:
        """Returns the tray positions that the next roll throws."""
        if self.start:
            return 1 << self.start.die(self.player)
        return self.all & ~self.kept

    def rolls_left(self) -> int:
        """Returns the number of rolls left in this turn."""
        return ROLLS - self.rolls

    def best(self, phase: int = 0, first: int = -1) -> BestUse:
        """Returns the best use of the dice on the table for the player's phase, or for another one (PH-07).

        Among equal dice, those in the set `first` are used first, or with -1 those that are set aside. Every call
        returns the same object, with new values.
        """
        self._best.find(self.faces, phase or self.phases[self.player], self.kept if first < 0 else first)
        return self._best

    @property
    def first(self) -> int:
        """The seat of the first turn, once that is decided."""
        return self.order[0]

    @property
    def points(self) -> int:
        """The points of the phase with the dice on the table, 0 while it is not made."""
        if self.stage != actions.ROLLED:
            return 0
        return max(0, self.best().points)

    def missed(self, player: int) -> int:
        """Returns the number of times a player has missed a phase."""
        return sum(self.misses[player])

    def log_line(self, action: "Action", events: "list[Event]") -> str:
        """Returns the line of the log for an action just applied, from its events. log_parser.py reads it."""
        kind, detail = action
        if kind == actions.ROLL:
            return kind + " " + " ".join(self._named(events[0].positions, 0))
        if kind in (actions.KEEP, actions.BACK):
            positions = detail or 0
            among = (self.all & ~self.kept | positions) if kind == actions.KEEP else self.kept | positions
            return kind + " " + " ".join(self._named(positions, among))
        return kind

    def _named(self, positions: int, among: int) -> "list[str]":
        """Returns words for some dice: the face, or the name of a die if one of `among` further left shows the same."""
        words: list[str] = []
        shown: list[str] = []
        for die in range(self.dice):
            word = dice.written(die, self.faces[die])
            if positions >> die & 1:
                words.append(dice.label(die) if word in shown else word)
            elif among >> die & 1:
                shown.append(word)
        return words

    def record(self) -> "dict[str, Any]":
        """Returns the whole state as numbers, words and lists of them, for JSON and for record.from_record."""
        record = super().record()
        record["boxes"] = [list(box) for box in self.boxes]
        record["misses"] = [list(misses) for misses in self.misses]
        record["start"] = self.start.record() if self.start else []
        return record

    def _why_not(self, kind: str) -> str:
        if self.stage == OVER:
            return "The game is over"
        if self.stage == READY:
            return "Roll for the start" if self.start else "Roll first"
        if self.rolls == ROLLS and kind != actions.STOP:
            return "No rolls left"
        if kind == actions.BACK:
            return "Nothing is set aside"
        if kind in (actions.ROLL, actions.KEEP):
            return "All dice are set aside"
        return "Not in this game"

    def finished(self, player: int) -> bool:
        """Returns whether a player has made all ten phases."""
        return self.phases[player] == FINISHED

    def _perform(self, kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        if self.start:
            self._throw_for_start(self.start, dice, events)
        elif kind == actions.ROLL:
            self._roll(dice, events)
        elif kind == actions.STOP:
            self._stop(events)
        else:
            self._set_aside(kind, detail, events)

    # Before the first turn

    def _throw_for_start(self, order: StartOrder, source: "Dice", events: "list[Event]") -> None:
        """Throws once for the order of play (PH-02)."""
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
        self.stage = actions.READY
        self.kept = self.rolls = 0
        events.append(event(TURN, player))

    def _roll(self, source: "Dice", events: "list[Event]") -> None:
        """Throws the dice that are not set aside (PH-03)."""
        positions = self.throws()
        self.place_dice(positions, source.throw(self.dice_next()))
        self.stage = actions.ROLLED
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
        """Ends the turn. The phase is scored or missed (PH-07, PH-08)."""
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
        """Gives the bonus for phase 10, and begins the closing turns (PH-10; for one player PH-13)."""
        if self.finisher < 0:
            self.finisher = player
            behind = self.order[self.order.index(player) + 1 :]  # who play after this one in a round
            self.may_follow = sum([1 << other for other in behind if self.phases[other] == PHASES])
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

    def _next_turn(self, player: int, made: bool, events: "list[Event]") -> None:
        """Begins the next turn; in the closing turns a player goes on up to the first miss (PH-11)."""
        if self.finisher >= 0 and made and self.phases[player] < FINISHED:
            self.open_turn(player, events)
            return
        following = self.order[(self.order.index(player) + 1) % self.players]
        if following == self.finisher:
            self._end(events)
        elif self.rounds_are_over():
            events.append(event(LIMIT, player, why=ROUNDS_OVER))
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
        self.stage = actions.OVER
        events.append(event(GAME_OVER, self.winner))

    def _first_place(self) -> int:
        """Returns the player with the highest total; among equals, the one with fewer misses, then the one who plays
        earlier.
        """
        winner = self.order[0]
        for player in self.order[1:]:
            ahead = self.scores[player] - self.scores[winner]
            if ahead > 0 or (not ahead and self.missed(player) < self.missed(winner)):
                winner = player
        return winner

    def _change_score(self, player: int, points: int) -> None:
        """Changes a score, within the limits of a record."""
        self.scores[player] = max(-MOST, min(MOST, self.scores[player] + points))

    def _add_to_score(self, player: int, points: int, why: str, events: "list[Event]") -> None:
        self._change_score(player, points)
        events.append(event(PENALTY, player, points, why=why))
