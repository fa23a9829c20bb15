"""What is drawn thirty times a second, on the emulated Pico: it allocates nothing, and its viper loops do what the
plain ones do.
"""

import pytest

from sixpip.view import blit
from tools.bench import pico

pytestmark = pytest.mark.usefixtures("emulator")

VECTORS = """
def vectors(work):
    seed, total, pixels = 1, 0, bytearray(384)
    def below(most):
        nonlocal seed
        seed = (seed * 75 + 74) % 65537
        return seed % most
    for number in range(ROUNDS):
        face = bytearray([below(256) for _ in range(16)])
        up, right = below(32), below(32)
        work.slide(
            pixels,
            face,
            below(6) * 64 | up << 9 | right << 14 | below(2) * 8 << 19,
            below(32) | below(32) << 5 | below(2) << 10,
        )
        step = (1, 7, 8, 56)[below(4)]
        first = below(384)
        most = (383 - first) // step + 1
        work.tint(pixels, first | below(min(9, most + 1)) << 9, step, below(32) | pixels[below(384)] * below(2) << 5)
        for pixel in pixels:
            total = (total * 31 + pixel) & 0xFFFFF
    return total
"""
ROUNDS = 60

SCRIPT = """
collect_as_the_console()
import micropython
from sixpip.board.pico import PicoBoard
from sixpip.app.app import App
from sixpip.app.session import Session
from sixpip.rules.engine import new_game
from sixpip.view import animation, blit_viper, light_shows
from sixpip.view.faces import face

told("VECTORS", vectors(blit_viper))

board = PicoBoard()
pool = [face(name) for name in "123456"]
shown = [pool[place] for place in (5, 0, 4, 1, 5, 2)]
moves = (
    ("tumble", animation.Tumble(pool, bytes((5, 0, 4, 1, 5, 2)), 4711), 66),
    ("hot", animation.Hot(shown), 150),
    ("drain", animation.Drain(shown), 100),
    ("cheer", light_shows.Cheer(7), 250),
)

def watched(move, step_ms):
    frames = elapsed_ms = 0
    micropython.heap_lock()
    try:
        over = False
        while not over:
            over = move.frame(board.pixels, elapsed_ms)
            board.show_tiles()
            elapsed_ms += step_ms
            frames += 1
    finally:
        micropython.heap_unlock()
    return frames

for name, move, step_ms in moves:
    told(name, watched(move, step_ms))

def in_play(variant):
    app.session = Session(new_game(variant, {"start": "seated"}, 2), ["ANNA", "BEN"])
    app.start_game("play")
    board.wait = lambda ms: None
    app.step()
    time.sleep_ms(400)
    app.screen.press(6)
    app.step()
    frames = 0
    screen, sound = app.screen, app.sound
    micropython.heap_lock()
    try:
        while screen.dice.moving and screen.dice.moving.stopped < 4 and screen.tick(board.ticks_ms()):
            board.show_tiles()
            sound.step(board.ticks_ms())
            frames += 1
    finally:
        micropython.heap_unlock()
    return frames

app = App(board)
told("dice-10000", in_play("dice-10000"))
app.session = app.screen = None
gc.collect()
told("phase-10", in_play("phase-10"))
"""


@pytest.fixture(scope="module")
def told(emulator: object) -> dict[str, int]:
    """What the Pico said of each of its tasks."""
    output = pico.run(f"ROUNDS = {ROUNDS}\n{VECTORS}{SCRIPT}")
    return {words[0]: int(words[1]) for words in output.told}


def test_the_viper_loops_of_the_view_give_what_their_plain_twins_give(told: dict[str, int]) -> None:
    here: dict[str, object] = {"ROUNDS": ROUNDS}
    exec(compile(VECTORS, "vectors", "exec"), here)  # noqa: S102 our own text above
    assert told["VECTORS"] == here["vectors"](blit)  # type: ignore[operator]


@pytest.mark.parametrize("move", ["tumble", "hot", "drain", "cheer"])
def test_what_moves_on_the_dice_needs_no_memory_from_frame_to_frame(told: dict[str, int], move: str) -> None:
    assert told[move] > 8


@pytest.mark.parametrize("variant", ["dice-10000", "phase-10"])
def test_dice_that_tumble_in_a_game_need_no_memory_from_frame_to_frame(told: dict[str, int], variant: str) -> None:
    assert told[variant] > 4
