"""The animations on the emulated Pico: no memory allocation per frame, and viper code equal to plain Python code."""

import pytest

from sixpip.view import tiles
from tools.check.bench import pico

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
set_gc_threshold()
import micropython
from sixpip.board.pico import PicoBoard
from sixpip.app.app import App
from sixpip.view import animation
from sixpip.view import light_shows
from sixpip.view import tiles
from sixpip.view.faces import face

report("VECTORS", vectors(tiles))

board = PicoBoard()
pool = [face(name) for name in "123456"]
shown = [pool[place] for place in (5, 0, 4, 1, 5, 2)]
moves = (
    ("tumble", animation.Tumble(pool, bytes((5, 0, 4, 1, 5, 2)), 4711), 66),
    ("hot", animation.Hot(shown), 150),
    ("drain", animation.Drain(shown), 100),
    ("cheer", light_shows.Cheer(7), 250),
)

def count_frames(move, step_ms):
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
    report(name, count_frames(move, step_ms))

def in_play(variant):
    from sixpip.app.games import game_start, lineup

    board.wait = lambda ms: None
    game_start.start(app, variant, {"start": "seated"}, lineup.Lineup(["ANNA", "BEN"]))
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
board.run_code_from_flash()  # as the console does: all code does not fit in memory
report("dice-10000", in_play("dice-10000"))
report("phase-10", in_play("phase-10"))
"""


@pytest.fixture(scope="module")
def reports(emulator: object) -> dict[str, int]:
    """The value that the Pico reported for each task."""
    output = pico.run(f"ROUNDS = {ROUNDS}\n{VECTORS}{SCRIPT}")
    return {values[0]: int(values[1]) for values in output.reports}


def test_the_drawing_loops_give_the_same_results_in_viper_and_on_cpython(
    reports: dict[str, int],
) -> None:
    namespace: dict[str, object] = {"ROUNDS": ROUNDS}
    exec(compile(VECTORS, "vectors", "exec"), namespace)  # noqa: S102 the constant above
    assert reports["VECTORS"] == namespace["vectors"](tiles)  # type: ignore[operator]


@pytest.mark.parametrize("move", ["tumble", "hot", "drain", "cheer"])
def test_an_animation_allocates_no_memory_per_frame(reports: dict[str, int], move: str) -> None:
    assert reports[move] > 8


@pytest.mark.parametrize("variant", ["dice-10000", "phase-10"])
def test_tumbling_dice_in_a_game_allocate_no_memory_per_frame(reports: dict[str, int], variant: str) -> None:
    assert reports[variant] > 4
