"""What the end of a turn of Phase 10 is worth to Master: points in a game alone, the chance to win in a game for two.

Alone, a miss costs MISS points, and the phase is tried again. Up to the bonus at half, the worth of a turn depends on
the total so far. `python -m tools.research.solve_phases --game` prints the tables for that.

For two, the chance to win is read from a table at the end of the file of two_rolls.py. It has a row of chances for each
seat of the player to move (0: the other one began) and the phases of both. The chances are those with a number of
points more than the other player, in steps. In this number the bonus at half counts with its worth. The last rows are
for the closing turns: the chance of a player in a phase to pass a total that is a number of points higher.
`python -m tools.research.solve_phases.race --tables` computes the table.
"""

from array import array

from sixpip.compat import TYPE_CHECKING, const, micropython, ptr8, ptr32
from sixpip.players.phase_ten.solver.goals import CHANCE_ONLY, POINT
from sixpip.players.phase_ten.solver.two_rolls import TABLES, start_of
from sixpip.rules.phase_ten.game import BONUS, HALF, MISS
from sixpip.rules.phase_ten.phases import FINISHED, PHASES

if TYPE_CHECKING:
    from io import BufferedReader

    from sixpip.players.phase_ten.solver.goals import TurnWorth
    from sixpip.rules.phase_ten.game import PhaseTenGame

WORTHS = (673, 740, 744, 666, 696, 697, 685, 557, 704, 697)
"""The best mean points of each phase, misses subtracted and without bonuses, times POINT."""
FIRST = (0, 14, 65, 119, 168, 220)
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
"""What the bonus at half is worth, in quarter points, after 0 to 5 phases, by the total from FIRST on."""
RACE_FIRST = (0, 31, 76, 124, 168, 220)
RACE_BONUS = (
    b"\x50",
    b"\x00\x02\x04\x08\x0c\x10\x14\x18\x1e\x22\x28\x2c\x30\x34\x3a\x3e\x40\x44\x48\x4a\x4e\x50\x52\x54\x54\x56\x56\x58",
    b"\x00\x02\x04\x08\x0c\x10\x14\x1a\x20\x26\x2c\x32\x38\x3e\x44\x4a\x50\x54\x5a\x5e\x62\x64\x68\x6a\x6c\x6e\x70",
    b"\x00\x02\x06\x0a\x10\x16\x1c\x22\x2a\x34\x3e\x48\x52\x5c\x64\x6a\x70\x76\x7a\x7e\x82\x84\x88\x8a",
    b"\x00\x10\x10\x10\x18\x1e\x2e\x38\x42\x58\x6a\x76\x7e\x86\x8c\x90\x92\x94\x98\x98\x9a\x9c",
    b"\x00\xa0",
)
"""The same with another player, who may finish while one waits for the bonus (race.py --tables)."""
MEAN = const(42)
"""Points of a phase, about: the middle of a row is this often the number of phases that a player is ahead."""
CHANCES = const(32)
"""Chances in a row, each a byte."""
STEP = const(32)
"""Quarter points from one chance in a row to the next."""
SURE = const(8160)
"""The integer for a chance of 1: 255 * STEP."""
MOST_POINTS = const(63)
CLOSING_ROWS = const(200)
"""Rows before those for the closing turns."""
_PART = const(4)  # quarter points
_MIDDLE = const(512)  # CHANCES // 2 * STEP
_FEW = const(20)  # points: from here to _MANY the chance to win is about a line
_MANY = const(60)
_LEAST_RISE = const(32)  # a smaller rise of the chance is not in the table
_MOST_GAIN = const(16000)  # 1000 points
_SCALE = const(640)  # (_MANY - _FEW) * POINT

# The indexes in what `fill` gets: the place in the row with no points and the change of it by a quarter point, the
# place in the table of the bonus with no points, the last place in it, the chance before the row, whether the chance
# is that of the other player.
_START = const(0)
_SIGN = const(1)
_BONUS = const(2)
_LAST = const(3)
_BEFORE = const(4)
_OTHERS = const(5)


def half_bonus(phase: int, total: int, race: bool = False) -> int:
    """Returns what the bonus at half is worth with a total in a phase, in quarter points; 0 when it is decided.

    `race` is for a game for two, False for a game alone.
    """
    if phase > HALF:
        return 0
    table, first = (RACE_BONUS, RACE_FIRST) if race else (HALF_BONUS, FIRST)
    return table[phase - 1][max(0, min(total - first[phase - 1], len(table[phase - 1]) - 1))]


