"""`python -m tools.research.solve_phases.race`: how strong Master is in Phase 10 for two, exactly.

The strongest opponent knows the policy of Master in every state and plays the best policy against it (two_players.py).
The command updates the table of that in firmware/sixpip/players/README.md; with --tables it first makes the table of
the firmware with the chances to win. With --games Master plays whole games instead, and each of its choices is compared
with the best one (compare_two.py).
"""

import sys
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixpip.players.phase_ten import worths
from sixpip.players.phase_ten.solver.two_rolls import TABLES, start_of
from sixpip.players.phase_ten.worths import CHANCES, CLOSING_ROWS, RACE_BONUS, RACE_FIRST, STEP, SURE, Race
from sixpip.rules.phase_ten.game import BONUS, HALF
from sixpip.rules.phase_ten.phases import COLOR, PHASES, goal
from tools import FIRMWARE
from tools.publish import markdown
from tools.research.compiled import compiled
from tools.research.compiled_loops import compile_loops
from tools.research.solve.cache import default_folder
from tools.research.solve_phases import race_bonus, turns, two_players
from tools.research.solve_phases.compare import estimate
from tools.research.solve_phases.compare_two import PARTS, Judge, MostPoints, games
from tools.research.solve_phases.multisets import Values
from tools.research.solve_phases.two_players import (
    BEST,
    COUNTS,
    LOWS,
    MEAN,
    TARGETS,
    Choices,
    Floats,
    Game,
    Places,
    Player,
    Solution,
    closing_chances,
    solve,
    starts,
)
from tools.terminal import Parser, command, print_message, whole

PAGE = FIRMWARE / "sixpip" / "players" / "README.md"
_LAST = PHASES - 1
_MIDDLE = CHANCES // 2 * STEP
_USUAL_BONUS = 20
"""The bonus at half on average, about."""
_LEAST_WEIGHT = 1e-9
"""States that are less usual do not count."""
_LONGEST = 64
_CLOSING_MISS = -40.0
"""What a miss is worth in the closing turns to the player for the most points in each turn."""

_MOST_POINTS = "the most points in each turn"
_CHANCE = "the chance to win, by the table"

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int32]
fill = compiled(getattr(worths.fill, "py_func", worths.fill))


class Bonus(NamedTuple):
    """RACE_BONUS of the firmware as arrays, by the phases made."""

    values: Bytes
    first: Places
    last: Places


def half_bonus_arrays() -> Bonus:
    """The tables of the firmware."""
    tables = [*RACE_BONUS, *[b"\x00"] * (PHASES - HALF)]
    values = np.array([list(table.ljust(_LONGEST, b"\x00")) for table in tables], np.uint8)
    first = [*RACE_FIRST, *[0] * (PHASES - HALF)]
    return Bonus(values, np.array(first), np.array([len(table) - 1 for table in tables]))


# The policies


def chances(phase: int, folder: Path) -> Values:
    """The chance of each number of points with each policy of a phase; those of one color are stored in a folder."""
    path = folder / f"phase-{phase}-{len(turns.policies(phase))}.npy"
    if path.exists():
        stored: Values = np.load(path)
        return stored
    found = np.array([turns.result(phase, value) for value in turns.policies(phase)])
    if goal(phase)[0] == COLOR:
        folder.mkdir(parents=True, exist_ok=True)
        np.save(path, found)
    return found


def best_player(folder: Path) -> Player:
    """A player who always has the best policy."""
    found = [chances(phase, folder) for phase in range(1, PHASES + 1)]
    many = np.array([len(one) for one in found])
    padded = np.zeros((PHASES, int(many.max()), turns.MOST), np.float32)
    for phase, one in enumerate(found):
        padded[phase, : len(one)] = one
    closing = np.full((2, PHASES, int(COUNTS.max()), TARGETS), BEST, np.uint8)
    return Player(padded, many, closing, np.full(int(starts()[2, 0, 0]), BEST, np.uint8))


def _policy(phase: int, miss: float) -> int:
    """The policy of a phase in which a miss is worth that many points, or the nearest one."""
    misses = turns.COLOR_MISSES if goal(phase)[0] == COLOR else turns.MISSES
    return int(np.argmin([abs(one - miss) for one in misses]))


