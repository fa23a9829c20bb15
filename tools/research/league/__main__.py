"""`make league`: measures how strong Master is, against every mix of the others. README.md explains it.

Exit status: 0 success, 1 simulator and engine differ, 2 bad input, 130 interrupted.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sixpip.players.menus.styles import BOLD, MASTER, STEADY
from sixpip.rules.game.errors import BadOption, sentence
from sixpip.rules.setup.variants import VARIANTS
from tools.research.league import report, results
from tools.research.league.errors import Difference, LeagueError
from tools.research.league.measure import Measurer, Progressed, names
from tools.research.league.players import OTHERS, RISK_NEUTRAL, mixes, style_of
from tools.research.league.tables import new_game
from tools.terminal import Parser, command, print_message, progress_console, whole

_GAMES = 2000
_CHECKED = 100
_MASTER_CHECKED = 10
_MOST_GAMES = 10_000_000
_CHECK_VARIANTS = ("farkle", "five-cubes", "dice-10000")
"""One with plain dice, the one with a sun and outcomes that end the game, and the one in which dice are taken up."""
_ALL = tuple(variant.name for variant in VARIANTS if variant.dice_set.engine == "ten_thousand")

_games = whole(1, _MOST_GAMES, "number of games")


def _parser() -> Parser:
    parser = Parser(prog="python -m tools.research.league", description=__doc__, allow_abbrev=False)
    parser.add_argument("variants", metavar="VARIANT", nargs="*", default=os.environ.get("VARIANTS", "").split())
    parser.add_argument("--games", type=_games, default=_GAMES, metavar="N", help="of each mix (default: %(default)s)")
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), nargs="+", default=[2, 3, 4], help="numbers of players"
    )
    parser.add_argument("--against", nargs="+", metavar="NAME", help="only these opponents (default: all)")
    parser.add_argument(
        "--seed", type=whole(0, (1 << 31) - 1, "seed"), default=1, help="of the dice (default: %(default)s)"
    )
    games_checked = "games compared with the engine (default: %(default)s)"
    parser.add_argument("--check", type=_games, default=_CHECKED, metavar="N", help=games_checked)
    parser.add_argument("--matches-only", action="store_true", help="no comparison with the engine")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="add to the results in FILE, and play only what is missing"
    )
    return parser


@contextmanager
def _bars() -> Iterator[Progress]:
    """Progress bars in the terminal; nothing when the output is not a terminal."""
    console = progress_console()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress


def _bar(progress: Progress, title: str) -> Progressed:
    """Shows a bar with a title until all is done."""
    task = progress.add_task(title, total=None)

    def update(done: int, total: int) -> None:
        progress.update(task, completed=done, total=total, visible=done < total)

    return update


class _League:
    """One run of the command."""

    def __init__(self, options: argparse.Namespace, progress: Progress) -> None:
        self._options = options
        self._progress = progress
        self._others = [style_of(name) for name in options.against] if options.against else OTHERS
        self._results = results.load(options.save) if options.save else results.Results()

    def run(self) -> None:
        """Measures everything and prints it."""
        for variant in self._options.variants:
            new_game(variant, 2)  # refuses a bad name before anything is played
        if not self._options.matches_only:
            self._check_simulator()
        for variant in self._options.variants or _ALL:
            measurer = Measurer(variant, self._options.seed)  # one at a time: each needs up to 300 MB
            for players in sorted(set(self._options.players)):
                self._play(measurer, players)

    def _check_simulator(self) -> None:
        """Compares games of some variants, whatever variants are asked for, with the engine."""
        games = self._options.check
        self._results.checks.clear()
        for variant in _CHECK_VARIANTS:
            measurer = Measurer(variant, self._options.seed)
            bar = _bar(self._progress, f"{variant}: comparing with the engine")
            for mix, count in (((STEADY, BOLD), games), ((MASTER, RISK_NEUTRAL), min(_MASTER_CHECKED, games))):
                found = measurer.check(mix, count, bar)
                self._results.checks.append(found)
                self._store()
                print(f"{variant}, {', '.join(found.mix)}: {count} games with the moves of the engine", flush=True)

    def _play(self, measurer: Measurer, players: int) -> None:
        """Plays all mixes of one variant that are missing, and prints the results."""
        games = self._options.games
        for mix in mixes(players, self._others):
            known = self._results.match(measurer.variant, names(mix))
            if known is None or known.games < games or known.seed != measurer.seed:
                title = f"{measurer.variant}: {', '.join(names(mix))}"
                known = measurer.match(mix, games, _bar(self._progress, title))
                self._results.enter(known)
                self._store()
            print(report.match_line(known), flush=True)

    def _store(self) -> None:
        if self._options.save:
            results.save(self._results, self._options.save)


@command
def main(arguments: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        with _bars() as progress:
            _League(options, progress).run()
    except (BadOption, LeagueError) as error:
        print_message(sentence(error))
        return 1 if isinstance(error, Difference) else 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
