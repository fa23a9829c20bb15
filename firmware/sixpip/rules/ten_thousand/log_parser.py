"""Parses lines of logs and case files as actions of the ten-thousand family. Game.log_line writes them.

A marked die comes first in its roll; `keep 5 unmarked` leaves it, although it shows a 5, too.
"""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED
from sixpip.rules.core.errors import BadLine, Illegal
from sixpip.rules.ten_thousand.game import UNMARKED, TenThousandGame
from sixpip.rules.ten_thousand.house_rules.calls import CALLS

if TYPE_CHECKING:
    from sixpip.rules.rulebook.variant import DiceSet


def faces_of(dice_set: "DiceSet", words: "list[str]") -> "list[int]":
    """Returns the numbers of the faces written in `words`. Raises BadLine for a face the dice do not have."""
    faces = []
    for word in words:
        face = dice_set.index(word)
        if face < 0:
            raise BadLine(f"The dice have no face '{word}': they show {' '.join(dice_set.faces)}")
        faces.append(face)
    return faces


def parse(game: TenThousandGame, words: "list[str]") -> "tuple[int | None, list[int]] | None":
    """Returns the detail of an action, and the faces it throws, as in Game.parse."""
    kind = words[0]
    if kind == actions.ROLL:
        return None, _marked_first(game, faces_of(game.dice_set, words[1:]))
    if kind == actions.KEEP:
        unmarked = 1 if words[-1] == UNMARKED and game.dice_set.wild >= 0 else 0
        faces = faces_of(game.dice_set, words[1 : len(words) - unmarked])
        return _places(game, faces, unmarked), []
    if kind == actions.CALL:
        if len(words) != 2 or words[1] not in CALLS:
            raise BadLine(f"A call is one of {', '.join(CALLS)}")
        return CALLS.index(words[1]), []
    return None


def _marked_first(game: TenThousandGame, faces: "list[int]") -> "list[int]":
    """Returns the faces of a throw, that of the marked die first: a sun, or else any face but a 3. Raises BadLine."""
    dice_set = game.dice_set
    if dice_set.wild < 0:
        return faces
    thrown = game.throws() & 1
    if faces.count(dice_set.wild) > (1 if thrown else 0):
        raise BadLine("Only one die has a sun, and only when it is thrown")
    if not thrown:
        return faces
    marked = [face for face in faces if face == dice_set.wild] or [
        face for face in faces if face != dice_set.under_wild
    ]
    if faces and not marked:
        raise BadLine("One of these dice has a sun in place of its 3")
    if marked and faces[0] not in (dice_set.wild, marked[0]):
        faces.remove(marked[0])
        faces.insert(0, marked[0])
    return faces


def show_roll(game: TenThousandGame, words: "list[str]") -> None:
    """Sets up a roll of these faces, with the other dice kept, to find its legal keeps. Raises BadLine."""
    places = (1 << len(words)) - 1
    game.pending = None
    game.kept = game.all & ~places
    game.place_dice(places, _marked_first(game, faces_of(game.dice_set, words)))
    game.stage = ROLLED


def _places(game: TenThousandGame, faces: "list[int]", first: int) -> int:
    """Returns the leftmost positions of the last roll, from `first` on, that show the faces. Raises Illegal."""
    positions = 0
    for face in faces:
        for place in range(first, game.dice):
            if game.rolled >> place & 1 and game.faces[place] == face and not positions >> place & 1:
                positions |= 1 << place
                break
        else:
            raise Illegal(f"The last roll has no further {game.dice_set.faces[face]} to keep")
    return positions
