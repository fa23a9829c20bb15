"""Who sits in each seat: the names of the persons and the styles of the computers, remembered for the next game."""

from sixpip.app.session import NAME_LETTERS
from sixpip.players.styles import NAMES
from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.storage.records import Store

RECORD = "names"
SEATS_RECORD = "seats"
_MOST = 6


class PlayerNames:
    """The players in seating order, at first those of the last game.

    `names` are those of persons and `styles` those of computers (players/styles.py), 0 for a person; a seat that is
    changed to a computer keeps the name of its person for later. `against`: the computer that a single person played
    against last, 0 for none.
    """

    def __init__(self, store: "Store", players: int, offered: "tuple[int, ...]" = ()) -> None:
        """`players`: how many play, a seat without a remembered name is P1, P2 ...; `offered`: the styles to choose."""
        saved = store.load(RECORD)
        known = saved if isinstance(saved, list) else []
        self._known = [name for name in known if isinstance(name, str) and 0 < len(name) <= NAME_LETTERS][:_MOST]
        self.names = [self._known[seat] if seat < len(self._known) else f"P{seat + 1}" for seat in range(players)]
        self.offered = offered
        saved = store.load(SEATS_RECORD)
        self._seats = list(saved) if isinstance(saved, list) else []
        self.against = self._style(0)
        self.styles = [self._style(seat + 1) for seat in range(players)]

    def _style(self, place: int) -> int:
        """The remembered style at a place of the record, 0 where it is none of those offered."""
        style = self._seats[place] if place < len(self._seats) else 0
        return style if type(style) is int and style in self.offered else 0

    def shown(self) -> "list[str]":
        """The name of each player: of a computer its style, with a number where the same style plays more than once."""
        shown = []
        for seat in range(len(self.names)):
            style = self.styles[seat]
            if style:
                before = self.styles[:seat].count(style)
                shown.append(f"{NAMES[style]} {before + 1}" if before else NAMES[style])
            else:
                shown.append(self.names[seat])
        return shown

    def record(self) -> "list[str]":
        """What to save in RECORD: the names, then the remembered names of seats that are empty today."""
        return self.names + self._known[len(self.names) :]

    def seats_record(self) -> "list[int] | None":
        """What to save in SEATS_RECORD: `against`, then the styles as in `record`; None when nothing has changed."""
        seats = [self.against] + self.styles
        if seats == (self._seats + [0] * len(seats))[: len(seats)]:
            return None
        return seats + self._seats[len(seats) :]
