"""The tables of the simulator, for one variant: what every throw allows, and what the firmware's players do with it.

The scorer of the game finds the keeps; the players of the firmware choose among them.
"""

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sixpip.players.styles import BOLD, STEADY, TIMID
from sixpip.players.ten_thousand import computer
from sixpip.players.ten_thousand.solver.roll_codes import MARKED, MOST_STEPS, ROWS
from sixpip.players.ten_thousand.solver.turn_advice import choices
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver, solve_gains
from sixpip.players.ten_thousand.solver.win_table import between
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.rules.core import actions
from sixpip.rules.rulebook import options, variants
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.house_rules.triples import faces_in_threes
from sixpip.rules.ten_thousand.odds import shares
from sixpip.rules.ten_thousand.scorer import pack
from tools.research.league.neutral import Neutral, situation_after
from tools.research.league.results import LeagueError
from tools.research.solve.graph import Graph, Ints
from tools.research.solve.model import Model

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options


THRESHOLD_STYLES = (TIMID, STEADY, BOLD)

KEEP = np.dtype([(name, "i4") for name in ("key", "points", "left", "row", "threes", "situation")])
ROLL = np.dtype(
    [(name, "i4") for name in ("first", "end", "outcome", "faces")] + [("rolling", "i4", 3), ("banking", "i4", 2)]
)
_SHOWN = 32
"""The digit of a roll, as a number, from which on it has the face of the marked die."""

Keeps = NDArray[np.void]
"""An array of type KEEP."""


class Keep(Protocol):
    """A record of type KEEP: a multiset (scorer.py), its points, and what follows it."""

    key: int
    points: int
    left: int
    """The number of dice left, 0 for hot dice."""
    row: int
    """The row of the next roll (roll_codes.py)."""
    threes: int
    """The faces, one bit each, of which it has three or more."""
    situation: int
    """That of the next roll in the exact solver (neutral.py)."""


class Roll(Protocol):
    """A record of type ROLL: what a multiset of dice allows."""

    first: int
    """The number of its first keep, in the order of the scorer."""
    end: int
    """The number of the keep after its last one."""
    outcome: int
    """The outcome if it ends the turn whatever is kept (solver/roll_class_builder.py), else BUST."""
    faces: int
    """The faces that it shows, one bit each."""
    rolling: Ints
    """(style): the keep with which a threshold player rolls on."""
    banking: Ints
    """The keeps with which it tries to bank before that one, -1 for none."""


class Throws(NamedTuple):
    """Every throw of a game. A throw is a number with one digit for each die; its first digit is the marked die."""

    roll: Ints
    """Of each throw, row after row: its roll, as a number."""
    rolls: NDArray[np.void]
    """Of type ROLL."""
    keeps: NDArray[np.void]
    """Of type KEEP."""


def rows_of(game: "TenThousandGame") -> list[int]:
    """The rows of rolls that a game can have: numbers of dice, plus MARKED where the marked die is among them."""
    if game.dice_set.wild < 0:
        return list(range(1, game.dice + 1))
    return [*range(1, game.dice), *range(MARKED + 1, MARKED + game.dice + 1)]


def dice_of(row: int) -> int:
    """The number of dice of a row."""
    return row - MARKED if row > MARKED else row


def faces_thrown(game: "TenThousandGame") -> int:
    """The number of faces of a die."""
    return len(game.dice_set.faces) - (game.dice_set.wild >= 0)


def throws_of(game: "TenThousandGame", graph: Graph) -> Throws:
    """Every throw of a game, with its keeps and what the threshold players do with them. `graph`: of its turns."""
    players = [computer.HabitPlayer(game, style) for style in THRESHOLD_STYLES]
    rolls: list[object] = []
    keeps: list[tuple[int, ...]] = []
    throws = []
    for row in rows_of(game):
        numbers: dict[int, int] = {}
        for roll in _rolls(game, row):
            numbers[_number(roll, row)] = len(rolls)
            rolls.append(_roll_of(game, graph, roll, row, players, keeps))
        throws.append(_rolls_of_throws(game, row, numbers))
    return Throws(np.concatenate(throws), np.array(rolls, dtype=ROLL), np.array(keeps, dtype=KEEP))


def _rolls(game: "TenThousandGame", row: int) -> list[list[int]]:
    """The different rolls of a row, each with its marked die first."""
    faces = faces_thrown(game)
    others = dice_of(row) - (row > MARKED)
    found = [[face for face in range(faces) for _ in range(parts[face])] for parts in shares(others, faces)]
    if row <= MARKED:
        return found
    return [[_shown(game, face), *roll] for face in range(faces) for roll in found]


def _shown(game: "TenThousandGame", face: int) -> int:
    """The face of the marked die: the sun in place of its 3."""
    return game.dice_set.wild if face == game.dice_set.under_wild else face


