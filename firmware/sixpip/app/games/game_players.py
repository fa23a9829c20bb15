"""The computer players and the coach of a game, which are made when they are needed.

Used only in games that have such players.
"""

import sys

from sixpip.compat import TYPE_CHECKING, load_module
from sixpip.players.styles import COACH

if TYPE_CHECKING:
    from typing import Any

    from sixpip.players.phase_ten.coach import Coach as PhaseTenCoach
    from sixpip.players.phase_ten.computer import PhaseTenPlayer as PhaseTenPlayer
    from sixpip.players.ten_thousand.coach import Coach as TenThousandCoach
    from sixpip.players.ten_thousand.computer import BasePlayer
    from sixpip.rules.core.engine import Game

    ComputerPlayer = BasePlayer | PhaseTenPlayer
    Coach = TenThousandCoach | PhaseTenCoach


class ComputerPlayers:
    """The players of one game that are made, by style; `make` and `make_coach` add those that are missing."""

    def __init__(self, game: "Game", with_master: bool) -> None:
        """`game`: is only read; `with_master`: whether Master has a seat."""
        self.game = game
        self._engine = game.engine
        self._made: dict[int, Any] = {}
        self._shared: dict[str, object] = {"wins": with_master}  # by all of them, such as the turn solver

    def computer(self, style: int) -> "ComputerPlayer | None":
        """The computer player of a style; None as long as it is not made."""
        return self._made.get(style)

    def coach(self) -> "Coach | None":
        """The coach; None as long as it is not made."""
        return self._made.get(COACH)

    def clear(self) -> None:
        """Drops all players and their tables, also where a screen that is closed still refers to this object."""
        self._made.clear()
        self._shared.clear()

    def make(self, style: int) -> bool:
        """Imports the next module of a computer player, or makes it; False if it is made.

        Call it only between frames: deep in the handling of a press the stack is too short for more imports.
        """
        from sixpip.players.styles import player_class

        module, _, kind = player_class(self._engine, style).partition(":")
        return self._make(style, module, kind, style)

    def make_coach(self) -> bool:
        """Imports the next module of the coach, or makes it, as `make` does; False if it is made."""
        return self._make(COACH, "coach", "Coach")

    def _make(self, key: int, module: str, kind: str, *args: int) -> bool:
        if key in self._made:
            return False
        from sixpip.players.styles import solver_modules

        for name in solver_modules(self._engine, key):
            if name not in sys.modules:
                load_module(name)
                return True
        players = load_module(f"sixpip.players.{self._engine}.{module}")
        self._made[key] = getattr(players, kind)(self.game, *args, self._shared)
        return True
