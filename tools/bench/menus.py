"""Measures the free heap in every game after a walk through all menus of a game and back.

Each game is measured with two persons, and with a person advised by the coach against Master: the most that is loaded.
"""

from sixpip.board.buttons import BANK, KEEP1, MENU, ROLL
from sixpip.rules.variants import VARIANTS
from tools.bench.player import BenchPlayer
from tools.bench.rows import BYTES, Row

PART = "heap after all menus"
FREE_BUDGET = 46 * 1024
LARGEST_BUDGET = 13 * 1024
"""For persons. 64 and 24 KB would be better, but names, which MicroPython never frees, take about 40 KB of the heap;
only shorter names or a firmware with frozen modules would change that."""
MASTER_FREE_BUDGET = 20 * 1024
MASTER_LARGEST_BUDGET = 2 * 1024
"""With Master and the coach: the most that is loaded.

The figures of two builds differ by up to 4 KB, because objects land in other places. What lands at 0x2001e000 is never
freed, with all that it refers to, such as a module that is no longer used: the garbage collector takes the two
instructions 0xe000 and 0x2001, with which viper code ends a comparison, for this address."""
_IMPORT_MS = 6000
_START_LIMIT_MS = 3000
_PAUSE_MS = 400
_ROLLS = 4  # throws for the start included
_SCORES, _HOW_TO_PLAY, _SETTINGS = 1, 2, 3
_THINKING_MS = 20_000
_BRIGHTNESS_LEVELS = 5
_LABEL = "menus of a game"


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
    for line in (_SCORES, _HOW_TO_PLAY, _SETTINGS):
        player.press(line, _LABEL)
        player.machine.run_ms(_PAUSE_MS)  # a screen shows nothing while it is imported
        if line == _HOW_TO_PLAY:
            while "ROLL" in player.lines[7]:
                player.press(ROLL, _LABEL)
            player.press(MENU, _LABEL)
        if line == _SETTINGS:
            for _ in range(_BRIGHTNESS_LEVELS):
                player.press(KEEP1, _LABEL)
        while "PAUSE" not in player.lines[0]:
            player.press(BANK, _LABEL)
    _walk_house_rules(player)
    player.press(BANK, _LABEL)


def _walk_house_rules(player: BenchPlayer) -> None:
    """Opens the house rules on the second page of the pause menu and goes back to that page."""
    player.press(MENU, _LABEL)
    for button in (KEEP1, KEEP1, MENU, BANK, BANK):
        player.press(button, _LABEL)
        player.machine.run_ms(_PAUSE_MS)


def start_against_master(player: BenchPlayer, title: str) -> None:
    """Starts a game of a person, whom the coach always advises, against Master, and lets both work ahead."""
    player.pick("Settings", "menu")
    player.pick("Coach", "menu")
    player.pick("Coach", "menu")
    player.press(BANK, "menu")
    player.pick(title, "menu, a variant is picked")
    player.press(0, "one player")
    player.machine.run_ms(_IMPORT_MS)
    player.pick("Master", "the game starts")
    player.machine.run_ms(_THINKING_MS)


def rows() -> list[Row]:
    """Plays some rolls of each variant, walks through the menus twice and returns what is free then."""
    found: list[Row] = []
    for variant in VARIANTS:
        persons = BenchPlayer()
        start_game(persons, variant.title)
        found += _measure(persons, variant.name, FREE_BUDGET, LARGEST_BUDGET)
        person = BenchPlayer()
        start_against_master(person, variant.title)
        found += _measure(person, f"{variant.name}, Master and coach", MASTER_FREE_BUDGET, MASTER_LARGEST_BUDGET)
    return found


def _measure(player: BenchPlayer, label: str, free: int, largest: int) -> list[Row]:
    """Plays some rolls, walks through the menus twice and returns what is free then."""
    for _ in range(_ROLLS):
        player.press(ROLL, "ROLL")
        player.press(KEEP1, "KEEP")
    walk_menus(player)
    walk_menus(player)
    heap = player.heap()
    return [
        Row(f"{PART}: {label}", heap.free, BYTES, free, is_minimum=True, note=heap.qstrs),
        Row(f"{PART}: {label}, largest block", heap.largest, BYTES, largest, is_minimum=True),
    ]
