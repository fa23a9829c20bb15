"""Takes back the last decision of a person: a keep, a bank, a refused offer, the end of a turn. Never dice.

Session.undo has the game before it, until the next decision or roll. Imported only when a decision is taken back.
"""

import json

from sixpip.port import TYPE_CHECKING
from sixpip.rules import log_writer
from sixpip.rules.engine import engine_of

if TYPE_CHECKING:
    from sixpip.app.session import Session


def take_back(session: "Session") -> None:
    """Restores the game as it was before the last decision, and logs that. Does nothing where there is none.

    The next save has the game before the decision. After a power cut until then the decision stands.
    """
    if not session.undo:
        return
    record, _, actions, _, best, counts = session.undo
    session.undo = None
    session.release_players()  # they have seen another game
    engine_of(session.game).restore(session.game, json.loads(record))
    session.best = best
    session.set_counts(counts)
    session.log.add(f"{log_writer.UNDO} {actions}")
    session.unsaved = True
