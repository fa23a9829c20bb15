"""The CPU time to compute all legal keeps of the worst roll, for each variant of the ten-thousand family.

The rolls that take longest are found by the count of executed Python lines: the same on every computer.
"""

import gc
import itertools
import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any, TypeVar

from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.scorer import pack
from tools.check.bench import pico
from tools.check.bench.rows import CYCLES, Row, ms, worst_of

T = TypeVar("T")


def count_lines(function: Callable[[], object]) -> int:
    """Counts the lines and calls that `function` executes, without those of finalizers."""
    count = 0

    def trace(_frame: FrameType, _event: str, _detail: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    collects = gc.isenabled()
    gc.disable()
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
        if collects:
            gc.enable()
    return count


def hardest(rolls: Iterable[T], function: Callable[[T], object], count: int) -> list[T]:
    """Returns the `count` rolls that `function` takes longest for."""
    cost = {roll: count_lines(lambda roll=roll: function(roll)) for roll in rolls}  # type: ignore[misc]
    return sorted(cost, key=lambda roll: -cost[roll])[:count]


PART = "keeps of the worst roll"
BUDGET = ms(5)
HARDEST = 4
"""Count of rolls measured for each variant."""

_SCRIPT = """
set_gc_threshold()
from sixpip.rules.ten_thousand.game import TenThousandGame
for name, rolls in {work!r}:
    game = TenThousandGame(name, {{"start": "seated"}})
    gc.collect()
    for roll in rolls:
        timed(name + " " + str(roll), game.scorer.score, roll)
"""


def rolls_of(name: str) -> list[int]:
    """Returns the rolls of a variant, as multisets, that take longest to score."""
    game = TenThousandGame(name)
    rolls = [
        pack(faces)
        for faces in itertools.combinations_with_replacement(range(len(game.dice_set.faces)), game.dice)
        if game.dice_set.wild < 0 or faces.count(game.dice_set.wild) < 2
    ]
    return hardest(rolls, game.scorer.score, HARDEST)


def _describe(name: str, roll: int) -> str:
    """Returns the faces of a roll and its count of keeps."""
    game = TenThousandGame(name)
    faces = [game.dice_set.faces[face] for face in range(7) for _ in range(roll >> (4 * face) & 7)]
    return f"{' '.join(faces)}, {game.scorer.score(roll)} keeps"


def rows() -> list[Row]:
    """Returns one row for each variant."""
    names = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
    found = []
    for timed in pico.run(_SCRIPT.format(work=[(name, rolls_of(name)) for name in names])).timed:
        name, roll = timed.label.split()
        found.append(Row(f"{PART}: {name}", timed.cycles, CYCLES, BUDGET, note=_describe(name, int(roll))))
    return worst_of(found)
