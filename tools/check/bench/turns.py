"""Plays a thousand turns on the emulated Pico and measures the lowest free memory and its trend.

The presses are scripted, and the clock skips all waiting. Drawing and saving every turn would take most of an hour in
the emulator, so only one turn in a hundred is drawn and saved; one in ten uses the screens without drawing; the others
use only the rules and the log. A walk through all menus follows every hundredth turn. The end of a game and the start
of the next are always on the screens.
"""

from sixpip.board.contract import BANK, KEEP1, MENU, ROLL
from tools.check.bench import pico
from tools.check.bench.rows import BYTES, Row

PART = "1000 turns"
TURNS = 1000
BUDGET = 60 * 1024
GROWTH = 256
"""Bytes by which the lowest free memory of the last quarter may be below that of the first: the size of a game depends
on its scores and its log."""
_SCREENS_EVERY = 10
_WHOLE_EVERY = 100
_NEAR_THE_END = 8000
_WALK = (
    *(MENU, 1, BANK, 2, ROLL, ROLL, BANK),
    *(MENU, KEEP1, KEEP1, MENU, BANK, BANK),
    *(MENU, 4, KEEP1, KEEP1, KEEP1, KEEP1, KEEP1, BANK, BANK),
)
"""The presses of a walk through all menus of a game and back: scores, how to play, house rules, settings."""
_SAMPLE_EVERY = 10
_LIMIT_MS = 600_000

_MODULE = """
import gc

def play(report):
    from sixpip.board.pico import PicoBoard
    from sixpip.app.app import App
    from sixpip.app.games.session import Session
    from sixpip.app.memory import clear_dropped
    from sixpip.rules.core.engine import new_game

    now = 1000
    queue = []
    board = PicoBoard()
    board.next_press = lambda: queue.pop() if queue else -1
    board.wait = lambda ms: None
    board.ticks_ms = lambda: now
    app = App(board)
    app.settings.values["tumble"] = 2  # without the tumble animation
    app.session = Session(new_game("dice-10000", {{"start": "seated", "opening": 0}}, 2), ["ANNA", "BEN"])
    app.start_game("play")

    def next_button():
        screen, game = app.screen, app.session.game
        if getattr(screen, "mode", "") != "ask" or game.stage != "rolled" or "keep" not in game.legal():
            return 6
        if game.bank_refusal(0) is None:
            return 7
        for place in range(6):
            if (game.best_keep() & ~screen.decision.chosen) >> place & 1:
                return place
        return 6

    def play_without_screen(session, dice):
        game = session.game
        player = game.player
        while game.player == player:
            kinds = game.legal()
            if "bank" in kinds and game.bank_refusal(0) is None:
                session.apply(("bank", None), dice)
            elif "keep" in kinds:
                session.apply(("keep", game.best_keep()), dice)
            else:
                session.apply((kinds[0] if "roll" not in kinds else "roll", None), dice)

    def walk_menus():
        for button in {walk}:
            queue.append(button)
            app.step()
            app.step()

    turns = before = 0
    outdated = False  # the screen shows an earlier state of the game
    lowest = 1 << 20
    while turns < {turns}:
        game, screen = app.session.game, app.screen
        now = (now + 3000) & 0x3fffffff
        asked = getattr(screen, "mode", "") == "ask"
        if asked and turns % {screens} and game.stage == "ready" and max(game.scores) < {near}:
            play_without_screen(app.session, app.dice)
            outdated = True
        elif outdated:
            screen.ask()
            outdated = False
        elif not hasattr(screen, "mode") or turns % {whole} == 0:
            queue.append(next_button())
            app.step()
        else:
            screen.press(next_button())
            app.screen.tick(now)
            clear_dropped()  # as in the console's main loop
        app.session.log.lines = []  # as after a save
        played = sum(app.session.game.turns)
        if played != before:
            before = played
            turns += 1
            if turns % {whole} == 0:
                walk_menus()
            lowest = min(lowest, gc.mem_free())
            if turns % {sample} == 0:
                game = screen = None  # so that an ended game is collected
                gc.collect()
                report(turns, gc.mem_free(), lowest)
                lowest = 1 << 20
"""

_SCRIPT = """
gc.collect()
empty = gc.mem_free()
set_gc_threshold()
import thousand
gc.collect()
report(empty - gc.mem_free())
thousand.play(report)
"""
"""Reports the size of the module above first: it is not part of the console."""


def rows() -> list[Row]:
    """Returns the lowest free memory after and before garbage collections, and the decrease over all turns."""
    module = _MODULE.format(
        turns=TURNS,
        screens=_SCREENS_EVERY,
        whole=_WHOLE_EVERY,
        sample=_SAMPLE_EVERY,
        near=_NEAR_THE_END,
        walk=list(_WALK),
    )
    (own,), *reports = pico.run(_SCRIPT, _LIMIT_MS, {"thousand.py": module}).reports
    samples = [(int(free) + int(own), int(lowest) + int(own)) for _, free, lowest in reports]
    collected = [free for free, _ in samples]
    quarter = len(collected) // 4
    decrease = max(0, min(collected[:quarter]) - min(collected[-quarter:]))
    return [
        Row(f"{PART}: least free after a collection", min(collected), BYTES, BUDGET, is_minimum=True),
        Row(f"{PART}: low-water mark", min(lowest for _, lowest in samples), BYTES, note="with garbage"),
        Row(f"{PART}: growth, first quarter to last", decrease, BYTES, GROWTH),
    ]
