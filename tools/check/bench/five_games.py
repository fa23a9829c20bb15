"""Five games in a row of a person against Master, with a coach who always advises: whether the console restarts.

Both players have a head start, so that a game is over after some turns; Master computes its tables all the same.
"""

from sixpip.board.contract import BANK, KEEP1, ROLL
from sixpip.players.styles import MASTER
from tools.check.bench.menus import THINKING_FREE_BUDGET, THINKING_LARGEST_BUDGET
from tools.check.bench.player import BenchPlayer
from tools.check.bench.rows import BYTES, COUNT, Row
from tools.check.bench.saves import files_of, last_game, settings
from tools.play.host.screen_reader import Stuck

PART = "five games against Master"
VARIANT = "dice-10000"
GAMES = 5
HEAD_START = 9000
_NAMES = ("ANNA", "BEN")
_LIMIT_MS = 600_000
_STEP_MS = 500
_LABEL = "a turn"


def rows() -> list[Row]:
    """Plays, and returns the restarts and the least heap before a decision of the person. Raises Stuck."""
    last = last_game(VARIANT, {}, _NAMES, (MASTER, 0), HEAD_START)
    player = BenchPlayer(files=files_of({**last, **settings(coach="always", tumble="no")}))
    machine = player.machine
    machine.press(KEEP1)  # again
    heaps = []
    games = 0
    while games < GAMES:
        if machine.now_us > _LIMIT_MS * 1000 or "Traceback" in machine.console_text:
            raise Stuck(f"Only {games} games are over: {player.lines} {machine.console_text}")
        machine.run_ms(_STEP_MS)
        lines = player.lines
        if "again" in lines[7]:
            machine.run_ms(4 * _STEP_MS)  # ROLL is ignored before
            games += 1
            if games < GAMES:
                machine.press(ROLL)
                machine.run_ms(4 * _STEP_MS)
        elif lines[7].startswith("ROLL next") or not lines[0].startswith(_NAMES[1]):
            machine.press(ROLL)  # hurries Master, and ends the page of a result
        else:
            heaps.append(player.heap())
            decide(player)
    return [
        Row(f"{PART}: restarts", len(machine.resets), COUNT, 0),
        Row(f"{PART}: least free", min(heap.free for heap in heaps), BYTES, THINKING_FREE_BUDGET, is_minimum=True),
        Row(
            f"{PART}: largest block",
            min(heap.largest for heap in heaps),
            BYTES,
            THINKING_LARGEST_BUDGET,
            is_minimum=True,
        ),
    ]


def decide(player: BenchPlayer) -> None:
    """Banks as soon as the bottom line offers it; else presses ROLL, which chooses the best dice, then rolls."""
    player.press(BANK if "BANK" in player.lines[7] else ROLL, _LABEL)
