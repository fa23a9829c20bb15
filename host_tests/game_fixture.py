"""A person at the table: a console switched on in the middle of a game of any variant and house rules."""

import random
from collections.abc import Sequence
from typing import Any

from host_tests.scripted_player import KEEPS, ScriptedPlayer
from sixpip.app.session import Session
from sixpip.rules import options
from sixpip.rules.errors import BadOption
from sixpip.rules.phase_ten.game import Game as PhaseGame
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.variants import VARIANTS
from sixpip.screens.ten_thousand.play import TenThousandScreen
from sixpip.storage.records import Store
from sixpip.view.text import Canvas, big_text_width, text_width

NAMES = ("ANNA", "BEN", "CHRISTA", "DORA", "EMIL", "FRANZISK")
WIDTH = 128
_CAPS = 28  # pixels of a key cap in the bottom line and the gap after it


def start_game(
    folder: str,
    variant: str,
    rules: "dict[str, Any] | None" = None,
    scores: Sequence[int] = (4350, 3200),
    opened: bool = True,
) -> ScriptedPlayer:
    """Somebody before a game that begins, seat by seat, at these scores; everybody is on the table."""
    game = Game(variant, {"start": "seated", **(rules or {})}, len(scores))
    game.scores[:] = scores
    game.opened[:] = [opened] * len(scores)
    Session(game, list(NAMES[: len(scores)])).save(Store(folder))
    person = ScriptedPlayer(folder)
    person.wait(400)
    return person


def next_turn(person: ScriptedPlayer) -> ScriptedPlayer:
    """ROLL goes on after a result; then the breath of the next player."""
    person.press(6)
    person.wait(400)
    return person


def play_screen(person: ScriptedPlayer) -> TenThousandScreen:
    """The game's screen, which must be in charge."""
    screen = person.app.screen
    assert isinstance(screen, TenThousandScreen)
    return screen


def game_of(person: ScriptedPlayer) -> Game:
    """The game being played."""
    assert person.app.session is not None
    game = person.app.session.game
    assert isinstance(game, Game)
    return game


def watch(canvas: Canvas) -> list[str]:
    """From now on notes every text drawn on the OLED that is cut off or runs into another on the bottom line."""
    cut: list[str] = []
    write, digits, labels = canvas.at, canvas.big, canvas.choice

    def at(x: int, row: int, text: str, end: int = WIDTH) -> int:
        after = write(x, row, text, end)
        if after < x + 6 * len(text) or x < 0:
            cut.append(text)
        return after

    def big(row: int, text: str, x: int = -1) -> int:
        if big_text_width(text) > WIDTH:
            cut.append(text)
        return digits(row, text, x)

    def choice(roll: str, bank: str) -> None:
        if roll and bank and 2 * _CAPS + text_width(roll) + 3 + text_width(bank) > WIDTH:
            cut.append(f"ROLL {roll} BANK {bank}")
        labels(roll, bank)

    canvas.at, canvas.big, canvas.choice = at, big, choice  # type: ignore[method-assign]
    return cut


class LoadedDice:
    """Dice that like to fall alike, so that rare rolls come soon."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def throw(self, dice: int) -> bytearray:
        """Faces from 0."""
        chance = self._chance
        if chance.random() < 0.2:
            return bytearray([chance.randrange(6)] * dice)
        pool = [chance.randrange(6) for _ in range(chance.choice((2, 3, 6, 6)))]
        return bytearray(chance.choice(pool) for _ in range(dice))


def any_game(chance: random.Random, variant: str) -> Game:
    """A game of a variant with a few house rules picked by chance, none that exclude each other."""
    row: dict[str, Any] = {}
    players = chance.randrange(1, 7)
    if chance.random() < 0.6:
        row["target"] = 300 if variant == "five-cubes" else chance.choice((500, 1000, 2000))
    for _ in range(chance.randrange(0, 9)):
        option = chance.choice([option for option in options.OPTIONS if option.key != "target"])
        if option.fits(game_table(variant)):
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


def any_phases(chance: random.Random) -> PhaseGame:
    """A game of Phase 10 dice that begins, or is far on."""
    players = chance.randrange(1, 7)
    game = PhaseGame("phase-10", {"start": chance.choice(("seated", "one-die"))}, players)
    if chance.random() < 0.7:
        for player in range(players):
            game.phases[player] = phase = chance.choice((4, 5, 8, 9, 10, 10))
            game.boxes[player][: phase - 1] = [40] * (phase - 1)
            game.scores[player] = 40 * (phase - 1)
            game.misses[player][chance.randrange(phase)] = chance.randrange(5)
    return game


def game_table(variant: str) -> str:
    """The kind of a variant's dice."""
    return next(known.dice_set.kind for known in VARIANTS if known.name == variant)


def choose_some(person: ScriptedPlayer, chance: random.Random) -> None:
    """Press the buttons under the dice of a legal keep, turning pages where needed."""
    game, screen = game_of(person), play_screen(person)
    if game.pending:
        wanted = sum(1 << place for place in range(game.dice) if game.rolled >> place & 1 and chance.random() < 0.6)
    else:
        game.find_keeps()
        wanted = game.positions_of(game.scorer.keys[chance.randrange(game.scorer.found)])
    choose(screen, wanted)


def choose(screen: TenThousandScreen, wanted: int) -> None:
    """Have exactly these tray positions chosen, by KEEP buttons alone."""
    for _ in range(screen.dice.pages):
        for tile in KEEPS:
            place = screen.dice.place(tile)
            if place >= 0 and (screen.decision.chosen ^ wanted) >> place & 1:
                screen.press(tile)
        if screen.dice.pages > 1:
            screen.press(5)
