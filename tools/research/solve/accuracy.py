"""`python -m tools.research.solve.accuracy`: how exact Master is, in the tables of firmware/sixpip/players/README.md.

Every house rule is switched on in one game. Master plays turns of it for points (referee.py); the exact solver knows
the optimum. In whole games Master is compared with a perfect player, exactly where that can be computed
(exact_loss.py), and so is the risk-neutral player, in the table of tools/research/league/README.md. With rules that the
exact solver does not know the two play each other.
"""

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sixpip.players.styles import MASTER
from sixpip.rules.rulebook.options import OPTIONS
from tools import FIRMWARE
from tools.board.tables import NAMES
from tools.publish import markdown
from tools.research.compiled_loops import compile_loops
from tools.research.league import engine_play, results
from tools.research.league.players import RISK_NEUTRAL
from tools.research.league.simulator import orders
from tools.research.solve import exact_loss, report
from tools.research.solve.cache import Cache, default_folder
from tools.research.solve.duel import Duel
from tools.research.solve.model import Model
from tools.research.solve.referee import Result, play_games, simulate
from tools.terminal import Parser, command, print_message, whole

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

PAGE = FIRMWARE / "sixpip" / "players" / "README.md"
TURNS = 20000
GAMES = 50
MATCHES = 2000
PROCESSES = 2
_EXACT = "exact"


@dataclass(frozen=True)
class Treatment:
    """How the console's solver treats a house rule, and the game in which that is measured."""

    text: str
    variant: str = "pure"
    row: "Options | None" = None
    """None: the rule does not change the points of a turn."""
    opened: bool = True
    """Whether turns of a player on the table are measured, or those before the first bank."""


TREATMENTS = {
    "dice": Treatment("exact; with seven dice the chances of rolls have 16 bits", "pure", {"dice": 7}),
    "hot_dice": Treatment(_EXACT, "pure", {"hot_dice": "forced"}),
    "multiples": Treatment(_EXACT, "pure", {"multiples": "doubling"}),
    "three_ones": Treatment(_EXACT, "pure", {"three_ones": 300}),
    "straight": Treatment(_EXACT, "pure", {"straight": 1500}),
    "straight_gather": Treatment(
        "ignored before the roll that completes the straight", "ten-grand", {"straight": 200, "straight_gather": "yes"}
    ),
    "three_pairs": Treatment(_EXACT, "pure", {"three_pairs": 1500}),
    "pairs_count": Treatment(_EXACT, "pure", {"three_pairs": 1500, "pairs_count": "4+2"}),
    "two_triplets": Treatment(_EXACT, "pure", {"two_triplets": 2500}),
    "short_straights": Treatment(_EXACT, "pure", {"short_straights": "1250/1500"}),
    "full_house": Treatment(_EXACT, "pure", {"full_house": 500}),
    "opening": Treatment(_EXACT, "pure", {"opening": 500}, opened=False),
    "opening_rolls": Treatment(
        "ignored until the player wants to bank and may not",
        "ten-grand",
        {"opening": 350, "opening_rolls": 3},
        opened=False,
    ),
    "bank_min": Treatment(_EXACT, "pure", {"bank_min": 300}),
    "grow": Treatment("the points to beat now are known; each later turn is assumed to need the mean points of a turn"),
    "no_risk": Treatment(
        "exact, but for `bank_min`: a bust with fewer points counts as one without any",
        "pure",
        {"no_risk": "yes", "bank_min": 300},
    ),
    "busts": Treatment("the third bust has its price; the two before it cost nothing", "pure", {"busts": -1000}),
    "cold_start": Treatment("ignored", "pure", {"cold_start": "yes"}),
    "train_wreck": Treatment(
        "exact; with `no_risk` the points of the turn count as lost", "pure", {"train_wreck": -500}
    ),
    "pick_up": Treatment(
        "a bank loses what the next player gains by it on average; in the last turns that is a chance to win"
    ),
    "rescue": Treatment("an offer is compared with a new turn; what a bust offers the next player is ignored"),
    "last_die": Treatment("two throws; every success of a turn counts 500", "pure", {"last_die": "yes"}),
    "second_chance": Treatment(
        "ignored before a bust; then the most equal dice are held", "pure", {"second_chance": "yes"}
    ),
    "calls": Treatment("ignored; a 1 is called before a roll of three dice or more", "pure", {"calls": "yes"}),
    "must_keep_all": Treatment(_EXACT, "pure", {"must_keep_all": "yes"}),
    "extend": Treatment(
        "a kept triple is one of two groups, cheap or expensive faces, with the mean of the group",
        "pure",
        {"multiples": "doubling", "extend": "yes"},
    ),
    "wild_die": Treatment(
        "exact; with seven dice, of their rolls of six or seven dice one in four is counted",
        "pure",
        {"wild_die": "yes"},
    ),
    "six_alike": Treatment(_EXACT),
    "four_twos": Treatment(_EXACT),
    "six_ones": Treatment(_EXACT),
    "five_alike": Treatment(_EXACT),
    "press_on": Treatment("exact, but for hot dice after three alike", "pure", {"press_on": "yes"}),
    "clear": Treatment(
        "such rolls are left out of the next roll, but not of later ones, and not after hot dice",
        "kingdom",
        {"press_on": "yes", "clear": "yes"},
    ),
    "empty_six": Treatment(_EXACT, "zilch", {"bank_min": 0, "busts": "none"}),
    "max_rolls": Treatment("ignored before the last roll, which is banked"),
    "end": Treatment(
        "in the chance to win, as for two players; the leader never changes twice in the last turns; with `exact` a "
        "roll-off is ignored, and of keeps with equally many dice only the one with most points counts in later rolls"
    ),
    "target": Treatment("in the chance to win: scores are counted in 40 cells"),
    "reach": Treatment("in the chance to win"),
    "negative": Treatment("in the chance to win; all scores below 0 count as 0"),
    "start": Treatment("not part of a turn"),
}
"""One entry for each house rule."""

