"""The time from the start of main.py to the boot menu, in all and by phase, and to a saved game."""

from tools.check.bench import pico
from tools.check.bench.player import BenchPlayer
from tools.check.bench.rows import CYCLES, Row, ms
from tools.check.bench.saves import before_the_last_turn_ends

PART = "start"
BUDGET = ms(750)
GAME_BUDGET = ms(1500)
VARIANTS = ("dice-10000", "phase-10")
"""One of each engine."""

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
    """To the boot menu, then each phase of that in order, then to saved games: elapsed time, sleep included."""
    player = BenchPlayer()
    total = Row(f"{PART}: main.py to boot menu", ms(player.booted_ms), CYCLES, BUDGET)
    phases = pico.run(_PHASES).timed
    steps = [Row(f"{PART}: {timed.label}", ms(timed.us / 1000), CYCLES) for timed in phases]
    return [total, *steps, *[_into_a_game(variant) for variant in VARIANTS]]


def _into_a_game(variant: str) -> Row:
    player = BenchPlayer(files=before_the_last_turn_ends(variant))
    return Row(f"{PART}: main.py to a saved game of {variant}", ms(player.booted_ms), CYCLES, GAME_BUDGET)
