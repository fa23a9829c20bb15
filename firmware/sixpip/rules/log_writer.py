"""A game as lines of text, written: the first line, and one for each action. What the console needs of log.py."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.engine import engine_of

if TYPE_CHECKING:
    from sixpip.rules.actions import Action
    from sixpip.rules.engine import AnyGame
    from sixpip.rules.events import Event

GAP = "gap"
"""Stands in a log where lines have been lost: nothing after it can be replayed."""
SEATED = "seated"
"""The first seat starts: so it is where a log does not say who does."""
MARK = "mark="
"""Of a maker's own variant: which version of its rules was played."""


def head(game: "AnyGame") -> str:
    """The first line of a game's log."""
    words = ["game", game.variant.name, f"players={game.players}"]
    if game.variant.mark:
        words.append(f"{MARK}{game.variant.mark}")
    for key in sorted(game.row):
        if key != "start":
            words.append(f"{key}={game.row[key]}")
    if game.options["start"] != SEATED:
        words.append(f"start={game.options['start']}")
    return " ".join(words)


def line(game: "AnyGame", action: "Action", events: "list[Event]") -> str:
    """The line of an action that `game` has just done, from the events it gave."""
    return engine_of(game).line(game, action, events)
