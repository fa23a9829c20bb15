"""The tables of the simulator, for one variant: what every throw allows, and what the firmware's players do with it.

The scorer of the game finds the keeps; the players of the firmware choose among them.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sixpip.players.ten_thousand import computer
from sixpip.players.ten_thousand.master import WinChance
from sixpip.players.ten_thousand.solver.roll_codes import MOST_STEPS, ROWS
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
from sixpip.rules.setup import options, variants
from sixpip.rules.ten_thousand.game import Game
from tools.research.league.errors import LeagueError
from tools.research.league.throws import THRESHOLD_STYLES, Throws, dice_of, faces_thrown, rows_of, throws_of
from tools.research.solve.graph import Ints

if TYPE_CHECKING:
    from sixpip.rules.setup.options import Options

ENDS = ("last-turn", "same-round", "beat-or-bust", "sudden")
"""The ends that the simulator plays; kernel.py has their numbers from here."""
_PLAYED = (
    "dice hot_dice multiples three_ones straight three_pairs pairs_count two_triplets short_straights full_house "
    "opening bank_min busts pick_up empty_six five_alike press_on clear end target reach start"
).split()
"""The options that the simulator plays; all others must have their defaults."""


class Rules(NamedTuple):
    """The house rules, in points, and what the players know of them."""

    dice: int
    first_row: int
    """The row of a roll of all dice (roll_codes.py)."""
    unit: int
    target: int
    above: bool
    end: int
    opening: int
    bank_min: int
    forced: bool
    """Whether hot dice must be rolled."""
    press_on: bool
    clear: bool
    empty_six: int
    pick_up: bool
    busts: bool
    """Whether busts are counted."""
    price: int
    """Of three busts in a row."""
    most: int
    """The highest turn points of the turn solver, in units."""
    shift: int
    """Binary digits of the number of a row in the places of values (turn_solver.py)."""
    throws: Ints
    """(row): the number of throws."""
    first_throw: Ints
    """(row): where these throws begin in Throws.roll."""
    enough: Ints
    """(style, dice): the points with which a threshold player banks before a roll of so many dice."""
    fewest_taken: Ints
    """(style): the fewest dice that a threshold player takes up."""
    beaten: Ints
    """The chance that a last turn gains more than a number of cells."""


class Solver(NamedTuple):
    """The tables of Master."""

    stream: Ints
    """The classes of rolls (turn_solver.py)."""
    rows: Ints
    """(row, 4): its number, first and last place in the stream, sum of weights."""
    win: Ints
    """(later, other, own): the chance of another player, to move, to win against an own state (worth.py); `later`: 1
    for one who plays later in each round."""


class Tables(NamedTuple):
    """All tables of one variant."""

    rules: Rules
    throws: Throws
    solver: Solver


def new_game(variant: str, players: int, row: "Options | None" = None) -> Game:
    """A game, with other house rules in `row`, in which the first seat begins.

    Raises BadOption, and LeagueError for another family of games.
    """
    found = variants.find(variant)
    if found.dice_set.engine != "ten_thousand":
        raise LeagueError(f"The league plays the ten-thousand family, and {variant} is not one of it")
    return Game(variant, {**(row or {}), "start": "seated"}, players)


def is_played(variant: str, row: "Options | None" = None) -> bool:
    """Whether the simulator plays all house rules of a variant, with others in `row`."""
    game = new_game(variant, 2, row)
    others = [option for option in options.OPTIONS if option.key not in _PLAYED]
    defaults = all(game.options[option.key] == option.values[0] for option in others)
    offers_sun = game.dice_set.wild >= 0 and game.options["pick_up"] == "yes"
    return defaults and not offers_sun and game.options["end"] in ENDS and game.options["busts"] != "all"


def tables_of(game: Game) -> Tables:
    """The tables of a game for two."""
    solver = TurnSolver(game)
    while solver.build():
        pass
    chance = WinChance(game, solver)
    while chance.prepare():
        pass
    known = Solver(_ints(solver.classes.stream), _solver_rows(solver), _win_table(game, chance, solver.unit))
    return Tables(_rules_of(game, solver, chance), throws_of(game), known)


def _rules_of(game: Game, solver: TurnSolver, chance: WinChance) -> Rules:
    given = game.options
    throws, beaten = np.zeros(ROWS, np.int32), np.zeros(MOST_STEPS + 1, np.int32)
    for row in rows_of(game):
        throws[row] = faces_thrown(game) ** dice_of(row)
    beaten[: len(chance.table.last_turn)] = chance.table.last_turn
    units = [computer.ComputerPlayer(game, style)._unit for style in THRESHOLD_STYLES]
    enough = [[unit * count for count in computer._ENOUGH[style]] for style, unit in zip(THRESHOLD_STYLES, units)]
    return Rules(
        dice=game.dice,
        first_row=solver.first_row,
        unit=solver.unit,
        target=int(given["target"]),
        above=given["reach"] == "above",
        end=ENDS.index(str(given["end"])),
        opening=int(given["opening"]),
        bank_min=int(given["bank_min"]),
        forced=given["hot_dice"] == "forced",
        press_on=given["press_on"] == "yes",
        clear=given["clear"] == "yes",
        empty_six=int(given["empty_six"]),
        pick_up=given["pick_up"] == "yes",
        busts=given["busts"] != "none",
        price=-int(given["busts"]) if given["busts"] != "none" else 0,
        most=chance._most,
        shift=solver.shift,
        throws=throws,
        first_throw=_ints(np.cumsum(throws) - throws),
        enough=_ints(enough),
        fewest_taken=_ints([computer._FEWEST_TAKEN[style] for style in THRESHOLD_STYLES]),
        beaten=beaten,
    )


def _solver_rows(solver: TurnSolver) -> Ints:
    starts, weights = solver.classes.starts, solver.classes.weights
    used = [row for row in range(len(weights)) if starts[row + 1] > starts[row]]
    return _ints([[row, starts[row], starts[row + 1], weights[row]] for row in used])


def _win_table(game: Game, chance: WinChance, unit: int) -> Ints:
    """Asks WinChance for every pair of states: 0 is a player not on the table, 1 + n one with n units."""
    states = int(game.options["target"]) // unit + 2
    table = np.zeros((2, states, states), dtype=np.int64)
    for later in range(2):
        game.first = 1 - later
        for other in range(states):
            game.scores[1] = max(0, other - 1) * unit
            game.opened[1] = other > 0
            rival = chance._rival(1)
            for own in range(states):
                table[later, other, own] = chance._win(rival, *chance._state(max(0, own - 1) * unit, own > 0))
    return table.astype(np.int32)


def _ints(numbers: object) -> Ints:
    return np.array(numbers, dtype=np.int32)
