"""Long play: games of computer players on the emulated Pico with the whole firmware: memory, stack and time.

The counter of milliseconds wraps in the middle. Somebody presses ROLL each second: it hurries the computers, and starts
the next game.

    python -m tools.check.bench --only hour --minutes 60
"""

from collections.abc import Callable
from functools import partial
from statistics import median_low

from sixpip.board.contract import KEEP1, ROLL
from sixpip.players.styles import BOLD, MASTER, STEADY, TIMID
from tools.board.image import read_image
from tools.check.bench.player import BenchPlayer, Heap
from tools.check.bench.rows import BYTES, Row
from tools.check.bench.saves import files_of, settings
from tools.check.emulator import Machine
from tools.check.emulator.resets import REQUESTED
from tools.play.host.screen_reader import Stuck

PART = "long play"
MINUTES = 4
"""Of the bench as a whole: too short for the growth of several games, which an hour shows."""
LEAST_MINUTES = 2
TITLES = ("Dice 10 000", "Phase 10")
"""Half of the time each."""
GROWTH_BUDGET = 1024
"""Bytes by which the free memory of the later games may be below that of the earlier ones, by the median of each game:
the least depends on whether a sample meets Master while it builds its tables. The first game is left out: what is
loaded at its end, for the ranking, partly remains."""
STACK_BUDGET = 6144
"""2 KB are to stay free. The stack of the probe that samples the heap is not counted."""
STACK_BYTES = 8192
STACK_END = 0x20042000
_PAINT = 0xA5A5A5A5
_NAMES = ("ANNA", "BEN", "CHRISTA", "DORA")
_STYLES = (TIMID, STEADY, BOLD, MASTER)
_WRAP_S = (1 << 30) / 1000
_STEP_MS = 1000
_STILL_S = 60
_SAMPLE_MS = 30_000
_MINUTES_PER_GAME = 10
_FEW_GAMES = 2
"""So many games show no growth: the first one is left out."""
_START_MS = 8000


def tasks(minutes: int) -> tuple[Callable[[], list[Row]], ...]:
    """Returns what measures each engine, for this time in all."""
    return tuple(partial(rows, title, minutes // len(TITLES)) for title in TITLES)


def rows(title: str, minutes: int) -> list[Row]:
    """Plays and returns what was measured. Raises Stuck when the console stops or shows nothing new."""
    player = _started(title)
    machine = player.machine
    paint_stack(machine)
    for _ in range(2):  # a leap of half the period or more would go back in time for what is being timed
        machine.leap((_WRAP_S - machine.now_us / 1e6 - minutes * 30) / 2)
        machine.run_ms(_STEP_MS)
    games: list[list[Heap]] = [[]]
    deepest = still = 0
    lines: list[str] = []
    is_over = False
    for second in range(minutes * 60):
        machine.run_ms(_STEP_MS)
        still = still + 1 if player.lines == lines else 0
        lines = player.lines
        if still > _STILL_S:
            raise Stuck(f"{title}: nothing has changed for {still} s: {lines}")
        if "again" in lines[7] and not is_over:
            games.append([])
        is_over = "again" in lines[7]
        machine.press(ROLL)
        if second * 1000 % _SAMPLE_MS == 0:
            deepest = max(deepest, deepest_stack(machine))
            games[-1].append(player.heap())
            paint_stack(machine)
    label = f"{PART}: {title}"
    faults = [reset for reset in machine.resets if reset.cause != REQUESTED]
    if faults or "crash.log" in read_image(machine.filesystem()):
        raise Stuck(f"{title}: the console stopped or was reset: {machine.resets}")
    if len(games) <= minutes // _MINUTES_PER_GAME:
        raise Stuck(f"{title}: only {len(games)} games were begun in {minutes} min")
    note = f"{len(games) - 1} games ended in {minutes} min, {len(machine.resets)} restarts between games"
    free = [[heap.free for heap in game] for game in games if game]
    growth = growth_of([median_low(game) for game in free[1:]])
    return [
        Row(f"{label}, least free heap", min(map(min, free)), BYTES, is_minimum=True, note=note),
        *([Row(f"{label}, growth", growth, BYTES, GROWTH_BUDGET)] if len(free) > _FEW_GAMES else []),
        Row(f"{label}, deepest stack of {STACK_BYTES}", max(deepest, deepest_stack(machine)), BYTES, STACK_BUDGET),
    ]


def growth_of(free: list[int]) -> int:
    """Returns by how many bytes the later half of the games had less free heap than the earlier half."""
    half = len(free) // 2
    return max(0, min(free[:half]) - min(free[-half:])) if half else 0


def _started(title: str) -> BenchPlayer:
    """Starts a game of four computers."""
    player = BenchPlayer(files=_saved())
    player.pick(title, "menu")
    for button in (ROLL, KEEP1, ROLL):  # the group, and start
        player.press(button, "menu")
    player.machine.run_ms(_START_MS)
    return player


def _saved() -> dict[str, bytes]:
    """Returns the records of a console that never sleeps, and whose last group are four computers."""
    group = {"names": list(_NAMES), "seats": list(_STYLES), "ahead": [0] * len(_STYLES), "teams": 0}
    return files_of({"groups": [group], **settings(sleep="never")})


def paint_stack(machine: Machine) -> None:
    """Fills the part of the stack that is not in use with a pattern."""
    for address in range(STACK_END - STACK_BYTES, int(machine.mcu.core.sp) - 64 & ~3, 4):
        machine.mcu.write_uint32(address, _PAINT)


def deepest_stack(machine: Machine) -> int:
    """Returns the bytes of the stack that have been used since it was painted."""
    address = STACK_END - STACK_BYTES
    while address < STACK_END and machine.mcu.read_uint32(address) == _PAINT:
        address += 4
    return STACK_END - address
