"""What the best use of ten phase dice costs on the Pico: the worst roll of each phase."""

import random
import time

from sixpip.rules.phases.best import Best
from sixpip.rules.phases.dice import DICE
from sixpip.rules.phases.goals import PHASES, in_words

BUDGET_US = 20000
"""The best use of ten dice for a phase."""
HARDEST = 3
"""Rolls of each phase that are measured: the hardest on this computer, which rank the same on the Pico."""
_TRIED = 2000

_SCRIPT = """
import time
from sixpip.rules.phases.best import Best
best = Best()
for phase, rolls in {work!r}:
    for roll in rolls:
        began = time.ticks_us()
        best.look(roll, phase)
        print("RESULT", phase, time.ticks_diff(time.ticks_us(), began))
"""


def hardest(phase: int) -> list[bytes]:
    """Those of many rolls, all alike and all different ones among them, that take longest here."""
    chance = random.Random(phase)
    rolls = [bytes([side] * DICE) for side in range(6)]
    rolls += [bytes(chance.randrange(6) for _ in range(DICE)) for _ in range(_TRIED)]
    best = Best()
    cost = {roll: min(_seconds(best, roll, phase) for _ in range(3)) for roll in rolls}
    return sorted(cost, key=lambda roll: -cost[roll])[:HARDEST]


def _seconds(best: Best, roll: bytes, phase: int) -> float:
    began = time.perf_counter()
    best.look(roll, phase)
    return time.perf_counter() - began


def script() -> str:
    """What the Pico runs: it prints phase and microseconds."""
    return _SCRIPT.format(work=[(phase, hardest(phase)) for phase in range(1, PHASES + 1)])


def report(lines: list[list[str]]) -> bool:
    """Print the table; whether the budget holds."""
    print(f"{'phase-10':35} {'':14} {'us':>6}  budget {BUDGET_US} us")
    worst: dict[int, int] = {}
    for number, took in lines:
        worst[int(number)] = max(worst.get(int(number), 0), int(took))
    for phase, us in worst.items():
        print(f"  {phase:2} {in_words(phase):45} {us:6}  {'ok' if us <= BUDGET_US else 'OVER'}")
    return max(worst.values()) <= BUDGET_US
