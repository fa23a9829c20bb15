"""The time from the press that starts a game until it can be played: from the menus, "Again", and "Go on".

A player reads each screen for a second before the next press: in this time the console imports what it will need.
"""

from functools import partial

from sixpip.board.contract import BANK, KEEP1, KEEP6, MENU, ROLL
from sixpip.rules.rulebook.variants import variant_named
from tools.check.bench.player import BenchPlayer
from tools.check.bench.rows import CYCLES, Row, ms
from tools.check.bench.saves import before_the_last_turn_ends
from tools.play.host.screen_reader import Stuck

PART = "press to the first screen of a game"
BUDGET = ms(750)
VARIANTS = ("dice-10000", "phase-10")
_LIMIT_MS = 10_000
_READ_MS = 1000
_END_PRESSES = 4
_RESULT_MS = 4000
_LABEL = "start"


def start_ms(player: BenchPlayer, button: int) -> float:
    """Presses the button that starts a game; returns the milliseconds until its screen asks for the first throw."""
    title = player.lines[0]
    return player.press_until(button, lambda: player.lines[0] != title and is_asked(player), _LIMIT_MS)


def is_asked(player: BenchPlayer) -> bool:
    """Whether the OLED shows what ROLL does: it is drawn last, and not while the console is busy."""
    return "ROLL" in player.lines[7]


def from_the_menus(variant: str) -> list[Row]:
    """Starts a game of two people from the boot menu, leaves it, and goes on with it."""
    player = BenchPlayer()
    player.machine.run_ms(_READ_MS)
    player.pick(variant_named(variant).title, _LABEL)
    player.machine.run_ms(_READ_MS)
    player.press(KEEP1 + 1, _LABEL)
    player.machine.run_ms(_READ_MS)
    from_menus_ms = start_ms(player, ROLL)
    player.settle()
    for button in (BANK, ROLL, ROLL, MENU):  # throws for the start, then once: only a game that has begun is parked
        player.press(button, _LABEL)
        player.machine.run_ms(_READ_MS)
    player.press_until(KEEP6, lambda: "Go on" in player.lines[1] and is_asked(player), _LIMIT_MS)  # leave the game
    player.machine.run_ms(_READ_MS)
    return [_row(variant, "from the menus", from_menus_ms), _row(variant, "Go on", start_ms(player, KEEP1))]


def again(variant: str) -> list[Row]:
    """Ends a game and starts another one with the same players."""
    player = BenchPlayer(files=before_the_last_turn_ends(variant))
    end_game(player)
    return [_row(variant, "Again", start_ms(player, ROLL))]


def end_game(player: BenchPlayer) -> None:
    """Banks until the ranking is shown and can be left. Raises Stuck."""
    for button in (BANK,) + (ROLL,) * _END_PRESSES:
        player.machine.press(button)
        player.machine.run_ms(_RESULT_MS)  # never at rest: there is a light show
        if "again" in player.lines[7]:
            player.machine.run_ms(_READ_MS)  # ROLL is ignored before
            return
    raise Stuck(f"The game does not end: {player.lines}")


def _row(variant: str, label: str, time_ms: float) -> Row:
    return Row(f"{PART}: {variant}, {label}", ms(time_ms), CYCLES, BUDGET)


TASKS = tuple(partial(measure, variant) for variant in VARIANTS for measure in (from_the_menus, again))
