"""The chance to win a game from the scores: what a bank, a bust and the outcomes of house rules are worth.

For two players the chance is that of win_table.py; for more, rivals.py combines the chances against each of the others.
"""

from sixpip.players.temporary_worker import TemporaryWorker
from sixpip.players.ten_thousand.last_turns import later_players
from sixpip.players.ten_thousand.passes import OUTCOME
from sixpip.players.ten_thousand.rivals import chance_against_all
from sixpip.players.ten_thousand.roll_codes import BUST, CANCELED, OUT, WIN, WRECK
from sixpip.players.ten_thousand.turn_points import least_bank, losses
from sixpip.players.ten_thousand.turn_solver import CERTAIN, MOST_VALUE
from sixpip.players.ten_thousand.win_table import CELLS, STATES, WinTable
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.temporary_worker import Worker
    from sixpip.players.ten_thousand.turn_solver import TurnSolver
    from sixpip.rules.ten_thousand.game import Game

    _Rival = tuple[int, int, int]

_CHANCES = const(6)  # against another player, computed in one step: a few milliseconds


class WinChance:
    """The chances in one game. Call `prepare` until it returns False, once; then `values` in each turn likewise."""

    def __init__(self, game: "Game", solver: "TurnSolver") -> None:
        """`solver`: the solver of the game, with its classes built; it is used to prepare."""
        self._game = game
        self._solver = solver
        self.table = WinTable(solver.tables.seats, solver.tables.chances)
        self._target = int(game.options["target"])
        self._most = solver.most_of(game)
        self._rivals: list[_Rival] = []
        self._later: list[int] = []  # the seats that still have a turn once game.player has the lead
        self._builder: TemporaryWorker | None = TemporaryWorker(self._make_builder())

    def _make_builder(self) -> "Iterator[Worker]":
        from sixpip.players.ten_thousand.win_table_builder import WinTableBuilder  # unloaded when the work is done

        yield WinTableBuilder(self._game, self._solver, self.table)

    def prepare(self) -> bool:
        """Works for some milliseconds. True while more is left."""
        if self._builder and not self._builder.step():
            self._builder = None
        return self._builder is not None

    def values(self) -> "Iterator[None]":
        """Sets the values of the solver for the turn of game.player; yields every few milliseconds."""
        game = self._game
        solver = self._solver
        score = game.scores[game.player]
        self._rivals = [self._rival(player) for player in range(game.players) if self._is_rival(player)]
        self._later = sorted(later_players(game))  # the order of the league: each product in `after` is rounded
        least = least_bank(game)
        banks = max(1, _CHANCES // max(1, game.players - 1))  # in one step
        for units in range(self._most + 1):
            points = units * solver.unit
            value = 0
            if units and points >= least:
                value = max(1, self.after(score + game.bank_value(points), True))
            solver.values[units] = value
            if units % banks == 0:
                yield
        yield
        for outcome, lost in zip((BUST, WRECK, CANCELED), losses(game)):
            solver.values[OUTCOME + outcome] = self.after(score - lost, game.opened[game.player])
        solver.values[OUTCOME + OUT] = 0
        solver.values[OUTCOME + WIN] = MOST_VALUE
        solver.start(self._most)

    def after(self, score: int, opened: bool) -> int:
        """The chance of game.player to win with this score after the turn; MOST_VALUE is certain."""
        game = self._game
        beat = game.to_beat()
        if beat >= 0 and score <= beat:
            return 0
        over = beat >= 0 or self._reaches(score)
        if over and game.options["end"] in ("sudden", "exact"):
            return MOST_VALUE if score == self._target or game.options["end"] == "sudden" else 0
        if not over:
            state, part = self._state(score, opened)
            chances = [CERTAIN - self._win(rival, state, part) for rival in self._rivals]
            return min(chances[0] if len(chances) == 1 else chance_against_all(chances), MOST_VALUE)
        chance = CERTAIN
        for player in self._later:
            lead = score - game.scores[player]
            chance = chance * (CERTAIN - self.table.beaten(lead, self._solver.unit)) >> 15
        return min(chance, MOST_VALUE)

    def _reaches(self, score: int) -> bool:
        above = self._game.options["reach"] == "above"
        return score > self._target if above else score >= self._target

    def _is_later(self, player: int) -> bool:
        """Whether another player plays after game.player in each round."""
        game = self._game
        return (player - game.first) % game.players > (game.player - game.first) % game.players

    def _is_rival(self, player: int) -> bool:
        return player != self._game.player and not self._game.out[player]

    def _rival(self, player: int) -> "_Rival":
        """A player, the place in the table of its state with the move, and the part of a cell above that."""
        own, part = self._state(self._game.scores[player], self._game.opened[player])
        return player, self.table.place(self._is_later(player), own, 0), part if own < CELLS else 0

    def _win(self, rival: "_Rival", state: int, part: int) -> int:
        """The chance of another player, who has the move, to win against game.player in a state."""
        place = rival[1] + state
        chance = self.table.chance(place, part)
        if rival[2]:
            chance += (self.table.chance(place + STATES, part) - chance) * rival[2] >> 8
        return chance

    def _state(self, score: int, opened: bool) -> "tuple[int, int]":
        """The state of a player in the table, and the part of a cell above it (of 256)."""
        if not opened:
            return 0, 0
        place = max(0, score) * CELLS * 256 // self._target
        return min(CELLS, 1 + (place >> 8)), place & 255 if place < CELLS * 256 else 0
