"""A thousand turns played by the console inside the Pico: how low free memory sinks, and whether it comes back.

Presses are scripted and no time is waited for. Drawing and saving would take the emulator most of an hour, so one turn
in fifty has all of it; one in five goes through the screens, without being drawn; in the others rules and log play
alone. Games end, and begin again, on the screens.
"""

from tools.bench import pico
from tools.bench.rows import BYTES, Row

PART = "1000 turns"
TURNS = 1000
BUDGET = 100 * 1024
GROWTH = 256
"""Bytes by which the least free memory of the last quarter may be below that of the first: what a game in hand takes
differs by its scores and its log."""
_SCREENS_EVERY = 5
_WHOLE_EVERY = 50
_NEAR_THE_END = 8000
_SAMPLE_EVERY = 10
_LIMIT_MS = 600_000

_MODULE = """
import gc

def play(told):
    from sixpip.board.pico import PicoBoard
    from sixpip.app.app import App
    from sixpip.app.session import Session
    from sixpip.port import sweep
    from sixpip.rules.engine import new_game

    now = 1000
    queue = []
    board = PicoBoard()
    board.next_press = lambda: queue.pop() if queue else -1
    board.wait = lambda ms: None
    board.ticks_ms = lambda: now
    app = App(board)
    app.settings.values["tumble"] = 2  # the dice lie there at once
    app.session = Session(new_game("dice-10000", {{"start": "seated", "opening": 0}}, 2), ["ANNA", "BEN"])
    app.start_game("play")

    def wanted():
        screen, game = app.screen, app.session.game
        if getattr(screen, "mode", "") != "ask" or game.stage != "rolled" or "keep" not in game.legal():
            return 6
        if game.bank_refusal(0) is None:
            return 7
        for place in range(6):
            if (game.best_keep() & ~screen.decision.chosen) >> place & 1:
                return place
        return 6

    def alone(session, dice):
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

    turns = before = 0
    blind = False  # the screen does not know how the game stands
    lowest = 1 << 20
    while turns < {turns}:
        game, screen = app.session.game, app.screen
        now = (now + 3000) & 0x3fffffff
        asked = getattr(screen, "mode", "") == "ask"
        if asked and turns % {screens} and game.stage == "ready" and max(game.scores) < {near}:
            alone(app.session, app.dice)
            blind = True
        elif blind:
            screen.ask()
            blind = False
        elif not hasattr(screen, "mode") or turns % {whole} == 0:
            queue.append(wanted())
            app.step()
        else:
            screen.press(wanted())
            screen.tick(now)
            sweep()  # as the console does after every round
        app.session.history.lines = []  # as if they were written
        played = sum(app.session.game.turns)
        if played != before:
            before = played
            turns += 1
            lowest = min(lowest, gc.mem_free())
            if turns % {sample} == 0:
                game = screen = None  # of a game that is over the console would hold them no more
                gc.collect()
                told(turns, gc.mem_free(), lowest)
                lowest = 1 << 20
"""

_SCRIPT = """
gc.collect()
empty = gc.mem_free()
collect_as_the_console()
import thousand
gc.collect()
told(empty - gc.mem_free())
thousand.play(told)
"""
"""Says first what the module above takes: no console holds that."""


def rows() -> list[Row]:
    """The least that was free after a collection, the least before one, and by how much it sank over all turns."""
    module = _MODULE.format(
        turns=TURNS, screens=_SCREENS_EVERY, whole=_WHOLE_EVERY, sample=_SAMPLE_EVERY, near=_NEAR_THE_END
    )
    (own,), *told = pico.run(_SCRIPT, _LIMIT_MS, {"thousand.py": module}).told
    samples = [(int(free) + int(own), int(lowest) + int(own)) for _, free, lowest in told]
    collected = [free for free, _ in samples]
    quarter = len(collected) // 4
    sunk = max(0, min(collected[:quarter]) - min(collected[-quarter:]))
    return [
        Row(f"{PART}: least free after a collection", min(collected), BYTES, BUDGET, least=True),
        Row(f"{PART}: low-water mark", min(lowest for _, lowest in samples), BYTES, note="with garbage"),
        Row(f"{PART}: growth, first quarter to last", sunk, BYTES, GROWTH),
    ]
