"""Games of ten thousand for the tests of app and screens: a console that is switched on in the middle of one.

Games of Phase 10 dice with dice named by their faces: phase_fixture.py.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from host_tests.scripted_player import MENU, ROLL, ScriptedPlayer
from sixpip.app.game.session import Session
from sixpip.app.settings import RECORD
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.ten_thousand.play import TenThousandScreen
from sixpip.storage.records import Store

NAMES = ("ANNA", "BEN", "CHRISTA", "DORA", "EMIL", "FRANZISK")


def seated_game(variant: str, rules: "dict[str, Any] | None", scores: Sequence[int], opened: bool = True) -> Game:
    """Returns a game at its first turn, of the first seat, with these scores; `opened`: all have made the opening."""
    game = Game(variant, {"start": "seated", **(rules or {})}, len(scores))
    game.scores[:] = scores
    game.opened[:] = [opened] * len(scores)
    return game


def start_game(
    folder: str,
    variant: str,
    rules: "dict[str, Any] | None" = None,
    scores: Sequence[int] = (4350, 3200),
    opened: bool = True,
    hints: bool = False,
) -> ScriptedPlayer:
    """Switches a console on at the first turn of a game with these scores; `hints`: with those for beginners."""
    game = seated_game(variant, rules, scores, opened)
    store = Store(folder)
    Session(game, list(NAMES[: len(scores)])).save(store)
    if not hints and not store.has(RECORD):
        store.save(RECORD, {"hints": 1})
    player = ScriptedPlayer(folder)
    player.wait(400)
    return player


def next_turn(player: ScriptedPlayer) -> ScriptedPlayer:
    """Presses ROLL to leave a result page, then waits until the next player may roll."""
    player.press(6)
    player.wait(400)
    return player


def play_screen(player: ScriptedPlayer) -> TenThousandScreen:
    """Returns the game screen, which must be in charge."""
    screen = player.app.screen
    assert isinstance(screen, TenThousandScreen)
    return screen


def game_of(player: ScriptedPlayer) -> Game:
    """Returns the game in play."""
    assert player.app.session is not None
    game = player.app.session.game
    assert isinstance(game, Game)
    return game


def take_back_now(player: ScriptedPlayer) -> ScriptedPlayer:
    """Takes the last decision back with the buttons."""
    player.press(MENU)
    player.pick("Undo")
    assert player.lines[0].startswith("UNDO?")
    return player.press(ROLL)


def log_of(folder: Path, number: int = 1) -> list[str]:
    """Returns the lines of a log."""
    return (folder / "logs" / f"game-{number}.log").read_text().splitlines()
