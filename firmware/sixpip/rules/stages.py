"""What the engines share: the stages of a turn, the number of players, sets of dice or players as bits."""

from sixpip.port import const

MOST_PLAYERS = const(6)

READY = "ready"  # the next action is a roll
ROLLED = "rolled"  # a roll is on the table: some of it must be kept
KEPT = "kept"  # dice were kept: roll or bank
OVER = "over"


def bits(positions: int) -> int:
    """The number of positions in a set."""
    count = 0
    while positions:
        count += positions & 1
        positions >>= 1
    return count
