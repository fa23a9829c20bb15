"""The parked game of a variant: go on with it, start a new one, or delete it."""

from sixpip.app.parked_games import record_name
from sixpip.port import TYPE_CHECKING
from sixpip.screens.menu import Menu, Page, draw_scores, paint_variant
from sixpip.storage.records import StorageError

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.rules.variant import Variant


class Parked(Menu):
    """What to do with a parked game, and its scores."""

    def __init__(self, app: "App", variant: "Variant", name: str, saved: "dict[str, Any]") -> None:
        """`name`: of the parked game; `saved`: as parked_games.load returns it."""
        super().__init__(app)
        self.title = variant.title
        self._variant = variant
        self._name = name
        self._saved = saved

    def lines(self) -> "list[str]":
        """What a player can do."""
        return ["Go on", "New game", "Delete this game"]

    def pick(self, line: int) -> None:
        """Does what the line says; a new game leaves the parked one as it is."""
        if line == 0:
            self.app.go_on(self._variant, self._name)
        elif line == 1:
            self.app.open("player_count", self._variant)
        else:
            self.app.open("delete_parked", self._name, self._saved)

    def draw(self) -> None:
        """Draws the lines, and the scores of the game."""
        super().draw()
        draw_scores(self.app.canvas, self._saved["names"], self._saved["game"]["scores"])

    def paint(self) -> None:
        """Paints the dice of the variant."""
        paint_variant(self.app, self._variant)


class DeleteParked(Page):
    """Asks before a parked game is deleted."""

    title = "DELETE THIS GAME?"
    words = ("", "Its scores are lost.")
    roll = "delete"

    def __init__(self, app: "App", name: str, saved: "dict[str, Any]") -> None:
        """`name`: of the parked game; `saved`: as parked_games.load returns it."""
        super().__init__(app)
        self._name = name
        self._saved = saved

    def draw(self) -> None:
        """Draws the question, and the scores of the game."""
        super().draw()
        draw_scores(self.app.canvas, self._saved["names"], self._saved["game"]["scores"])

    def confirm(self) -> None:
        """Deletes the game and opens the boot menu."""
        self.app.acknowledge_press()
        trouble = ""
        try:
            self.app.store.delete(record_name(self._name))
        except StorageError as error:
            trouble = error.args[0]
        self.app.start("boot_menu")
        if trouble:
            self.app.notify(trouble)