def points_player(best: Player) -> Player:
    """The player who wants the most points in each turn, as Master does with more than two players."""
    closing, fixed = best.closing.copy(), best.fixed.copy()
    for phase in range(PHASES):
        closing[:, phase] = _policy(phase + 1, _CLOSING_MISS if phase < _LAST else turns.CHANCE_ONLY)
        for began in range(2):
            for rest in range(PHASES):
                first = int(starts()[began, phase, rest])
                fixed[first : first + int(COUNTS[phase] * COUNTS[rest])] = _policy(phase + 1, 0)
    return best._replace(closing=closing, fixed=fixed)


# Master, by the table of the firmware


class Job(NamedTuple):
    """What Race._fill of the firmware gets; `made` counts the phases made."""

    start: int
    sign: int
    made: int
    total: int
    before: int
    others: int


@compiled
def _look_up(row: Bytes, job: Job, bonus: Bonus, found: Numbers) -> object:
    """Race._fill of the firmware: the chances in a row after each number of points."""
    first = job.total - bonus.first[job.made]
    numbers = np.array([job.start, job.sign, first, bonus.last[job.made], job.before, job.others], np.int32)
    fill(row, bonus.values[job.made], numbers, found)
    return None


@compiled
def effective(bonus: Bonus, phase: int, total: int) -> int:
    """The quarter points of a total in a phase, with the mean of the bonus at half."""
    if phase >= HALF:
        return 4 * total
    at = min(max(total - bonus.first[phase], 0), bonus.last[phase])
    return 4 * total + bonus.values[phase, at]  # type: ignore[no-any-return]


@compiled
def chances_before(rows: Bytes, bonus: Bonus, turn: two_players.Turn, found: Numbers) -> int:
    """Race._find_before of the firmware: the chance to win after each number of points, and that after a miss."""
    phase, rest = turn.phase, turn.rest
    others = effective(bonus, rest, LOWS[rest] + turn.at)
    row = ((1 - turn.seat) * PHASES + rest) * PHASES + phase
    start = others + _MIDDLE - 4 * MEAN * (rest - phase)
    now = start - effective(bonus, phase, turn.total)
    _look_up(rows[row], Job(now, 0, PHASES, 0, rows[row, 0] * STEP, 1), bonus, found)
    miss = found[0]
    if phase == _LAST:
        shared = turn.seat and rest == _LAST
        last = CLOSING_ROWS + rest
        before = rows[last, 0] * STEP if shared else SURE
        start = 4 * (turn.total if shared else turn.total + BONUS) - others
        _look_up(rows[last], Job(start, 1, PHASES, 0, before, 1), bonus, found)
        for points in range(min(LOWS[rest] + turn.at - turn.total - BONUS, len(found))):
            found[points] = 0
    else:
        start += 4 * (MEAN - turn.total)
        before = rows[row + 1, 0] * STEP
        _look_up(rows[row + 1], Job(start, -1, phase + 1, turn.total, before, 1), bonus, found)
    return miss  # type: ignore[no-any-return]


@compiled
def _choices_before(player: Player, rows: Bytes, bonus: Bonus, flip: int) -> Choices:
    """The policy that Master has in every state by the table; `flip` is 1 for the other player in a Solution."""
    started = starts()
    found = np.zeros(started[2, 0, 0], np.uint8)
    ends = np.zeros(turns.MOST, np.float32)
    after = np.zeros(turns.MOST, np.int32)
    for began in range(2):
        for phase in range(PHASES):
            for rest in range(PHASES):
                state = started[began, phase, rest]
                for at in range(COUNTS[phase]):
                    for at_other in range(COUNTS[rest]):
                        seat = 1 - began if flip else began
                        turn = two_players.Turn(seat, phase, LOWS[phase] + at, rest, at_other)
                        miss = chances_before(rows, bonus, turn, after)
                        ends[:] = after
                        ends[-1] = miss
                        found[state] = np.argmax(np.dot(player.chances[phase, : player.many[phase]], ends))
                        state += 1
    return found


