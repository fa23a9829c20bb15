"""Names of the players: typed on the dice, remembered for the next game."""

from sixpip.app.session import NAME_LETTERS
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen
from sixpip.storage.records import StorageError, StorageFull
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.storage.records import Store

_RECORD = "names"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-.!+"
_PAGE = const(6)


class Names:
    """The names in seating order, those of the last game first."""

    def __init__(self, store: "Store", players: int) -> None:
        """`players`: how many names are wanted."""
        self._store = store
        saved = store.load(_RECORD)
        known = saved if isinstance(saved, list) else []
        self._known = [name for name in known if isinstance(name, str) and 0 < len(name) <= NAME_LETTERS][:_PAGE]
        self.names = [self._known[seat] if seat < len(self._known) else f"P{seat + 1}" for seat in range(players)]

    def keep(self, app: "App") -> None:
        """Remember them, and those of seats that are not taken today."""
        try:
            self._store.save(_RECORD, self.names + self._known[len(self.names) :])
        except (StorageFull, StorageError) as error:
            app.say(error.args[0])


class NameScreen(Screen):
    """Typing one name: six letters stand on the dice, the KEEP button below types one."""

    def __init__(self, app: "App", names: Names, seat: int, after: Screen) -> None:
        """`seat`: whose name; `after`: where to go back to."""
        super().__init__(app)
        self._names = names
        self._seat = seat
        self._after = after
        self._typed = ""
        self._page = 0

    def press(self, button: int) -> None:
        """KEEP types, ROLL shows the next letters, MENU takes a letter back, BANK is done."""
        letters = self._letters()
        if button <= KEEP6 and len(self._typed) < NAME_LETTERS:
            self._typed += letters[button]
        elif button == ROLL:
            self._page = (self._page + 1) % (len(_LETTERS) // _PAGE)
        elif button == MENU and self._typed:
            self._typed = self._typed[:-1]
        elif button == BANK:
            if self._typed:
                self._names.names[self._seat] = self._typed
            self.app.go(self._after)
        else:
            self.refuse()

    def paint(self) -> None:
        """Six letters on the dice."""
        letters = self._letters()
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(letters[tile]), tiles.SCORES, palette.SEAT + self._seat)

    def draw(self) -> None:
        """The name so far."""
        canvas = self.app.canvas
        letters = self._letters()
        self.head(f"NAME OF PLAYER {self._seat + 1}")
        blanks = "_" * (NAME_LETTERS - len(self._typed))
        canvas.center(2, self._typed + blanks)
        canvas.center(4, f"KEEP types {letters[0]} to {letters[_PAGE - 1]}")
        canvas.center(5, "MENU takes one back")
        self.labels("more", "done")

    def _letters(self) -> str:
        return _LETTERS[self._page * _PAGE : self._page * _PAGE + _PAGE]
