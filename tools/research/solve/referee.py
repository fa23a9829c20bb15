"""Follows a turn in the engine and adds up what the choices lose against the exact values of a turn.

Luck is left out: at every decision the values of the best choice and of the one taken are compared.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sixpip.rules import actions
from sixpip.rules.actions import bits
from sixpip.rules.ten_thousand.game import Game
from tools.play.host.seeded_dice import SeededDice
from tools.research.solve.graph import options_of
from tools.research.solve.model import Model
from tools.research.solve.probe import Probe
from tools.research.solve.situation import End, Move, Outcome
from tools.research.solve.turn import Turn

if TYPE_CHECKING:
    from sixpip.rules.actions import Action


class Referee:
    """Compares the actions of one turn after another: `begin` before the first, then `act` for each.

    `loss` is the sum for the turn; `ended_by` is set when a roll ended it.
    """

    def __init__(self, model: Model, opened: bool) -> None:
        """`opened`: of turns of a player on the table; otherwise of turns before the first bank."""
        self.model = model
        self.graph = model.turn_of(opened)[0]
        self._probe = Probe(model.variant.name, model.graph_row, opened)
        self._numbers = {at: number for number, at in enumerate(self.graph.situations)}

    def begin(self, turn: Turn, row: int = 0, at: int = 0) -> None:
        """Begins a turn, or goes on with one before a roll: `row`, `at`: its points and situation."""
        self._turn = turn
        self._row = row
        self._at = at
        self._can_bank = False
        self._call = -1
        self._outcome: Outcome = []
        self.loss = 0.0
        self.ended_by: End | None = None

    def act(self, game: Game, action: "Action", throws: SeededDice) -> None:
        """Compares an action with the best one, then applies it."""
        kind, detail = action
        if kind == actions.CALL:
            self._call = int(detail or 0)
        elif kind == actions.ROLL:
            self.loss += self._now() - self._roll_worth()
        elif kind == actions.BANK:
            self.loss += self._now() - self._turn.bank(self._row, self._at)
        elif kind == actions.KEEP:
            self._keep(game, int(detail or 0))
        elif kind == actions.STOP:
            self._stop(game)
        elif kind in (actions.TAKE, actions.FRESH):
            self._answer_offer(game, kind == actions.TAKE)
        game.apply(action, throws)
        if kind == actions.ROLL:
            self.rolled(throws.last)

    def _choices(self) -> list[Move]:
        assert not isinstance(self._outcome, End)
        return self._outcome

    def rolled(self, faces: Sequence[int]) -> None:
        """Finds what a roll allows."""
        self._outcome = self._probe.outcome(self.graph.situations[self._at], tuple(faces), self._call)
        self._call = -1
        if isinstance(self._outcome, End):
            self.ended_by = self._outcome
        elif len(self._outcome) == 1 and not self._outcome[0].key and not self._outcome[0].next.held:
            self._go_on(self._outcome[0])  # the dice are thrown again

    def _keep(self, game: Game, keep: int) -> None:
        """Finds the move that keeps or holds some dice, and what it loses."""
        held = tuple(sorted(game.faces[place] for place in range(game.dice) if keep >> place & 1))
        key = game.multiset_key(keep)
        after = game.kept | keep
        marked = self._probe.with_sun and (after == game.all or not after & 1)
        move = next(
            move
            for move in self._choices()
            if (move.next.held == held if move.next.held else move.key == key and move.next.marked == marked)
        )
        self.loss += max(self._worth(move) for move in self._choices()) - self._worth(move)
        self._go_on(move)

    def _stop(self, game: Game) -> None:
        """A bust that is accepted although some dice could be thrown again."""
        self.ended_by = End(
            on_all=self.model.on("train_wreck") and game.rolled == game.all,
            first=self.model.on("cold_start") and game.rolls == 1,
        )
        self.loss += max(self._worth(move) for move in self._choices()) - self._turn.end(self.ended_by)

    def _answer_offer(self, game: Game, takes: bool) -> None:
        """Compares a turn that begins with the dice of the player before with one that begins with all."""
        row = self._row + game.offered_points() // self.model.step
        at = self.graph.plain(bits(game.offered()), self._probe.with_sun and bool(game.offered() & 1))
        worth = self._turn.expected, self._turn.value_at(row, 2 * at)
        self.loss += max(worth) - worth[takes]
        if takes:
            self._row, self._at = row, at

    def _go_on(self, move: Move) -> None:
        self._row += move.points // self.model.step
        self._at = self._numbers[move.next]
        self._can_bank = move.can_bank

    # Exact values

    def _now(self) -> float:
        return self._turn.value_at(self._row, 2 * self._at + self._can_bank)

    def _worth(self, move: Move) -> float:
        return self._turn.value_at(
            self._row + move.points // self.model.step, 2 * self._numbers[move.next] + move.can_bank
        )

    def _roll_worth(self) -> float:
        """What the next roll is worth after the call that was made."""
        modes = self.graph.modes[self._at]
        if len(modes) == 1:
            return self._turn.value_at(self._row, 2 * self._at)
        total = 0.0
        for one in modes[self._call + 1]:
            if isinstance(one.choice, End):
                total += one.ways * self._turn.end(one.choice)
            else:
                ahead = [(self._row + gain // self.model.step, 2 * to + may) for gain, to, may in options_of(one)]
                total += one.ways * max(self._turn.value_at(row, target) for row, target in ahead)
        return total / sum(one.ways for one in modes[self._call + 1])