@compiled
def _choices_closing(player: Player, rows: Bytes, bonus: Bonus) -> Choices:
    """The policies of Master in the closing turns by the table, as in Player.closing."""
    found = np.zeros(player.closing.shape, np.uint8)
    ends = np.zeros(turns.MOST, np.float32)
    after = np.zeros(turns.MOST, np.int32)
    for phase in range(PHASES):
        for finish in range(2 if phase == _LAST else 1):
            for at in range(COUNTS[phase]):
                total = LOWS[phase] + at
                for target in range(total, TARGETS):
                    if phase == _LAST:
                        for points in range(turns.MOST):
                            after[points] = total + points + BONUS * finish > target
                    else:
                        job = Job(4 * (target - total), -1, phase + 1, total, SURE, 0)
                        _look_up(rows[CLOSING_ROWS + phase + 1], job, bonus, after)
                    ends[:] = after
                    ends[-1] = 0
                    means = np.dot(player.chances[phase, : player.many[phase]], ends)
                    found[finish, phase, at, target] = np.argmax(means)
    return found


def master(best: Player, rows: Bytes) -> Player:
    """Master, as the other player of a game, with a table of the firmware."""
    closing = _choices_closing(best, rows, half_bonus_arrays())
    return best._replace(closing=closing, fixed=_choices_before(best, rows, half_bonus_arrays(), 1))


def shipped() -> Bytes:
    """The table that is shipped."""
    return np.frombuffer(Path(TABLES).read_bytes()[start_of(PHASES + 1) :], np.uint8).reshape(-1, CHANCES)


# Making the table


def _weights(phase: int) -> Values:
    """How usual each total before a phase is, about."""
    bonus = _USUAL_BONUS if phase >= HALF else 0
    totals = LOWS[phase] + np.arange(COUNTS[phase])
    width = 1.5 * (6 * phase**0.5 + 3) + bonus
    weights: Values = np.exp(-0.5 * ((totals - MEAN * phase - bonus) / width) ** 2)
    return weights


def _effective(phase: int) -> Values:
    bonus = half_bonus_arrays()
    return np.array([effective(bonus, phase, int(LOWS[phase]) + at) for at in range(COUNTS[phase])], float)


def _places(mine: Values, others: Values, phase: int, rest: int) -> Values:
    """The places in a row with these quarter points of both players."""
    places: Values = (mine[:, None] - others - 4.0 * MEAN * (phase - rest) + _MIDDLE) / STEP
    return places


def _mean_row(values: Values, places: Values, weights: Values) -> Values:
    """The mean chance to win near each place in a row; where no totals are near, that of the nearest place."""
    row = np.full(CHANCES, np.nan)
    for place in range(CHANCES):
        for width in (0.15, 0.3, 0.6, 1.0):
            near = np.abs(places - place) <= width
            if weights[near].sum() > _LEAST_WEIGHT:
                row[place] = np.average(values[near], weights=weights[near])
                break
    known = np.flatnonzero(~np.isnan(row))
    return np.interp(np.arange(CHANCES), known, row[known])


def _chances(solution: Solution) -> dict[race_bonus.Pair, Values]:
    """The exact chances by who began and the phases made."""
    found = {}
    for began, phase, rest in product(range(2), range(PHASES), range(PHASES)):
        first, shape = int(starts()[began, phase, rest]), (int(COUNTS[phase]), int(COUNTS[rest]))
        found[began, phase, rest] = solution.one[first : first + shape[0] * shape[1]].reshape(shape)
    return found


def fitted_bonus(solution: Solution) -> list[tuple[int, bytes]]:
    """What RACE_FIRST and RACE_BONUS of the firmware are to be, by the phases made."""
    weights = [_weights(phase) for phase in range(PHASES)]
    return race_bonus.fit(race_bonus.Fit(_chances(solution), weights, _mean_row, _places))


