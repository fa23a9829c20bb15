"""What the scorer says of every throw of a game, and what the threshold players do with it, as arrays."""

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sixpip.players.menus.styles import BOLD, STEADY, TIMID
from sixpip.players.ten_thousand import computer
from sixpip.players.ten_thousand.solver.roll_codes import MARKED
from sixpip.players.ten_thousand.solver.turn_solver import choices
from sixpip.rules import actions
from sixpip.rules.ten_thousand.house_rules.flash import faces_in_threes
from sixpip.rules.ten_thousand.odds import shares
from sixpip.rules.ten_thousand.scorer import pack
from tools.research.league.neutral import situation_after
from tools.research.solve.graph import Graph, Ints

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import Game

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
    """The outcome if it ends the turn whatever is kept (builders/roll_class_builder.py), else BUST."""
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


def rows_of(game: "Game") -> list[int]:
    """The rows of rolls that a game can have: numbers of dice, plus MARKED where the marked die is among them."""
    if game.dice_set.wild < 0:
        return list(range(1, game.dice + 1))
    return [*range(1, game.dice), *range(MARKED + 1, MARKED + game.dice + 1)]


def dice_of(row: int) -> int:
    """The number of dice of a row."""
    return row - MARKED if row > MARKED else row


def faces_thrown(game: "Game") -> int:
    """The number of faces of a die."""
    return len(game.dice_set.faces) - (game.dice_set.wild >= 0)


def throws_of(game: "Game", graph: Graph) -> Throws:
    """Every throw of a game, with its keeps and what the threshold players do with them. `graph`: of its turns."""
    players = [computer.ComputerPlayer(game, style) for style in THRESHOLD_STYLES]
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


def _rolls(game: "Game", row: int) -> list[list[int]]:
    """The different rolls of a row, each with its marked die first."""
    faces = faces_thrown(game)
    others = dice_of(row) - (row > MARKED)
    found = [[face for face in range(faces) for _ in range(parts[face])] for parts in shares(others, faces)]
    if row <= MARKED:
        return found
    return [[_shown(game, face), *roll] for face in range(faces) for roll in found]


def _shown(game: "Game", face: int) -> int:
    """The face of the marked die: the sun in place of its 3."""
    return game.dice_set.wild if face == game.dice_set.under_wild else face


def _number(roll: list[int], row: int) -> int:
    """A roll as a number: its multiset and the face of its marked die."""
    return pack(roll) + (roll[0] << _SHOWN if row > MARKED else 0)


def _roll_of(
    game: "Game",
    graph: Graph,
    roll: list[int],
    row: int,
    players: list[computer.ComputerPlayer],
    keeps: list[tuple[int, ...]],
) -> tuple[int, int, int, int, list[int], list[int]]:
    """The record of one roll; its keeps are added to `keeps`."""
    _put(game, roll, row)
    first = len(keeps)
    numbers = {0: -1}
    for i in range(game.find_keeps()):
        for keep in choices(game, game.scorer.keys[i]):
            numbers[keep] = len(keeps)
            keeps.append(_keep_of(game, graph, keep, game.scorer.keys[i], game.scorer.points[i]))
    rolling, banking = [-1] * len(players), [-1, -1]
    if numbers.keys() != {0}:
        rolling = [numbers[player._keep_to_roll()] for player in players]
        found = players[0]._keeps_to_bank(0)[:-1]
        banking = [numbers[keep] for keep in [*found, 0, 0][:2]]
    faces = sum(1 << face for face in set(roll))
    return first, len(keeps), game.house_rules.outcome_of(game, pack(roll)), faces, rolling, banking


def _keep_of(game: "Game", graph: Graph, keep: int, key: int, points: int) -> tuple[int, ...]:
    """The record of a keep at some tray positions."""
    left = game.all & ~(game.kept | keep)
    thrown = left or game.all
    marked = MARKED if game.dice_set.wild >= 0 and thrown & 1 else 0
    situation = situation_after(graph, game, keep)
    return key, points, actions.bits(left), actions.bits(thrown) + marked, faces_in_threes(game, key), situation


def _put(game: "Game", roll: list[int], row: int) -> None:
    """Puts a roll on the table, its marked die at the first position; the other dice are kept."""
    first = 1 if game.dice_set.wild >= 0 and row <= MARKED else 0
    game.faces[first : first + len(roll)] = bytes(roll)
    game.stage = actions.ROLLED
    game.rolled = ((1 << len(roll)) - 1) << first
    game.kept = game.all & ~game.rolled
    game.scored_roll = -1


def _rolls_of_throws(game: "Game", row: int, numbers: dict[int, int]) -> Ints:
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
