"""Solves a variant of the ten-thousand family exactly: turns, games alone, games of two players.

Exit status: 0 success, 2 bad input, 130 interrupted. tools/research/solve/README.md explains the figures.
"""

import argparse
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from sixpip.app.house_rules.custom_variants import load_variants
from sixpip.rules.core.errors import BadOption, sentence
from sixpip.rules.rulebook import options
from tools.research.solve import report
from tools.research.solve.cache import Cache, default_folder
from tools.research.solve.graph import Bars
from tools.research.solve.model import Model
from tools.research.solve.probe import SolveError
from tools.terminal import Parser, command, print_message, progress_bars, whole


def _parser() -> Parser:
    parser = Parser(prog="python -m tools.research.solve", description=__doc__)
    parser.add_argument("variant", metavar="VARIANT", nargs="?", help="a name from python -m tools.play.rules variants")
    parser.add_argument("pairs", metavar="key=value", nargs="*", help="house rules")
    question = parser.add_mutually_exclusive_group()
    question.add_argument("--roll", metavar="FACE", nargs="+", help="list the keeps of this roll, the best first")
    question.add_argument("--duel", action="store_true", help="solve two players, too: up to a minute")
    parser.add_argument(
        "--scores",
        metavar="POINTS",
        nargs="+",
        type=int,
        help="the chance to win of the player to move, with the own and the other score; of all with --players 3",
    )
    parser.add_argument(
        "--players", metavar="3", type=whole(2, 3), default=2, help="solve three players: up to 2 hours"
    )
    parser.add_argument("--master", action="store_true", help="with --scores and --roll: what the console chooses")
    parser.add_argument("--turn", metavar="POINTS", type=int, help="turn points before the roll")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--cache", metavar="DIR", help="folder for solved games")
    parser.add_argument("--variants", metavar="DIR", help="a folder of own variants")
    parser.add_argument("--page", action="store_true", help="update the tables of tools/research/solve/README.md")
    return parser


def _check(arguments: argparse.Namespace) -> None:
    """Raises SolveError for arguments that do not go together."""
    if arguments.turn is not None and not arguments.roll:
        raise SolveError("--turn needs a roll: add --roll and its faces.")
    if not arguments.page and not arguments.variant:
        raise SolveError("Name a variant: python -m tools.play.rules variants lists them.")
    if arguments.master and not (arguments.scores and arguments.roll):
        raise SolveError("--master needs a position: add --scores OWN OTHER and --roll FACE ...")
    if arguments.duel and arguments.scores:
        raise SolveError("--duel prints the chances at all scores: leave out --scores.")
    if arguments.scores and len(arguments.scores) != arguments.players:
        raise SolveError("--scores takes 2 scores, or 3 with --players 3.")
    if arguments.players == 3 and (arguments.duel or arguments.roll):
        raise SolveError("--players 3 goes with --scores, not with --duel and --roll.")
    if arguments.page and (arguments.variant or arguments.json or arguments.roll or arguments.scores):
        raise SolveError("--page updates the tables of all variants: only --duel and --cache go with it.")


def _run(arguments: argparse.Namespace) -> None:
    """Solves what the command line asks for and prints it."""
    _check(arguments)
    cache = Cache(Path(arguments.cache) if arguments.cache else default_folder(), print_message)
    if arguments.page:
        with progress_bars() as bars:
            if arguments.players == 3:
                _three_players().update(cache, bars)
            else:
                report.update(cache, bars, arguments.duel)
        return
    if arguments.variants is not None:
        if not Path(arguments.variants).is_dir():
            raise SolveError(f"There is no folder {arguments.variants}: correct --variants.")
        for file, reason in load_variants(arguments.variants):
            print_message(f"{file}: {reason}")
    with progress_bars() as bars:
        model = Model(arguments.variant, options.read_pairs(arguments.pairs), bars("situations"), cache)
        figures = _figures(arguments, model, cache, bars)
    as_text = report.as_text if arguments.players == 2 else _three_players().as_text
    print(json.dumps(figures) if arguments.json else as_text(figures))


def _three_players() -> ModuleType:
    """The report of three players: most questions do not need it, and it takes a while to import."""
    from tools.research.solve import three_players_report

    return three_players_report


def _figures(arguments: argparse.Namespace, model: Model, cache: Cache, bars: Bars) -> dict[str, Any]:
    if arguments.players == 3:
        figures: dict[str, Any]
        if arguments.scores:
            figures = _three_players().chances_of(model, cache, bars, arguments.scores)
        else:
            figures = _three_players().figures_of(model, cache, bars)
        return figures
    if not (arguments.roll or arguments.scores):
        return report.figures_of(model, cache, bars, arguments.duel)
    if arguments.roll and arguments.scores:
        position = tuple(arguments.scores), arguments.roll, arguments.turn or 0
        figures = report.choices_of(model, cache, bars("two players"), *position, arguments.master)
    elif arguments.roll:
        figures = report.advice_of(model, cache, arguments.roll, arguments.turn or 0)
    else:
        figures = report.chance_of(model, cache, bars("two players"), *arguments.scores)
    return {**figures, "approximate": model.approximate()}


@command
def main(arguments: list[str]) -> int:
    """Runs the command; returns the exit status."""
    try:
        _run(_parser().parse_intermixed_args(arguments))
    except (BadOption, SolveError) as error:
        print_message(sentence(error))
        return 2
    except MemoryError:
        print_message("There is not enough memory for this game: choose a lower target.")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