def _number(roll: list[int], row: int) -> int:
    """A roll as a number: its multiset and the face of its marked die."""
    return pack(roll) + (roll[0] << _SHOWN if row > MARKED else 0)


def _roll_of(
    game: "TenThousandGame",
    graph: Graph,
    roll: list[int],
    row: int,
    players: list[computer.HabitPlayer],
    keeps: list[tuple[int, ...]],
) -> tuple[int, int, int, int, list[int], list[int]]:
    """The record of one roll; its keeps are added to `keeps`."""
    _put(game, roll, row)
    first = len(keeps)
    numbers = {0: -1}
    for i in range(game.find_keeps()):
        for keep in choices(game, game.scorer.keeps[i]):
            numbers[keep] = len(keeps)
            keeps.append(_keep_of(game, graph, keep, game.scorer.keeps[i], game.scorer.points[i]))
    rolling, banking = [-1] * len(players), [-1, -1]
    if numbers.keys() != {0}:
        rolling = [numbers[player._keep_to_roll()] for player in players]
        found = players[0]._keeps_to_bank(0)[:-1]
        banking = [numbers[keep] for keep in [*found, 0, 0][:2]]
    faces = sum(1 << face for face in set(roll))
    return first, len(keeps), game.house_rules.outcome_of(game, pack(roll)), faces, rolling, banking


def _keep_of(game: "TenThousandGame", graph: Graph, keep: int, key: int, points: int) -> tuple[int, ...]:
    """The record of a keep at some tray positions."""
    left = game.all & ~(game.kept | keep)
    thrown = left or game.all
    marked = MARKED if game.dice_set.wild >= 0 and thrown & 1 else 0
    situation = situation_after(graph, game, keep)
    return key, points, actions.bits(left), actions.bits(thrown) + marked, faces_in_threes(game, key), situation


def _put(game: "TenThousandGame", roll: list[int], row: int) -> None:
    """Puts a roll on the table, its marked die at the first position; the other dice are kept."""
    first = 1 if game.dice_set.wild >= 0 and row <= MARKED else 0
    game.faces[first : first + len(roll)] = bytes(roll)
    game.stage = actions.ROLLED
    game.rolled = ((1 << len(roll)) - 1) << first
    game.kept = game.all & ~game.rolled
    game.scored_roll = -1


def _rolls_of_throws(game: "TenThousandGame", row: int, numbers: dict[int, int]) -> Ints:
    """The number of the roll of every throw of a row; the first die is the last digit."""
    faces, dice = faces_thrown(game), dice_of(row)
    throws = np.arange(faces**dice)
    keys = np.zeros_like(throws)
    for place in range(dice):
        face = throws % faces
        if row > MARKED and place == 0:
            face = np.where(face == game.dice_set.under_wild, game.dice_set.wild, face)
            keys += face << _SHOWN
        keys += 1 << (4 * face)
        throws //= faces
    distinct, places = np.unique(keys, return_inverse=True)
    rolls: Ints = np.array([numbers[int(key)] for key in distinct], dtype=np.int32)[places]
    return rolls


ENDS = ("last-turn", "same-round", "beat-or-bust", "sudden")
"""The ends that the simulator plays; kernel.py has their numbers from here."""
_PLAYED = (
    "dice hot_dice multiples three_ones straight three_pairs pairs_count two_triplets short_straights full_house "
    "opening bank_min busts pick_up empty_six five_alike press_on clear end target reach start"
).split()
"""The options that the simulator plays; all others must have their defaults."""
_PLAIN = (
    "dice first_row unit target above end opening bank_min forced press_on clear empty_six pick_up busts price "
    "most shift"
).split()

RULES = np.dtype(
    [(name, "i4") for name in _PLAIN]
    + [("throws", "i4", ROWS), ("first_throw", "i4", ROWS), ("enough", "i4", (3, 8)), ("fewest_taken", "i4", 3)]
    + [("beaten", "i4", MOST_STEPS + 1)]
)


class Rules(Protocol):
    """A record of type RULES: the house rules, in points, and what the players know of them."""

    dice: int
    first_row: int
    """The row of a roll of all dice (roll_codes.py)."""
    unit: int
    target: int
    above: int
    end: int
    opening: int
    bank_min: int
    forced: int
    """1 where hot dice must be rolled."""
    press_on: int
    clear: int
    empty_six: int
    pick_up: int
    busts: int
    """1 where busts are counted."""
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
    """The classes of rolls (roll_classes.py)."""
    rows: Ints
    """(row, 4): its number, first and last place in the stream, sum of weights."""
    offers: Ints
    """TurnSolver.offer_points."""
    gains: Ints
    """(units, row): the chance that a roll leads to a gain of at least so many units."""
    win: Ints
    """(later, other, own): the chance of another player, to move, to win against an own state (state.py); `later`: 1
    for one who plays later in each round."""


