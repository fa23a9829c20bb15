"""Random presses in random games of every variant: nothing raises and no text is cut off."""

import random
from pathlib import Path

import pytest

from host_tests.effort import scaled
from host_tests.game_fixture import LoadedDice, choose_some, game_of, note_cut_texts, random_game, random_phase_ten_game
from host_tests.scripted_player import ScriptedPlayer
from sixpip.app.app import App
from sixpip.app.game.session import Session
from sixpip.players.menus.styles import OFFERED
from sixpip.rules.setup.variants import VARIANTS
from sixpip.rules.stages import ROLLED
from sixpip.screens.game.game_screen import ASK, GameScreen
from sixpip.screens.ten_thousand.play import TenThousandScreen

NAMES = ("WOLFGANG", "MAXIMILI", "BERNHARD", "EI", "CHARLOTT", "MWMWMWMW")
GAMES = scaled(2, 7)
PRESSES = 100
BUTTONS = (0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 7, 7, 8)


def press_at_random(player: ScriptedPlayer, chance: random.Random) -> None:
    """Presses any button, or one that a player would press now."""
    screen = player.app.screen
    if isinstance(screen, TenThousandScreen) and screen.mode == ASK and chance.random() < 0.5:
        game = game_of(player)
        if game.stage == ROLLED and not screen.decision.chosen and "keep" in game.legal():
            choose_some(player, chance)
        player.tap(chance.choice((6, 6, 7)))
    elif isinstance(screen, GameScreen) and screen.mode == ASK and chance.random() < 0.5:  # Phase 10
        for _ in range(chance.randrange(8)):
            player.tap(chance.randrange(6))
        player.tap(chance.choice((6, 6, 6, 7)))
    else:
        player.tap(chance.choice(BUTTONS))
    player.wait(chance.choice((0, 0, 400, 1200, 3000)))


def begin(player: ScriptedPlayer, chance: random.Random, variant: str) -> str:
    """Starts a random game; returns its variant, house rules and players."""
    game = random_phase_ten_game(chance) if variant == "phase-10" else random_game(chance, variant)
    styles = (0, 0, *OFFERED[game.dice_set.engine])
    seats = [chance.choice(styles) for _ in range(game.players)] if chance.random() < 0.5 else None
    player.app.session = Session(game, list(NAMES[: game.players]), seats=seats)
    player.app.start_game("play")
    return f"{variant} {game.row} players={game.players} seats={seats}"


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_random_presses_in_random_games_raise_nothing_and_every_text_fits(variant: str, tmp_path: Path) -> None:
    chance = random.Random(variant)
    player = ScriptedPlayer(str(tmp_path))
    cut = note_cut_texts(player.app.canvas)
    for step in range(GAMES * PRESSES):
        if player.app.session is None or step % PRESSES == 0:
            game = begin(player, chance, variant)
        elif chance.random() < 0.03:  # power loss
            player.app = App(player.board)
            cut = note_cut_texts(player.app.canvas)
        player.app.dice = LoadedDice(chance)  # type: ignore[assignment]
        press_at_random(player, chance)
        assert not cut, (game, cut)
        assert not player.app.store.damaged, (game, player.app.store.damaged)
