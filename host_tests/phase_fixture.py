"""A person at the table with Phase 10 dice: a console switched on in mid-game, dice named by their numbers."""

from collections.abc import Sequence

from host_tests.scripted_player import ROLL, ScriptedPlayer
from sixpip.app.session import Session
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import Game
from sixpip.screens.phase_ten.play import PhaseTenScreen
from sixpip.storage.records import Store

NAMES = ("ANNA", "BEN", "CHRISTA", "DORA", "EMIL", "FRANZISK")


def phase_table(
    folder: str,
    phases: Sequence[int] = (1, 1),
    boxes: int = 40,
    start: str = "seated",
    settings: "dict[str, int] | None" = None,
) -> ScriptedPlayer:
    """Somebody before a turn; each player is in a phase of `phases`, with `boxes` points for every one before it."""
    game = Game("phase-10", {"start": start}, len(phases))
    for player, phase in enumerate(phases):
        game.phases[player] = phase
        game.boxes[player][: phase - 1] = [boxes] * (phase - 1)
        game.scores[player] = boxes * (phase - 1)
    store = Store(folder)
    Session(game, list(NAMES[: len(phases)])).save(store)
    store.save("settings", {"bright": 2, "sound": 2, "tumble": 0, **(settings or {})})
    person = ScriptedPlayer(folder)
    person.wait(400)
    return person


def screen_of(person: ScriptedPlayer) -> PhaseTenScreen:
    """The game's screen, which must be in charge."""
    screen = person.app.screen
    assert isinstance(screen, PhaseTenScreen)
    return screen


def game_of(person: ScriptedPlayer) -> Game:
    """The game being played."""
    assert person.app.session is not None
    game = person.app.session.game
    assert isinstance(game, Game)
    return game


def throw(person: ScriptedPlayer, words: str) -> ScriptedPlayer:
    """Press ROLL; the dice thrown, in order, show these numbers (8 or W: any colour) or faces (8G)."""
    game = game_of(person)
    free = game.throws() if game.start else game.all & ~screen_of(person).decision.chosen
    thrown = [die for die in range(game.dice) if free >> die & 1]
    named = words.split()
    assert len(named) == len(thrown), f"{len(thrown)} dice are thrown"
    person.board.roll_next(*[_side(die, word) + 1 for die, word in zip(thrown, named, strict=True)])
    return person.press(ROLL)


def _side(die: int, word: str) -> int:
    """The first side of a die that is written so, or shows that number."""
    for side in range(6):
        face = dice.written(die, side)
        if word in (face, face[:-1]):
            return side
    raise AssertionError(f"{dice.label(die)} never shows {word}")


def aside(person: ScriptedPlayer, *places: int) -> ScriptedPlayer:
    """Set dice aside, or take them back, by the buttons alone: pages are turned as needed."""
    for place in places:
        if screen_of(person).dice.page != place // 5:
            person.press(5)
        person.press(place % 5)
    return person
