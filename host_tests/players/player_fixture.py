"""Computer players in the tests, one choice at a time."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.app.games.game_players import ComputerPlayer
    from sixpip.rules.core.actions import Action, Dice
    from sixpip.rules.core.engine import Game

LETTERS = 21
MOST_THINKING = 20_000


def act(
    player: "ComputerPlayer", game: "Game", source: "Dice", thinking: int = MOST_THINKING
) -> "tuple[tuple[Action, ...], str]":
    """Lets a player act once; returns what it did and why. An illegal action raises Illegal.

    `source`: of the dice; `thinking`: the most steps that it may think.
    """
    steps = 0
    while player.think():
        steps += 1
        assert steps < thinking
    todo, reason = player.choose()
    before = game.player
    for action in todo:
        assert game.player == before
        game.apply(action, source)
    assert todo and 0 < len(reason) <= LETTERS, reason
    return todo, reason