SECOND = {"clear": Treatment(TREATMENTS["clear"].text, "five-cubes", {})}
"""A second game in which a rule is measured, where much depends on it."""

WHOLE_GAMES: "tuple[tuple[str, Options], ...]" = (
    ("pure", {}),
    ("pure", {"target": 2000}),
    ("kingdom", {}),
    ("kingdom", {"target": 2000}),
    ("ten-thousand", {}),
    ("ten-grand", {}),
    ("farkle", {"target": 2000, "opening": 500}),
    ("farkle", {"target": 2000, "end": "last-licks"}),
    ("farkle", {"target": 2000, "busts": -500}),
)
"""Variants and house rules of the games that are played to the end."""

NEUTRAL_GAMES: "tuple[tuple[str, Options], ...]" = (
    ("pure", {}),
    ("farkle", {}),
    ("kingdom", {"target": 2000}),
    ("pure", {"pick_up": "yes"}),
    ("pure", {"pick_up": "yes", "target": 2000}),
    ("farkle", {"pick_up": "yes", "target": 2000}),
)
"""The games that the risk-neutral player plays to the end."""

COMPARED_TARGETS = (500, 1000, 2000, 3000, 5000, 10000)

OTHER_RULES: "dict[str, Options]" = {"dice-10000": {"busts": "none"}}
"""House rules that differ from a variant where only then the exact solver knows all of them."""

WITH_PICK_UP = ("farkle", "kingdom", "pure")
"""Variants that are compared with the house rule `pick_up`, too."""

NO_REFERENCE: "tuple[tuple[str, Options], ...]" = (
    ("pure", {"end": "exact"}),
    ("pure", {"grow": "yes"}),
    ("pure", {"rescue": "yes"}),
    ("pure", {"busts": -1000, "negative": "yes"}),
    ("pure", {"reach": "above"}),
    ("dice-10000", {"hot_dice": "forced"}),
    ("dice-10000", {"calls": "yes"}),
    ("dice-10000", {"end": "exact"}),
    ("dice-10000", {"rescue": "yes"}),
    ("dice-10000", {"last_die": "yes"}),
)
"""Variants and house rules of games that the exact solver does not know; in `dice-10000` dice are picked up."""


