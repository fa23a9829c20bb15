"""Plays many games in a row on the emulated Pico, all of one built-in game, and walks through the menus between them.

    python -m tools.check.many_games --games 20 --only zilch
    python -m tools.check.many_games --games 2 --collect-often

A person whom the coach always advises plays against Timid, Bold and Master: the most that is loaded. All have a head
start, so that a game is over after some turns. A game of Phase 10 takes hours: it is left and gone on with again and
again. A restart, a traceback and a game that does not go on are faults.
"""

import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from sixpip.app.games.session import LAST
from sixpip.board.contract import KEEP1, KEEP6, MENU, ROLL
from sixpip.players.styles import BOLD, MASTER, TIMID
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variants import PHASE, VARIANTS, variant_named
from tools import FIRMWARE
from tools.check.bench.evening import PERSON, again, play
from tools.check.bench.menus import walk_menus
from tools.check.bench.player import BenchPlayer, Heap
from tools.check.bench.saves import files_of, last_game, settings
from tools.check.emulator import EmulatorTimeout, has_image
from tools.play.host.screen_reader import Stuck
from tools.settings import JOBS
from tools.terminal import Parser, command, whole

_NAMES = ("MASTER", PERSON, "TIMID", "BOLD")
_STYLES = (MASTER, 0, TIMID, BOLD)
_START_MS = 5000
_THINK_MS = 12_000
"""After this time Master and the coach of a built-in game have read their tables."""
_LABEL = "a game"


class Evening(NamedTuple):
    """The result of some games in a row."""

    variant: str
    games: int
    """How many were played before a fault."""
    fault: str
    """"" or what went wrong."""
    least_free: int
    smallest_block: int
    """The least free memory and the smallest of the largest free blocks, before decisions of the person."""
    names: str
    """How many strings were interned in the end."""


def play_evening(games: int, collects_often: bool, variant: str) -> Evening:
    """Plays games in a row, until one fails.

    `collects_often`: whether garbage is collected after each 4 KB, in the middle of imports, frames and computations.
    """
    engine = variant_named(variant).dice_set.engine
    player = BenchPlayer(files={**_saved(variant), **(_collecting() if collects_often else {})})
    heaps: list[Heap] = []
    played = 0
    fault = ""
    try:
        for heap in _phases(player, games) if engine == PHASE.engine else _games(player, games):
            if heap:
                heaps.append(heap)
            else:
                played += 1
        heaps.append(player.heap())
    except (Stuck, EmulatorTimeout) as error:
        fault = f"{error} {player.lines}"
    if player.machine.resets:
        fault = f"it has restarted: {player.machine.resets} {fault}"
    free = min((heap.free for heap in heaps), default=0)
    block = min((heap.largest for heap in heaps), default=0)
    return Evening(variant, played, fault, free, block, heaps[-1].qstrs if heaps else "")


def _saved(variant: str) -> dict[str, bytes]:
    """The files of a console on which the last game was one of this variant, with a head start."""
    game = new_game(variant, {}, len(_NAMES))
    head_start = game.target * 9 // 10 // 100 * 100
    last = last_game(variant, {}, _NAMES, _STYLES, head_start)
    assert LAST in last
    return files_of({**last, **settings(coach="always", tumble="no")})


def _collecting() -> dict[str, bytes]:
    """A main.py with a low threshold of the garbage collector."""
    source = (FIRMWARE / "main.py").read_text(encoding="utf-8")
    changed = re.sub("^_GC_THRESHOLD = .*$", "_GC_THRESHOLD = 4096", source, flags=re.MULTILINE)
    assert changed != source
    return {"main.py": changed.encode()}


def _games(player: BenchPlayer, games: int) -> "Iterator[Heap | None]":
    """Plays games to their end; yields the heap before each decision of the person, and None after each game."""
    player.machine.press(KEEP1)  # again
    for number in range(games):
        walked = False
        for heap in play(player):
            yield heap
            if not walked:
                walked = True
                walk_menus(player)
                yield player.heap()
        yield None
        if number + 1 < games:
            again(player)


def _phases(player: BenchPlayer, games: int) -> "Iterator[Heap | None]":
    """Goes on with a game of Phase 10, throws once, walks through the menus and leaves it; yields as `_games`."""
    for _ in range(games):
        title = player.lines[0]
        player.machine.press(KEEP1)  # again; later go on
        player.wait_for(lambda title=title: player.lines[0] != title, _START_MS)  # type: ignore[misc]
        player.settle()
        player.press(ROLL, _LABEL)
        player.machine.run_ms(_THINK_MS)
        yield player.heap()
        walk_menus(player)
        yield player.heap()
        for button in (MENU, KEEP6):  # the pause; leave
            player.press(button, _LABEL)
        yield None


def _report(evening: Evening) -> str:
    """One line about some games in a row."""
    figures = f"{evening.least_free} bytes free, a block of {evening.smallest_block}, {evening.names}"
    return f"{evening.variant}: {evening.games} games, {figures}" + (f"\n    {evening.fault}" if evening.fault else "")


@command
def main(arguments: list[str] | None = None) -> int:
    """Prints a line for each variant; returns 0, 1 after a fault, 2 without the image."""
    parser = Parser(prog="python -m tools.check.many_games", description="Plays many games on the emulated Pico.")
    parser.add_argument("--games", type=whole(1, 1000, "number of games"), default=20, help="games in a row (20)")
    names = [variant.name for variant in VARIANTS]
    parser.add_argument("--only", metavar="VARIANT", action="append", choices=names, help=f"one of {', '.join(names)}")
    parser.add_argument("--collect-often", action="store_true", help="collect garbage after each 4 KB")
    parser.add_argument("--jobs", type=JOBS, default=2, help="processes at a time (2)")
    options = parser.parse_args(arguments)
    if not has_image():
        return 2
    faults = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for evening in pool.map(partial(play_evening, options.games, options.collect_often), options.only or names):
            print(_report(evening), flush=True)
            faults += bool(evening.fault)
    print(f"{faults} faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
