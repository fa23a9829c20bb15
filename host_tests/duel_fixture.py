"""A duel by link that is long."""

from types import SimpleNamespace
from typing import Any

from sixpip.rules.core.actions import OVER
from tools.play.demo import duel
from tools.play.share import codec


def long_duel(size: int, dice: Any = None) -> str:
    """A duel whose log takes so many bytes on the console, in which everyone rolls until the turn is lost."""
    lines = ["game pure players=6 opening=2000 target=20000 duel=abc123", "# A, B, C, D, E, F"]
    found = duel.Duel(lines)
    session = duel.session_of(found, lines)
    dice = dice or duel.DuelDice(SimpleNamespace(playing=session), found.head())
    written = 0
    while written < size or found.game.player:
        kinds = found.game.legal()
        session.apply(("roll", None) if "roll" in kinds else ("keep", found.game.best_keep()), dice)
        written += len(session.log.lines[-1]) + 1
        assert found.game.stage != OVER
    return codec.decode(codec.encode(found.head() + "\n".join(session.log.lines) + "\n"))
