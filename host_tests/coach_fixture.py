"""A console with a coach for the tests, and the advice of the coach of the ten-thousand family without a console."""

from collections.abc import Sequence
from typing import Any

from host_tests.game_fixture import seated_game
from host_tests.scripted_player import ScriptedPlayer
from sixpip.app.game.session import Session
from sixpip.players.advice import Advice
from sixpip.players.ten_thousand.coach import Coach
from sixpip.rules.game import actions
from sixpip.rules.menus.replay import Script
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store


def with_coach(
    folder: str, coach: int, variant: str = "pure", rules: dict[str, Any] | None = None, scores: Sequence[int] = (0, 0)
) -> ScriptedPlayer:
    """Switches a console on at the first turn of ANNA in a game with a coach."""
    game = seated_game(variant, rules, scores, opened=any(scores))
    session = Session(game, ["ANNA", "BEN", "CLARA", "DAVID", "EMIL", "FRIEDA"][: len(scores)])
    session.coach = coach
    session.save(Store(folder))
    return ScriptedPlayer(folder)


def advice_of(coach: Coach) -> Advice:
    """Lets the coach think to the end; returns its advice."""
    while coach.think():
        pass
    assert coach.is_ready()
    return coach.advise()


def thrown(game: Game, *faces: int) -> Coach:
    """Throws faces of six-sided dice; returns a coach of the game."""
    game.apply((actions.ROLL, None), Script([face - 1 for face in faces]))
    return Coach(game, {})


def begin(game: Game, *scores: int) -> None:
    """Puts players with these scores on the table."""
    game.scores[:] = scores
    game.opened[:] = [True] * len(scores)
