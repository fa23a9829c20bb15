"""The log lines of actions in Phase 10. menus/log_parser.py reads them."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.game import actions
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import Game

if TYPE_CHECKING:
    from sixpip.rules.game.actions import Action
    from sixpip.rules.game.events import Event


def line(game: Game, action: "Action", events: "list[Event]") -> str:
    """The line of an action that `game` has just applied, from the events it returned."""
    kind, detail = action
    if kind == actions.ROLL:
        thrown = events[0].positions
        shown = [dice.written(die, game.faces[die]) for die in range(game.dice) if thrown >> die & 1]
        return kind + " " + " ".join(shown)
    if kind in (actions.KEEP, actions.BACK):
        positions = detail or 0
        among = (game.all & ~game.kept | positions) if kind == actions.KEEP else game.kept | positions
        return kind + " " + " ".join(_named(game, positions, among))
    return kind


def _named(game: Game, positions: int, among: int) -> "list[str]":
    """Words for some of the dice in `among`: the face, or the name of the die where one further left shows the same."""
    words: list[str] = []
    shown: list[str] = []  # by the others further left
    for die in range(game.dice):
        word = dice.written(die, game.faces[die])
        if positions >> die & 1:
            words.append(dice.label(die) if word in shown else word)
        elif among >> die & 1:
            shown.append(word)
    return words