def table(solution: Solution, passed: Floats) -> Bytes:
    """The table of the firmware; `passed`: the chances in the closing turns."""
    rows = []
    for (_, phase, rest), values in _chances(solution).items():
        places = _places(_effective(phase), _effective(rest), phase, rest)
        rows.append(_mean_row(values, places, _weights(phase)[:, None] * _weights(rest)))
    for phase in range(PHASES):
        at = int(np.argmax(_weights(phase)))
        start = int(_effective(phase)[at]) // 4
        targets = np.minimum(start + np.arange(CHANCES) * STEP // 4, TARGETS - 1)
        rows.append(passed[0, phase, at, targets])
    found: Bytes = np.rint(np.clip(rows, 0, 1) * 255).astype(np.uint8)
    return found


def write(rows: Bytes) -> None:
    """Writes the table behind the other ones of the firmware."""
    path = Path(TABLES)
    path.write_bytes(path.read_bytes()[: start_of(PHASES + 1)] + rows.tobytes())


# The measurement


def play(one: Player, other: Player) -> Solution:
    """Solves the game of two players."""
    return solve(Game(one, other, closing_chances(one)[0], closing_chances(other)[0]))


def wins(solution: Solution) -> tuple[float, float]:
    """The chance of the one player to win when that player begins, and when the other one does."""
    began, waits = int(starts()[1, 0, 0]), int(starts()[0, 0, 0])
    return float(solution.one[began]), 1 - float(solution.other[waits])


def strength_table(folder: Path) -> str:
    """Measures the players against the strongest opponent and returns the table."""
    best = best_player(folder)
    rows = []
    rules = (
        (_MOST_POINTS, points_player(best)),
        (_CHANCE, master(best, shipped())),
        ("the best policy in every state", best),
    )
    for name, player in rules:
        first, second = wins(play(best, player))
        rows.append([name, *(f"{chance:.1%}" for chance in (first, second, (first + second) / 2))])
        print_message(" | ".join(rows[-1]))
    return markdown.table(["a player for", "the strongest opponent, beginning", "not beginning", "on average"], rows)


def choices_table(folder: Path, count: int) -> str:
    """Plays games of equal players and returns the table of what their choices lose."""
    best = best_player(folder)
    judge = Judge(play(best, best), closing_chances(best)[0])
    rows = []
    for name, rule in ((_MOST_POINTS, MostPoints), (_CHANCE, Race)):
        found = games(judge, rule, count)
        total = estimate([sum(game.values()) for game in found])
        parts = [sum(game.get(part, 0.0) for game in found) / count for part in PARTS]
        rows.append([name, f"{total.mean:.2%} ± {total.margin:.2%}", *(f"{part:.2%}" for part in parts)])
        print_message(" | ".join(rows[-1]))
    return markdown.table(["a player for", "loses", *PARTS], rows)


def _printed(bonus: list[tuple[int, bytes]]) -> str:
    """RACE_FIRST and RACE_BONUS as they are written in the firmware."""
    escaped = ["\\x" + worths.hex(" ").replace(" ", "\\x") for _, worths in bonus]
    tables = "".join(f'    b"{table}",\n' for table in escaped)
    return f"RACE_FIRST = {tuple(first for first, _ in bonus)}\nRACE_BONUS = (\n{tables})"


@command
def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    parser = Parser(prog="python -m tools.research.solve_phases.race", description=__doc__)
    parser.add_argument("--tables", action="store_true", help="first make the table of the firmware")
    parser.add_argument("--games", type=whole(2, 1_000_000), metavar="N", help="print what choices lose in N games")
    parser.add_argument(
        "--cache", metavar="DIR", type=Path, default=default_folder(), help="folder for the policies of one color"
    )
    options = parser.parse_args(arguments)
    if options.tables:
        best = best_player(options.cache)
        solution = play(best, best)
        bonus = fitted_bonus(solution)
        if bonus != [*zip(RACE_FIRST, RACE_BONUS, strict=True)]:
            print_message("First write this to worths.py of the firmware:")
            print(_printed(bonus))
            return 1
        write(table(solution, closing_chances(best)[0]))
    if options.games:
        compile_loops()
        print(choices_table(options.cache, options.games), end="")
    else:
        markdown.update_file(PAGE, {"race": lambda: strength_table(options.cache)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
