"""The words in the log of a game, its first line and the comment at the end of a turn. replay.py reads them.

The line of an action is from Game.log_line.
"""

from sixpip.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.rules.core.engine import Game

GAP = "gap"
"""The word in a log where lines are missing; what follows it cannot be replayed."""
ADVISES = "# the coach advises "
"""Begins the line of the log for advice that was shown; the name of the player follows."""

UNDO = "undo"
"""The word of a line that takes back the actions before it; their number follows. No roll is ever taken back."""
TURN_END = " -> "
"""Stands between the scores in the comment at the end of a turn."""
SEATED = "seated"
"""The value of the option `start` where the log does not name one: the first seat starts."""
MARK = "mark="
"""Stands before the checksum of a maker's own variant (Variant.mark)."""
FIRST = "first="
"""Stands before the number (from 1) of the seat that starts, if the first player was chosen in advance."""
HEAD_START = "head_start="
"""Stands before the points that each player has before the first turn; left out if no player has any."""
SEATS = "seats="
"""Stands before a list of who plays. It has one word per seat: `person`, or the style of a computer player. A log of
people only has no such list."""


def head(game: "Game", seats: "tuple[str, ...]" = ()) -> str:
    """Returns the first line of a game's log. `seats` has one word per player and is empty if all are people."""
    words = ["game", game.variant.name, f"players={game.players}"]
    if game.starter >= 0:
        words.append(f"{FIRST}{game.starter + 1}")
    if game.head_start:
        words.append(HEAD_START + ",".join([str(points) for points in game.head_start]))
    if seats:
        words.append(SEATS + ",".join(seats))
    if game.variant.mark:
        words.append(f"{MARK}{game.variant.mark}")
    for key in sorted(game.overrides):
        if key != "start":
            words.append(f"{key}={game.overrides[key]}")
    if game.options["start"] != SEATED:
        words.append(f"start={game.options['start']}")
    return " ".join(words)


def turn_end(player: int, name: str, before: int, after: int) -> str:
    """Returns the comment at the end of a turn: the number of the seat (from 1), the name, and the scores before and
    after.
    """
    return f"# {player + 1} {name}: {before}{TURN_END}{after}"
