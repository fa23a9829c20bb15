"""Plays matches in bulk with the compiled games of kernel.py."""

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tools.research.compiled_loops import compile_loops
from tools.research.league.kernel import Log, Match, play_games
from tools.research.league.lanes import LANES, new_values
from tools.research.league.neutral import Neutral, neutral_of
from tools.research.league.players import Mix
from tools.research.league.results import LeagueError
from tools.research.league.state import GAME
from tools.research.league.tables import Tables, is_played, new_game, tables_of
from tools.research.solve.graph import Ints
from tools.research.solve.model import Model

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

_NO_LOG = np.zeros((0, 3), dtype=np.int64)


def orders(players: int) -> list[tuple[int, ...]]:
    """Every order in which players can sit; game n has order n modulo their number."""
    return list(permutations(range(players)))


@dataclass
class Simulator:
    """Plays one variant. Raises LeagueError if it has house rules that the simulator does not play."""

    variant: str
    row: "Options | None" = None
    """Other house rules."""

    def __post_init__(self) -> None:
        if not is_played(self.variant, self.row):
            raise LeagueError(f"The league does not play the house rules of {self.variant}")
        self._of_players: dict[int, Tables] = {}

    @cached_property
    def tables(self) -> Tables:
        """The tables of the variant, for two players."""
        compile_loops()
        return tables_of(new_game(self.variant, 2, self.row), self._neutral(2))

    def _neutral(self, players: int) -> Neutral:
        return neutral_of(Model(self.variant, self.row), players)

    def _tables(self, players: int) -> Tables:
        """The tables for a number of players: only the worth of offers depends on it."""
        if players == 2 or not self.tables.rules["pick_up"][0]:
            return self.tables
        if players not in self._of_players:
            self._of_players[players] = self.tables._replace(neutral=self._neutral(players))
        return self._of_players[players]

    def prepare(self, players: int) -> None:
        """Makes the tables for a number of players, before games are played in several threads."""
        self._tables(players)

    def wins(self, mix: Mix, games: int, seed: int, first: int = 0) -> list[int]:
        """How many games each player of a mix wins; the last entry counts games without a winner."""
        winners = self._play(mix, games, seed, first, _NO_LOG)
        seats = np.array(orders(len(mix)))
        seated = seats[(first + np.arange(games)) % len(seats)]
        finished = winners >= 0
        places = seated[finished, winners[finished]]
        return [*np.bincount(places, minlength=len(mix)).tolist(), int(games - finished.sum())]

    def log(self, mix: Mix, number: int, seed: int, most: int = 20000) -> tuple[NDArray[np.int64], int]:
        """The actions of one game (kernel.Log), and its winner."""
        log: Log = np.zeros((most, 3), dtype=np.int64)
        winners = self._play(mix, 1, seed, number, log)
        return log[1 : log[0, 0] + 1], int(winners[0])

    def _play(self, mix: Mix, games: int, seed: int, first: int, log: Log) -> Ints:
        styles = np.array([[mix[player] for player in order] for order in orders(len(mix))], dtype=np.int32)
        match = Match(styles, seed, first, np.zeros(games, dtype=np.int32), np.zeros(1, dtype=np.int32))
        values = new_values(int(self.tables.rules["shift"][0]))
        play_games(self._tables(len(mix)), np.zeros(LANES, dtype=GAME), match, values, log)
        return match.winners
