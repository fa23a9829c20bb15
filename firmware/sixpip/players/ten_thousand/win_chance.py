"""The chance to win: what each bank and each end of a turn is worth to a player, from the scores of all players."""

from array import array

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.ten_thousand.offers import OfferPrices
from sixpip.players.ten_thousand.solver.roll_classes import new_block
from sixpip.players.ten_thousand.solver.roll_codes import BUST, CANCELED, OUT, OUTCOME, STATES, WIN, WRECK
from sixpip.players.ten_thousand.solver.shipped_chances import shipped_chances
from sixpip.players.ten_thousand.solver.turn_solver import CERTAIN, MOST_VALUE, TurnSolver, losses
from sixpip.players.ten_thousand.solver.win_table import BuiltTable, WinTable, between

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sixpip.rules.ten_thousand.game import TenThousandGame

    Rival = tuple[int, array[int]]
    """A player, and its chances to win, when it is to move, by the state of game.player."""


_CHANCES = const(6)  # against another player, computed in one step: a few milliseconds
_STEP = const(10)  # binary digits of a step of the tables
BAD_LUCK = array(
    "H",
    (0, 0, 2, 5, 13, 26, 46, 76, 119, 176, 252, 351, 476, 634, 830, 1070, 1364)
    + (1720, 2149, 2663, 3278, 4010, 4882, 5918, 7151, 8619, 10372, 12474, 15011, 18103, 21926, 26756, 32768),
)
"""The chance with bad luck (of 32 768), at the index 32 * chance against one player."""
AVERAGE = array(
    "H",
    (0, 138, 492, 1021, 1700, 2510, 3434, 4460, 5573, 6763, 8019, 9330, 10687, 12080, 13500, 14937, 16384)
    + (17831, 19268, 20688, 22081, 23438, 24749, 26005, 27195, 28308, 29334, 30258, 31068, 31747, 32276, 32630, 32768),
)
"""The same with average luck."""


def chance_against_all(chances: "Iterable[int]") -> int:
    """Returns the chance to win against all players, from those against each of them; 32 768 is certain."""
    bad = average = good = CERTAIN
    for chance in chances:
        bad = bad * _at(BAD_LUCK, chance) >> 15
        average = average * _at(AVERAGE, chance) >> 15
        good = good * (CERTAIN - _at(BAD_LUCK, CERTAIN - chance)) >> 15
    return (bad + 4 * average + good) // 6


def _at(table: "array[int]", chance: int) -> int:
    """Returns the entry for a chance, interpolated between two entries of the table."""
    place = chance >> _STEP
    below = table[place]
    rest = chance & (1 << _STEP) - 1
    return below + ((table[place + 1] - below) * rest >> _STEP) if rest else below


class WinChance:
    """The chances to win in one game. First call `prepare` until it returns False; then, in each turn, run `values`."""

    def __init__(self, game: "TenThousandGame", solver: TurnSolver) -> None:
        """`solver` is the solver of the game, with its classes built; it is used to prepare."""
        self._game = game
        self._solver = solver
        self._most = solver.most_of(game)
        self.rivals: list[Rival] = []
        """The other players who are not out."""
        self._beat = -1  # the score that game.player must pass in the last turns
        self.later: list[int] = []
        """The seats that still have a turn once game.player has the lead."""
        self._offers: OfferPrices | None = None
        if solver.offers:
            self._offers = OfferPrices(game, solver, self)
        self._to_build: BuiltTable | None = None
        self._work: Iterator[None] | None = None
        self.table: WinTable
        shipped = shipped_chances(game, solver) if solver.last_turn is not None else None
        if shipped and solver.last_turn is not None:
            self.table = shipped
            shipped.last_turn = solver.last_turn
        else:
            chances = new_block(max(solver.size, solver.seats * STATES * STATES))
            self.table = self._to_build = BuiltTable(game, solver.seats, chances)

    def prepare(self) -> bool:
        """Builds the table for some milliseconds, if it is not shipped. Returns True while more is left.

        It imports what that needs, which is released at the end.
        """
        if not self._to_build:
            return False
        if not self._work:
            from sixpip.players.ten_thousand.solver.win_table_builder import WinTableBuilder

            self._work = WinTableBuilder(self._game, self._solver, self._to_build).build()
            return True
        for _ in self._work:
            return True
        self._to_build = self._work = None
        return False

    def is_ready(self) -> bool:
        """Returns whether `prepare` has returned False."""
        return self._to_build is None

    def values(self) -> "Iterator[None]":
        """Sets the values of the solver for the turn of game.player; yields every few milliseconds."""
        game = self._game
        solver = self._solver
        score = game.scores[game.player]
        self._beat = game.to_beat()
        others = [player for player in range(game.players) if player != game.player and not game.out[player]]
        self.rivals = [self.rival(player, game.scores[player]) for player in others]
        self.later = sorted(game.later_players())  # the league's order: `after` rounds each product
        offers = self._offers
        if offers:
            yield from offers.set()
        least = game.least_bank(game.player)
        banks = max(1, _CHANCES // max(1, game.players - 1))  # in one step
        for units in range(self._most + 1):
            points = units * solver.unit
            value = 0
            if units and points >= least:
                value = max(1, self.after(score + game.bank_value(points), True))
            solver.values[units] = value
            if offers:
                offers.set_price(units, value)
            if units % banks == 0:
                yield
        yield
        for outcome, lost in zip((BUST, WRECK, CANCELED), losses(game)):
            solver.values[OUTCOME + outcome] = self.after(score - lost, game.opened[game.player])
        solver.values[OUTCOME + OUT] = 0
        solver.values[OUTCOME + WIN] = MOST_VALUE
        solver.start(self._most, offers is not None and offers.charges)

    def after(self, score: int, opened: bool) -> int:
        """Returns the chance of game.player to win with this score after the turn that `values` was last called for."""
        if self._beat >= 0 and score <= self._beat:
            return 0
        if not self.is_last(score):
            return self.against(self.rivals, score, opened)
        chance = CERTAIN
        for player in self.later:
            lead = score - self._game.scores[player]
            chance = chance * (CERTAIN - self.table.beaten(lead, self._solver.unit)) >> 15
        return min(chance, MOST_VALUE)

    def is_last(self, score: int) -> bool:
        """Returns whether each other player has at most one turn after game.player has banked this score."""
        return self._beat >= 0 or self._game.reaches(score)

    def against(self, rivals: "list[Rival]", score: int, opened: bool) -> int:
        """Returns the chance of game.player to win with this score after the turn, before the last turns."""
        state, part = self.table.state(score, opened)
        chances = [CERTAIN - between(row, state, part) for _, row in rivals]
        return min(chances[0] if len(chances) == 1 else chance_against_all(chances), MOST_VALUE)

    def rival(self, player: int, score: int) -> "Rival":
        """Returns another player with this score. Raises OSError if the chances cannot be read."""
        game = self._game
        is_later = (player - game.first) % game.players > (game.player - game.first) % game.players  # in each round
        return player, self.table.row(int(is_later), score, game.opened[player])


def win_chance_of(game: "TenThousandGame", solver: TurnSolver, shared: "dict[str, object]") -> WinChance:
    """Returns the chances to win in a game in play. They are added to `shared` when missing (turn_advice.solver_of)."""
    chance = shared.get("chance")
    if not isinstance(chance, WinChance):
        chance = shared["chance"] = WinChance(game, solver)
    return chance
