"""Measures the free heap in every game: with people after a walk through all menus, with Master while it thinks.

Master plays against a person whom the coach always advises: the most that is loaded.
"""

from contextlib import suppress
from functools import partial

from sixpip.board.contract import BANK, KEEP1, MENU, ROLL
from sixpip.rules.rulebook.variants import VARIANTS, variant_named
from tools.board.module_file import HEAD, MODULES
from tools.check.bench.pico import firmware
from tools.check.bench.player import BenchPlayer, Heap, heap_rows
from tools.check.bench.rows import Row
from tools.check.bench.saves import files_of, settings
from tools.check.emulator import EmulatorTimeout

PART = "heap after all menus"
THINKING = "heap while Master and coach think"
IN_MEMORY = "heap after all menus, all code in memory"
FREE_BUDGET = 90 * 1024
LARGEST_BUDGET = 40 * 1024
THINKING_FREE_BUDGET = 40 * 1024
THINKING_LARGEST_BUDGET = 16 * 1024
"""The figures of two builds differ by up to 4 KB, because objects land in other places. What lands at 0x2001e000 is
never freed, with all that it refers to, such as a module that is no longer used: the garbage collector takes the two
instructions 0xe000 and 0x2001, with which viper code ends a comparison, for this address."""
WALKED = ("dice-10000", "five-cubes", "phase-10")
"""Games in which Master and coach think again after a walk through all menus: the one with most house rules, the one
with least memory, and the other engine."""
_IMPORT_MS = 4000
_START_LIMIT_MS = 3000
_PAUSE_MS = 400
_ROLLS = 2  # throws for the start included
_SCORES, _HOW_TO_PLAY, _SETTINGS, _HOUSE_RULES = "Scores", "How to play", "Settings", "House rules"
_SAMPLE_MS = 700
_MOST_SAMPLES = 16
_IDLE_SAMPLES = 2
"""After so many samples without work, all tables are complete."""
_BRIGHTNESS_LEVELS = 5
_LABEL = "menus of a game"
_DEPTH = 3  # presses of BANK that lead back to the pause menu


def start_game(player: BenchPlayer, title: str) -> None:
    """Starts a game for two from the boot menu, once its modules are imported."""
    player.pick(title, "menu, a variant is picked")
    player.press(1, "two players")
    player.machine.run_ms(_IMPORT_MS)
    player.press(ROLL, "the game starts")
    player.machine.run_until(lambda: not player.lines[0].startswith("WHO PLAYS"), _START_LIMIT_MS)
    player.settle()


def walk_menus(player: BenchPlayer) -> None:
    """Opens every menu of the game that is on the screen, changes nothing, and returns to the game."""
    player.press(MENU, _LABEL)
    for title in (_SCORES, _HOW_TO_PLAY, _SETTINGS, _HOUSE_RULES):
        player.pick(title, _LABEL)
        player.machine.run_ms(_PAUSE_MS)  # a screen shows nothing while it is imported
        if title == _HOW_TO_PLAY:
            while player.lines[7].startswith("ROLL next"):
                player.press(ROLL, _LABEL)
        if title == _SETTINGS:
            for _ in range(_BRIGHTNESS_LEVELS):
                player.press(KEEP1, _LABEL)
        if title == _HOUSE_RULES:
            player.press(KEEP1, _LABEL)
            player.machine.run_ms(_PAUSE_MS)
        for _ in range(_DEPTH):
            if not player.lines[0].startswith("PAUSE"):
                player.press(BANK, _LABEL)
    player.press(BANK, _LABEL)


def with_people(variant: str) -> list[Row]:
    """Plays some rolls of a game of two people, walks through the menus, and returns what is free then."""
    heap = _heap_of_people(variant, {})
    return heap_rows(f"{PART}: {variant}", [heap], FREE_BUDGET, LARGEST_BUDGET)


def in_memory(variant: str) -> list[Row]:
    """The same with a file of modules that is damaged, so that all code is in memory."""
    return heap_rows(f"{IN_MEMORY}: {variant}", [_heap_of_people(variant, {MODULES: without_code()})], None, None)


def without_code() -> bytes:
    """Returns the file of the modules with a wrong checksum: they can be imported, and their code stays in memory."""
    content = bytearray((firmware() / MODULES).read_bytes())
    content[HEAD - 1] ^= 1
    return bytes(content)


def _heap_of_people(variant: str, files: dict[str, bytes]) -> Heap:
    player = BenchPlayer(files=files)
    start_game(player, variant_named(variant).title)
    _play_and_walk(player)
    return player.heap()


def with_master(variant: str) -> list[Row]:
    """Samples the heap while Master and a coach who always advises think, from the start of the game."""
    player = BenchPlayer(files=files_of(settings(coach="always")))
    player.pick(variant_named(variant).title, "menu, a variant is picked")
    player.press(KEEP1, "one player")
    player.machine.run_ms(_IMPORT_MS)
    player.pick("Master", "the game starts")
    heaps = _sample_thinking(player)
    if variant in WALKED:
        _play_and_walk(player)
        heaps += _sample_thinking(player)
    return heap_rows(f"{THINKING}: {variant}", heaps, THINKING_FREE_BUDGET, THINKING_LARGEST_BUDGET)


def _play_and_walk(player: BenchPlayer) -> None:
    for _ in range(_ROLLS):
        player.press(ROLL, "ROLL")
        player.press(KEEP1, "KEEP")
    walk_menus(player)


def _sample_thinking(player: BenchPlayer) -> list[Heap]:
    """Samples the heap at short intervals until Master and the coach have finished their work."""
    heaps = [player.heap()]
    idle = 0
    while idle < _IDLE_SAMPLES and len(heaps) < _MOST_SAMPLES:
        idle = 0 if player.is_busy(_SAMPLE_MS) else idle + 1
        with suppress(EmulatorTimeout):  # while the console restarts
            heaps.append(player.heap())
    return heaps


TASKS = tuple(partial(with_people, variant.name) for variant in VARIANTS)
IN_MEMORY_TASKS = tuple(partial(in_memory, variant.name) for variant in VARIANTS)
THINKING_TASKS = tuple(partial(with_master, variant.name) for variant in VARIANTS)
