"""Plays many games of the computer players on the emulated Pico and measures the trend of the free memory.

The games are short and without screens; Master plays in one game of fifty, because it prepares for some seconds.
"""

from tools.check.bench import pico
from tools.check.bench.rows import BYTES, Row

GAMES = 200
PART = f"{GAMES} computer games"
TARGET = 500
GROWTH = 256
"""Bytes by which the lowest free memory of the last quarter may be below that of the first half: modules that are
loaded again and again settle in the first games."""
_MASTER_EVERY = 50
_SAMPLE_EVERY = 5
_LIMIT_MS = 1_000_000

_SCRIPT = f"""
set_gc_threshold()
import random
from sixpip.app.game.session import Session
from sixpip.players.menus.styles import TIMID, STEADY, BOLD, MASTER
from sixpip.loader import clear_unloaded
from sixpip.rules.game.engine import new_game

class Dice:
    def throw(self, dice):
        return [random.getrandbits(16) % 6 for _ in range(dice)]

def play(seats):
    game = new_game("pure", {{"target": {TARGET}}}, len(seats))
    session = Session(game, ["P%d" % seat for seat in range(len(seats))], seats=seats)
    for style in seats:
        while session.players.make(style):
            pass
    while game.legal():
        player = session.players.computer(seats[game.player])
        while player.think():
            pass
        for action in player.choose()[0]:
            session.apply(action, dice)
        session.log.lines.clear()  # as after a save

random.seed(1)
dice = Dice()
play([TIMID, STEADY, BOLD, MASTER])
for game in range(1, {GAMES} + 1):
    play([STEADY, MASTER] if game % {_MASTER_EVERY} == 0 else [TIMID, STEADY, BOLD])
    if game % {_SAMPLE_EVERY} == 0:
        clear_unloaded()
        gc.collect()
        report(gc.mem_free())
"""


def rows() -> list[Row]:
    """Returns the lowest free memory, and how much less of it is left in the last games than in the first half."""
    free = [int(report[0]) for report in pico.run(_SCRIPT, _LIMIT_MS).reports]
    growth = max(0, min(free[: len(free) // 2]) - min(free[-len(free) // 4 :]))
    return [
        Row(f"{PART}: least free after a collection", min(free), BYTES, is_minimum=True),
        Row(f"{PART}: growth", growth, BYTES, GROWTH),
    ]
