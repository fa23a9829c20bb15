"""Games of ten thousand for the tests of app and screens: with people, computer players or a coach, and whole games.

Games of Phase 10 dice with dice named by their faces: phase_fixture.py.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.app.games.session import Session
from sixpip.app.settings import RECORD, SIMPLE_RULE
from sixpip.players.styles import NAMES as STYLE_NAMES
from sixpip.players.styles import STEADY, player_class
from sixpip.rules.core import log_text
from sixpip.rules.core.actions import ROLLED
from sixpip.rules.core.engine import Game
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.play.game_screen import ASK
from sixpip.screens.play.ranking import Ranking
from sixpip.screens.ten_thousand.screen import TenThousandScreen
from sixpip.storage.record_store import Store

LEAVE = 5
"""The line of the pause that leaves a game."""
NAMES = ("ANNA", "BEN", "CHRISTA", "DORA", "EMIL", "Maximilianus")
SLOW, NORMAL, QUICK = range(3)
"""The values of the setting "pace"."""


def seated_game(
    variant: str, rules: "dict[str, Any] | None", scores: Sequence[int], opened: bool = True
) -> TenThousandGame:
    """Returns a game at its first turn, of the first seat, with these scores; `opened`: all have made the opening."""
    game = TenThousandGame(variant, {"start": "seated", **(rules or {})}, len(scores))
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


def session_of(player: ScriptedPlayer) -> Session:
    assert player.app.session is not None
    return player.app.session


def game_of(player: ScriptedPlayer) -> TenThousandGame:
    game = session_of(player).game
    assert isinstance(game, TenThousandGame)
    return game


def take_back_now(player: ScriptedPlayer) -> ScriptedPlayer:
    """Takes the last decision back with the buttons."""
    player.press(MENU)
    player.pick("Undo")
    assert player.lines[0].startswith("UNDO?")
    return player.press(ROLL)


def assert_no_undo(player: ScriptedPlayer, reason: str = "No choice to undo yet") -> None:
    """Picks "Undo" in the pause menu, which is open; the console refuses, with the reason."""
    assert player.pick("Undo").lines[6] == reason and player.lines[0].startswith("PAUSE")
    assert not player.lines[7].startswith("ROLL")


def log_of(folder: Path, number: int = 1) -> list[str]:
    """Returns the lines of a log."""
    return (folder / "logs" / f"game-{number}.log").read_text().splitlines()


def with_coach(
    folder: str,
    coach: int,
    variant: str = "pure",
    rules: dict[str, Any] | None = None,
    scores: Sequence[int] = (0, 0),
    hints: bool = False,
) -> ScriptedPlayer:
    """Switches a console on at the first turn of ANNA in a game with a coach; `hints`: with the simple rule."""
    game = seated_game(variant, rules, scores, opened=any(scores))
    session = Session(game, ["ANNA", "BEN", "CLARA", "DAVID", "EMIL", "FRIEDA"][: len(scores)])
    session.coach = coach
    store = Store(folder)
    session.save(store)
    if not hints and not store.has(RECORD):
        store.save(RECORD, {"hinted": SIMPLE_RULE})
    return ScriptedPlayer(folder)


def computer_turn(
    folder: str,
    variant: str = "pure",
    rules: dict[str, Any] | None = None,
    scores: Sequence[int] = (0, 0),
    style: int = STEADY,
) -> ScriptedPlayer:
    """Switches a console on at the first turn of a computer, in the first seat; the other players are people.

    The console rests where the computer shows what it has chosen.
    """
    return switch_on(folder, seated_game(variant, rules, scores), [style] + [0] * (len(scores) - 1))


def switch_on(folder: str, game: Any, seats: list[int], pace: int = SLOW) -> ScriptedPlayer:
    """Switches a console on with a saved game of these seats; `pace` is the value of that setting."""
    names = [STYLE_NAMES[style] or f"P{seat + 1}" for seat, style in enumerate(seats)]
    store = Store(folder)
    store.save("settings", {**(store.load("settings") or {}), "pace": pace})
    Session(game, names, styles=seats).save(store)
    return ScriptedPlayer(folder)


def hurry(player: ScriptedPlayer, *faces: int) -> ScriptedPlayer:
    """Presses ROLL; the dice that the computer throws show these faces."""
    player.board.roll_next(*faces)
    return player.press(6)


def new_player(game: "Game", style: int, shared: "dict[str, object] | None" = None) -> Any:
    """Returns a computer player of a style. `shared`: what the players of the game share."""
    module, _, kind = player_class(game.engine, style).partition(":")
    return getattr(import_module(f"sixpip.players.{game.engine}.{module}"), kind)(game, style, shared)


def played_log(game: Any, style: int, dice: Any, names: list[str]) -> str:
    """The log, as the console writes it, of a game that computer players of one style play to its end."""
    player = new_player(game, style)
    lines = [log_text.head(game), "# " + ", ".join(names)]
    while game.legal():
        while player.think():
            pass
        for action in player.choose()[0]:
            if action[0] in game.legal():
                lines.append(game.log_line(action, game.apply(action, dice)))
    return "\n".join(lines) + "\n"


def decide(player: ScriptedPlayer, bank_at: int) -> None:
    """Presses the buttons of one decision: keeps the best dice; rolls below `bank_at` points, else banks."""
    screen = player.app.screen
    assert isinstance(screen, TenThousandScreen)
    game = game_of(player)
    if screen.mode != ASK or game.stage != ROLLED:
        player.press(ROLL)
        return
    keep = game.best_keep()
    points = game.points + game.keep_points(keep)
    for place in KEEPS:
        if keep >> place & 1:
            player.press(place)
    assert f"+{game.keep_points(keep)}" in player.screen.replace(" ", "")
    player.press(BANK if points >= bank_at and not game.bank_refusal(keep) else ROLL)


def play_game(
    player: ScriptedPlayer,
    players: int,
    bank_at: int,
    after_each: "Callable[[], object] | None" = None,
    scores: int = 0,
) -> Ranking:
    """Plays a game from the boot menu to the ranking.

    `after_each`: is called after every decision; `scores`: what all players have at the start of the game.
    """
    player.pick("Settings").press(2, 2, BANK)  # the dice roll without an animation
    player.start(players)
    game = game_of(player)
    game.scores[:] = [scores] * players
    game.opened[:] = [scores > 0] * players
    for _ in range(2000):
        if isinstance(player.app.screen, Ranking):
            return player.app.screen
        decide(player, bank_at)
        player.wait(350)
        if after_each:
            after_each()
    raise AssertionError("the game does not end")
