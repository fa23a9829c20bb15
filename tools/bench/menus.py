"""Measures the free heap in every game after a walk through all menus of a game and back."""

from sixpip.board.buttons import BANK, KEEP1, MENU, ROLL
from sixpip.rules.variants import VARIANTS
from tools.bench.player import BenchPlayer
from tools.bench.rows import BYTES, Row

PART = "heap after all menus"
FREE_BUDGET = 64 * 1024
LARGEST_BUDGET = 24 * 1024
_IMPORT_MS = 3000
_PAUSE_MS = 400
_ROLLS = 4  # throws for the start included
_SCORES, _HOUSE_RULES, _SETTINGS, _LEAVE = 1, 2, 3, 4
_BRIGHTNESS_LEVELS = 5
_LABEL = "menus of a game"


def start_game(player: BenchPlayer, title: str) -> None:
    """Starts a game for two from the boot menu, once its modules are imported."""
    player.pick(title, "menu, a variant is picked")
    player.press(1, "two players")
    player.machine.run_ms(_IMPORT_MS)
    player.press(ROLL, "the game starts")
    player.machine.run_ms(_PAUSE_MS)


def walk_menus(player: BenchPlayer) -> None:
    """Opens every menu of the game that is on the screen, changes nothing, and returns to the game."""
    player.press(MENU, _LABEL)
    for line in (_SCORES, _HOUSE_RULES, _SETTINGS, _LEAVE):
        player.press(line, _LABEL)
        player.machine.run_ms(_PAUSE_MS)  # a screen shows nothing while it is imported
        if line == _HOUSE_RULES:
            player.press(KEEP1, _LABEL)
            player.press(MENU, _LABEL)
        if line == _SETTINGS:
            for _ in range(_BRIGHTNESS_LEVELS):
                player.press(KEEP1, _LABEL)
        while "PAUSE" not in player.lines[0]:
            player.press(BANK, _LABEL)
    player.press(BANK, _LABEL)


def rows() -> list[Row]:
    """Plays some rolls of each variant, walks through the menus twice and returns what is free then."""
    found: list[Row] = []
    for variant in VARIANTS:
        player = BenchPlayer()
        start_game(player, variant.title)
        for _ in range(_ROLLS):
            player.press(ROLL, "ROLL")
            player.press(KEEP1, "KEEP")
        walk_menus(player)
        walk_menus(player)
        heap = player.heap()
        found += [
            Row(f"{PART}: {variant.name}", heap.free, BYTES, FREE_BUDGET, is_minimum=True, note=heap.qstrs),
            Row(f"{PART}: {variant.name}, largest block", heap.largest, BYTES, LARGEST_BUDGET, is_minimum=True),
        ]
    return found
