"""Measures the console in play: the response time of presses, the frame rate of the tumble, and the free heap.

A scripted player presses buttons on the pins, from power-on through the menus into a game with several rolls.
"""

from dataclasses import dataclass, field
from functools import partial

from sixpip.board.contract import BANK, ROLL
from sixpip.rules.core import actions
from sixpip.rules.rulebook.variants import variant_named
from tools.check.bench.menus import FREE_BUDGET, LARGEST_BUDGET, start_game, walk_menus
from tools.check.bench.pico import CLOCK_HZ
from tools.check.bench.player import BenchPlayer, Heap, heap_rows
from tools.check.bench.rows import CYCLES, Row, ms
from tools.play.host.screen_reader import buttons_under

RESPONSE = "button edge to first LED bit"
TUMBLE = "between two frames while dice tumble"
FIRST_FRAME = "first frame of a throw"
HEAP = "free heap"
PARTS = (RESPONSE, TUMBLE, FIRST_FRAME, HEAP)

RESPONSE_BUDGET = ms(30)
SECOND_BUDGET = ms(40)
CPU_BUDGET = ms(8)
FRAME_BUDGET = CLOCK_HZ // 30
VARIANTS = ("dice-10000", "phase-10")
_ROLLS = 6
_OFFSETS_MS = (0, 0.7, 1.4, 2.1, 2.8)
"""Times of a press within the console's sleep of 3 ms."""
_DELAYS_MS = range(15, 85, 5)
"""Delays of a second press after a first one, until the console is idle again."""
_WORST = "worst case"
_TUMBLE_FRAMES = 8
"""Frames after a throw in which all dice still tumble; the first die stops after 0.38 s."""


@dataclass
class GameTimes:
    """The measurements of one game; all times in milliseconds."""

    gaps: list[float] = field(default_factory=list)
    """Times between two frames of a tumble."""
    throws: list[float] = field(default_factory=list)
    """Times from the press of ROLL until the first frame of a tumble."""
    throw_cycles: list[int] = field(default_factory=list)
    """CPU clock cycles from the press of ROLL until the first frame of a tumble."""
    first_frames: list[float] = field(default_factory=list)
    """Durations of the first frame of a throw, in which the game is saved."""
    second_presses: list[float] = field(default_factory=list)
    """Response times of a press soon after another."""
    heaps: list[Heap] = field(default_factory=list)
    """The heap at the start and after each throw."""


def rows(variant: str) -> list[Row]:
    """Plays a game; returns the worst of all repeated measurements."""
    player = BenchPlayer()
    heaps: list[Row] = []
    if variant == VARIANTS[0]:
        heaps += heap_rows(f"{HEAP}: boot menu", [player.heap()], None, None)
        for late_ms in _OFFSETS_MS:
            player.press(BANK, "menu, BANK marks the next", late_ms)
    times = _play(player, variant)
    second_ms, first_ms, saved_ms = max(times.second_presses), max(times.throws), max(times.first_frames)
    return [
        *[Row(f"{RESPONSE}: {label}", ms(time_ms), CYCLES, RESPONSE_BUDGET) for label, time_ms in player.responses],
        Row(f"{RESPONSE}: {variant}, KEEP soon after", ms(second_ms), CYCLES, SECOND_BUDGET, note=_WORST),
        Row(f"{TUMBLE}: {variant}", ms(max(times.gaps)), CYCLES, FRAME_BUDGET),
        Row(f"{FIRST_FRAME}: {variant}, after ROLL", ms(first_ms), CYCLES, RESPONSE_BUDGET),
        Row(
            f"{FIRST_FRAME}: {variant}, CPU time of it",
            max(times.throw_cycles),
            CYCLES,
            CPU_BUDGET,
            note="from the edge",
        ),
        Row(f"{FIRST_FRAME}: {variant}, until the second", ms(saved_ms), CYCLES, FRAME_BUDGET, note="saves the game"),
        *heaps,
        *heap_rows(f"{HEAP}: play, {variant}", times.heaps, FREE_BUDGET, LARGEST_BUDGET),
    ]


def _play(player: BenchPlayer, variant: str) -> GameTimes:
    """Starts a game for two from the boot menu and plays some rolls, with a walk through the menus in the middle."""
    start_game(player, variant_named(variant).title)
    times = GameTimes()
    times.heaps.append(player.heap())
    walked = False
    while len(times.first_frames) < _ROLLS or not times.second_presses:  # throws for the start count, too
        if len(times.first_frames) == _ROLLS // 2 and not walked:
            walk_menus(player)
            walked = True
        game = player.game()
        legal = game.legal()
        if not times.second_presses and actions.KEEP in legal:
            times.second_presses += _second_presses(player)
        if actions.KEEP in legal and hasattr(game, "best_keep"):
            for place in buttons_under(game.best_keep()):
                player.press(place, f"{variant}, KEEP", _OFFSETS_MS[place % len(_OFFSETS_MS)])
        elif actions.KEEP in legal:
            player.press(game.rolls, f"{variant}, KEEP")
        if legal == (actions.STOP,):
            player.press(BANK, f"{variant}, BANK")
        machine = player.machine
        before = len(machine.led_frames)
        transfers = len(machine.leds.starts)
        pressed_ms, pressed_cycles = machine.now_us / 1000, machine.cycles
        player.press(ROLL, f"{variant}, ROLL")
        frames = machine.led_frames[before : before + _TUMBLE_FRAMES]
        if len(frames) == _TUMBLE_FRAMES:
            starts = [frame.start_us / 1000 for frame in frames]
            times.throws.append(starts[0] - pressed_ms)
            times.throw_cycles.append(machine.leds.starts[transfers] - pressed_cycles)
            times.first_frames.append(starts[1] - starts[0])
            times.gaps += [after - frame for frame, after in zip(starts[1:], starts[2:], strict=False)]
            times.heaps.append(player.heap())
    player.press(BANK, f"{variant}, BANK")
    return times


def _second_presses(player: BenchPlayer) -> list[float]:
    """Presses two KEEP buttons in quick succession, with several delays; returns the response times of the second.

    Both dice are chosen and put back by turns: the count of delays is even, so that none stays chosen.
    """
    return [player.press_two(0, 1, delay_ms) for delay_ms in _DELAYS_MS]


TASKS = tuple(partial(rows, variant) for variant in VARIANTS)
