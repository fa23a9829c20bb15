"""The turn solver and Master on the Pico: CPU time of the whole work and of its longest slice, and the memory.

The work is done in slices between frames, so no press waits for it; only an import cannot be divided.
"""

from functools import partial
from typing import TYPE_CHECKING

from tools.check.bench import pico
from tools.check.bench.rows import BYTES, CYCLES, Row, ms

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

PART = "computer players"
MEASURED: "tuple[tuple[str, Options], ...]" = (
    ("farkle", {}),
    ("five-cubes", {}),
    ("seven-dice", {}),
    ("seven-dice", {"pick_up": "yes"}),
    ("seven-dice", {"must_keep_all": "yes", "full_house": 500}),
    ("dice-10000", {"three_pairs": 1500, "busts": -500}),
    ("pure", {"multiples": "doubling", "extend": "yes"}),
    ("pure", {"wild_die": "yes"}),
)
"""A plain variant, one with a sun, the one with most rolls, and the hardest mixes of house rules that were found."""
CLASSES = ms(3000)
PASS = ms(500)
SLICE = ms(5)
TURN = ms(1000)
_WITHOUT_COLLECTIONS = "without garbage collections, and not just after them; there {after:.1f} ms"

_SCRIPT = """
set_gc_threshold()
import sys
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
from sixpip.players.ten_thousand.win_chance import WinChance
ticks, elapsed = time.ticks_us, time.ticks_diff
loading = after = 0

def sliced(label, step):
    global loading, after
    whole = longest = steps = 0
    more = True
    while more:
        steps += 1
        if steps % 64 == 0:
            gc.collect()
        modules = len(sys.modules)
        start = ticks()
        more = step()
        took = elapsed(ticks(), start)
        whole += took
        if len(sys.modules) != modules:
            loading = max(loading, took)
        elif steps % 64 < 8:  # the search for free memory takes longer
            after = max(after, took)
        else:
            longest = max(longest, took)
    report(label, whole, longest)

def setting():
    for _ in setting_values:
        return True
    return False

game = TenThousandGame({name!r}, {row!r}, 2)
gc.collect()
free = gc.mem_free()
gc.disable()
solver = TurnSolver(game)
sliced("classes", solver.build)
chance = WinChance(game, solver)
sliced("chances", chance.prepare)
setting_values = chance.values()
sliced("values", setting)
sliced("pass", solver.step)
report("loading", loading, after)
gc.collect()
report("memory", free - gc.mem_free(), 0)
"""


def _microseconds(us: int) -> int:
    return ms(us / 1000)


def rows(name: str, options: "Options") -> list[Row]:
    """Returns the rows of one variant with house rules."""
    script = _SCRIPT.format(name=name, row={"start": "seated", **options})  # a house rule: no shipped tables
    found = {label: (int(whole), int(longest)) for label, whole, longest in pico.run(script).reports}
    name = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
    loading, after = found.pop("loading")
    turn = _microseconds(found["values"][0] + found["pass"][0])
    longest = _microseconds(max(slices for _, slices in found.values()))
    return [
        Row(f"{PART}: {name}, classes of rolls", _microseconds(found["classes"][0]), CYCLES, CLASSES),
        Row(f"{PART}: {name}, one pass", _microseconds(found["pass"][0]), CYCLES, PASS),
        Row(f"{PART}: {name}, chances of a game", _microseconds(found["chances"][0]), CYCLES),
        Row(f"{PART}: {name}, chances of a turn", turn, CYCLES, TURN),
        Row(
            f"{PART}: {name}, longest slice",
            longest,
            CYCLES,
            SLICE,
            note=_WITHOUT_COLLECTIONS.format(after=after / 1000),
        ),
        Row(
            f"{PART}: {name}, longest import",
            _microseconds(loading),
            CYCLES,
            note="one at a time, at the start of a game",
        ),
        Row(f"{PART}: {name}, memory", found["memory"][0], BYTES),
    ]


TASKS = tuple(partial(rows, *game) for game in MEASURED)
