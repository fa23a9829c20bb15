"""The self-test for the tests of the screens: opens it, goes to a step, reads the letters on the dice."""

from host_tests.scripted_player import ROLL, ScriptedPlayer
from sixpip.view.tiles import LARGE, SMALL, letter


def open_self_test(folder: str) -> ScriptedPlayer:
    """Switches a new console on and opens the first step of the self-test."""
    return ScriptedPlayer(folder).pick("Workshop").pick("Self-test")


def go_to_step(player: ScriptedPlayer, step: type) -> ScriptedPlayer:
    """Presses ROLL until a step of this class is in charge."""
    for _ in range(40):
        if isinstance(player.app.screen, step):
            return player
        player.press(ROLL)
    raise AssertionError(f"{step.__name__} was not reached")


def letters_on_dice(player: ScriptedPlayer) -> str:
    """Returns the letters on the dice, with ~ for a tile that shows no letter."""
    shapes = {letter(chr(code))[LARGE:SMALL]: chr(code) for code in range(32, 126)}
    found = ""
    for start in range(0, 384, 64):
        rows = [player.board.pixels[at : at + 8] for at in range(start, start + 64, 8)]
        shape = bytes(sum(bool(index) << 7 - x for x, index in enumerate(row)) for row in rows)
        found += shapes.get(shape, "~")
    return found.rstrip()