def treatments() -> list[tuple[str, Treatment]]:
    """The rows of the table in order: the key of a rule, and how it is treated."""
    both = [(option.key, found.get(option.key)) for option in OPTIONS for found in (TREATMENTS, SECOND)]
    return [(key, treatment) for key, treatment in both if treatment]


def _measure(row: tuple[str, Treatment], turns: int) -> Result | None:
    """Simulates the game of a row of the table; None where there is nothing to measure."""
    treatment = row[1]
    if treatment.row is None:
        return None
    compile_loops()
    return simulate(Model(treatment.variant, treatment.row), treatment.opened, turns, seed=1)


def table(results: Iterable[Result | None]) -> str:
    """Formats the table: one row for each house rule, or two."""
    head = ["rule", "in the console's turn solver", "measured with", "it expects", "it gains", "optimum", "off"]
    return markdown.table(head, [_row(*row, result) for row, result in zip(treatments(), results)])


def _row(key: str, treatment: Treatment, result: Result | None) -> list[str]:
    if result is None:
        return [f"`{key}`", treatment.text, "", "", "", "", ""]
    game = _words(treatment.variant, treatment.row or {}) + ("" if treatment.opened else ", first bank")
    gains = f"{result.optimum - result.loss:.2f}"
    off = f"{result.loss:.2f} ± {result.error:.2f}"
    return [f"`{key}`", treatment.text, game, f"{result.says:.2f}", gains, f"{result.optimum:.2f}", off]


def rules_table(turns: int) -> str:
    """Simulates turns with each house rule and returns the table."""
    results = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        rows = treatments()
        for row, result in zip(rows, pool.map(_measure, rows, [turns] * len(rows))):
            results.append(result)
            print_message(row[0])
    return table(results)


def games_table(cache: Cache, count: int) -> str:
    """Finds what Master loses in whole games and returns the table."""
    return markdown.table(["game", "end", "loses"], [_game_row(cache, count, *game, MASTER) for game in WHOLE_GAMES])


def compared_games() -> "list[tuple[str, Options]]":
    """The variants and house rules of the table by target, in order."""
    games = [(name, OTHER_RULES.get(name, {})) for name in NAMES]
    games += [(name, {"pick_up": "yes"}) for name in WITH_PICK_UP]
    return [game for game in games if exact_loss.is_measured(Model(*game))]


def update_targets(cache: Cache, page: Path, variants: list[str], targets: list[int]) -> None:
    """Compares Master with a perfect player in some games and to some targets; the other cells of the page stay.

    The page is written after each cell, so that an interrupted run loses only one.
    """
    for name, row in compared_games():
        for target in targets if name in variants else []:
            loss = _lost(cache, name, row, target)
            cells = _cells_of(page.read_text(encoding="utf-8"))
            cells[_words(name, row), target] = loss
            markdown.update_file(page, {"targets": partial(_targets_table, cells)})


def _cells_of(page: str) -> dict[tuple[str, int], str]:
    """The cells of the table by target, by game and target."""
    part = page.partition("<!-- generated: targets -->")[2].partition("<!-- end -->")[0]
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in part.strip().splitlines()]
    targets = list(map(int, lines[0][1:]))
    return {(line[0], target): cell for line in lines[2:] for target, cell in zip(targets, line[1:])}


def _targets_table(cells: dict[tuple[str, int], str]) -> str:
    games = [_words(*game) for game in compared_games()]
    rows = [[game, *(cells.get((game, target), "") for target in COMPARED_TARGETS)] for game in games]
    return markdown.table(["loses, by target", *map(str, COMPARED_TARGETS)], rows)


