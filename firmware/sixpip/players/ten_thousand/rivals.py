"""The chance to win against several other players at once, from the chances against each of them.

These chances depend on each other: good turns later raise all of them at once. So each chance is taken with bad,
average and good luck in the rest of the game, and for each luck the chances are multiplied. The mean of the three
products is weighted 1 : 4 : 1, which is Gauss-Hermite quadrature with three points. `BAD_LUCK` and `AVERAGE` follow
from normal distributions with the same spread for all players.
"""

from array import array

from sixpip.players.ten_thousand.win_table import CERTAIN
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterable

_STEP = const(10)  # binary digits of a step of the tables

BAD_LUCK = array(
    "H",
    (0, 0, 2, 5, 13, 26, 46, 76, 119, 176, 252, 351, 476, 634, 830, 1070, 1364)
    + (1720, 2149, 2663, 3278, 4010, 4882, 5918, 7151, 8619, 10372, 12474, 15011, 18103, 21926, 26756, 32768),
)
"""At [32 * chance against one player] the chance with bad luck, of 32 768."""
AVERAGE = array(
    "H",
    (0, 138, 492, 1021, 1700, 2510, 3434, 4460, 5573, 6763, 8019, 9330, 10687, 12080, 13500, 14937, 16384)
    + (17831, 19268, 20688, 22081, 23438, 24749, 26005, 27195, 28308, 29334, 30258, 31068, 31747, 32276, 32630, 32768),
)
"""The same with average luck."""


def chance_against_all(chances: "Iterable[int]") -> int:
    """The chance to win against all players, from those against each of them; 32 768 is certain."""
    bad = average = good = CERTAIN
    for chance in chances:
        bad = bad * _at(BAD_LUCK, chance) >> 15
        average = average * _at(AVERAGE, chance) >> 15
        good = good * (CERTAIN - _at(BAD_LUCK, CERTAIN - chance)) >> 15
    return (bad + 4 * average + good) // 6


def _at(table: "array[int]", chance: int) -> int:
    """The entry for a chance, between two entries in proportion."""
    place = chance >> _STEP
    below = table[place]
    rest = chance & (1 << _STEP) - 1
    return below + ((table[place + 1] - below) * rest >> _STEP) if rest else below
