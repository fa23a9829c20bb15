"""Buttons mashed at random over every variant with random house rules: nothing raises, no text is cut off."""

import random
from pathlib import Path

import pytest

from host_tests.game_fixture import LoadedDice, any_game, any_phases, choose_some, game_of, watch
from host_tests.scripted_player import ScriptedPlayer
from sixpip.app.app import App
from sixpip.app.session import Session
from sixpip.rules.stages import ROLLED
from sixpip.rules.variants import VARIANTS
from sixpip.screens.game.game_screen import ASK, GameScreen
from sixpip.screens.ten_thousand.play import TenThousandScreen

NAMES = ("WOLFGANG", "MAXIMILI", "BERNHARD", "EI", "CHARLOTT", "MWMWMWMW")
GAMES = 7
PRESSES = 100
BUTTONS = (0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 7, 7, 8)


def mash(person: ScriptedPlayer, chance: random.Random) -> None:
    """One press: of any button, or a sensible one."""
    screen = person.app.screen
    if isinstance(screen, TenThousandScreen) and screen.mode == ASK and chance.random() < 0.5:
        game = game_of(person)
        if game.stage == ROLLED and not screen.decision.chosen and "keep" in game.legal():
            choose_some(person, chance)
        person.tap(chance.choice((6, 6, 7)))
    elif isinstance(screen, GameScreen) and screen.mode == ASK and chance.random() < 0.5:  # phase dice
        for _ in range(chance.randrange(8)):
            person.tap(chance.randrange(6))
        person.tap(chance.choice((6, 6, 6, 7)))
    else:
        person.tap(chance.choice(BUTTONS))
    person.wait(chance.choice((0, 0, 400, 1200, 3000)))


def begin(person: ScriptedPlayer, chance: random.Random, variant: str) -> str:
    """Start a game; says which."""
    game = any_phases(chance) if variant == "phase-10" else any_game(chance, variant)
    person.app.session = Session(game, list(NAMES[: game.players]))
    person.app.start_game("play")
    return f"{variant} {game.row} players={game.players}"


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_any_presses_in_any_game_are_answered_in_words_that_fit(variant: str, tmp_path: Path) -> None:
    chance = random.Random(variant)
    person = ScriptedPlayer(str(tmp_path))
    cut = watch(person.app.canvas)
    for step in range(GAMES * PRESSES):
        if person.app.session is None or step % PRESSES == 0:
            said = begin(person, chance, variant)
        elif chance.random() < 0.03:  # the battery is pulled
            person.app = App(person.board)
            cut = watch(person.app.canvas)
        person.app.dice = LoadedDice(chance)  # type: ignore[assignment]
        mash(person, chance)
        assert not cut, (said, cut)
        assert not person.app.store.damaged, (said, person.app.store.damaged)