def set_alone(worth: "TurnWorth", phase: int, total: int, missed: bool) -> None:
    """Sets the worth of a turn in a game alone. `total` has the points so far; `missed` says whether the phase was
    missed before.
    """
    miss = WORTHS[phase - 1] - MISS * POINT
    if phase > HALF:
        worth.set(miss if phase < PHASES or missed else miss - BONUS * POINT)
        return
    more = half_bonus(phase, total)
    worth.set(miss + more * POINT // 4, HALF_BONUS[phase], FIRST[phase] - total)


def set_worth(worth: "TurnWorth", race: "Race", game: "PhaseTenGame") -> None:
    """Sets the worth of the turn of the player whose turn it is, in a game with other players."""
    if game.players == 2:
        race.set(worth, game)
    else:
        worth.set_race(game.phases[game.player], game.players > 1 and game.finisher >= 0)


class Race:
    """Sets the worth of a turn in a game for two, by the chance to win."""

    def __init__(self) -> None:
        self._row = bytearray(CHANCES)
        self._job = array("i", [0] * (_OTHERS + 1))
        self._chances = array("i", [0] * (MOST_POINTS + 1))

    def set(self, worth: "TurnWorth", game: "PhaseTenGame") -> None:
        """Sets the worth of the turn of the player whose turn it is."""
        player = game.player
        other = 1 - player
        phase, total = game.phases[player], game.scores[player]
        with open(TABLES, "rb") as file:
            if game.finished(other):
                bonus = BONUS if game.may_follow >> player & 1 else 0
                miss = self._find_closing(file, phase, total, game.scores[other], bonus)
            else:
                seat = int(player == game.order[0])
                miss = self._find_before(file, seat, phase, total, game.phases[other], game.scores[other])
        self._give(worth, miss)

    def _find_closing(self, file: "BufferedReader", phase: int, total: int, target: int, bonus: int) -> int:
        """Finds the chance to pass `target` in the closing turns for each number of points; returns that of a miss.

        `bonus` is the one for phase 10.
        """
        if phase == PHASES:
            for points in range(MOST_POINTS + 1):
                self._chances[points] = SURE if total + points + bonus > target else 0
        else:
            self._read(file, CLOSING_ROWS + phase)
            self._fill(_PART * (target - total), -1, phase, total, SURE, 0)
        return SURE if total > target else 0

    def _find_before(self, file: "BufferedReader", seat: int, phase: int, total: int, rest: int, passed: int) -> int:
        """Finds the chance to win for each number of points; returns that of a miss.

        `rest` and `passed` are the phase and the total of the other player. `seat` is 1 for the one who began.
        """
        others = _PART * passed + half_bonus(rest, passed, True)
        self._read(file, row_of(1 - seat, rest, phase))
        start = others + _MIDDLE - _PART * MEAN * (rest - phase)
        self._fill(start - _PART * total - half_bonus(phase, total, True), 0, FINISHED, 0, self._row[0] * STEP, 1)
        miss = self._chances[0]
        if phase == PHASES:
            shared = seat and rest == PHASES  # then the other one gets the bonus, too, but only for making the phase
            self._read(file, CLOSING_ROWS + rest - 1)
            start = _PART * (total if shared else total + BONUS) - others
            self._fill(start, 1, FINISHED, 0, self._row[0] * STEP if shared else SURE, 1)
            for points in range(min(passed - total - BONUS, MOST_POINTS + 1)):
                self._chances[points] = 0  # the other one has more points without another phase
        else:
            self._read(file, row_of(1 - seat, rest, phase + 1))
            start += _PART * (MEAN - total)
            self._fill(start, -1, phase, total, self._row[0] * STEP, 1)
        return miss

    def _read(self, file: "BufferedReader", row: int) -> None:
        """Reads a row of the table."""
        file.seek(start_of(PHASES + 1) + row * CHANCES)
        file.readinto(self._row)

    def _fill(self, start: int, sign: int, phase: int, total: int, before: int, others: int) -> None:
        """Fills in the chances in the row. In `phase`, with `total`, the bonus at half counts, too."""
        job = self._job
        job[_START] = start
        job[_SIGN] = sign
        job[_BEFORE] = before
        job[_OTHERS] = others
        table = RACE_BONUS[phase] if phase <= HALF else b"\x00"
        job[_BONUS] = total - RACE_FIRST[phase] if phase <= HALF else 0
        job[_LAST] = len(table) - 1
        fill(self._row, table, job, self._chances)

    def _give(self, worth: "TurnWorth", miss: int) -> None:
        """Sets the worth to the chances, in a unit in which the points of a usual phase are worth about themselves."""
        chances = self._chances
        rise = chances[_MANY] - chances[_FEW]
        if rise < _LEAST_RISE:
            worth.set(CHANCE_ONLY * POINT)
            return
        scale(chances, miss, rise)
        worth.set_gains(chances)


def row_of(seat: int, phase: int, other: int) -> int:
    """Returns the row of the table for the player to move; `seat` is 1 for the one who began."""
    return (seat * PHASES + phase - 1) * PHASES + other - 1


@micropython.viper
def fill(row: ptr8, bonus: ptr8, job: ptr32, chances: ptr32) -> object:
    """Looks up the chance for each number of points in a row; see the indexes in `job`."""
    points = 0
    while points <= MOST_POINTS:
        at = job[_BONUS] + points
        if at < 0:
            at = 0
        if at > job[_LAST]:
            at = job[_LAST]
        place = job[_START] + job[_SIGN] * (points * 4 + bonus[at])
        if place < 0:
            chance = job[_BEFORE]
        elif place >= 992:  # (CHANCES - 1) * STEP
            chance = row[31] * 32
        else:
            part = place & 31
            place = place >> 5
            chance = row[place] * (32 - part) + row[place + 1] * part
        if job[_OTHERS]:
            chance = 8160 - chance
        chances[points] = chance
        points += 1
    return None


@micropython.viper
def scale(chances: ptr32, miss: int, rise: int) -> object:
    """Changes the chances to what is gained against a miss, at most _MOST_GAIN; `rise` becomes _SCALE."""
    points = 0
    while points <= MOST_POINTS:
        gain = (chances[points] - miss) * _SCALE // rise
        if gain > _MOST_GAIN:
            gain = _MOST_GAIN
        if gain < 0 - _MOST_GAIN:
            gain = 0 - _MOST_GAIN
        chances[points] = gain
        points += 1
    return None
