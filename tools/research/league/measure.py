"""Measures what the league reports: matches, and the agreement with the engine."""

from collections.abc import Callable

from tools.research.compiled_loops import compile_loops
from tools.research.league import engine_play
from tools.research.league.players import Mix, name_of
from tools.research.league.results import Check, Match
from tools.research.league.simulator import Simulator

Progressed = Callable[[int, int], None]
"""Gets what is done and the whole."""

_CHUNK = 20_000


def names(mix: Mix) -> tuple[str, ...]:
    """The names of the players of a mix."""
    return tuple(name_of(style) for style in mix)


class Measurer:
    """Measures one variant."""

    def __init__(self, variant: str, seed: int) -> None:
        """Raises BadOption and LeagueError for a variant that cannot be played."""
        self.variant = variant
        self.seed = seed
        self._simulator = Simulator(variant)
        compile_loops()

    def match(self, mix: Mix, games: int, progress: Progressed) -> Match:
        """Plays a match."""
        wins = [0] * (len(mix) + 1)
        for first in range(0, games, _CHUNK):
            count = min(_CHUNK, games - first)
            won = self._simulator.wins(mix, count, self.seed, first)
            wins = [one + other for one, other in zip(wins, won)]
            progress(first + count, games)
        return Match(self.variant, names(mix), tuple(wins[:-1]), wins[-1], self.seed)

    def check(self, mix: Mix, games: int, progress: Progressed) -> Check:
        """Compares the simulator with the engine move by move. Raises Difference."""
        moves = 0
        for number in range(games):
            moves += engine_play.check_game(self._simulator, mix, number, self.seed)
            progress(number + 1, games)
        return Check(self.variant, names(mix), games, moves, self.seed)
