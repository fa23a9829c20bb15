"""Builds the table of the chances to win (master.py) with the turn solver of the game.

The chances follow from the distribution of what one turn gains, with and without the opening, from the chance to gain
at least a number of points in one turn, and from the chance that the last turn of the other player is enough (TT-20).
"""

from array import array

from sixpip.compat import TYPE_CHECKING, const, micropython, ptr16, ptr32
from sixpip.players.ten_thousand.solver.roll_codes import BANKED, BUST, CANCELED, CELLS, NEXT, OUTCOME, WRECK
from sixpip.players.ten_thousand.solver.turn_solver import (
    CERTAIN,
    MOST_OFFER,
    OFFER_BITS,
    OFFER_PARTS,
    OFFER_UNITS,
    chances_to_gain,
    points_of,
    set_points,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
    from sixpip.players.ten_thousand.solver.win_table import BuiltTable
    from sixpip.rules.ten_thousand.game import TenThousandGame

_CLEARED = const(320)  # numbers set to 0 in one step
_SET = const(20)  # places read in one step
_CHECKED = const(8)  # numbers of turn points in one step, where nothing follows
_WORK = const(1500)  # 16-bit numbers of the stream in one step: about 3 ms on the Pico
_HARDLY = const(328)  # a chance of 1 of 100: no turn aims at less
_OFFER_ROUNDS = const(3)  # after them the worth of an offer no longer changes by a part of a unit


@micropython.viper
def follow_points(stream: ptr16, values: ptr16, chances: ptr16, job: ptr32) -> object:
    """Distributes the chance to throw each roll with some turn points on what the best choice leads to.

    `chances` has the indexes of `values`, for the next rolls, banks and outcomes; 32 768 is certain. Call it for 0 turn
    points first, then for each larger number. `job` is described in turn_solver.py.
    """
    outcomes, nexts = int(OUTCOME), int(NEXT)  # viper takes names of other modules for objects
    points, most, shift = job[0], job[1], job[2]
    i = job[3]
    rows_end = job[4]
    while i < rows_end:
        chance = chances[nexts + (points << shift) + job[i]]
        at = job[i + 1]
        end = job[i + 2] if chance else at
        weights = job[i + 3]
        rest = (points * 40503 + i * 9973) % weights  # no class gets more than its share because of its place
        while at < end:
            weight = stream[at]
            last = at + 1 + stream[at + 1]
            at += 2
            best = -1
            place = 0
            while at <= last:
                code = stream[at]
                at += 1
                row = code & 15
                then = code >> 5
                there = outcomes + then
                if row:
                    then += points
                    if then > most:
                        then = most
                    there = nexts + (then << shift) + row
                    if not code & 16:
                        if values[then] > values[there]:
                            there = then
                if values[there] > best:
                    best = values[there]
                    place = there
            rest += chance * weight
            part = rest // weights
            chances[place] = chances[place] + part
            rest -= part * weights  # for the next class: no chance is lost
        i += 4
    return None


class WinTableBuilder:
    """Fills the table of a game."""

    def __init__(self, game: "TenThousandGame", solver: "TurnSolver", table: "BuiltTable") -> None:
        """`solver` is the solver of the game, with its classes built; it is used for the work."""
        self._game = game
        self._solver = solver
        self._table = table
        self._target = game.target
        self._most = solver.most_of(game)
        self._gains = (array("H", [0] * (CELLS + 1)), array("H", [0] * (CELLS + 1)))
        """The chances to gain a number of cells in a turn, after the first bank and before it."""
        self._most_gain = CELLS
        self._aims: list[tuple[int, int]] = []
        """Numbers of cells and the chances to gain at least as many in a turn."""
        self._opening = 0
        """The cells of the least first bank."""

    def build(self) -> "Iterator[None]":
        """Computes the gains of a turn, the chances of a last turn and the table; yields every few milliseconds."""
        solver = self._solver
        game = self._game
        opening = int(game.options["opening"])
        least = game.least_bank()
        yield from self._find_gains(least, self._gains[0])
        if solver.offers:
            yield from self._find_offers()
        grows = game.options["grow"] == "yes"
        if grows:
            least = max(least, points_of(solver, solver.value(0, solver.first_row)))
            yield from self._find_gains(least, self._gains[0])
        first = max(least, opening)
        self._opening = first * CELLS // self._target
        if opening:
            yield from self._find_gains(first, self._gains[1])
        else:
            self._gains[1][:] = self._gains[0]
        reach = yield from chances_to_gain(solver, self._most, game)
        if game.house_rules.override("later_players"):
            self._table.last_turn = reach
        if not grows:  # otherwise the least bank is known only on average
            self._find_aims(reach)
        yield
        self._most_gain = max([gain for gain in range(CELLS + 1) if self._gains[0][gain] or self._gains[1][gain]])
        yield
        yield from self._pairs()

    # What one turn gains

    def _find_gains(self, least: int, gains: "array[int]") -> "Iterator[None]":
        """Finds the chances to gain each number of cells in a turn that is played for the most points.

        `least` are the fewest points of a bank.
        """
        solver = self._solver
        mean_losses = [self._game.house_rules.loss(self._game, outcome, True) for outcome in (BUST, WRECK, CANCELED)]
        yield from set_points(solver, self._most, least, *mean_losses)
        solver.asked_by = None
        solver.start(self._most)
        while solver.step():
            yield
        yield
        chances = self._table.chances
        for i in range(solver.size):
            chances[i] = 0
            if i % _CLEARED == 0:
                yield
        chances[solver.place(0, solver.first_row)] = CERTAIN
        yield from self._follow(chances)
        yield from self._collect(chances, gains)

    def _follow(self, chances: "array[int]") -> "Iterator[None]":
        """Follows the best choices from the first roll to all ends of a turn."""
        solver = self._solver
        job = solver.job
        work = 0
        for units in range(self._most + 1):
            job[0] = units
            for at in solver.places_in_job():
                job[3] = at
                job[4] = at + 4
                if chances[solver.place(units, job[at])]:
                    work += job[at + 2] - job[at + 1]
                    if work > _WORK:
                        yield
                        work = job[at + 2] - job[at + 1]
                    follow_points(solver.classes.stream, solver.values, chances, job)
            if units % _CHECKED == 0:
                yield

    def _collect(self, chances: "array[int]", gains: "array[int]") -> "Iterator[None]":
        """Collects the chances of banks in cells; a bank between two cells counts for both in proportion."""
        solver = self._solver
        unit = solver.unit
        sums = [0] * (CELLS + 2)
        for units in range(self._most + 1):
            chance = chances[units] + (chances[solver.place(units, BANKED)] if solver.shift == 4 else 0)
            if chance:
                place = units * unit * CELLS * 256 // self._target
                cell = min(place >> 8, CELLS)
                part = chance * (place & 255) >> 8
                sums[cell] += chance - part
                sums[cell + 1] += part
            if units % _SET == 0:
                yield
        sums[CELLS] += sums[CELLS + 1]
        for cell in range(1, CELLS + 1):
            gains[cell] = sums[cell]
        gains[0] = CERTAIN - sum(sums[1 : CELLS + 1])

    # What a bank leaves to the next player

    def _find_offers(self) -> "Iterator[None]":
        """Finds what the next player gains by an offer (DT-06) on average. The values of banks and ends are in points.

        A turn that begins with an offer ends with one of at least as many points, so the highest turn points come
        first. The gain of a turn with all dice follows from the offers, and they follow from it, so this is repeated.
        """
        solver = self._solver
        price = (solver.unit_value << OFFER_BITS) // OFFER_PARTS
        for units in range(self._most + 1):
            solver.values[solver.place(units, 0)] = price
            if units % _SET == 0:
                yield
        for _ in range(_OFFER_ROUNDS):
            fresh = solver.value(0, solver.first_row)
            solver.start(self._most, True)
            for units in range(self._most - 1, -1, -1):
                yield from self._solve_rolls(units)
                if units <= OFFER_UNITS:
                    self._set_offers(units, fresh)
        solver.offer_points[:] = solver.offers

    def _set_offers(self, units: int, fresh: int) -> None:
        """Sets what a bank of some units offers; `fresh` is the value of a turn without an offer."""
        solver = self._solver
        for at in solver.places_in_job():
            row = solver.job[at]
            gain = (solver.values[solver.place(units, row)] - fresh) * OFFER_PARTS // solver.unit_value
            if row != solver.first_row:  # with all dice kept there is no offer
                solver.offers[solver.offer_place(units, row)] = min(max(0, gain), MOST_OFFER)

    def _solve_rolls(self, units: int) -> "Iterator[None]":
        """Computes the values of all rolls with some turn points; yields every few milliseconds."""
        solver = self._solver
        job = solver.job
        job[0] = units
        work = 0
        for at in solver.places_in_job():
            work += job[at + 2] - job[at + 1]
            if work > _WORK:
                yield
                work = job[at + 2] - job[at + 1]
            job[3] = at
            job[4] = at + 4
            solver.solve()
        yield

    # The table

    def _find_aims(self, reach: "array[int]") -> None:
        """Notes the chances to gain numbers of cells, from the chances in `reach` to gain numbers of units."""
        last = 0
        for cells in range(CELLS, 0, -1):
            units = -(-cells * self._target // (CELLS * self._solver.unit))
            if units < len(reach) and units != last and reach[units] > _HARDLY:
                self._aims.append((cells, reach[units]))
                last = units
        self._aims.reverse()

    def _pairs(self) -> "Iterator[None]":
        """Computes the chances from high scores to low ones; yields often in each pair of states."""
        for both in range(2 * CELLS, -1, -1):
            for low in range(max(0, both - CELLS), both // 2 + 1):
                yield from self._solve(low, both - low)
                if self._table.seats == 2 and both != 2 * low:
                    yield from self._solve(both - low, low)

    def _solve(self, one: int, other: int) -> "Iterator[None]":
        """Computes the chances of seat 0 in state `one` and of seat 1 in state `other`, each to move; yields often.

        Each plays for the most points, or to gain at least some number of them in this turn, whichever wins more often.
        """
        table = self._table
        first = self._after_gain(0, one, other), self._idle(one)
        yield
        second = self._after_gain(1, other, one), self._idle(other)
        yield
        chance, reply = _chances(first, second)
        first = self._best_aim(0, one, other, chance, reply) or first
        yield
        second = self._best_aim(1, other, one, reply, chance) or second
        chance, reply = _chances(first, second)
        table.chances[table.place(0, one, other)] = chance
        table.chances[table.place(1, other, one)] = reply
        yield

    def _best_aim(self, seat: int, own: int, other: int, chance: int, reply: int) -> "tuple[int, int] | None":
        """Returns the plan of a turn that aims at a number of cells; None where playing for points is as good.

        `chance` is that to win by playing for points, and `reply` that of the other player after a turn without a gain.
        """
        table = self._table
        cell = max(own - 1, 0)
        other_cell = max(other - 1, 0)
        place = table.place(1 - seat, other, 1)
        ends = seat == 1 and table.seats == 2
        least = 0 if own else self._opening
        missed = CERTAIN - reply
        plan = None
        for cells, reached in self._aims:
            if reached * reply >> 15 <= chance - missed:
                break  # not even a certain win after it would be worth it
            if cells < least:
                continue
            won = CERTAIN
            if cell + cells < CELLS:
                won -= table.chances[place + cell + cells]
            elif not ends:
                won -= table.beaten((cell + cells - other_cell) * self._target // CELLS, self._solver.unit)
            value = missed + (reached * (won - missed) >> 15)
            if value > chance:
                chance = value
                plan = reached * won >> 15, CERTAIN - reached
        return plan

    def _idle(self, state: int) -> int:
        return self._gains[state == 0][0]

    def _after_gain(self, seat: int, own: int, other: int) -> int:
        """Returns the chance to win of the player to move, from the turns in which something is gained."""
        table = self._table
        gains = self._gains[own == 0]
        cell = max(own - 1, 0)
        other_cell = max(other - 1, 0)
        place = table.place(1 - seat, other, 1)
        ends = seat == 1 and table.seats == 2
        unit = self._solver.unit
        total = 0
        for gain in range(1, self._most_gain + 1):
            if gains[gain]:
                reached = cell + gain
                if reached < CELLS:
                    total += gains[gain] * (CERTAIN - table.chances[place + reached])
                else:
                    lead = (reached - other_cell) * self._target // CELLS
                    total += gains[gain] * (CERTAIN if ends else CERTAIN - table.beaten(lead, unit))
        return total >> 15


def _chances(first: "tuple[int, int]", second: "tuple[int, int]") -> "tuple[int, int]":
    """Returns the chances of two players, each to move, by the plans of their turns.

    A plan is the chance to win after a gain, and the chance of no gain, which leaves the move to the other player.
    """
    won, idle = first
    won_by_other, idle_of_other = second
    # chance = won + idle * (1 - reply), reply = won_by_other + idle_of_other * (1 - chance)
    rest = CERTAIN - (idle * idle_of_other >> 15)
    sure = won + (idle * (CERTAIN - won_by_other - idle_of_other) >> 15)
    chance = min(CERTAIN - 1, max(0, (sure << 15) // rest)) if rest else CERTAIN // 2  # where no turn gains anything
    return chance, min(CERTAIN - 1, won_by_other + (idle_of_other * (CERTAIN - chance) >> 15))
