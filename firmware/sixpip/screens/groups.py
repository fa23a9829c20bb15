"""The groups of people who have played: picking one seats all of them."""

from sixpip.app.lineup import in_words
from sixpip.app.player_names import load_groups, shown
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.menu import Menu, paint_variant

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import Variant

_LETTERS = const(18)


class Groups(Menu):
    """One line a group, the last one first."""

    title = "WHO PLAYS?"

    def __init__(self, app: "App", variant: "Variant") -> None:
        """`variant`: what they play."""
        super().__init__(app)
        self._variant = variant
        self._groups = load_groups(app.store)

    def lines(self) -> "list[str]":
        """The names of each group."""
        return [in_words(shown(group.names, group.styles), _LETTERS) for group in self._groups]

    def pick(self, line: int) -> None:
        """Seats the group."""
        group = self._groups[line]
        self.app.replace("player_setup", self._variant, len(group.names), group)

    def draw(self) -> None:
        """Draws the list; without a group, as after damage to the record, a sentence."""
        super().draw()
        if not self._groups:
            self.app.canvas.center(3, "There are no groups.")

    def paint(self) -> None:
        """Paints the dice of the variant."""
        paint_variant(self.app, self._variant)
