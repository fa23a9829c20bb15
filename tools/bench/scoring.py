"""What scoring costs on the Pico: every legal keep of the worst roll, one row a variant of the ten-thousand family."""

import itertools
import time

from sixpip.rules.game import Game
from sixpip.rules.sheet import pack
from sixpip.rules.tables import PHASE
from sixpip.rules.variants import VARIANTS

BUDGET_US = 5000
"""All legal keeps of the worst roll of six dice, DESIGN.md."""
HARDEST = 4
"""Rolls of each variant that are measured: the hardest on this computer, which rank the same on the Pico."""

_SCRIPT = """
import time
from sixpip.rules.game import Game
for name, dice, rolls in {work!r}:
    game = Game(name, {{"start": "seated"}})
    for roll in rolls:
        began = time.ticks_us()
        found = game.sheet.score(roll)
        print("RESULT", name, dice, roll, found, time.ticks_diff(time.ticks_us(), began))
"""


def hardest(name: str) -> tuple[int, list[int]]:
    """The number of dice of a variant, and those multisets of them that take longest to score here."""
    game = Game(name)
    cost: dict[int, float] = {}
    for faces in itertools.combinations_with_replacement(range(len(game.table.faces)), game.dice):
        if game.table.wild >= 0 and faces.count(game.table.wild) > 1:
            continue
        roll = pack(faces)
        best = min(_seconds(game, roll) for _ in range(3))
        cost[roll] = best
    return game.dice, sorted(cost, key=lambda roll: -cost[roll])[:HARDEST]


def _seconds(game: Game, roll: int) -> float:
    began = time.perf_counter()
    game.sheet.score(roll)
    return time.perf_counter() - began


def script() -> str:
    """What the Pico runs: it prints variant, dice, roll, keeps and microseconds."""
    family = [variant for variant in VARIANTS if variant.table is not PHASE]
    return _SCRIPT.format(work=[(variant.name, *hardest(variant.name)) for variant in family])


def report(lines: list[list[str]]) -> bool:
    """Print the table; whether the budget holds."""
    worst: dict[str, tuple[int, str, str]] = {}
    for name, dice, roll, found, took in lines:
        game = Game(name)
        shown = [game.table.faces[face] for face in range(7) for _ in range(int(roll) >> (4 * face) & 7)]
        worst[name] = max(worst.get(name, (0, "", "")), (int(took), f"{dice} dice, {found} keeps", " ".join(shown)))
    print(f"{'variant':14} {'worst roll':16} {'':18} {'us':>6}  budget {BUDGET_US} us")
    for name, (us, what, faces) in worst.items():
        print(f"{name:14} {faces:16} {what:18} {us:6}  {'ok' if us <= BUDGET_US else 'OVER'}")
    return all(row[0] <= BUDGET_US for row in worst.values())
