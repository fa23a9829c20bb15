"""Whole games of the ten-thousand family, played with the buttons of a scripted player."""

from collections.abc import Callable

from host_tests.game_fixture import game_of
from host_tests.scripted_player import BANK, KEEPS, ROLL, ScriptedPlayer
from sixpip.rules.actions import ROLLED
from sixpip.screens.game.game_screen import ASK
from sixpip.screens.menus.ranking import Ranking
from sixpip.screens.ten_thousand.play import TenThousandScreen


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


def play(
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
