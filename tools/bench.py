"""What scoring costs on the Pico: the emulated one runs the real MicroPython and counts its own microseconds.

`python -m tools.bench` prints one row a variant: the worst roll and its time against the budget. Emulated time is
close to a real Pico's (within 30 %), whatever computer this runs on; flash wait states are not modelled.
"""

import itertools
import sys
import tempfile
import time
from pathlib import Path

from sixpip.rules.game import Game
from sixpip.rules.sheet import pack
from sixpip.rules.variants import VARIANTS
from tools import FIRMWARE
from tools.build import build
from tools.emulator import EmulatorUnavailable, Machine
from tools.image import make_image

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
print("DONE")
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


def measure(limit_ms: float = 60_000) -> list[list[str]]:
    """The lines that the emulated Pico prints: variant, dice, roll, keeps, microseconds."""
    work = [(variant.name, *hardest(variant.name)) for variant in VARIANTS]
    with tempfile.TemporaryDirectory() as folder:
        build(FIRMWARE, Path(folder))
        image = make_image(Path(folder), {"main.py": _SCRIPT.format(work=work).encode()})
    machine = Machine(image)
    machine.run_until(lambda: "DONE" in machine.console_text or "Error" in machine.console_text, limit_ms, poll_ms=20)
    if "DONE" not in machine.console_text:
        raise RuntimeError(machine.console_text)
    return [line.split()[1:] for line in machine.console_text.splitlines() if line.startswith("RESULT")]


def main() -> int:
    """Print the table; the exit status says whether the budget holds."""
    try:
        lines = measure()
    except EmulatorUnavailable as error:
        print(error, file=sys.stderr)
        return 2
    worst: dict[str, tuple[int, str, str]] = {}
    for name, dice, roll, found, took in lines:
        game = Game(name)
        shown = [game.table.faces[face] for face in range(7) for _ in range(int(roll) >> (4 * face) & 7)]
        worst[name] = max(worst.get(name, (0, "", "")), (int(took), f"{dice} dice, {found} keeps", " ".join(shown)))
    print(f"{'variant':14} {'worst roll':16} {'':18} {'us':>6}  budget {BUDGET_US} us")
    for name, (us, what, faces) in worst.items():
        print(f"{name:14} {faces:16} {what:18} {us:6}  {'ok' if us <= BUDGET_US else 'OVER'}")
    over = [name for name, row in worst.items() if row[0] > BUDGET_US]
    return 1 if over else 0


if __name__ == "__main__":
    raise SystemExit(main())
