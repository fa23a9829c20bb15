"""The computer players and the coach of a game, which are made when they are needed.

Used only in games that have such players.
"""

from sixpip.compat import TYPE_CHECKING, load_module
from sixpip.players.styles import COACH, player_class

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sixpip.players.phase_ten.coach import Coach as PhaseTenCoach
    from sixpip.players.phase_ten.computer import PhaseTenPlayer
    from sixpip.players.ten_thousand.coach import Coach as TenThousandCoach
    from sixpip.players.ten_thousand.computer import BasePlayer
    from sixpip.rules.core.engine import Game

    ComputerPlayer = BasePlayer | PhaseTenPlayer
    Coach = TenThousandCoach | PhaseTenCoach


class ComputerPlayers:
    """The players of one game that are made, by style; `make` adds one that is missing."""

    def __init__(self, game: "Game", import_next: "Callable[[str], bool]") -> None:
        """`game` is only read; `import_next` is that of the board."""
        self.game = game
        self._import_next = import_next
        self._engine = game.engine
        self._made: dict[int, Any] = {}
        self._shared: dict[str, object] = {}  # by all of them, such as the turn solver

    def computer(self, style: int) -> "ComputerPlayer | None":
        """Returns the computer player of a style, or None as long as it is not made."""
        return self._made.get(style)

    def coach(self) -> "Coach | None":
        """Returns the coach, or None as long as it is not made."""
        return self._made.get(COACH)

    def clear(self) -> None:
        """Drops all players and their tables, also where a screen that is closed still refers to this object."""
        self._made.clear()
        self._shared.clear()

    def make(self, style: int) -> bool:
        """Imports the next module of a computer player, or of the coach (COACH), or makes it; False if it is made.

        Call it only between frames: deep in the handling of a press the stack is too short for more imports.
        """
        if style in self._made:
            return False
        module, _, kind = player_class(self._engine, style).partition(":")
        name = f"sixpip.players.{self._engine}.{module}"
        if not self._import_next(name):
            arguments = (style, self._shared) if style else (self._shared,)
            self._made[style] = getattr(load_module(name), kind)(self.game, *arguments)
        return True
