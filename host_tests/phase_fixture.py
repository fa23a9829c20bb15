"""Games of Phase 10 dice for the tests of the screens: a console that is switched on in the middle of one."""

from collections.abc import Sequence

from host_tests.game_fixture import NAMES, session_of
from host_tests.scripted_player import ROLL, ScriptedPlayer
from sixpip.app.games.session import Session
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import PhaseTenGame
from sixpip.screens.phase_ten.screen import PhaseTenScreen
from sixpip.storage.record_store import Store


def start_phase_ten_game(
    folder: str,
    phases: Sequence[int] = (1, 1),
    boxes: int = 40,
    start: str = "seated",
    settings: "dict[str, int] | None" = None,
) -> ScriptedPlayer:
    """Switches a console on at the first turn; `phases`: of each player, with `boxes` points for each phase before."""
    game = PhaseTenGame("phase-10", {"start": start}, len(phases))
    for seat, phase in enumerate(phases):
        game.phases[seat] = phase
        game.boxes[seat][: phase - 1] = [boxes] * (phase - 1)
        game.scores[seat] = boxes * (phase - 1)
    store = Store(folder)
    Session(game, list(NAMES[: len(phases)])).save(store)
    store.save("settings", {"bright": 2, "sound": 2, "tumble": 0, **(settings or {})})
    player = ScriptedPlayer(folder)
    player.wait(400)
    return player


def play_screen(player: ScriptedPlayer) -> PhaseTenScreen:
    """Returns the game screen, which must be in charge."""
    screen = player.app.screen
    assert isinstance(screen, PhaseTenScreen)
    return screen


def game_of(player: ScriptedPlayer) -> PhaseTenGame:
    game = session_of(player).game
    assert isinstance(game, PhaseTenGame)
    return game


def throw(player: ScriptedPlayer, words: str) -> ScriptedPlayer:
    """Presses ROLL; the dice thrown show, in order, these numbers (8 or W: any color) or faces (8G)."""
    game = game_of(player)
    free = game.throws() if game.start else game.all & ~play_screen(player).decision.chosen
    thrown = [die for die in range(game.dice) if free >> die & 1]
    named = words.split()
    assert len(named) == len(thrown), f"{len(thrown)} dice are thrown"
    player.board.roll_next(*[_side(die, word) + 1 for die, word in zip(thrown, named, strict=True)])
    return player.press(ROLL)


def _side(die: int, word: str) -> int:
    """Returns the first side of a die that is written like this or shows this number."""
    for side in range(6):
        face = dice.written(die, side)
        if word in (face, face[:-1]):
            return side
    raise AssertionError(f"{dice.label(die)} never shows {word}")


def set_aside(player: ScriptedPlayer, *places: int) -> ScriptedPlayer:
    """Sets dice aside, or takes them back, with the KEEP buttons; turns pages as needed."""
    for place in places:
        if play_screen(player).dice.page != place // 5:
            player.press(5)
        player.press(place % 5)
    return player
