"""The time of a computer's turn on the screen, by the setting "Computers", in games of Steady and Master.

A turn counts from the moment when the OLED shows its player until it shows the next one, with all that Master computes
meanwhile.
"""

import itertools
from functools import partial
from statistics import median

from sixpip.board.contract import KEEP1
from sixpip.players.styles import MASTER, STEADY
from sixpip.rules.rulebook.variants import VARIANTS
from tools.check.bench.player import BenchPlayer
from tools.check.bench.rows import CYCLES, Row, ms
from tools.check.bench.saves import files_of, last_game, settings
from tools.play.host.screen_reader import Stuck

PART = "a computer's turn"
BUDGETS = {"normal": 5000, "quick": 2000}
"""Milliseconds of the median of all games, by the value of the setting."""
BEFORE = 4
TURNS = 6
"""TURNS turns of each game are watched, if it has as many, after those in which Master still computes its tables."""
_NAMES = ("ANNA", "BEN")
_LIMIT_MS = 240_000
_POLL_MS = 10


def turns_ms(variant: str, pace: str) -> list[float]:
    """Returns the milliseconds of some turns at the start of a game. Raises Stuck if they do not come."""
    records = {**last_game(variant, {}, _NAMES, (STEADY, MASTER)), **settings(pace=pace)}
    player = BenchPlayer(files=files_of(records))
    machine = player.machine
    machine.press(KEEP1)  # again
    starts_us: list[float] = []
    shown = ""
    end_us = machine.now_us + _LIMIT_MS * 1000
    while len(starts_us) <= BEFORE + TURNS and "wins" not in player.lines[0]:
        if machine.now_us > end_us or "Traceback" in machine.console_text:
            raise Stuck(f"{variant}: {len(starts_us)} turns: {player.lines} {machine.console_text}")
        machine.run_ms(_POLL_MS)
        name = player.lines[0].partition(" ")[0]
        if name in _NAMES and name != shown:
            shown = name
            starts_us.append(machine.now_us)
    if len(starts_us) < BEFORE + 2:
        raise Stuck(f"{variant}: the game is over after {len(starts_us)} turns.")
    return [(after - before) / 1000 for before, after in itertools.pairwise(starts_us[BEFORE:])]


def rows(pace: str) -> list[Row]:
    """Returns the median of the turns of all games, and of the games with the shortest and the longest turns."""
    times = {variant.name: turns_ms(variant.name, pace) for variant in VARIANTS}
    games = sorted(times, key=lambda name: median(times[name]))
    note = ", ".join(f"{name} {median(times[name]) / 1000:.1f} s" for name in (games[0], games[-1]))
    every = [time for game in times.values() for time in game]
    return [Row(f"{PART}: {pace}, median of all games", ms(median(every)), CYCLES, ms(BUDGETS[pace]), note=note)]


TASKS = tuple(partial(rows, pace) for pace in BUDGETS)
