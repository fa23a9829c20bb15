"""Reads the last turn that has ended from the log of the game in play. Imported only to show it."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.log_writer import GAP, TURN_END, UNDO
from sixpip.rules.validators import is_whole

if TYPE_CHECKING:
    from sixpip.app.session import Session

_TAIL = const(1536)
"""Bytes at the end of a log that have the last turn and what follows it: a turn of Phase 10 takes 250."""


def last_turn(session: "Session") -> "list[str]":
    """The lines of the last turn, its end (log_writer.turn_end) as the last one; none when no turn has ended.

    Without what was taken back. Of a turn longer than the end of the log that is read, the first lines are missing, and
    lines that the console did not write are left out.
    """
    lines: list[str] = []
    for line in _tail(session.log.path()) + session.log.lines:
        word, _, rest = line.partition(" ")
        if word == UNDO:
            if is_whole(rest):
                _drop(lines, int(rest))
        elif is_turn_end(line) or not (line.startswith("#") or word in ("game", GAP)):
            lines.append(line)
    while lines and not is_turn_end(lines[-1]):
        lines.pop()
    for place in range(len(lines) - 2, -1, -1):
        if is_turn_end(lines[place]):
            return lines[place + 1 :]
    return lines


def is_turn_end(line: str) -> bool:
    """Whether a line is the comment at the end of a turn."""
    before, arrow, after = line.rpartition(": ")[2].partition(TURN_END)
    return line.startswith("# ") and bool(arrow) and is_whole(before) and is_whole(after)


def _drop(lines: "list[str]", actions: int) -> None:
    """Drops the last actions, and the ends of turns after and between them."""
    while lines and actions:
        if not is_turn_end(lines.pop()):
            actions -= 1


def _tail(path: str) -> "list[str]":
    """The last whole lines of a log; none of one that cannot be read."""
    try:
        with open(path, "rb") as stream:
            size = stream.seek(0, 2)
            stream.seek(max(0, size - _TAIL))
            lines = stream.read().split(b"\n")
        return [line.decode() for line in lines[1 if size > _TAIL else 0 : -1]]
    except (OSError, ValueError):  # ValueError: it is not text
        return []
