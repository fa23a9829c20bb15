"""Computes what a bank in Master's turn loses because of the dice that it leaves to the next player (DT-06)."""

from array import array

from sixpip.compat import TYPE_CHECKING, const
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
"""The units that are added to the next player's score, to find out what one more unit for that player costs."""
SAME_PRICE = const(4)
"""The count of successive turn points, in units, for which an offer has the same price."""


class OfferPrices:
    """Sets the offers and their prices in the tables of the solver. Call `set` at the start of a turn.

    Before the last turns an offer is a number of points, which the next player gains on average; its price follows from
    the chances to win at the present scores. In the last turns it is the chance to pass the score.
    """

    def __init__(self, game: "TenThousandGame", solver: TurnSolver, chance: "WinChance") -> None:
        self._game = game
        self._solver = solver
        self._chance = chance
        self.charges = False
        """Whether the next player can take up an offer."""
        self._ahead: list[Rival] = []  # the other players, with the next one some points ahead
        self._prices = array("H")  # for each number of turn points after which the last turns begin

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
        if not chance.is_last(score + game.bank_value(most * solver.unit)):
            return
        missing = max(0, score - game.scores[player]) // solver.unit + 1
        yield from solve_gains(solver, min(missing, most))
        taken = [solver.value(0, row) for row in range(solver.first_row)]
        self._prices = array("H", bytes(2 * (most + 1)))
        for units in range(most + 1):
            reached = score + game.bank_value(units * solver.unit)
            if player in chance.later and chance.is_last(reached):
                self._offer_last_turn(units, taken, chance.after(reached, True), reached - game.scores[player])
                yield

    def _offer_last_turn(self, units: int, taken: "list[int]", chance: int, lead: int) -> None:
        """Sets what the bank of some units offers to a player who then has to gain more than `lead` points.

        `taken` has for each row the chance to do so with the offer. `chance` is that of game.player to win without an
        offer.
        """
        solver = self._solver
        fresh = self._chance.table.beaten(lead, solver.unit)
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
        if self._prices and self._chance.is_last(reached):
            return self._prices[units]
        before = solver.values[solver.place(units - 1, 0)] if units % SAME_PRICE else 0
        if before:
            return before
        lost = value - self._chance.against(self._ahead, reached, True) if value else 0
        return max(0, lost << OFFER_BITS) // (AHEAD * OFFER_PARTS)
