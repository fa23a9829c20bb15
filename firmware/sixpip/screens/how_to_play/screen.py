"""How to play a game, page by page, and the table of its points while MENU is held."""

from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const, ticks_diff, unload_modules
from sixpip.screens.how_to_play.page import faces_by_points
from sixpip.screens.screen import Screen
from sixpip.view import text, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.rule_choice import RuleChoice
    from sixpip.screens.how_to_play.page import Page

_PACKAGE = "sixpip.screens.how_to_play."
_TOPICS = {"ten_thousand": ("turn", "points", "banking", "ending"), "phase_ten": ("phase_ten",)}
"""The modules that make the pages, by engine."""
_WORDS_X = const(15)
_EXAMPLE_MS = const(2000)


class HowToPlay(Screen):
    """The rules of a game on a few pages: ROLL shows the next one, BANK the one before; MENU closes them."""

    def __init__(self, app: "App", choice: "RuleChoice | None" = None) -> None:
        """`choice`: a game that is set up; None for the one in hand. Raises ValueError when there is none."""
        super().__init__(app)
        if choice:
            self._variant, self._options = choice.variant, choice.values
        elif app.session:
            game = app.session.game
            self._variant, self._options = game.variant, game.options
        else:
            raise ValueError("no game to explain")
        self._topics = list(_TOPICS[self._variant.dice_set.engine])
        self.pages: list[Page] = []
        self.at = 0
        self.marked = (-1, 0)
        """A page and the line of it that is inverted; -1 for none."""
        self._since: int | None = None
        self._example = 0
        self.add_pages()

    def add_pages(self) -> None:
        """Makes the pages of the next topic, if there is one. Its module is not needed any more then."""
        if self._topics:
            topic = self._topics.pop(0)
            self._make(topic)
            unload_modules([_PACKAGE + topic])

    def _make(self, topic: str) -> None:
        """Adds the pages of a topic."""
        dice_set, options = self._variant.dice_set, self._options
        if topic == "turn":
            from sixpip.screens.how_to_play import turn

            self.pages += turn.pages(dice_set, options)
        elif topic == "points":
            from sixpip.screens.how_to_play import points

            self.pages += points.pages(dice_set, options)
        elif topic == "banking":
            from sixpip.screens.how_to_play import banking

            self.pages += banking.pages(dice_set, options)
        elif topic == "ending":
            from sixpip.screens.how_to_play import ending

            self.pages += ending.pages(dice_set, options)
        else:
            from sixpip.screens.how_to_play import phase_ten

            self.pages += phase_ten.pages(dice_set, options)

    def idle(self) -> bool:
        """Makes the pages of the other topics while the first ones are read."""
        if self._topics:
            self.add_pages()
            self.app.redraw()
        return bool(self._topics)

    def press(self, button: int) -> None:
        """Turns the page, or closes them."""
        while button == ROLL and self.at + 1 == len(self.pages) and self._topics:
            self.add_pages()
        if button == MENU or (button == BANK and not self.at):
            self.app.close()
        elif button == BANK:
            self.turn_to(self.at - 1)
        elif button == ROLL and self.at + 1 < len(self.pages):
            self.turn_to(self.at + 1)
        else:
            self.refuse()

    def turn_to(self, page: int) -> None:
        """Shows another page."""
        self.at = page
        self._since = None
        self._example = 0

    def tick(self, now_ms: int) -> bool:
        """Shows the next example on the dice from time to time."""
        examples = self.pages[self.at].examples
        if self._since is None:
            self._since = now_ms
        elif len(examples) > 1 and ticks_diff(now_ms, self._since) >= _EXAMPLE_MS:
            self._since = now_ms
            self._example = (self._example + 1) % len(examples)
            self.app.redraw()
        return False

    def paint(self) -> None:
        """Paints an example of this page; else all faces, bright those that score alone."""
        dice_set = self._variant.dice_set
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
        tiles.paint(self.app.board.pixels, tile, face(name, self._variant.dice_set.kind), state)

    def draw(self) -> None:
        """Draws the page, and at its top the number of it where there is room."""
        canvas = self.app.canvas
        page = self.pages[self.at]
        number = f"{self.at + 1}/{len(self.pages)}" if not self._topics else ""
        self.head(page.title, number if len(page.title) + len(number) < text.COLUMNS else "")
        for row in range(len(page.lines)):
            number, tab, words = page.lines[row].partition("\t")
            if tab:
                canvas.at(12 - 6 * len(number), row + 1, number)
                canvas.at(_WORDS_X, row + 1, words)
            else:
                canvas.at(0, row + 1, page.lines[row])
        if self.marked[0] == self.at:
            canvas.invert(self.marked[1] + 1)
        if page.examples:
            canvas.at(0, page.examples[self._example][0] + 1, text.ARROW)
        self.draw_labels()

    def draw_labels(self) -> None:
        """Draws what ROLL and BANK do."""
        more = self.at + 1 < len(self.pages) or self._topics
        self.labels("next" if more else "", "back" if self.at else "close")


class PointsTable(HowToPlay):
    """The points of the game in hand as long as MENU is held. ROLL turns the page, any other press closes it, too.

    In Phase 10 it is the list of phases, with that of the player marked.
    """

    def add_pages(self) -> None:
        """Makes the tables only."""
        self._topics = []
        if self._variant.dice_set.engine == "phase_ten":
            from sixpip.screens.how_to_play import phase_ten

            self.pages = phase_ten.tables(self._variant.dice_set, self._options)
            self._mark_phase()
        else:
            from sixpip.screens.how_to_play import points

            self.pages = points.tables(self._variant.dice_set, self._options)

    def _mark_phase(self) -> None:
        """Turns to the phase of the player whose turn it is."""
        from sixpip.rules.phase_ten.game import Game  # loaded in such a game

        game = self.app.session.game if self.app.session else None
        if isinstance(game, Game):
            for page in range(len(self.pages)):
                lines = self.pages[page].lines
                for line in range(len(lines)):
                    if lines[line].startswith(f"{game.phases[game.player]}\t"):
                        self.at = page
                        self.marked = page, line

    def press(self, button: int) -> None:
        """ROLL shows the next page, after the last the first; the other buttons close the table."""
        if button == ROLL and len(self.pages) > 1:
            self.turn_to((self.at + 1) % len(self.pages))
        else:
            self.app.close()

    def tick(self, now_ms: int) -> bool:
        """Closes the table when MENU is released. True: the release is seen within a frame."""
        if not self.app.board.held() >> MENU & 1:
            self.app.close()
            return False
        super().tick(now_ms)
        return True

    def draw_labels(self) -> None:
        """Draws what ROLL does."""
        self.labels("next" if len(self.pages) > 1 else "", "")
        self.app.canvas.right(7, "hold MENU")
