"""The best choice in a turn, from the turn solver and the values of all ends of a turn: points, or the chance to win.

What the ends are worth in points, and what a turn can cost; the end of a game: which banks win at once, who still has a
last turn (TT-20), how often one gains enough points; then the advice, which thinks in steps of some milliseconds, once
for each turn.
"""

from array import array

from sixpip.players.ten_thousand.solver.roll_codes import BUST, CANCELED, MARKED, OUT, OUTCOME, WIN, WRECK
from sixpip.players.ten_thousand.solver.turn_solver import CERTAIN, MOST_VALUE, TurnSolver
from sixpip.players.ten_thousand.solver.turn_tables import TurnTables, reserve
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.stages import bits
from sixpip.rules.ten_thousand.scorer import count

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from sixpip.rules.ten_thousand.game import Game

_ZERO = const(4000)
"""The least value of no points, so that a loss of points has a value, too."""
_STEP = const(128)
"""The highest value of one unit of points."""
_LEAST_STEP = const(16)
_SET = const(20)  # values set or read in one step
_SMALL_LEAD = const(5)
"""Units by which a leader is passed, about."""
OFFER_PART = const(4)
"""One in so many of the points that an offer gives to the next player is lost: `make league` found it to be best."""

# Points


def scale(most: int, lost: int) -> "tuple[int, int]":
    """The value of no points, and that of a unit: for turn points up to `most` and losses up to `lost`, in units."""
    step = max(_LEAST_STEP, min(_STEP, MOST_VALUE // (most + lost)))
    return min(max(_ZERO, lost * step), MOST_VALUE - most * step), step


def set_points(solver: TurnSolver, most: int, least: int, bust: int, wreck: int, canceled: int) -> "Iterator[None]":
    """Sets the values of a solver; yields every few milliseconds. Start the pass afterwards.

    `most`: the highest turn points in units; `least`: the fewest points of a bank; `bust`, `wreck`, `canceled`: the
    points that these outcomes cost.
    """
    values = solver.values
    unit = solver.unit
    zero, step = scale(most, -(-max(bust, wreck, canceled) // unit))
    solver.zero = zero
    solver.unit_value = step
    for units in range(most + 1):
        values[units] = zero + units * step if units and units * unit >= least else 0
        if units % _SET == 0:
            yield
    values[OUTCOME + BUST] = max(0, zero - bust * step // unit)
    values[OUTCOME + WRECK] = max(0, zero - wreck * step // unit)
    values[OUTCOME + CANCELED] = max(0, zero - canceled * step // unit)
    values[OUTCOME + OUT] = 0
    values[OUTCOME + WIN] = MOST_VALUE


def points_of(solver: TurnSolver, value: int) -> int:
    """The points of a value that follows from `set_points`."""
    return (value - solver.zero) * solver.unit // solver.unit_value


def losses(game: "Game") -> "tuple[int, int, int]":
    """What a bust, a bust on all dice and a canceled score take from the score of game.player."""
    return game.loss(BUST), game.loss(WRECK), game.loss(CANCELED)


# The end of a game


def wins_at_once(game: "Game", score: int) -> bool:
    """Whether game.player wins at once with this score after the turn: no other player gets another turn.

    False for an exact target (TT-23): that win may be rolled off.
    """
    beat = game.to_beat()
    return game.missing() < 0 and game.reaches(score) and score > beat and not game.later_players()


def chances_to_gain(solver: TurnSolver, most: int, game: "Game") -> "Generator[None, None, array[int]]":
    """Finds the chances to gain at least a number of units in a last turn; yields every few milliseconds.

    The only goal of the pass is `most`, its highest turn points: so many units below it are so many still to be gained.
    """
    for units in range(most + 1):
        solver.values[units] = MOST_VALUE if units == most else 0
        if units % _SET == 0:
            yield
    solver.clear_outcomes()
    solver.start(most)
    while solver.step():
        yield
    least = min(most, game.least_bank() // solver.unit)
    chances = array("H", [0] * (most + 1))
    for units in range(most + 1):
        chances[units] = solver.values[solver.place(most - max(units, least), solver.first_row)]
        if units % _SET == 0:
            yield
    if game.options["end"] == "last-licks":  # who is passed has a turn again, and may pass the other in return
        reply = CERTAIN + chances[min(most, _SMALL_LEAD)]
        for units in range(most + 1):
            chances[units] = chances[units] * CERTAIN // reply
    return chances


# Advice


def solver_of(game: "Game", shared: "dict[str, object]") -> TurnSolver:
    """The turn solver of a game. `shared`: what its players share; the solver is added when missing."""
    solver = shared.get("solver")
    if not isinstance(solver, TurnSolver):
        tables = shared.get("tables")
        if not isinstance(tables, TurnTables):
            tables = reserve(game, True)
        solver = shared["solver"] = TurnSolver(game, tables)
    return solver


class TurnAdvice:
    """The values of what game.player can do, from 0 to MOST_VALUE. Call `think` until it returns False first."""

    def __init__(
        self, game: "Game", solver: TurnSolver, set_values: "Callable[[], Iterator[None]]", deducts_offers: bool = True
    ) -> None:
        """`solver`: with its classes built; `set_values` sets the values of all ends of a turn and starts the pass.

        `deducts_offers`: whether a bank is worth less for the dice that it leaves to the next player.
        """
        self._deducts_offers = deducts_offers and game.options["pick_up"] == "yes"
        self._game = game
        self._solver = solver
        self._set_values = set_values
        self._setting: Iterable[None] = ()
        self._turn: tuple[int, ...] = ()
        self.bank_value = self.roll_value = 0
        """What the best bank and the best roll are worth that `compare` found; 0 for a bank that is not allowed."""
        self._bank_keep = self._roll_keep = 0
        self._triple = -1
        self._must_bank = False

    def think(self) -> bool:
        """Works for some milliseconds. True while more is to be done before `compare` can be called."""
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
        """Whether the values are those of this turn."""
        solver = self._solver
        asked = solver.asked_by is self and self._turn == self._turn_now()
        return asked and not self._setting and solver.is_solved()

    def _turn_now(self) -> "tuple[int, ...]":
        """What the values of a turn depend on."""
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
        keys = [scorer.keys[i] for i in range(scorer.found)]
        for key in keys:
            for keep in choices(game, key):
                left = game.all & ~(game.kept | keep)
                self._rate(keep, game.points_after(keep), left or game.all, left)

    def _rate(self, keep: int, points: int, throws: int, left: int) -> None:
        """Rates a keep by what a bank and a roll are worth after it."""
        roll = 0 if self._must_bank else self.roll_after(keep, points, throws)
        bank = 0 if not points or self._game.bank_refusal(keep) else self._bank(points, left)
        if roll > self.roll_value:
            self.roll_value = roll
            self._roll_keep = keep
        if bank > self.bank_value:
            self.bank_value = bank
            self._bank_keep = keep

    def roll_after(self, keep: int, points: int, thrown: int) -> int:
        """The value of throwing dice after a keep."""
        return self._solver.value(points, self._row(thrown, keep))

    def banks(self) -> bool:
        """Whether to bank is best; of equal choices it ends the turn."""
        return self._must_bank or (self.bank_value > 0 and self.bank_value >= self.roll_value)

    def keep(self) -> int:
        """The positions to keep, for a bank or for a roll."""
        return self._bank_keep if self.banks() else self._roll_keep

    def _bank(self, points: int, left: int) -> int:
        """The value of a bank. With pick-up (DT-06) part of what the next player can take up is deducted."""
        value = self.value_of_bank(points)
        others = self._game.players - 1
        if left and others and self._deducts_offers:
            value -= max(0, self.offer_value(points, left)) // (OFFER_PART * others)
        return max(0, value)

    def value_of_bank(self, points: int) -> int:
        """The value of banking some turn points, without what it leaves to the next player."""
        units = min(points // self._solver.unit, self._solver.most)
        return self._solver.values[units]

    def value_of(self, points: int, dice: int) -> int:
        """The value of throwing these tray positions with some turn points."""
        return self._solver.value(points, self._row(dice, 0))

    def offer_value(self, points: int, dice: int) -> int:
        """How much better it is to start the turn with some points and dice than with all dice."""
        return self.value_of(points, dice) - self._solver.value(0, self._solver.first_row)

    def _row(self, dice: int, keep: int) -> int:
        """The row of a roll of these positions after a keep."""
        game = self._game
        classes = self._solver.classes
        if dice == game.all:
            return classes.first_row
        if not classes.extends:
            return bits(dice) + MARKED if classes.marked and dice & 1 else bits(dice)
        return classes.next_row(bits(dice), game.multiset_key(keep), self._triple)

    def _kept_triple(self) -> int:
        """The face of a triple kept before in this set that other dice may join (HR-10), -1 for none."""
        plain = self._game.scorer.of_a_kind
        for face, row in enumerate(self._game.house_rules.of_a_kind_rows(self._game) or ()):
            if row != plain[face]:
                return face
        return -1


def choices(game: "Game", key: int) -> "tuple[int, ...]":
    """The positions that show a multiset: two choices where the marked die may be kept or another with its face."""
    keep = game.positions_of(key)
    if game.dice_set.wild < 0 or not keep & 1:
        return (keep,)
    face = game.faces[0]
    others = 0
    for place in range(1, game.dice):
        if game.rolled >> place & 1 and game.faces[place] == face and not keep >> place & 1:
            others = 1 << place
    return (keep, keep & ~1 | others) if others and count(key, face) else (keep,)


def percent(chance: int) -> str:
    """A chance to win of MOST_VALUE: 0% and 100% only where it is impossible or certain."""
    return f"{max(1 if chance else 0, chance * 100 // MOST_VALUE)}%"
