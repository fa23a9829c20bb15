"""Who plays in one seat: a person, whose name is typed then, or a computer of some style."""

from sixpip.players.styles import HABITS, NAMES, color_of
from sixpip.port import TYPE_CHECKING
from sixpip.screens.menu import Menu
from sixpip.view import palette, tiles
from sixpip.view.faces import face
from sixpip.view.text import points

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.player_names import PlayerNames


class Seat(Menu):
    """One line for a person, one for each style, one for the head start. The marked line is what the seat is now."""

    def __init__(self, app: "App", names: "PlayerNames", seat: int, head_starts: "tuple[int, ...]") -> None:
        """`seat`: the place in `names` to change; `head_starts`: the points of each size."""
        super().__init__(app)
        self.title = f"PLAYER {seat + 1} IS"
        self._names = names
        self._seat = seat
        self._head_starts = head_starts
        self._styles = (0,) + names.offered
        self.at = self._styles.index(names.styles[seat])

    def lines(self) -> "list[str]":
        """A person, the styles, the head start."""
        styles = [f"{NAMES[style]}: {HABITS[style]}" for style in self._names.offered]
        return ["a person"] + styles + [f"head start: {points(self._points())}"]

    def _points(self) -> int:
        """The head start of the seat."""
        return self._head_starts[self._names.head_start_sizes[self._seat]]

    def pick(self, line: int) -> None:
        """Takes the line, or the next head start; a person is asked for the name."""
        if line == len(self._styles):
            sizes = self._names.head_start_sizes
            sizes[self._seat] = (sizes[self._seat] + 1) % len(self._head_starts)
            return
        self._names.styles[self._seat] = self._styles[line]
        if line:
            self.app.close()
        else:
            self.app.replace("name_entry", self._names, self._seat)

    def paint(self) -> None:
        """Paints the number of each line above its KEEP button, in the color of the person or the style."""
        board = self.app.board
        for tile in range(tiles.TILES):
            color = (self._seat + tile) % palette.SEATS  # the first is that of the person
            if tile < len(self._styles):
                palette.set_seat(board.palette, color, color_of(self._styles[tile]) if tile else b"")
            state = tiles.SCORES if tile <= len(self._styles) else tiles.OFF
            tiles.paint(board.pixels, tile, face(str(tile + 1)), state, palette.SEAT + color)
