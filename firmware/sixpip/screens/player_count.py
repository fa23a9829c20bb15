"""The first question about a game: how many play, or which group. Who they are is asked in player_setup.py."""

from sixpip.app.player_names import GROUPS
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.players.styles import OFFERED
from sixpip.port import TYPE_CHECKING
from sixpip.screens.screen import Screen
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import Variant


class PlayerCount(Screen):
    """Asks how many play: KEEP n for n players, or which group. MENU explains the game."""

    def __init__(self, app: "App", variant: "Variant") -> None:
        """`variant`: what they play."""
        super().__init__(app)
        self._variant = variant
        self._has_groups = app.store.has(GROUPS)

    def press(self, button: int) -> None:
        """A KEEP button answers, ROLL lists the groups, BANK goes back, MENU shows how to play."""
        if button == 0 and OFFERED[self._variant.dice_set.engine]:
            self.app.open("opponent", self._variant)
        elif button <= KEEP6:
            self.app.open("player_setup", self._variant, button + 1)
        elif button == ROLL and self._has_groups:
            self.app.open("groups", self._variant)
        elif button == BANK:
            self.app.close()
        elif button == MENU:
            self._explain()
        else:
            self.refuse()

    def _explain(self) -> None:
        """Shows how to play with the house rules chosen last time; reports it when those do not fit any more."""
        self.app.acknowledge_press()
        from sixpip.app.rule_choice import saved_choice  # few ask

        choice, dropped = saved_choice(self.app.store, self._variant)
        self.app.open("how_to_play", choice)
        if dropped:
            self.app.notify(dropped)

    def draw(self) -> None:
        """Draws the question."""
        canvas = self.app.canvas
        self.head(self._variant.title)
        canvas.center(1, "How many players?")
        canvas.center(2, "Press the button")
        canvas.center(3, "under the number")
        canvas.at(canvas.cap(0, 5, "MENU") + 4, 5, "how to play")
        self.labels("groups" if self._has_groups else "", "back")

    def paint(self) -> None:
        """Paints a die with the number above each KEEP button."""
        palette.load(self.app.board.palette, self._variant.ink)  # the preview of Phase 10 dice has its own colors
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), tiles.SCORES)
