"""Typing the name of a player: six letters on the dice, the KEEP button below a letter types it."""

from sixpip.app.session import NAME_LETTERS
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.player_names import PlayerNames

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-.!+"
_PAGE = const(6)


class NameEntry(Screen):
    """Types one name. Without a letter typed the old name stays."""

    def __init__(self, app: "App", names: "PlayerNames", seat: int) -> None:
        """`seat`: the place in `names` of the name to type."""
        super().__init__(app)
        self._names = names
        self._seat = seat
        self._typed = ""
        self._page = 0

    def press(self, button: int) -> None:
        """KEEP types, ROLL shows the next letters, MENU deletes a letter, BANK is done."""
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
            self.app.close()
        else:
            self.refuse()

    def paint(self) -> None:
        """Paints six letters on the dice, in the player's color."""
        letters = self._letters()
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(letters[tile]), tiles.SCORES, palette.SEAT + self._seat)

    def draw(self) -> None:
        """Draws the name so far and what the buttons do."""
        canvas = self.app.canvas
        letters = self._letters()
        self.head(f"NAME OF PLAYER {self._seat + 1}")
        blanks = "_" * (NAME_LETTERS - len(self._typed))
        canvas.center(2, self._typed + blanks)
        canvas.center(4, f"1-6 type {letters[0]} to {letters[_PAGE - 1]}")
        canvas.center(5, "MENU deletes a letter")
        self.labels("more", "done")

    def _letters(self) -> str:
        """The six letters shown."""
        return _LETTERS[self._page * _PAGE : self._page * _PAGE + _PAGE]
