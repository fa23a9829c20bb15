"""How the actions of the ten-thousand family are written in logs. They are read again by words.py."""

from sixpip.rules import actions
from sixpip.rules.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.rules.game import Action, Event
    from sixpip.rules.tables import Table

UNMARKED = "unmarked"
"""Ends a keep that leaves the marked die, though it looks like one that is kept."""


def line(game: Game, action: "Action", events: "list[Event]") -> str:
    """The line of an action that `game` has just done, from the events it gave."""
    kind = action[0]
    if kind == actions.ROLL:
        for event in events:
            if event[0] == actions.ROLLED:
                return kind + " " + _written(game.table, event[1], event[2])
    if kind == actions.KEEP:
        keep = action[1] or 0
        return kind + " " + _written(game.table, game.faces, keep) + _which(game, keep)
    if kind == actions.CALL:
        from sixpip.rules.house.calls import CALLS

        return kind + " " + CALLS[action[1] or 0]
    return kind


def _written(table: "Table", faces: "bytes | bytearray", positions: int) -> str:
    shown = [table.faces[faces[place]] for place in range(len(faces)) if positions >> place & 1]
    return " ".join(shown)


def _which(game: Game, keep: int) -> str:
    """What a keep that leaves the marked die has to add, where dice that look like that one are kept."""
    if game.table.wild < 0 or keep & 1 or not game.rolled & 1:
        return ""
    alike = [place for place in range(game.dice) if keep >> place & 1 and game.faces[place] == game.faces[0]]
    return " " + UNMARKED if alike else ""
