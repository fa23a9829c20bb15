"""Computes what a bank in Master's turn loses because of the dice that it leaves to the next player (DT-06)."""

from array import array

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.ten_thousand.solver.shipped_chances import goal_of
from sixpip.players.ten_thousand.solver.turn_solver import (
    CERTAIN,
    MOST_OFFER,
    OFFER_BITS,
    OFFER_PARTS,
    OFFER_UNITS,
    TurnSolver,
    solve_gains,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.ten_thousand.win_chance import Rival, WinChance
    from sixpip.rules.ten_thousand.game import TenThousandGame

AHEAD = const(10)
"""The units that are added to the next player's score, to find out what one more unit for that player costs. A player
who misses no more than these is near the target."""
SAME_PRICE = const(4)
"""The count of successive turn points, in units, for which an offer has the same price."""

_NO_ANSWER = const(("sudden", "same-round", "exact"))
"""The ends after which game.player may have no turn when the next player has reached the target."""


class OfferPrices:
    """Sets the offers and their prices in the tables of the solver. Call `set` at the start of a turn.

    Before the last turns an offer is a number of points, which the next player gains on average; its price follows from
    the chances to win at the present scores. When the next player is near the target, it is the chance to reach it, and
    in the last turns the chance to pass the score.
    """

    def __init__(self, game: "TenThousandGame", solver: TurnSolver, chance: "WinChance") -> None:
        self._game = game
        self._solver = solver
        self._chance = chance
        self.charges = False
        """Whether the next player can take up an offer."""
        self._ahead: list[Rival] = []  # the other players, with the next one some points ahead
        self._prices = array("H")  # for each number of turn points where an offer is a chance
        self._is_near = False  # whether the next player is near the target

    def set(self) -> "Iterator[None]":
        """Sets what the banks of game.player offer; yields every few milliseconds."""
        game = self._game
        solver = self._solver
        chance = self._chance
        player = game.next_player(game.player)
        self.charges = player != game.player and game.opened[player]
        if not self.charges:
            return
        score = game.scores[game.player]
        solver.offers[:] = solver.offer_points
        self._ahead = [
            chance.rival(player, game.scores[player] + AHEAD * solver.unit) if rival[0] == player else rival
            for rival in chance.rivals
        ]
        self._prices = array("H")
        most = solver.most_of(game)
        short = goal_of(game, solver.unit) - game.scores[player] // solver.unit
        if game.options["end"] not in _NO_ANSWER:
            self._limit(short, -((score - game.scores[player]) // solver.unit))
        self._is_near = 0 < short <= AHEAD and game.missing() < 0  # an exact target is seldom reached by an offer
        if not self._is_near and not chance.is_last(score + game.bank_value(most * solver.unit)):
            return
        near: list[list[int]] = []
        if self._is_near:
            yield from solve_gains(solver, short)
            near = [self._gains(short - units) for units in range(short + 1)]
        missing = max(0, score - game.scores[player]) // solver.unit + 1
        yield from solve_gains(solver, min(missing, most))
        taken = self._gains(0)
        self._prices = array("H", bytes(2 * (most + 1)))
        for units in range(most + 1):
            reached = score + game.bank_value(units * solver.unit)
            if not chance.is_last(reached):
                if near:
                    fresh = chance.table.beaten((short - 1) * solver.unit, solver.unit)
                    self._offer_chance(units, near[max(1, short - units)], fresh, chance.after(reached, True))
                    yield
            elif player in chance.later:
                fresh = chance.table.beaten(reached - game.scores[player], solver.unit)
                self._offer_chance(units, taken, fresh, chance.after(reached, True))
                yield

    def _limit(self, short: int, level: int) -> None:
        """Limits the offers with which any gain takes the next player, who misses `short` units, to the target.

        More points are then worth no more, because game.player can take them up in the last turn, and from `level`
        units on needs nothing else to win.
        """
        solver = self._solver
        if short > OFFER_UNITS:
            return
        first = solver.offer_place(max(0, short - 1), 0)
        width = 1 << solver.shift
        same = solver.offer_points[first : first + width]
        half = bytes([offer >> 1 for offer in same])
        for place in range(first, len(solver.offers), width):
            solver.offers[place : place + width] = half if place >> solver.shift >= level else same

    def _gains(self, units: int) -> "list[int]":
        """Returns for each row the chance, with some turn points, to gain what the last pass was solved for."""
        solver = self._solver
        return [0] + [solver.values[solver.place(units, row)] for row in range(1, solver.first_row)]

    def _offer_chance(self, units: int, taken: "list[int]", fresh: int, chance: int) -> None:
        """Sets what the bank of some units offers to a player who then wins, or comes close to it, by points enough.

        `taken` has for each row the chance to get them with the offer, and `fresh` is the chance without it. `chance`
        is that of game.player to win without an offer.
        """
        solver = self._solver
        lost = [max(0, with_offer - fresh) * chance // max(1, CERTAIN - fresh) for with_offer in taken]
        price = ((max(lost) << OFFER_BITS) + MOST_OFFER - 1) // MOST_OFFER
        self._prices[units] = price
        if units <= OFFER_UNITS:
            for row in range(solver.first_row):
                solver.offers[solver.offer_place(units, row)] = (lost[row] << OFFER_BITS) // price if price else 0

    def set_price(self, units: int, value: int) -> None:
        """Sets what a bank of some units, worth `value`, loses for each part of a unit that it offers."""
        if self.charges:
            self._solver.values[self._solver.place(units, 0)] = self._price(units, value)

    def _price(self, units: int, value: int) -> int:
        game = self._game
        solver = self._solver
        reached = game.scores[game.player] + game.bank_value(units * solver.unit)
        if self._prices and (self._is_near or self._chance.is_last(reached)):
            return self._prices[units]
        before = solver.values[solver.place(units - 1, 0)] if units % SAME_PRICE else 0
        if before:
            return before
        lost = value - self._chance.against(self._ahead, reached, True) if value else 0
        return max(0, lost << OFFER_BITS) // (AHEAD * OFFER_PARTS)
