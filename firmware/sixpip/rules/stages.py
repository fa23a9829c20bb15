"""What the engines share: the stages of a turn, how many may play, sets of dice or players as bits."""

from sixpip.port import const

MOST_PLAYERS = const(6)

READY = "ready"  # the dice are in hand: the next thing is a roll
ROLLED = "rolled"  # a roll lies on the table and scores: keep some of it
KEPT = "kept"  # roll on or bank
OVER = "over"


def bits(positions: int) -> int:
    """How many positions are in a set."""
    many = 0
    while positions:
        many += positions & 1
        positions >>= 1
    return many
