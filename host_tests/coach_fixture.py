"""A console with a coach for the tests."""

from collections.abc import Sequence
from typing import Any

from host_tests.game_fixture import seated_game
from host_tests.scripted_player import ScriptedPlayer
from sixpip.app.game.session import Session
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
