"""The base class of the screens that show pages of rules: a page on the OLED, what it means on the dice."""

from sixpip.port import TYPE_CHECKING, Stopwatch, const
from sixpip.screens.how_to_play.page import faces_by_points
from sixpip.screens.screen import Screen
from sixpip.view import text, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.options import Options
    from sixpip.rules.variant import Variant
    from sixpip.screens.how_to_play.page import Page

_NUMBER_END = const(12)
_WORDS_X = const(15)
_LETTER = const(6)
_EXAMPLE_MS = const(2000)


class PageScreen(Screen):
    """Pages about a game."""

    def __init__(self, app: "App", variant: "Variant", options: "Options") -> None:
        """`variant`, `options`: of the game; a value for every option."""
        super().__init__(app)
        self.dice_set = variant.dice_set
        self.options = options
        self.pages: list[Page] = []
        self.at = 0
        self.marked = (-1, 0)
        """A page, -1 for none, and the line of it with the phase of the player: its number is drawn as a key cap."""
        self._watch = Stopwatch()
        self._example = 0

    def turn_to(self, page: int) -> None:
        """Shows another page."""
        self.at = page
        self._watch.start()
        self._example = 0

    def tick(self, now_ms: int) -> bool:
        """Shows the next example on the dice from time to time."""
        examples = self.pages[self.at].examples
        if self._watch.step(now_ms) >= _EXAMPLE_MS and len(examples) > 1:
            self._watch.start(now_ms)
            self._example = (self._example + 1) % len(examples)
            self.app.redraw()
        return False

    def paint(self) -> None:
        """Paints an example of this page; else all faces, bright those that score alone."""
        dice_set = self.dice_set
        examples = self.pages[self.at].examples
        if dice_set.engine == "phase_ten":
            self.app.preview(dice_set, 0, False)
            return
        tiles.clear(self.app.board.pixels)
        if examples:
            faces = examples[self._example][1]
            for tile in range(len(faces)):
                self._paint_die(tile, faces[tile], tiles.SCORES)
        else:
            order = faces_by_points(dice_set)
            for tile in range(len(order)):
                scores = dice_set.singles[order[tile]] > 0
                self._paint_die(tile, dice_set.faces[order[tile]], tiles.SCORES if scores else tiles.DULL)

    def _paint_die(self, tile: int, name: str, state: int) -> None:
        tiles.paint(self.app.board.pixels, tile, face(name, self.dice_set.kind), state)

    def draw_page(self, number: str) -> None:
        """Draws the page, with the `number` of it at the top where there is room."""
        canvas = self.app.canvas
        page = self.pages[self.at]
        self.head(page.title, number if len(page.title) + len(number) < text.COLUMNS else "")
        for row in range(len(page.lines)):
            place, tab, words = page.lines[row].partition("\t")
            if tab:
                x = _NUMBER_END - _LETTER * len(place)
                if self.marked == (self.at, row):
                    canvas.cap(x, row + 1, place)
                else:
                    canvas.at(x, row + 1, place)
                canvas.at(_WORDS_X, row + 1, words)
            else:
                canvas.at(0, row + 1, place)
        if page.examples:
            canvas.at(0, page.examples[self._example][0] + 1, text.ARROW)
