"""Master's and the coach's computation in Phase 10 on the Pico: the whole time, the longest slice, the memory."""

import random

from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.worths import set_alone
from sixpip.rules.phase_ten.dice import DICE
from sixpip.rules.phase_ten.phases import PHASES
from tools.check.bench import pico
from tools.check.bench.rows import BYTES, CYCLES, Row, ms

PART = "best play of ten dice"
QUESTION = ms(1000)
SLICE = ms(5)
HARDEST = 2
"""Count of rolls measured for each phase, rolls left and kind of game."""
_TRIED = 60
_TOTALS = (0, 32, 78, 129, 175)
"""Points before phases 1 to 5 with which the bonus at half is open."""
_SCRIPT = """
set_gc_threshold()
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.worths import set_alone
ticks, elapsed = time.ticks_us, time.ticks_diff
gc.collect()
free = gc.mem_free()
best = BestPlay()
gc.collect()
report(free - gc.mem_free(), 0, 0)
for faces, phase, rolls, total in {work!r}:
    if total < 0:
        best.worth.set_race(phase, False)
    else:
        set_alone(best.worth, phase, total, False)
    best.ask(faces, phase, rolls)
    whole = longest = 0
    more = True
    gc.collect()
    gc.disable()
    while more:
        start = ticks()
        more = best.step()
        took = elapsed(ticks(), start)
        whole += took
        longest = max(longest, took)
    gc.enable()
    report(whole, longest, rolls)
"""

Question = tuple[bytes, int, int, int]


def cost(question: Question) -> int:
    """The cost of a question as the firmware estimates it."""
    faces, phase, rolls, total = question
    best = BestPlay()
    if total < 0:
        best.worth.set_race(phase, False)
    else:
        set_alone(best.worth, phase, total, False)
    best.ask(faces, phase, rolls)
    while best.step():
        pass
    return best.spent


def questions() -> list[Question]:
    """The hardest of many random rolls: of each phase, with one and two rolls left, with others and alone."""
    chance = random.Random(1)
    rolls = [bytes(chance.randrange(6) for _ in range(DICE)) for _ in range(_TRIED)]
    work: list[Question] = []
    for phase in range(1, PHASES + 1):
        totals = (-1, _TOTALS[phase - 1]) if phase <= len(_TOTALS) else (-1,)
        for total in totals:
            for left in (1, 2):
                asked: list[Question] = [(faces, phase, left, total) for faces in rolls]
                work += sorted(asked, key=cost, reverse=True)[:HARDEST]
    return work


def rows() -> list[Row]:
    """Returns the longest question by the rolls left, the longest slice, and the memory."""
    from tools.research.compiled_loops import compile_loops

    compile_loops()
    script = _SCRIPT.format(work=questions())
    (memory, _, _), *found = [[int(value) for value in values] for values in pico.run(script, 600_000).reports]
    before, last = (max(whole for whole, _, rolls in found if rolls == left) for left in (2, 1))
    longest = max(longest for _, longest, _ in found)
    return [
        Row(f"{PART}: with two rolls left", ms(before / 1000), CYCLES, QUESTION),
        Row(f"{PART}: with one roll left", ms(last / 1000), CYCLES, QUESTION),
        Row(f"{PART}: longest slice", ms(longest / 1000), CYCLES, SLICE, note="without garbage collections"),
        Row(f"{PART}: memory", memory, BYTES, note="without modules"),
    ]
