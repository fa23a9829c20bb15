"""The time from the start of main.py to the boot menu: in all, with the real firmware, and by phase, with a script."""

from tools.check.bench import pico
from tools.check.bench.player import BenchPlayer
from tools.check.bench.rows import CYCLES, Row, ms

PART = "start"
BUDGET = ms(750)

_PHASES = """
set_gc_threshold()

def name(module):
    return lambda: __import__(module, None, None, ("*",))

timed("imports of main.py", name("sixpip.board.button_driver"))
timed("imports of the board", name("sixpip.board.pico"))
board = timed("board", name("sixpip.board.pico")().PicoBoard)
timed("imports of the console", name("sixpip.app.app"))
timed("imports of the boot menu", name("sixpip.screens.start.boot_menu"))
app = timed("console made", name("sixpip.app.app")().App, board)
board.wait = lambda ms: None
timed("first frame", app.step)
"""


def rows() -> list[Row]:
    """The total, then each phase in order: elapsed time, sleep included."""
    player = BenchPlayer()
    total = Row(f"{PART}: main.py to boot menu", ms(player.booted_ms), CYCLES, BUDGET)
    phases = pico.run(_PHASES).timed
    return [total, *[Row(f"{PART}: {timed.label}", ms(timed.us / 1000), CYCLES) for timed in phases]]
