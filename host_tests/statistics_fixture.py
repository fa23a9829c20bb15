"""Finished games and records for the tests of the statistics."""

from collections.abc import Sequence
from typing import Any

from host_tests.game_fixture import NAMES
from sixpip.app.games.session import Session
from sixpip.app.people.statistics import FinishedGame
from sixpip.rules.core.actions import OVER
from sixpip.rules.phase_ten.game import PhaseTenGame
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.storage.record_store import Store

SAVED: dict[str, Any] = {
    "variants": [
        ["phase-10", [612, "ANNA"], [11, "BEN"], [60, "CHRISTA"], []],
        ["farkle-retail", [10450, "Maximilianus"], [], [3200, "BEN"], []],
        ["dice-10000", [14350, "CHRISTA"], [17, "ANNA"], [3200, "BEN"], [4, "Maximilianus"]],
    ],
    "persons": [
        ["Maximilianus", [1, 0, 0, 21, 6500, 8], [], []],
        ["BEN", [12, 5, 2, 240, 74400, 80], [], [5, 2, 1, 60, 2400, 13]],
    ],
    "last": [0, 0],
}
"""A record of the statistics."""


def finished(
    scores: Sequence[int] = (10100, 9000),
    best_turns: Sequence[int] = (),
    *,
    variant: str = "dice-10000",
    rules: "dict[str, Any] | None" = None,
    names: Sequence[str] = NAMES,
    turns: int = 20,
) -> Session:
    """Returns the session of a finished game with these scores; the highest one has won."""
    players = len(scores)
    game = TenThousandGame(variant, rules, players)
    game.scores[:] = scores
    game.opened[:] = [True] * players
    game.turns[:] = [turns] * players
    game.winner = game.player = scores.index(max(scores))
    game.stage = OVER
    session = Session(game, list(names[:players]))
    session.best_turns = list(best_turns) or [1000] * players
    session.best = max(session.best_turns)
    return session


def finished_phases(scores: Sequence[int] = (500, 400), names: Sequence[str] = NAMES) -> Session:
    """Returns the session of a finished game of Phase 10."""
    players = len(scores)
    game = PhaseTenGame("phase-10", {}, players)
    game.start = None
    game.scores[:] = scores
    game.turns[:] = [12] * players
    game.phases[:] = [11] * players
    game.boxes[:] = [[40] * 10 for _ in range(players)]
    game.winner = game.finisher = scores.index(max(scores))
    game.stage = OVER
    session = Session(game, list(names[:players]))
    session.best_turns = [50] * players
    session.best = 50
    return session


def add_game(session: Session, store: Store) -> str:
    """Adds a finished game to the statistics in all steps; returns which records fell, in words."""
    game = FinishedGame(session, store)
    while game.step():
        pass
    return game.words
