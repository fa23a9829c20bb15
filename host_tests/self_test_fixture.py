"""A person in the workshop: begins the self-test, goes on to a step of it, reads the letters on the dice."""

from host_tests.scripted_player import ROLL, ScriptedPlayer
from sixpip.view.faces import FREE, TAKEN, letter


def self_test(folder: str) -> ScriptedPlayer:
    """Somebody before the first step, at a console switched on for the first time."""
    return ScriptedPlayer(folder).pick("Workshop").pick("Self-test")


def go(person: ScriptedPlayer, step: type) -> ScriptedPlayer:
    """On to a step by ROLL alone."""
    for _ in range(40):
        if isinstance(person.app.screen, step):
            return person
        person.press(ROLL)
    raise AssertionError(f"{step.__name__} does not come")


def spelled(person: ScriptedPlayer) -> str:
    """The letters on the dice, ~ for what is none."""
    shapes = {letter(chr(code))[FREE:TAKEN]: chr(code) for code in range(32, 126)}
    found = ""
    for start in range(0, 384, 64):
        rows = [person.board.pixels[at : at + 8] for at in range(start, start + 64, 8)]
        shape = bytes(sum(bool(index) << 7 - x for x, index in enumerate(row)) for row in rows)
        found += shapes.get(shape, "~")
    return found.rstrip()
