"""Games of ten thousand for the tests of app and screens: a console that is switched on in the middle of one.

Games of Phase 10 dice with dice named by their faces: phase_fixture.py.
"""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from host_tests.scripted_player import KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.app.game.session import Session
from sixpip.rules.game.errors import BadOption
from sixpip.rules.phase_ten.game import Game as PhaseGame
from sixpip.rules.setup import options
from sixpip.rules.setup.variants import VARIANTS
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.ten_thousand.play import TenThousandScreen
from sixpip.storage.records import Store
from tools.play.host.cut_texts import note_cut_texts as note_cut_texts

NAMES = ("ANNA", "BEN", "CHRISTA", "DORA", "EMIL", "FRANZISK")


def start_game(
    folder: str,
    variant: str,
    rules: "dict[str, Any] | None" = None,
    scores: Sequence[int] = (4350, 3200),
    opened: bool = True,
) -> ScriptedPlayer:
    """Switches a console on at the first turn of a game with these scores; `opened`: all have made the opening."""
    game = Game(variant, {"start": "seated", **(rules or {})}, len(scores))
    game.scores[:] = scores
    game.opened[:] = [opened] * len(scores)
    Session(game, list(NAMES[: len(scores)])).save(Store(folder))
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


class LoadedDice:
    """Dice that often show equal faces, so that rare rolls come soon."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def throw(self, dice: int) -> bytearray:
        """Returns the faces, counted from 0."""
        chance = self._chance
        if chance.random() < 0.2:
            return bytearray([chance.randrange(6)] * dice)
        pool = [chance.randrange(6) for _ in range(chance.choice((2, 3, 6, 6)))]
        return bytearray(chance.choice(pool) for _ in range(dice))


def random_game(chance: random.Random, variant: str) -> Game:
    """Returns a new game of a variant with up to eight random house rules that go together."""
    row: dict[str, Any] = {}
    players = chance.randrange(1, 7)
    if chance.random() < 0.6:
        row["target"] = 300 if variant == "five-cubes" else chance.choice((500, 1000, 2000))
    for _ in range(chance.randrange(0, 9)):
        option = chance.choice([option for option in options.OPTIONS if option.key != "target"])
        if option.fits(dice_kind(variant)):
            picked = {**row, option.key: chance.choice(option.values[1:])}
            try:
                Game(variant, picked, players)
            except BadOption:
                continue
            row = picked
    try:
        return Game(variant, row, players)
    except BadOption:
        return Game(variant, {}, players)


def random_phase_ten_game(chance: random.Random) -> PhaseGame:
    """Returns a game of Phase 10 dice, new or in one of the later phases."""
    players = chance.randrange(1, 7)
    game = PhaseGame("phase-10", {"start": chance.choice(("seated", "one-die"))}, players)
    if chance.random() < 0.7:
        for player in range(players):
            game.phases[player] = phase = chance.choice((4, 5, 8, 9, 10, 10))
            game.boxes[player][: phase - 1] = [40] * (phase - 1)
            game.scores[player] = 40 * (phase - 1)
            game.misses[player][chance.randrange(phase)] = chance.randrange(5)
    return game


def dice_kind(variant: str) -> str:
    """Returns the kind of a variant's dice."""
    return next(known.dice_set.kind for known in VARIANTS if known.name == variant)


def choose_some(player: ScriptedPlayer, chance: random.Random) -> None:
    """Chooses the dice of a random legal keep with the KEEP buttons."""
    game, screen = game_of(player), play_screen(player)
    if game.pending:
        wanted = sum(1 << place for place in range(game.dice) if game.rolled >> place & 1 and chance.random() < 0.6)
    else:
        game.find_keeps()
        wanted = game.positions_of(game.scorer.keys[chance.randrange(game.scorer.found)])
    choose(screen, wanted)


def choose(screen: TenThousandScreen, wanted: int) -> None:
    """Presses KEEP buttons until exactly these tray positions are chosen; turns pages as needed."""
    for _ in range(screen.dice.pages):
        for tile in KEEPS:
            place = screen.dice.place(tile)
            if place >= 0 and (screen.decision.chosen ^ wanted) >> place & 1:
                screen.press(tile)
        if screen.dice.pages > 1:
            screen.press(5)


def take_back_now(player: ScriptedPlayer) -> ScriptedPlayer:
    """Takes the last decision back with the buttons."""
    player.press(MENU)
    assert player.lines[0] == "PAUSE MENU: UNDO"
    player.press(MENU).pick("Undo")
    assert player.lines[0].startswith("UNDO?")
    return player.press(ROLL)


def log_of(folder: Path) -> list[str]:
    """Returns the lines of the first log."""
    return (folder / "logs" / "game-1.log").read_text().splitlines()
