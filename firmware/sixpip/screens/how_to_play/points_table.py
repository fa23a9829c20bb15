"""The points of the game in hand while MENU is held; in Phase 10 the list of phases, with that of the player marked."""

from sixpip.board.buttons import MENU, ROLL
from sixpip.port import TYPE_CHECKING
from sixpip.screens.how_to_play.page_screen import PageScreen

if TYPE_CHECKING:
    from sixpip.app.app import App


class PointsTable(PageScreen):
    """Closes when MENU is released. ROLL turns the page, any other press closes it, too."""

    def __init__(self, app: "App") -> None:
        """Raises ValueError when there is no game."""
        if not app.session:
            raise ValueError("no game with points")
        game = app.session.game
        super().__init__(app, game.variant, game.options)
        if self.dice_set.engine == "phase_ten":
            from sixpip.screens.how_to_play import phase_ten

            self.pages = phase_ten.tables()
            self._mark_phase()
        else:
            from sixpip.screens.how_to_play import points

            self.pages = points.pages(self.dice_set, self.options)

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

    def draw(self) -> None:
        """Draws the page, what ROLL does, and what keeps the table open."""
        self.draw_page(f"{self.at + 1}/{len(self.pages)}")
        self.labels("next" if len(self.pages) > 1 else "", "")
        self.app.canvas.right(7, "hold MENU")
