"""The speed of code in memory and of the same code in the flash: keeps of a roll, a frame, a pass of the turn solver.

The emulated Pico reads the flash as fast as memory. A real one has a cache of 16 KB in between, so measure there:

    .venv/bin/python -m tools.check.bench.code_speed > speed.py
    .venv/bin/python -m mpremote run speed.py
"""

from tools.check.bench import pico
from tools.check.bench.rows import CYCLES, Row, ms

PART = "code in memory and in the flash"

SCRIPT = """
import gc, sys, time

def run(call):
    gc.collect()
    start = time.ticks_us()
    call()
    return time.ticks_diff(time.ticks_us(), start)

def times():
    from sixpip.players.ten_thousand.coach import Coach
    from sixpip.rules.ten_thousand.game import TenThousandGame
    from sixpip.view import text, tiles
    game = TenThousandGame("farkle", {}, 2)
    class Dice:
        def throw(self, dice):
            return [0, 0, 4, 4, 2, 3]
    canvas, pixels = text.Canvas(bytearray(1024)), bytearray(384)
    game.apply(("roll", None), Dice())
    coach = Coach(game, {})
    def keeps():
        for roll in (0x222, 0x11112, 0x111111, 0x300111):
            game.scorer.score(roll)
    def frame():
        for row in range(8):
            canvas.at(0, row, "ROLL again, BANK 1 550")
        for tile in range(6):
            tiles.paint(pixels, tile, tiles.letter("A"), tiles.SCORES, 1)
    def one_pass():
        while coach.think():
            pass
    return [("keeps of four rolls", run(keeps)), ("text and dice of a frame", run(frame)), ("a pass", run(one_pass))]

in_memory = times()
for name in [name for name in sys.modules if name.startswith("sixpip.")]:
    del sys.modules[name]
gc.collect()
from sixpip.board.flash_code import FlashCode
code = FlashCode()
for (label, before), (_, after) in zip(in_memory, times()):
    print("REPORT", before, after, label)
code.stop()
"""
"""Prints for each part of a game the microseconds in memory and in the flash. Runs on a Pico with the firmware."""


def rows() -> list[Row]:
    """The times in memory, and in the flash."""
    found = []
    for before, after, *label in pico.run(SCRIPT).reports:
        found += [(" ".join(label), "memory", int(before)), (" ".join(label), "flash", int(after))]
    return [Row(f"{PART}: {label}, {where}", ms(us / 1000), CYCLES) for label, where, us in found]


if __name__ == "__main__":
    print(pico.MOUNT + SCRIPT)
