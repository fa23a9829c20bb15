"""An action of a game in words, for the pages of games, in MicroPython."""

from sixpip import points_text
from sixpip.rules.core.actions import ROLL
from sixpip.rules.core.events import GAME_OVER, KEPT, ROLLED, THREW
from sixpip.screens.table_view import events_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.play.share.judge import Step


def words_of_step(step: "Step", game: "Any", names: "list[str]") -> str:
    """Returns what happened, in words."""
    kind = step.line.split(" ")[0]
    others = [event for event in step.events if event.kind not in (ROLLED, KEPT, GAME_OVER)]
    words = events_text(others, names)
    faces = step.line[len(kind) + 1 :]
    if any([event.kind == THREW for event in step.events]):
        return f"rolls {faces} for the start"
    if kind == ROLL:
        return f"rolls {faces}" + (f": {words}" if words else "")
    keeps = [event for event in step.events if event.kind == KEPT and event.points]
    if keeps:
        kept = [game.dice_set.faces[step.faces[at]] for at in range(game.dice) if keeps[-1].positions >> at & 1]
        points = points_text(sum([event.points for event in keeps]))
        return f"keeps {' '.join(kept)} for {points}" + (f": {words}" if words else "")
    return words or step.line