class Tables(NamedTuple):
    """All tables of one variant."""

    rules: NDArray[np.void]
    """One entry, of type RULES."""
    throws: Throws
    solver: Solver
    neutral: Neutral


def new_game(variant: str, players: int, row: "Options | None" = None) -> TenThousandGame:
    """A game, with other house rules in `row`, in which the first seat begins.

    Raises BadOption, and LeagueError for another family of games.
    """
    found = variants.variant_named(variant)
    if found.dice_set.engine != "ten_thousand":
        raise LeagueError(f"The league plays the ten-thousand family, and {variant} is not one of it")
    return TenThousandGame(variant, {**(row or {}), "start": "seated"}, players)


def is_played(variant: str, row: "Options | None" = None) -> bool:
    """Whether the simulator plays all house rules of a variant, with others in `row`."""
    game = new_game(variant, 2, row)
    others = [option for option in options.OPTIONS if option.key not in _PLAYED]
    defaults = all(game.options[option.key] == option.values[0] for option in others)
    offers_sun = game.dice_set.wild >= 0 and game.options["pick_up"] == "yes"
    return defaults and not offers_sun and game.options["end"] in ENDS and game.options["busts"] != "all"


def tables_of(game: TenThousandGame, neutral: Neutral) -> Tables:
    """The tables of a game for two."""
    solver = TurnSolver(game)
    while solver.build():
        pass
    chance = WinChance(game, solver)
    while chance.prepare():
        pass
    record = np.zeros(1, dtype=RULES)
    rules: Any = record.view(np.recarray)[0]
    _set_house_rules(game, rules)
    rules.unit = solver.unit
    rules.first_row = solver.first_row
    rules.shift = solver.shift
    rules.most = chance._most
    rules.beaten[: len(chance.table.last_turn)] = chance.table.last_turn
    win = _win_table(game, chance, solver.unit)
    offers, gains = _offers(solver, chance._most)
    known = Solver(_ints(solver.classes.stream), _solver_rows(solver), offers, gains, win)
    graph = Model(game.variant.name, game.overrides).graph
    return Tables(record, throws_of(game, graph), known, neutral)


def _set_house_rules(game: TenThousandGame, rules: Rules) -> None:
    """Sets what follows from the options."""
    given = game.options
    rules.dice = game.dice
    for name in ("target", "opening", "bank_min", "empty_six"):
        setattr(rules, name, int(given[name]))
    for name in ("press_on", "clear", "pick_up"):
        setattr(rules, name, given[name] == "yes")
    rules.above = given["reach"] == "above"
    rules.forced = given["hot_dice"] == "forced"
    rules.end = ENDS.index(str(given["end"]))
    rules.busts = given["busts"] != "none"
    rules.price = -int(given["busts"]) if rules.busts else 0
    for i, style in enumerate(THRESHOLD_STYLES):
        unit = computer.HabitPlayer(game, style)._unit
        rules.enough[i, :] = [unit * count for count in computer._ENOUGH[style]]
        rules.fewest_taken[i] = computer._FEWEST_TAKEN[style]
    for row in rows_of(game):
        rules.throws[row] = faces_thrown(game) ** dice_of(row)
        rules.first_throw[row] = rules.throws[:row].sum()


def _solver_rows(solver: TurnSolver) -> Ints:
    starts, weights = solver.classes.starts, solver.classes.weights
    used = [row for row in range(len(weights)) if starts[row + 1] > starts[row]]
    return _ints([[row, starts[row], starts[row + 1], weights[row]] for row in used])


def _offers(solver: TurnSolver, most: int) -> tuple[Ints, Ints]:
    """Solver.offers and Solver.gains."""
    for _ in solve_gains(solver, most):
        pass
    rows = range(1 << solver.shift)
    gains = [[solver.values[solver.place(most - units, row)] for row in rows] for units in range(most + 1)]
    return _ints(list(solver.offer_points)), _ints(gains)


def _win_table(game: TenThousandGame, chance: WinChance, unit: int) -> Ints:
    """Asks WinChance for every pair of states: 0 is a player not on the table, 1 + n one with n units."""
    states = int(game.options["target"]) // unit + 3  # up to a score above the target, which an offer can lead to
    table = np.zeros((2, states, states), dtype=np.int64)
    for later in range(2):
        game.first = 1 - later
        for other in range(states):
            game.scores[1] = max(0, other - 1) * unit
            game.opened[1] = other > 0
            row = chance.rival(1, game.scores[1])[1]
            for own in range(states):
                table[later, other, own] = between(row, *chance.table.state(max(0, own - 1) * unit, own > 0))
    return table.astype(np.int32)


def _ints(numbers: object) -> Ints:
    return np.array(numbers, dtype=np.int32)
