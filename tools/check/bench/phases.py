"""The CPU time to find the best use of ten phase dice: the worst roll of each phase."""

import random

from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.phase_ten.dice import DICE, PHASES, in_words
from tools.check.bench import pico
from tools.check.bench.hardest import hardest
from tools.check.bench.rows import CYCLES, Row, ms, worst_of

PART = "best use of ten dice"
BUDGET = ms(20)
HARDEST = 3
"""Count of rolls measured for each phase."""
_TRIED = 2000

_SCRIPT = """
from sixpip.rules.phase_ten.best_use import BestUse
best = BestUse()
for phase, rolls in {work!r}:
    for roll in rolls:
        timed(str(phase), best.find, roll, phase)
"""


def rolls_of(phase: int) -> list[bytes]:
    """Returns the rolls that take longest for a phase, out of many random rolls and rolls of equal sides."""
    chance = random.Random(phase)
    rolls = [bytes([side] * DICE) for side in range(6)]
    rolls += [bytes(chance.randrange(6) for _ in range(DICE)) for _ in range(_TRIED)]
    best = BestUse()
    return hardest(rolls, lambda roll: best.find(roll, phase), HARDEST)


def rows() -> list[Row]:
    """Returns one row for each phase."""
    script = _SCRIPT.format(work=[(phase, rolls_of(phase)) for phase in range(1, PHASES + 1)])
    return worst_of(
        Row(f"{PART}: {timed.label}, {in_words(int(timed.label))}", timed.cycles, CYCLES, BUDGET)
        for timed in pico.run(script).timed
    )
