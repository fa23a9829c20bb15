"""The tables of the simulator, for one variant: what every throw allows, and what the firmware's players do with it.

The scorer of the game finds the keeps; the players of the firmware choose among them.
"""

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sixpip.players.odds import shares
from sixpip.players.styles import BOLD, STEADY, TIMID
from sixpip.players.ten_thousand import computer
from sixpip.players.ten_thousand.passes import MOST_STEPS
from sixpip.players.ten_thousand.turn_solver import TurnSolver
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.rules import options, stages, variants
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.ten_thousand.scorer import pack, size
from tools.league.errors import LeagueError
from tools.solve.graph import Ints

if TYPE_CHECKING:
    from sixpip.rules.option import Options

THRESHOLD_STYLES = (TIMID, STEADY, BOLD)
ENDS = ("last-turn", "same-round", "beat-or-bust", "sudden")
"""The ends that the simulator plays; kernel.py has their numbers from here."""
_PLAYED = (
    "dice hot_dice multiples three_ones straight three_pairs pairs_count two_triplets short_straights full_house "
    "opening bank_min busts pick_up empty_six end target reach start"
).split()
"""The options that the simulator plays; all others must have their defaults."""
_PLAIN = "dice unit target above end opening bank_min forced empty_six pick_up busts price".split()


KEEP = np.dtype([("key", "i4"), ("points", "i4"), ("left", "i4")])
ROLL = np.dtype([("first", "i4"), ("end", "i4"), ("rolling", "i4", 3), ("banking", "i4", 2)])
RULES = np.dtype(
    [(name, "i4") for name in (*_PLAIN, "most")]
    + [("throws", "i4", 8), ("first_throw", "i4", 8), ("enough", "i4", (3, 8)), ("fewest_taken", "i4", 3)]
    + [("beaten", "i4", MOST_STEPS + 1)]
)


Keeps = NDArray[np.void]
"""An array of type KEEP."""


class Keep(Protocol):
    """A record of type KEEP: a multiset (scorer.py), its points, and the dice left, 0 for hot dice."""

    key: int
    points: int
    left: int


class Roll(Protocol):
    """A record of type ROLL: what a multiset of dice allows."""

    first: int
    """The number of its first keep, in the order of the scorer."""
    end: int
    """The number of the keep after its last one."""
    rolling: Ints
    """(style): the keep with which a threshold player rolls on."""
    banking: Ints
    """The keeps with which it tries to bank before that one, -1 for none."""


class Rules(Protocol):
    """A record of type RULES: the house rules, in points, and what the players know of them."""

    dice: int
    unit: int
    target: int
    above: int
    end: int
    opening: int
    bank_min: int
    forced: int
    empty_six: int
    pick_up: int
    busts: int
    """1 where busts are counted."""
    price: int
    """Of three busts in a row."""
    most: int
    """The highest turn points of the turn solver, in units."""
    throws: Ints
    """(dice): the number of throws of some dice."""
    first_throw: Ints
    """(dice): where these throws begin in Throws.roll."""
    enough: Ints
    """(style, dice): the points with which a threshold player banks before a roll of so many dice."""
    fewest_taken: Ints
    """(style): the fewest dice that a threshold player takes up."""
    beaten: Ints
    """The chance that a last turn gains more than a number of cells."""


class Throws(NamedTuple):
    """What the scorer says of every throw. A throw is a number with one digit for each die."""

    roll: Ints
    """Of each throw: its multiset, as a number."""
    rolls: NDArray[np.void]
    """Of type ROLL."""
    keeps: NDArray[np.void]
    """Of type KEEP."""


class Solver(NamedTuple):
    """The tables of Master."""

    stream: Ints
    """The classes of rolls (roll_classes.py)."""
    rows: Ints
    """(row, 4): its number, first and last place in the stream, sum of weights."""
    win: Ints
    """(later, other, own): the chance of another player, to move, to win against an own state (worth.py); `later`: 1
    for one who plays later in each round."""


class Tables(NamedTuple):
    """All tables of one variant."""

    rules: NDArray[np.void]
    """One entry, of type RULES."""
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
    return defaults and game.dice_set.wild < 0 and game.options["end"] in ENDS and game.options["busts"] != "all"


