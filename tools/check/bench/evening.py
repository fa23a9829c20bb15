"""Games in a row of a person against a computer, with a coach who always advises: restarts, memory, the next start.

Both players have a head start, so that a game is over after some turns; Master computes its tables all the same.
"""

from collections.abc import Callable, Iterator
from functools import partial

from sixpip.board.contract import BANK, KEEP1, ROLL
from sixpip.players.styles import MASTER, NAMES, OFFERED
from tools.check.bench.menus import THINKING_FREE_BUDGET, THINKING_LARGEST_BUDGET
from tools.check.bench.player import BenchPlayer, Heap
from tools.check.bench.rows import BYTES, COUNT, CYCLES, Row, ms
from tools.check.bench.saves import files_of, last_game, settings
from tools.check.bench.starts import BUDGET
from tools.play.host.screen_reader import Stuck

PART = "five games against Master"
NEXT = "press to the next game after nine"
VARIANT = "dice-10000"
GAMES = 5
BEFORE = 9
HEAD_START = 9000
PERSON = "BEN"
_NAMES = ("ANNA", PERSON)
_LIMIT_MS = 1_200_000
"""Of one game."""
_SHOWN = 1000
"""So many of the last characters on the serial port are shown of a game that does not end."""
_START_LIMIT_MS = 5000
_STEP_MS = 500
_LABEL = "a turn"


def opened(style: int) -> BenchPlayer:
    """Boots and begins the first game against a computer of that style, who has the first turn."""
    last = last_game(VARIANT, {}, _NAMES, (style, 0), HEAD_START)
    player = BenchPlayer(files=files_of({**last, **settings(coach="always", tumble="no")}))
    player.machine.press(KEEP1)  # again
    return player


def play(player: BenchPlayer) -> Iterator[Heap]:
    """Plays the game to its end; yields the heap before each decision of the person. Raises Stuck."""
    machine = player.machine
    end_us = machine.now_us + _LIMIT_MS * 1000
    while "again" not in player.lines[7]:
        if machine.now_us > end_us or "Traceback" in machine.console_text:
            raise Stuck(f"The game does not end: {player.lines} {machine.console_text[-_SHOWN:]}")
        machine.run_ms(_STEP_MS)
        lines = player.lines
        if lines[7].startswith("ROLL next") or not lines[0].startswith(PERSON):
            machine.press(ROLL)  # hurries the computer, and ends the page of a result
        elif "again" not in lines[7]:
            yield player.heap()
            decide(player)
    machine.run_ms(4 * _STEP_MS)  # ROLL is ignored before


def again(player: BenchPlayer) -> float:
    """Starts the next game; returns the milliseconds from the press until its first screen is complete."""
    return player.press_until(
        ROLL, lambda: "again" not in player.lines[7] and "ROLL" in player.lines[7], _START_LIMIT_MS
    )


def rows() -> list[Row]:
    """Plays, and returns the restarts and the least heap before a decision of the person. Raises Stuck."""
    player = opened(MASTER)
    heaps = list(play(player))
    for _ in range(GAMES - 1):
        again(player)
        heaps += play(player)
    return [
        Row(f"{PART}: restarts", len(player.machine.resets), COUNT, 0),
        Row(f"{PART}: least free", min(heap.free for heap in heaps), BYTES, THINKING_FREE_BUDGET, is_minimum=True),
        Row(
            f"{PART}: largest block",
            min(heap.largest for heap in heaps),
            BYTES,
            THINKING_LARGEST_BUDGET,
            is_minimum=True,
        ),
    ]


def tenth(style: int) -> list[Row]:
    """Plays nine games against a computer of that style, and returns how long the start of the tenth takes."""
    player = opened(style)
    for _ in range(BEFORE):
        for _heap in play(player):
            pass
        time_ms = again(player)
    return [
        Row(f"{NEXT}: {NAMES[style]}", ms(time_ms), CYCLES, BUDGET),
        Row(f"{NEXT}: {NAMES[style]}, restarts", len(player.machine.resets), COUNT, 0),
    ]


def decide(player: BenchPlayer) -> None:
    """Banks as soon as the bottom line offers it; else presses ROLL, which chooses the best dice, then rolls."""
    player.press(BANK if "BANK" in player.lines[7] else ROLL, _LABEL)


TASKS: tuple[Callable[[], list[Row]], ...] = (rows, *[partial(tenth, style) for style in OFFERED["ten_thousand"]])
