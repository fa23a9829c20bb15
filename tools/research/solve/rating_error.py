"""`python -m tools.research.solve.rating_error`: how far the error rating is off, in the table of tools/README.md.

Timid and Bold, who make many errors, play games for two. What each decision cost by the judge of shared games
(tools/play/share/judge.py) is compared with what it cost by the exact chances to win (referee.py). All losses are in
thousandths of a game.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from sixpip.players.styles import BOLD, TIMID
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools import ROOT
from tools.play.share.judge import Judge
from tools.publish import markdown
from tools.research.compiled_loops import compile_loops
from tools.research.league.players import Player, new_player
from tools.research.solve import report
from tools.research.solve.cache import Cache, default_folder
from tools.research.solve.duel import Duel
from tools.research.solve.model import Model
from tools.research.solve.referee import Games, Referee
from tools.terminal import Parser, command, print_message, whole

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

PAGE = ROOT / "tools" / "README.md"
GAMES = 40
_STYLES = (TIMID, BOLD)
_THOUSAND = 1000

MEASURED: "tuple[tuple[str, Options], ...]" = (
    ("farkle", {}),
    ("farkle", {"target": 1000}),
    ("kingdom", {"target": 2000}),
    ("ten-grand", {"target": 2000}),
    ("zilch", {"target": 2000}),
    ("seven-dice", {"target": 3000}),
    ("farkle", {"target": 2000, "opening": 500}),
    ("farkle", {"target": 2000, "last_die": "yes"}),
)
"""Variants and house rules of the games. For the last two no chances to win are shipped."""


class Compared(NamedTuple):
    """What one decision cost, in thousandths of a game."""

    judged: float
    exact: float


class RatedGames(Games):
    """Games of one variant in which both the judge and the exact solver follow the decisions."""

    def rate(self) -> list[list[Compared]]:
        """Plays one game; returns the decisions of each player."""
        game = TenThousandGame(self._model.variant.name, {**self._model.graph_row, "start": "seated"}, 2)
        players = [new_player(game, style) for style in _STYLES]
        judge = Judge(game)
        counts = [0, 0]
        made: list[list[Compared]] = [[], []]
        while game.legal():
            seat = game.player
            referee = self._begin(game, counts)
            made[seat] += self._rate_turn(game, players[seat], judge, referee)
            ended_by = referee.ended_by
            counts[seat] = self._model.price(ended_by, counts[seat]).counts if ended_by else 0
        return made

    def _rate_turn(self, game: TenThousandGame, player: Player, judge: Judge, referee: Referee) -> Iterator[Compared]:
        """Plays a turn; yields its decisions."""
        turns = sum(game.turns)
        while sum(game.turns) == turns and game.legal():
            while player.think():
                pass
            todo = player.choose()[0]
            decision = None
            if game.stage == ROLLED and not game.pending and todo[-1][0] in (actions.ROLL, actions.BANK):
                for _ in judge.prepare():
                    pass
                keep = next((detail or 0 for kind, detail in todo if kind == actions.KEEP), 0)
                decision = judge.decide((keep, todo[-1][0]))
            before = referee.loss
            for action in todo:
                referee.act(game, action, self._throws)
            if decision:
                yield Compared(decision.loss, _THOUSAND * (referee.loss - before))


def measure(model: Model, duel: Duel, count: int, seed: int = 1) -> list[list[Compared]]:
    """Plays games; returns the decisions of each player of each game who made one."""
    games = RatedGames(model, duel, seed)
    return [made for _ in range(count) for made in games.rate() if made]


def table(cache: Cache, count: int) -> str:
    """Plays some games of each kind and returns the table."""
    head = ["game", "decisions", "they cost, exactly", "by the judge", "one is off by", "at most", "a rating is off by"]
    rows = []
    for name, row in MEASURED:
        words = " ".join([name, *(f"{key}={value}" for key, value in row.items())])
        print_message(words)
        model = Model(name, row)
        rows.append([f"`{words}`", *figures(measure(model, report.duel(model, cache), count))])
    return markdown.table(head, rows)


def figures(made: list[list[Compared]]) -> list[str]:
    """The number of decisions, what they cost on average, and how far the judge is off."""
    decisions = [one for player in made for one in player]
    off = [abs(one.judged - one.exact) for one in decisions]
    rating = [abs(fmean(one.judged for one in player) - fmean(one.exact for one in player)) for player in made]
    costs = fmean(one.exact for one in decisions), fmean(one.judged for one in decisions)
    return [str(len(decisions)), *(f"{figure:.1f}" for figure in (*costs, fmean(off), max(off), fmean(rating)))]


@command
def main(arguments: list[str] | None = None) -> int:
    """Updates the table; returns the exit status."""
    parser = Parser(prog="python -m tools.research.solve.rating_error", description=__doc__)
    parser.add_argument("--games", type=whole(1, 10_000), default=GAMES, help="games of each kind")
    parser.add_argument("--cache", metavar="DIR", type=Path, default=default_folder(), help="folder for solved games")
    options = parser.parse_args(arguments)
    compile_loops()
    markdown.update_file(PAGE, {"ratings": lambda: table(Cache(options.cache, print_message), options.games)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
