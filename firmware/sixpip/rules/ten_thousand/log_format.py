"""The log lines of actions in the ten-thousand family. menus/log_parser.py reads them."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.game import actions
from sixpip.rules.game.events import ROLLED
from sixpip.rules.ten_thousand.game import Game

if TYPE_CHECKING:
    from sixpip.rules.game.actions import Action
    from sixpip.rules.game.events import Event
    from sixpip.rules.variant import DiceSet

UNMARKED = "unmarked"
"""The last word of a keep that leaves the marked die, although that shows the same face as a kept one."""


def line(game: Game, action: "Action", events: "list[Event]") -> str:
    """The line of an action that `game` has just applied, from the events it returned."""
    kind = action[0]
    if kind == actions.ROLL:
        for event in events:
            if event.kind == ROLLED:
                return kind + " " + _written(game.dice_set, game.faces, event.positions)
    if kind == actions.KEEP:
        keep = action[1] or 0
        return kind + " " + _written(game.dice_set, game.faces, keep) + _unmarked(game, keep)
    if kind == actions.CALL:
        from sixpip.rules.ten_thousand.house_rules.calls import CALLS

        return kind + " " + CALLS[action[1] or 0]
    return kind


def _written(dice_set: "DiceSet", faces: "bytes | bytearray", positions: int) -> str:
    shown = [dice_set.faces[faces[place]] for place in range(len(faces)) if positions >> place & 1]
    return " ".join(shown)


def _unmarked(game: Game, keep: int) -> str:
    """The word UNMARKED, where a kept die shows the same face as the marked die that is left."""
    if game.dice_set.wild < 0 or keep & 1 or not game.rolled & 1:
        return ""
    same_face = [place for place in range(game.dice) if keep >> place & 1 and game.faces[place] == game.faces[0]]
    return " " + UNMARKED if same_face else ""
