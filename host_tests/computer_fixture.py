"""Games with computer players: a console that is switched on at the turn of a computer, and the log of a whole game."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from host_tests.game_fixture import seated_game
from host_tests.scripted_player import ScriptedPlayer
from sixpip.app.game.session import Session
from sixpip.players.menus.styles import NAMES, STEADY
from sixpip.rules.game import log_writer
from sixpip.storage.records import Store


def computer_turn(
    folder: str,
    variant: str = "pure",
    rules: dict[str, Any] | None = None,
    scores: Sequence[int] = (0, 0),
    style: int = STEADY,
) -> ScriptedPlayer:
    """Switches a console on at the first turn of a computer, in the first seat; the other players are persons.

    The console rests where the computer shows what it has chosen.
    """
    return switch_on(folder, seated_game(variant, rules, scores), [style] + [0] * (len(scores) - 1))


def switch_on(folder: str, game: Any, seats: list[int]) -> ScriptedPlayer:
    """Switches a console on with a saved game of these seats."""
    names = [NAMES[style] or f"P{seat + 1}" for seat, style in enumerate(seats)]
    Session(game, names, seats=seats).save(Store(folder))
    return ScriptedPlayer(folder)


def hurry(player: ScriptedPlayer, *faces: int) -> ScriptedPlayer:
    """Presses ROLL; the dice that the computer throws show these faces."""
    player.board.roll_next(*faces)
    return player.press(6)


def played_log(game: Any, style: int, dice: Any, names: list[str]) -> str:
    """The log, as the console writes it, of a game that computer players of one style play to its end."""
    player = import_module(f"sixpip.players.{game.variant.dice_set.engine}.computer").ComputerPlayer(game, style)
    lines = [log_writer.head(game), "# " + ", ".join(names)]
    while game.legal():
        while player.think():
            pass
        for action in player.choose()[0]:
            if action[0] in game.legal():
                lines.append(game.log_line(action, game.apply(action, dice)))
    return "\n".join(lines) + "\n"
