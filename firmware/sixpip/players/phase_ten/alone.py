"""What the end of a turn is worth in a game alone: the mean of all that follows with the best play.

A miss costs MISS points and the phase is tried again. Up to the bonus at half the worth depends on the total so far.
`python -m tools.research.solve_phases --game` prints the tables of this module.
"""

from sixpip.players.phase_ten.worth import POINT
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten.game import BONUS, MISS
from sixpip.rules.phase_ten.phases import PHASES

if TYPE_CHECKING:
    from sixpip.players.phase_ten.worth import Worth

_HALF = const(5)  # phases up to the bonus at half
WORTHS = (673, 740, 744, 666, 696, 697, 685, 557, 704, 697)
"""The best mean points of each phase, misses subtracted and without bonuses, times POINT."""
FIRST = b"\x00\x0e\x41\x77\xa8\xdc"
HALF_BONUS = (
    b"\x90",
    b"\x01\x02\x03\x04\x06\x09\x0c\x10\x15\x1a\x21\x28\x30\x37\x3f\x47\x4f\x56\x5e\x64\x6b\x70\x76\x7b\x7f\x84\x87\x8b"
    b"\x8e\x90\x93\x95\x97\x98\x99\x9b\x9c\x9c\x9d\x9e\x9e\x9f",
    b"\x01\x02\x03\x06\x08\x0c\x11\x17\x1f\x27\x30\x3a\x44\x4e\x58\x61\x69\x71\x78\x7e\x83\x88\x8c\x8f\x92\x94\x97\x98"
    b"\x9a\x9b\x9c\x9d\x9e\x9e\x9f",
    b"\x00\x09\x09\x09\x0d\x14\x25\x2f\x3a\x43\x50\x5d\x69\x74\x7e\x86\x8c\x91\x95\x98\x9a\x9c\x9d\x9e\x9e\x9f",
    b"\x00\x2a\x2a\x2a\x3d\x50\x68\x77\x81\x8d\x95\x99\x9b\x9d\x9e\x9f",
    b"\x00\xa0",
)
"""What the bonus at half is worth, in quarter points, after 0 to 5 phases: by the total, from FIRST on."""


def set_worth(worth: "Worth", phase: int, total: int, missed: bool) -> None:
    """Sets the worth of a turn of a phase; `total`: points so far; `missed`: whether the phase was missed before."""
    miss = WORTHS[phase - 1] - MISS * POINT
    if phase > _HALF:
        worth.set(miss if phase < PHASES or missed else miss - BONUS * POINT)
        return
    table = HALF_BONUS[phase - 1]
    more = table[max(0, min(total - FIRST[phase - 1], len(table) - 1))]
    worth.set(miss + more * POINT // 4, HALF_BONUS[phase], FIRST[phase] - total)
