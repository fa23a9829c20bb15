"""The time of a computer player's turn on the screen, by the setting "Computers", in games of two of them.

A turn counts from the moment when the OLED shows its player until it shows the next one, with all that Master computes
meanwhile.
"""

from functools import partial
from statistics import median

from sixpip.board.contract import KEEP1
from sixpip.players.styles import MASTER, NAMES, STEADY
from tools.check.bench.player import BenchPlayer
from tools.check.bench.rows import CYCLES, Row, ms
from tools.check.bench.saves import files_of, last_game, settings
from tools.play.host.screen_reader import Stuck

PART = "a computer's turn"
BUDGETS = {"normal": 5000, "quick": 2000}
"""Milliseconds, by the value of the setting."""
GAMES = (("dice-10000", MASTER), ("farkle", MASTER), ("farkle", STEADY), ("phase-10", MASTER))
TURNS = 15
"""So many turns are watched; the first one, which may wait for imports, counts as well."""
_NAMES = ("ANNA", "BEN")
_LIMIT_MS = 240_000
_POLL_MS = 10


def rows(variant: str, style: int, pace: str) -> list[Row]:
    """Returns the median of the turns at the beginning of a game. Raises Stuck if they do not come."""
    records = {**last_game(variant, {}, _NAMES, (style, style)), **settings(pace=pace)}
    machine = (player := BenchPlayer(files=files_of(records))).machine
    machine.press(KEEP1)  # again
    starts_us: list[float] = []
    shown = ""
    end_us = machine.now_us + _LIMIT_MS * 1000
    while len(starts_us) <= TURNS:
        if machine.now_us > end_us or "Traceback" in machine.console_text:
            raise Stuck(f"{variant}: {len(starts_us)} turns: {player.lines} {machine.console_text}")
        machine.run_ms(_POLL_MS)
        name = player.lines[0].partition(" ")[0]
        if name in _NAMES and name != shown:
            shown = name
            starts_us.append(machine.now_us)
    turns = [(after - before) / 1000 for before, after in zip(starts_us, starts_us[1:], strict=False)]
    label = f"{PART}: {variant}, {NAMES[style]}, {pace}"
    return [Row(label, ms(median(turns)), CYCLES, ms(BUDGETS[pace]))]


TASKS = tuple(partial(rows, variant, style, pace) for variant, style in GAMES for pace in BUDGETS)
