"""The names of the players, remembered for the next game."""

from sixpip.app.session import NAME_LETTERS
from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.storage.records import Store

RECORD = "names"
_MOST = 6


class PlayerNames:
    """The names in seating order, at first those of the last game."""

    def __init__(self, store: "Store", players: int) -> None:
        """`players`: how many names the game needs; a seat without a remembered name is P1, P2 ..."""
        saved = store.load(RECORD)
        known = saved if isinstance(saved, list) else []
        self._known = [name for name in known if isinstance(name, str) and 0 < len(name) <= NAME_LETTERS][:_MOST]
        self.names = [self._known[seat] if seat < len(self._known) else f"P{seat + 1}" for seat in range(players)]

    def record(self) -> "list[str]":
        """What to save in RECORD: the names, then the remembered names of seats that are empty today."""
        return self.names + self._known[len(self.names) :]
