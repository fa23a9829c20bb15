"""From the start of main.py to the boot menu: the whole of it on the real thing, and its phases by a script."""

from tools.bench import pico
from tools.bench.player import Player
from tools.bench.rows import CYCLES, Row, ms

PART = "start"
BUDGET = ms(1500)

_PHASES = """
collect_as_the_console()

def name(module):
    return lambda: __import__(module, None, None, ("*",))

timed("imports of main.py", name("sixpip.board.button_driver"))
timed("imports of the board", name("sixpip.board.pico"))
board = timed("board", name("sixpip.board.pico")().PicoBoard)
timed("imports of the console", name("sixpip.app.app"))
timed("imports of the boot menu", name("sixpip.screens.boot_menu"))
app = timed("console made", name("sixpip.app.app")().App, board)
board.wait = lambda ms: None
timed("first frame", app.step)
"""


def rows() -> list[Row]:
    """The whole way, then the phases in their order: time that passes, sleep included."""
    player = Player()
    whole = Row(f"{PART}: main.py to boot menu", ms(player.booted_ms), CYCLES, BUDGET)
    phases = pico.run(_PHASES).timed
    return [whole, *[Row(f"{PART}: {timed.words}", ms(timed.us / 1000), CYCLES) for timed in phases]]
