"""What the end of a turn of Phase 10 is worth to a player: the phase made with some points, or missed."""

from sixpip.port import const
from sixpip.rules.phase_ten.phases import PHASES

POINT = const(16)
"""The integer for one point."""
CHANCE_ONLY = const(-1000)
"""The worth of a miss, in points, with which the chance to make the phase counts first, then the points."""
_RACE = const(0)  # a miss with other players: nothing scored, a turn lost
_CLOSING = const(-40)  # a miss in the closing turns: no more turns


class Worth:
    """The worth of points made, and of a miss. Integers of 1 / POINT."""

    def __init__(self) -> None:
        """Only the chance counts."""
        self.set(CHANCE_ONLY * POINT)

    def set(self, miss: int, table: bytes = b"\x00", first: int = 0) -> None:
        """`miss`: what a miss is worth. `table`: what is added to the points, from `first` on, in quarters."""
        self.miss = miss
        self._table = table
        self._first = first * POINT

    def set_race(self, phase: int, closing: bool) -> None:
        """Sets the worth of a turn with other players; `closing`: the next miss is the last turn."""
        self.set(POINT * (_RACE if not closing else _CLOSING if phase < PHASES else CHANCE_ONLY))

    def gain(self, points: int) -> int:
        """What is gained against a miss by making the phase with these points (times POINT)."""
        at = points - self._first
        table = self._table
        if at <= 0:
            more = table[0] * POINT
        elif at >= (len(table) - 1) * POINT:
            more = table[-1] * POINT
        else:
            part = at % POINT
            at //= POINT
            more = table[at] * (POINT - part) + table[at + 1] * part
        return points + (more >> 2) - self.miss
