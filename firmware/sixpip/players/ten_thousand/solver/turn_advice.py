"""Compares what a player can do in a solved turn: the values of all banks and rolls, and the best of them.

Master and the coach make their choices here.
"""

from sixpip import share
from sixpip.compat import TYPE_CHECKING
from sixpip.players.ten_thousand.solver.roll_codes import MARKED
from sixpip.players.ten_thousand.solver.turn_solver import MOST_VALUE, TurnSolver
from sixpip.rules.core.actions import bits
from sixpip.rules.ten_thousand.scorer import count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sixpip.rules.ten_thousand.game import TenThousandGame


def solver_of(game: "TenThousandGame", shared: "dict[str, object]") -> TurnSolver:
    """Returns the turn solver of a game in play, with tables no larger than needed.

    `shared` is what the players of a game share; a solver that is missing there is added.
    """
    solver = shared.get("solver")
    if not isinstance(solver, TurnSolver):
        solver = shared["solver"] = TurnSolver(game, False)
    return solver


class TurnAdvice:
    """The values of what game.player can do, from 0 to MOST_VALUE. Call `think` until it returns False first."""

    def __init__(self, game: "TenThousandGame", solver: TurnSolver, set_values: "Callable[[], Iterator[None]]") -> None:
        """`solver` has its classes built. `set_values` sets the values of all ends of a turn and starts the pass."""
        self._game = game
        self._solver = solver
        self._set_values = set_values
        self._setting: Iterable[None] = ()
        self._turn: tuple[int, ...] = ()
        self.bank_value = self.roll_value = 0
        """The values of the best bank and the best roll that `compare` found; 0 for a bank that is not allowed."""
        self._bank_keep = self._roll_keep = 0
        self._triple = -1
        self._must_bank = False

    def think(self) -> bool:
        """Works for some milliseconds. Returns True while more is to be done before `compare` can be called."""
        turn = self._turn_now()
        if turn != self._turn or self._solver.asked_by is not self:
            self._turn = turn
            self._solver.asked_by = self
            self._setting = self._set_values()
        for _ in self._setting:
            return True
        self._setting = ()
        return self._solver.step()

    def is_ready(self) -> bool:
        """Returns whether the values are those of this turn."""
        solver = self._solver
        asked = solver.asked_by is self and self._turn == self._turn_now()
        return asked and not self._setting and solver.is_solved()

    def _turn_now(self) -> "tuple[int, ...]":
        """Returns what the values of a turn depend on."""
        game = self._game
        return (game.player, sum(game.turns)) + tuple(game.scores)

    def compare(self) -> None:
        """Finds the best keep of the roll, and what the best bank and the best roll are worth with any keep."""
        game = self._game
        self._bank_keep = self._roll_keep = 0
        self.bank_value = self.roll_value = -1
        self._must_bank = game.roll_refusal() is not None
        self._triple = self._kept_triple()
        if not game.find_keeps():
            self._rate(0, game.points, game.throws(), game.all & ~game.kept)
            return
        scorer = game.scorer
        keys = [scorer.keeps[i] for i in range(scorer.found)]
        for multiset in keys:
            for keep in choices(game, multiset):
                left = game.all & ~(game.kept | keep)
                self._rate(keep, game.points_after(keep), left or game.all, left)

    def _rate(self, keep: int, points: int, throws: int, left: int) -> None:
        """Rates a keep by what a bank and a roll are worth after it."""
        roll = 0 if self._must_bank else self.roll_after(keep, points, throws)
        bank = 0 if not points or self._game.bank_refusal(keep) else self.bank_after(keep, points, left)
        if roll > self.roll_value:
            self.roll_value = roll
            self._roll_keep = keep
        if bank > self.bank_value:
            self.bank_value = bank
            self._bank_keep = keep

    def roll_after(self, keep: int, points: int, thrown: int) -> int:
        """Returns the value of throwing dice after a keep."""
        return self._solver.value(points, self._row(thrown, keep))

    def banks(self) -> bool:
        """Returns whether banking is best, or as good as rolling."""
        return self._must_bank or (self.bank_value > 0 and self.bank_value >= self.roll_value)

    def keep(self) -> int:
        """Returns the positions to keep, for a bank or for a roll."""
        return self._bank_keep if self.banks() else self._roll_keep

    def bank_after(self, keep: int, points: int, left: int) -> int:
        """Returns the value of a bank after a keep, which leaves the positions `left` to the next player."""
        solver = self._solver
        units = min(points // solver.unit, solver.most)
        value = solver.values[units]
        return max(1, solver.bank_value(units, self._row(left, keep))) if value and left else value

    def value_of_bank(self, points: int) -> int:
        """Returns the value of banking some turn points, without what it leaves to the next player."""
        units = min(points // self._solver.unit, self._solver.most)
        return self._solver.values[units]

    def value_of(self, points: int, dice: int) -> int:
        """Returns the value of throwing these tray positions with some turn points."""
        return self._solver.value(points, self._row(dice, 0))

    def offer_value(self, points: int, dice: int) -> int:
        """Returns how much better it is to start the turn with some points and dice than with all dice."""
        return self.value_of(points, dice) - self._solver.value(0, self._solver.first_row)

    def _row(self, dice: int, keep: int) -> int:
        game = self._game
        classes = self._solver.classes
        if dice == game.all:
            return classes.first_row
        if not classes.extends:
            return bits(dice) + MARKED if classes.marked and dice & 1 else bits(dice)
        return classes.next_row(bits(dice), game.multiset_of(keep), self._triple)

    def _kept_triple(self) -> int:
        """Returns the face of a triple kept before in this set that other dice may join (HR-10), -1 for none."""
        plain = self._game.scorer.of_a_kind
        for face, row in enumerate(self._game.house_rules.of_a_kind_rows(self._game) or ()):
            if row != plain[face]:
                return face
        return -1


def choices(game: "TenThousandGame", multiset: int) -> "tuple[int, ...]":
    """Returns the positions that show a multiset: two choices if another die can replace the marked one."""
    keep = game.positions_of(multiset)
    if game.dice_set.wild < 0 or not keep & 1:
        return (keep,)
    face = game.faces[0]
    others = 0
    for place in range(1, game.dice):
        if game.rolled >> place & 1 and game.faces[place] == face and not keep >> place & 1:
            others = 1 << place
    return (keep, keep & ~1 | others) if others and count(multiset, face) else (keep,)


def percent(chance: int) -> str:
    """Returns a chance to win in percent, as text; MOST_VALUE is certain."""
    return f"{share(chance, MOST_VALUE)}%"
