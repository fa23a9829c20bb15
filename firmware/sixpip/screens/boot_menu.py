"""The way into a game: what stands on the screen after power-on, and the boot menu of variants.

Screens that are not shown yet are imported when they are: a quick start, and more free memory.
"""

from sixpip import VERSION
from sixpip.app import game_screens
from sixpip.app.session import last_played, resume
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import options
from sixpip.rules.stages import OVER
from sixpip.rules.variants import all_variants
from sixpip.screens.screen import Menu, Screen, show_dice
from sixpip.view import palette, tiles

if TYPE_CHECKING:
    from sixpip.app.app import App

_LETTERS = const(18)


def first_screen(app: "App") -> Screen:
    """What stands on the screen after power-on: the game as it was left, else the boot menu."""
    app.session = resume(app.store)
    if not app.session:
        return BootMenu(app)
    game = app.session.game
    palette.load(app.board.palette, game.variant.ink)
    if game.stage == OVER:
        return game_screens.ranking(app)
    return game_screens.play(app)


class BootMenu(Menu):
    """The variants, then files of variants that were refused, then settings and workshop.

    The dice show the faces of the variant that is marked, at first the one played last; BANK marks the next.
    """

    title = f"SIXPIP {VERSION}"
    bank = "next"

    def __init__(self, app: "App") -> None:
        """The mark stands on the variant played last."""
        super().__init__(app)
        name = last_played(app.store)
        self._variants = all_variants()
        for line in range(len(self._variants)):
            if self._variants[line].name == name:
                self.at = line

    def lines(self) -> "list[str]":
        """The variants, the refused files, and the settings."""
        refused = ["! " + name for name, _ in self.app.refused_variants]
        titles = [variant.title for variant in self._variants] + refused
        return [line[:_LETTERS] for line in titles] + ["Settings", "Workshop"]

    def pick(self, line: int) -> None:
        """On to the players; of a refused file, why it was."""
        app = self.app
        refused = line - len(self._variants)
        if refused < 0:
            from sixpip.screens.player_setup import PlayerCountScreen

            app.go(PlayerCountScreen(app, self._variants[line], self))
        elif refused < len(app.refused_variants):
            from sixpip.screens.notice import Notice

            name, reason = app.refused_variants[refused]
            app.go(Notice(app, reason, self, name))
        elif refused == len(app.refused_variants):
            from sixpip.screens.settings import SettingsScreen

            app.go(SettingsScreen(app, self))
        else:
            from sixpip.screens.workshop import Workshop

            app.go(Workshop(app, self))

    def back(self) -> None:
        """There is no way back from here: BANK marks the next line, whose dice are then shown."""
        self.app.acknowledge_press()  # the dice of Phase 10 have to be imported the first time
        self.at = (self.at + 1) % len(self.lines())

    def paint(self) -> None:
        """The dice of the marked variant in its own colour."""
        if self.at < len(self._variants):
            variant = self._variants[self.at]
            palette.load(self.app.board.palette, variant.ink)
            show_dice(self.app, variant.dice_set, options.resolve(variant.dice_set, variant.row))
        else:
            tiles.clear(self.app.board.pixels)
