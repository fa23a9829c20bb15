"""Measures the console in play: the response time of presses, the frame rate of the tumble, and the free heap.

A scripted player presses buttons on the pins, from power-on through the menus into a game with several rolls.
"""

from dataclasses import dataclass, field

from sixpip.board.buttons import BANK, ROLL
from sixpip.rules import actions
from sixpip.rules.variants import find
from tools.bench.menus import FREE_BUDGET, LARGEST_BUDGET, start_game, walk_menus
from tools.bench.pico import CLOCK_HZ
from tools.bench.player import BenchPlayer, Heap
from tools.bench.rows import BYTES, CYCLES, Row, ms
from tools.screen_reader import buttons_under

RESPONSE = "button edge to first LED bit"
TUMBLE = "between two frames while dice tumble"
SAVED = "first frame of a throw, while it is saved"
HEAP = "free heap"
PARTS = (RESPONSE, TUMBLE, SAVED, HEAP)

RESPONSE_BUDGET = ms(30)
FRAME_BUDGET = CLOCK_HZ // 30
_VARIANTS = ("dice-10000", "phase-10")
_ROLLS = 20
_PAUSE_MS = 400
_OFFSETS_MS = (0, 0.7, 1.4, 2.1, 2.8)
"""Times of a press within the console's sleep of 3 ms."""
_DELAYS_MS = range(15, 90, 5)
"""Delays of a second press after a first one, until the console is idle again."""
_WORST = "worst case"
_TUMBLE_FRAMES = 8
"""Frames after a throw in which all dice still tumble; the first die stops after 0.38 s."""


@dataclass
class GameTimes:
    """The measurements of one game; all times in milliseconds."""

    gaps: list[float] = field(default_factory=list)
    """Times between two frames of a tumble."""
    first_frames: list[float] = field(default_factory=list)
    """Durations of the first frame of a throw."""
    second_presses: list[float] = field(default_factory=list)
    """Response times of a press soon after another."""
    heaps: list[Heap] = field(default_factory=list)
    """The heap at the start and after each throw."""


def rows() -> list[Row]:
    """Plays one game of each engine; returns the worst of all repeated measurements."""
    responses: dict[str, float] = {}
    games: dict[str, GameTimes] = {}
    heaps: list[Row] = []
    for variant in _VARIANTS:
        player = BenchPlayer()
        if variant == _VARIANTS[0]:
            heaps += _heap_rows("boot menu", [player.heap()], None)
            for late_ms in _OFFSETS_MS:
                player.press(BANK, "menu, BANK marks the next", late_ms)
        games[variant] = _play(player, variant)
        heaps += _heap_rows(f"play, {variant}", games[variant].heaps, FREE_BUDGET)
        for label, time_ms in player.responses:
            responses[label] = max(responses.get(label, 0), time_ms)
    return [
        *[Row(f"{RESPONSE}: {label}", ms(time_ms), CYCLES, RESPONSE_BUDGET) for label, time_ms in responses.items()],
        *[
            Row(f"{RESPONSE}: {variant}, KEEP soon after", ms(max(times.second_presses)), CYCLES, note=_WORST)
            for variant, times in games.items()
        ],
        *[Row(f"{TUMBLE}: {variant}", ms(max(times.gaps)), CYCLES, FRAME_BUDGET) for variant, times in games.items()],
        *[Row(f"{SAVED}: {variant}", ms(max(times.first_frames)), CYCLES) for variant, times in games.items()],
        *heaps,
    ]


def _heap_rows(label: str, heaps: list[Heap], budget: int | None) -> list[Row]:
    return [
        Row(f"{HEAP}: {label}", min(heap.free for heap in heaps), BYTES, budget, is_minimum=True, note=heaps[-1].qstrs),
        Row(
            f"{HEAP}: {label}, largest block",
            min(heap.largest for heap in heaps),
            BYTES,
            budget and LARGEST_BUDGET,
            is_minimum=True,
        ),
    ]


def _play(player: BenchPlayer, variant: str) -> GameTimes:
    """Starts a game for two from the boot menu and plays some rolls, with a walk through the menus in the middle."""
    start_game(player, find(variant).title)
    times = GameTimes()
    times.heaps.append(player.heap())
    walked = False
    while len(times.first_frames) < _ROLLS:
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
        before = len(player.machine.led_frames)
        player.press(ROLL, f"{variant}, ROLL")
        frames = player.machine.led_frames[before : before + _TUMBLE_FRAMES]
        if len(frames) == _TUMBLE_FRAMES:
            starts = [frame.start_us / 1000 for frame in frames]
            times.first_frames.append(starts[1] - starts[0])
            times.gaps += [after - frame for frame, after in zip(starts[1:], starts[2:], strict=False)]
            times.heaps.append(player.heap())
    player.press(BANK, f"{variant}, BANK")
    return times


def _second_presses(player: BenchPlayer) -> list[float]:
    """Presses two KEEP buttons in quick succession, with several delays; returns the response times of the second."""
    times_ms = []
    for delay_ms in _DELAYS_MS:
        times_ms.append(player.press_two(0, 1, delay_ms))
        player.press_two(0, 1, _PAUSE_MS)  # deselects both dice again
    return times_ms
