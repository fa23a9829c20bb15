"""The computer players and the coach of a game: their modules and tables are loaded and released as memory allows.

Used only in games that have such players.
"""

from sixpip import loader
from sixpip.players.menus.styles import MASTER, STEADY
from sixpip.port import TYPE_CHECKING, collect_garbage, const, has_memory

if TYPE_CHECKING:
    from typing import Any

    from sixpip.players.phase_ten.coach import Coach as PhaseTenCoach
    from sixpip.players.phase_ten.computer import ComputerPlayer as PhaseTenPlayer
    from sixpip.players.ten_thousand.any_player import AnyPlayer
    from sixpip.players.ten_thousand.coach import Coach as TenThousandCoach
    from sixpip.rules.game.engine import AnyGame

    ComputerPlayer = AnyPlayer | PhaseTenPlayer
    Coach = TenThousandCoach | PhaseTenCoach


SAVE_BYTES = const(1152)
SAVE_PIECES = const(2)
"""What a save needs: an open file in one piece, and as much for the record and its bytes."""
_TO_READ = const(36 * 1024)
_TO_BUILD = const(44 * 1024)
_BLOCK = const(9 * 1024)
"""The free bytes that a game needs besides its tables and the room for saves, with shipped tables and where they are
built, and the bytes in one piece.

They are counted while the modules that make or resume the game are still loaded. With less, tables cannot be built; the
largest ones can fail with more (players/README.md). The table of names that MicroPython allocates next takes 7.7 KB in
one piece.
"""
_COACH = const(0)  # among the styles


class GamePlayers:
    """The players of one game that are made, by style; `make` and `make_coach` add those that are missing."""

    def __init__(self, game: "AnyGame", with_master: bool, plain_master: bool = False) -> None:
        """`game`: is only read; `with_master`: whether Master has a seat; `plain_master`: it plays like Steady."""
        self.game = game
        self._with_master = with_master and not plain_master
        self._plain_master = plain_master
        self._engine = game.engine
        self._reserved = False
        self._made: dict[int, Any] = {}
        self.save_room: list[bytes] = []
        """Memory that is kept for the next save. A player that builds tables clears it where there is no other."""
        self._shared: dict[str, object] = {"save_room": self.save_room}  # by all of them, such as the turn solver

    def reserve_memory(self) -> bool:
        """Allocates the tables of Master and of the coach; False without the memory for them and the rest of a game.

        Call it before the screens of the game are imported.
        """
        from sixpip.players.menus.styles import TABLES

        module = TABLES[self._engine]
        solver: Any = self._shared.get("solver")
        if module and not solver:
            solver = loader.load(f"players.{self._engine}.{module}").reserve(self.game, self._with_master)
            if solver.classes.is_too_large:
                return False
            self._shared["solver"] = solver
            self.keep_room()
        return has_memory(_TO_READ if solver and solver.shipped else _TO_BUILD, _BLOCK)

    def keep_room(self) -> None:
        """Keeps memory for the next save, as far as there is some: free memory is in small pieces."""
        try:
            while len(self.save_room) < SAVE_PIECES:
                self.save_room.append(bytes(SAVE_BYTES))
        except MemoryError:
            pass  # a save that does not find enough either has the players released

    def computer(self, style: int) -> "ComputerPlayer | None":
        """The computer player of a style; None as long as it is not made."""
        return self._made.get(style)

    def coach(self) -> "Coach | None":
        """The coach; None as long as it is not made."""
        return self._made.get(_COACH)

    def make(self, style: int) -> bool:
        """Imports the next module of a computer player, or makes it; False if it is made.

        Call it only between frames: deep in the handling of a press the stack is too short for more imports.
        """
        from sixpip.players.menus.styles import module_of

        plays = STEADY if style == MASTER and self._plain_master else style
        return self._make(style, module_of(self._engine, plays), "ComputerPlayer", plays)

    def make_coach(self) -> bool:
        """Imports the next module of the coach, or makes it, as `make` does; False if it is made."""
        return self._make(_COACH, "coach", "Coach")

    def _make(self, key: int, module: str, kind: str, *args: int) -> bool:
        if key in self._made:
            return False
        if (key == _COACH or (key == MASTER and self._with_master)) and not self._reserved:
            self._reserved = True
            self.reserve_memory()  # before the modules, which take what is left
            return True
        from sixpip.players.menus.styles import needs_solver

        self.save_room.clear()  # an import opens a file, too
        if needs_solver(self._engine, args[0] if args else key):
            for _ in loader.load_folder(f"players.{self._engine}.solver"):
                return True
        collect_garbage()  # a module must not be allocated behind garbage
        players = loader.load(f"players.{self._engine}.{module}")
        self._made[key] = getattr(players, kind)(self.game, *args, self._shared)
        self.keep_room()
        return True

    def release(self) -> None:
        """Releases all players, their tables and their modules: they are made again when they are needed."""
        self._made.clear()
        self._shared.clear()
        self._reserved = False
        self.save_room.clear()
        loader.unload(loader.BUILDERS)
        loader.unload(loader.PLAYERS)
        loader.clear_unloaded()
        collect_garbage()
