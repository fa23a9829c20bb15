"""The boot menu: the variants, the files of variants that were refused, records, settings and workshop."""

from sixpip import VERSION
from sixpip.app.session import last_played
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.variants import all_variants
from sixpip.screens.menu import Menu
from sixpip.view import palette, tiles

if TYPE_CHECKING:
    from sixpip.app.app import App

_LETTERS = const(18)
_SCREENS = ("records", "settings", "workshop")


class BootMenu(Menu):
    """The dice show the faces of the marked variant, at first the one played last; BANK marks the next line."""

    title = f"SIXPIP {VERSION}"
    bank = "next"

    def __init__(self, app: "App") -> None:
        """The variant played last is marked."""
        super().__init__(app)
        name = last_played(app.store)
        self._variants = all_variants()
        for line in range(len(self._variants)):
            if self._variants[line].name == name:
                self.at = line

    def lines(self) -> "list[str]":
        """The variants, the refused files, records, settings and workshop."""
        refused = ["! " + name for name, _ in self.app.refused_variants]
        titles = [variant.title for variant in self._variants] + refused
        return [line[:_LETTERS] for line in titles] + ["Records", "Settings", "Workshop"]

    def pick(self, line: int) -> None:
        """Asks for the players of a variant; for a refused file shows the reason."""
        app = self.app
        refused = line - len(self._variants)
        if refused < 0:
            app.open("player_count", self._variants[line])
        elif refused < len(app.refused_variants):
            name, reason = app.refused_variants[refused]
            app.notify(reason, name)
        else:
            app.open(_SCREENS[refused - len(app.refused_variants)])

    def back(self) -> None:
        """Marks the next line: nothing is below the boot menu."""
        self.at = (self.at + 1) % len(self.lines())

    def idle(self) -> bool:
        """Imports what shows the dice of other variants, so that marking one shows them at once."""
        from sixpip.app.preload import preload_previews  # not before the menu is shown

        return preload_previews()

    def paint(self) -> None:
        """Paints the dice of the marked variant in its own color."""
        if self.at < len(self._variants):
            variant = self._variants[self.at]
            palette.load(self.app.board.palette, variant.ink)
            marked = variant.written("wild_die", "no") == "yes"
            self.app.preview(variant.dice_set, int(variant.written("dice", "6")), marked)
        else:
            tiles.clear(self.app.board.pixels)