def _lost(cache: Cache, name: str, row: "Options", target: int) -> str:
    """What Master loses in a game of a variant, with house rules, to a target; empty below the opening."""
    model = Model(name, {**row, "target": target})
    if target < model.number("opening"):
        return ""
    print_message(f"{_words(name, row)} to {target}")
    return f"{exact_loss.loss(model, report.duel(model, cache)):.3%}"


def neutral_table(cache: Cache, count: int) -> str:
    """Plays whole games with the risk-neutral player and returns the table."""
    rows = [_game_row(cache, count, *game, RISK_NEUTRAL) for game in NEUTRAL_GAMES]
    return markdown.table(["game", "end", "loses"], rows)


def _game_row(cache: Cache, count: int, variant: str, row: "Options", style: int) -> list[str]:
    """What a player of a style loses in a game."""
    compile_loops()
    model = Model(variant, row)
    duel = report.duel(model, cache)
    rules = _words(variant, row)
    print_message(rules)
    return [rules, str(model.options["end"]), _loss_of(model, duel, count, style)]


def _loss_of(model: Model, duel: Duel, count: int, style: int) -> str:
    """What a player of a style loses: exactly where that can be computed, else from games with its standard error."""
    if style == MASTER and exact_loss.is_measured(model):
        return f"{exact_loss.loss(model, duel):.3%}"
    found = play_games(model, duel, count, 1, style)
    return f"{found.loss:.2%} ± {found.error:.2%}"


def _words(variant: str, row: "Options") -> str:
    """A game as the user of a command writes it."""
    return "`" + " ".join([variant, *(f"{name}={value}" for name, value in row.items())]) + "`"


def wins(game: "tuple[str, Options]", count: int, seed: int = 1) -> int:
    """How many games of a variant with house rules Master wins against the risk-neutral player."""
    compile_loops()
    variant, row = game
    won = 0
    for number in range(count):
        winner = engine_play.play(variant, (MASTER, RISK_NEUTRAL), number, seed, row)[1]
        won += winner >= 0 and orders(2)[number % 2][winner] == 0
    return won


def matches_table(count: int) -> str:
    """Plays against the risk-neutral player and returns the table."""
    rows = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        for game, won in zip(NO_REFERENCE, pool.map(wins, NO_REFERENCE, [count] * len(NO_REFERENCE))):
            low, high = results.wilson(won, count)
            rows.append([_words(*game), f"{won / count:.1%} ({low:.1%} to {high:.1%})", str(count)])
            print_message(rows[-1][0])
    return markdown.table(["game", "Master wins", "games"], rows)


@command
def main(arguments: list[str] | None = None) -> int:
    """Updates the tables; returns the exit status."""
    parser = Parser(prog="python -m tools.research.solve.accuracy", description=__doc__)
    parser.add_argument("--games", type=whole(1, 10_000_000), default=GAMES, help="games for each set of house rules")
    parser.add_argument("--cache", metavar="DIR", type=Path, default=default_folder(), help="folder for solved games")
    parser.add_argument("--only", choices=("targets", "games", "accuracy", "matches", "neutral"), help="one table")
    parser.add_argument(
        "--variants", metavar="NAME", nargs="+", choices=NAMES, default=NAMES, help="with --only targets"
    )
    parser.add_argument(
        "--targets", metavar="POINTS", nargs="+", type=int, default=COMPARED_TARGETS, help="the same; other cells stay"
    )
    options = parser.parse_args(arguments)
    cache = Cache(options.cache, print_message)
    if options.only in (None, "targets"):
        update_targets(cache, PAGE, options.variants, options.targets)
    players: dict[str, Callable[[], str]] = {
        "games": partial(games_table, cache, options.games),
        "accuracy": partial(rules_table, TURNS),
        "matches": partial(matches_table, MATCHES),
    }
    of_league: dict[str, Callable[[], str]] = {"neutral": partial(neutral_table, cache, options.games)}
    for page, parts in ((PAGE, players), (results.PAGE, {**results.PARTS, **of_league})):
        if options.only in parts:
            parts = {options.only: parts[options.only]}
        elif options.only:
            continue
        markdown.update_file(page, parts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