def throws_of(game: Game) -> Throws:
    """Every throw of a game, with its keeps and what the threshold players do with them."""
    faces = len(game.dice_set.faces)
    players = [computer.ComputerPlayer(game, style) for style in THRESHOLD_STYLES]
    numbers: dict[int, int] = {}
    rolls: list[object] = []
    keeps: list[tuple[int, int, int]] = []
    for dice in range(1, game.dice + 1):
        for parts in shares(dice, faces):
            roll = [face for face in range(faces) for _ in range(parts[face])]
            numbers[pack(roll)] = len(rolls)
            rolls.append(_roll_of(game, roll, players, keeps))
    throws = [_rolls_of_throws(dice, faces, numbers) for dice in range(1, game.dice + 1)]
    return Throws(np.concatenate(throws), np.array(rolls, dtype=ROLL), np.array(keeps, dtype=KEEP))


def _roll_of(
    game: Game, roll: list[int], players: list[computer.ComputerPlayer], keeps: list[tuple[int, int, int]]
) -> tuple[int, int, list[int], list[int]]:
    """The record of one roll; its keeps are added to `keeps`."""
    _put(game, roll)
    first = len(keeps)
    numbers = {0: -1}
    for i in range(game.find_keeps()):
        key = game.scorer.keys[i]
        numbers[key] = len(keeps)
        keeps.append((key, game.scorer.points[i], len(roll) - size(key)))
    if len(keeps) == first:
        return first, first, [-1] * len(players), [-1, -1]
    rolling = [player._keep_to_roll() for player in players]
    banking = players[0]._keeps_to_bank(0)[:-1]
    found = [numbers[game.multiset_key(keep)] for keep in [*rolling, *banking, 0]]
    return first, len(keeps), found[:3], found[3:5]


def _put(game: Game, roll: list[int]) -> None:
    """Puts a roll on the table; the other dice are kept."""
    game.faces[: len(roll)] = bytes(roll)
    game.stage = stages.ROLLED
    game.rolled = (1 << len(roll)) - 1
    game.kept = game.all & ~game.rolled
    game._scored = -1


def _rolls_of_throws(dice: int, faces: int, numbers: dict[int, int]) -> Ints:
    """The number of the roll of every throw of some dice; the first die is the last digit."""
    throws = np.arange(faces**dice)
    keys = np.zeros_like(throws)
    for _ in range(dice):
        keys += 1 << (4 * (throws % faces))
        throws //= faces
    distinct, places = np.unique(keys, return_inverse=True)
    rolls: Ints = _ints([numbers[int(key)] for key in distinct])[places]
    return rolls


def tables_of(game: Game) -> Tables:
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
    rules.most = chance._most
    rules.beaten[: len(chance._table.last_turn)] = chance._table.last_turn
    known = Solver(_ints(solver.classes.stream), _solver_rows(solver), _win_table(game, chance, solver.unit))
    return Tables(record, throws_of(game), known)


def _set_house_rules(game: Game, rules: Rules) -> None:
    """Sets what follows from the options."""
    given = game.options
    rules.dice = game.dice
    for name in ("target", "opening", "bank_min", "empty_six"):
        setattr(rules, name, int(given[name]))
    rules.above = given["reach"] == "above"
    rules.forced = given["hot_dice"] == "forced"
    rules.pick_up = given["pick_up"] == "yes"
    rules.end = ENDS.index(str(given["end"]))
    rules.busts = given["busts"] != "none"
    rules.price = -int(given["busts"]) if rules.busts else 0
    for i, style in enumerate(THRESHOLD_STYLES):
        unit = computer.ComputerPlayer(game, style)._unit
        rules.enough[i, :] = [unit * count for count in computer._ENOUGH[style]]
        rules.fewest_taken[i] = computer._FEWEST_TAKEN[style]
    for dice in range(1, game.dice + 1):
        rules.throws[dice] = len(game.dice_set.faces) ** dice
        rules.first_throw[dice] = rules.throws[:dice].sum()


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
