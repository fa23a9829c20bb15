"""The CPU time of a frame: the worst frame of each animation with show_tiles, a redraw, a throw of dice."""

from tools.check.bench import pico
from tools.check.bench.rows import CYCLES, Row, ms, worst_of

PART = "one frame"
BUDGET = ms(8)

_MOVES = """
from sixpip.board.pico import PicoBoard
from sixpip.screens.phase_ten.faces import pool_of, ramp_of
from sixpip.view import animation
from sixpip.view import palette, tiles
from sixpip.view import light_shows
from sixpip.view.faces import face

board = PicoBoard()
pixels = board.pixels
palette.load(board.palette)
pool = [face(name) for name in "123456"]
shown = [pool[place] for place in (5, 0, 4, 1, 5, 2)]
phase = pool_of(True)
ramps = bytearray([ramp_of(place) for place in range(60)])
moves = (
    ("six dice tumble", lambda: animation.Tumble(pool, bytes((5, 0, 4, 1, 5, 2)), 4711), 720),
    ("six dice tumble, other ways", lambda: animation.Tumble(pool, bytes((5, 0, 4, 1, 5, 2)), 9), 720),
    ("five phase dice tumble", lambda: animation.Tumble(
        phase, bytes((5, 6, 14, 21, 25, 255)), 5, 0, bytes((0, 6, 12, 18, 24, 0)), ramps), 720),
    ("hot dice", lambda: animation.Hot(shown), 1500),
    ("bust", lambda: animation.Drain(shown), 1100),
    ("winner", lambda: light_shows.Cheer(4711), 3000),
)

def frame(moving, elapsed_ms):
    moving.frame(pixels, elapsed_ms)
    board.show_tiles()

for name, make, length_ms in moves:
    moving = make()
    for part in range(12):
        time.sleep_ms(13)  # until the previous frame is sent
        timed(name, frame, moving, part * length_ms // 12)
"""

_SCREENS = """
set_gc_threshold()
from sixpip.board.pico import PicoBoard
from sixpip.app.app import App

class FixedDice:
    def throw(self, dice):
        return bytearray([0, 4, 1, 1, 2, 3, 0, 4, 2, 5][:dice])

board = PicoBoard()
app = App(board)
board.run_code_from_flash()

def draw():
    app.screen.update()
    app.canvas.clear()
    app.screen.draw()
    board.show_tiles()

for name in ("dice-10000", "phase-10"):
    from sixpip.app.games import game_start, lineup

    game_start.start(app, name, {"start": "seated"}, lineup.Lineup(["ANNA", "BEN"]))
    app.step()
    app.session.apply(("roll", None), FixedDice())
    app.start_game("play")
    app.screen.press(0)
    draw()
    app.screen.press(1)
    gc.collect()
    time.sleep_ms(13)
    timed(name + ", play screen", draw)
    timed(name + ", garbage collection", gc.collect)

board.show_oled()
board.oled[300] ^= 255
timed("OLED, one page", board.show_oled)
for place in range(1024):
    board.oled[place] ^= 255
timed("OLED, all pages", board.show_oled)
"""

_THROWS = """
from sixpip.app.dice_source import DiceSource
from sixpip.board.pico import PicoBoard

board = PicoBoard()
dice = DiceSource(board.random_bytes)

def gather_all():
    while board.gather_entropy():
        pass

timed("throw of six dice at power-on, with its raw bits", dice.throw, 6)
for _ in range(12):
    timed("raw bits of five throws", gather_all)
    for _ in range(5):
        timed("throw of six dice", dice.throw, 6)
for _ in range(8):
    board.random_bytes(1)
    while board.gather_entropy():
        timed("step of gathering raw bits", board.gather_entropy)
    board.random_bytes(32)
"""


def rows() -> list[Row]:
    """Returns the worst frame of each animation, then the redraw of whole screens, which are not drawn every frame.

    Then the worst throw and the worst step of gathering raw bits, which a frame may contain, too.
    """
    return worst_of([*_rows(_MOVES, BUDGET), *_rows(_SCREENS), *_rows(_THROWS)])


def _rows(script: str, budget: int | None = None) -> list[Row]:
    return [Row(f"{PART}: {timed.label}", timed.cycles, CYCLES, budget) for timed in pico.run(script).timed]


def throw_cycles() -> dict[str, int]:
    """Returns the worst clock cycles of a throw and of gathering raw bits, by label."""
    return {row.name.removeprefix(f"{PART}: "): row.value for row in worst_of(_rows(_THROWS))}
