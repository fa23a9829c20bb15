"""`make league`: measures how strong Master is, against every mix of the others. README.md explains it.

Exit status: 0 success, 2 bad input, 130 interrupted.
"""

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sixpip.rules.core.errors import BadOption, sentence
from sixpip.rules.rulebook.variants import VARIANTS
from tools.research.league import results
from tools.research.league.players import Mix, mixes, names
from tools.research.league.results import LeagueError
from tools.research.league.simulator import Simulator
from tools.research.league.tables import new_game
from tools.settings import GAMES, PLAYERS, SEED
from tools.terminal import Parser, command, print_message, progress_bars

_GAMES = 2000
_AT_ONCE = 5000
"""Games that a thread plays at once, at most."""
_ALL = tuple(variant.name for variant in VARIANTS if variant.dice_set.engine == "ten_thousand")


def _parser() -> Parser:
    parser = Parser(prog="python -m tools.research.league", description=__doc__)
    parser.add_argument("variants", metavar="VARIANT", nargs="*", default=os.environ.get("VARIANTS", "").split())
    parser.add_argument("--games", type=GAMES, default=_GAMES, metavar="N", help="of each mix (default: %(default)s)")
    parser.add_argument(
        "--players", type=int, choices=PLAYERS, nargs="+", default=list(PLAYERS), help="numbers of players"
    )
    parser.add_argument("--seed", type=SEED, default=1, help="of the dice (default: %(default)s)")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="add to the results in FILE, and play only what is missing"
    )
    return parser


class _League:
    def __init__(self, options: argparse.Namespace, bars: Callable[[str], Callable[[int, int], None]]) -> None:
        self._options = options
        self._bars = bars
        self._results = results.load(options.save) if options.save else results.Results()

    def run(self) -> None:
        """Measures everything and prints it."""
        for variant in self._options.variants:
            new_game(variant, 2)  # refuses a bad name before anything is played
        for variant in self._options.variants or _ALL:
            simulator = Simulator(variant)  # one at a time: each needs up to 300 MB
            for players in sorted(set(self._options.players)):
                self._play(simulator, players)

    def _play(self, simulator: Simulator, players: int) -> None:
        """Plays all mixes of one variant that are missing, and prints the results."""
        for mix in mixes(players):
            known = self._results.match(simulator.variant, names(mix))
            if known is None or known.games < self._options.games or known.seed != self._options.seed:
                known = self._match(simulator, mix)
                self._results.enter(known)
                if self._options.save:
                    results.save(self._results, self._options.save)
            print(results.match_line(known), flush=True)

    def _match(self, simulator: Simulator, mix: Mix) -> results.Match:
        games, seed = self._options.games, self._options.seed
        bar = self._bars(f"{simulator.variant}: {', '.join(names(mix))}")
        threads = os.cpu_count() or 1
        count = min(_AT_ONCE, -(-games // threads))
        wins = [0] * (len(mix) + 1)
        simulator.prepare(len(mix))

        def play(first: int) -> list[int]:
            return simulator.wins(mix, min(count, games - first), seed, first)

        with ThreadPoolExecutor(threads) as pool:
            for won in pool.map(play, range(0, games, count)):
                wins = [one + other for one, other in zip(wins, won)]
                bar(sum(wins), games)
        return results.Match(simulator.variant, names(mix), tuple(wins[:-1]), wins[-1], seed)


@command
def main(arguments: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        with progress_bars() as bars:
            _League(options, bars).run()
    except (BadOption, LeagueError) as error:
        print_message(sentence(error))
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
