"""How to play a game, page by page, from the number of players and from the pause menu."""

from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING, unload_modules
from sixpip.screens.how_to_play.page_screen import PageScreen

if TYPE_CHECKING:
    from types import ModuleType

    from sixpip.app.app import App
    from sixpip.app.rule_choice import RuleChoice

_PACKAGE = "sixpip.screens.how_to_play."
_TOPICS = {"ten_thousand": ("turn", "points", "notes", "banking", "ending"), "phase_ten": ("phase_ten",)}
"""The modules that make the pages, by engine."""


class HowToPlay(PageScreen):
    """The rules of a game on a few pages: ROLL shows the next one, BANK the one before; MENU closes them."""

    def __init__(self, app: "App", choice: "RuleChoice | None" = None) -> None:
        """`choice`: a game that is set up; None for the one in hand. Raises ValueError when there is none."""
        if choice:
            super().__init__(app, choice.variant, choice.values)
        elif app.session:
            super().__init__(app, app.session.game.variant, app.session.game.options)
        else:
            raise ValueError("no game to explain")
        self._topics = list(_TOPICS[self.dice_set.engine])
        self._module: ModuleType | None = None
        while not self.pages:
            self._add_pages()

    def _add_pages(self) -> None:
        """Imports the module of the next topic; the next call makes its pages and unloads it."""
        topic = self._topics[0]
        if self._module is None:
            self._module = _import_topic(topic)
            return
        self.pages += self._module.pages(self.dice_set, self.options)
        self._module = None
        self._topics.pop(0)
        unload_modules([_PACKAGE + topic])

    def idle(self) -> bool:
        """Makes the pages of the other topics while the first ones are read."""
        if self._topics:
            self._add_pages()
            if not self._topics:
                self.app.redraw()  # with the number of pages
        return bool(self._topics)

    def press(self, button: int) -> None:
        """Turns the page, or closes them."""
        while button == ROLL and self.at + 1 == len(self.pages) and self._topics:
            self.app.acknowledge_press()  # an import takes a while
            self._add_pages()
        if button == MENU or (button == BANK and not self.at):
            self.app.close()
        elif button == BANK:
            self.turn_to(self.at - 1)
        elif button == ROLL and self.at + 1 < len(self.pages):
            self.turn_to(self.at + 1)
        else:
            self.refuse()

    def draw(self) -> None:
        """Draws the page and what the buttons do."""
        self.draw_page("" if self._topics else f"{self.at + 1}/{len(self.pages)}")
        more = self.at + 1 < len(self.pages) or self._topics
        self.labels("next" if more else "", "back" if self.at else "close")


def _import_topic(topic: str) -> "ModuleType":
    """Imports a module of _TOPICS."""
    if topic == "turn":
        from sixpip.screens.how_to_play import turn

        return turn
    if topic == "points":
        from sixpip.screens.how_to_play import points

        return points
    if topic == "notes":
        from sixpip.screens.how_to_play import notes

        return notes
    if topic == "banking":
        from sixpip.screens.how_to_play import banking

        return banking
    if topic == "ending":
        from sixpip.screens.how_to_play import ending

        return ending
    from sixpip.screens.how_to_play import phase_ten

    return phase_ten
