"""How the actions of Phase 10 dice are written in logs. They are read again by words.py."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import Game

if TYPE_CHECKING:
    from sixpip.rules.actions import Action
    from sixpip.rules.events import Event


def line(game: Game, action: "Action", events: "list[Event]") -> str:
    """The line of an action that `game` has just done, from the events it gave."""
    kind, detail = action
    if kind == actions.ROLL:
        thrown = events[0].positions
        shown = [dice.written(die, game.faces[die]) for die in range(game.dice) if thrown >> die & 1]
        return kind + " " + " ".join(shown)
    if kind in (actions.KEEP, actions.BACK):
        positions = detail or 0
        lay = (game.all & ~game.kept | positions) if kind == actions.KEEP else game.kept | positions
        return kind + " " + " ".join(_named(game, positions, lay))
    return kind


def _named(game: Game, positions: int, lay: int) -> "list[str]":
    """Words for some of the dice in `lay`: the face, or the name of a die where one further left shows the same."""
    shown = [dice.written(die, game.faces[die]) for die in range(game.dice)]
    words: list[str] = []
    for die in range(game.dice):
        if positions >> die & 1:
            others = [left for left in range(die) if (lay & ~positions) >> left & 1 and shown[left] == shown[die]]
            words.append(dice.label(die) if others else shown[die])
    return words
