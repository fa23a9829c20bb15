"""From a variant to a game: the number of players, their names, and the house rules."""

from sixpip.app.player_names import RECORD, PlayerNames
from sixpip.app.preload import preload
from sixpip.app.rule_choice import saved_choice, shown
from sixpip.app.session import LAST
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import Variant

_HALF = const(64)
_NAME_X = const(10)
_LAST_ROW = const(6)


class PlayerCount(Screen):
    """Asks how many play: KEEP n for n players."""

    def __init__(self, app: "App", variant: "Variant") -> None:
        """`variant`: what they play."""
        super().__init__(app)
        self._variant = variant

    def press(self, button: int) -> None:
        """A KEEP button answers, BANK goes back."""
        if button <= KEEP6:
            self.app.open("player_setup", self._variant, button + 1)
        elif button == BANK:
            self.app.close()
        else:
            self.refuse()

    def draw(self) -> None:
        """Draws the question."""
        canvas = self.app.canvas
        self.head(self._variant.title)
        canvas.center(2, "How many players?")
        canvas.center(4, "press the button")
        canvas.center(5, "under the number")
        self.labels("", "back")

    def paint(self) -> None:
        """Paints a die with the number above each KEEP button."""
        palette.load(self.app.board.palette, self._variant.ink)  # the preview of Phase 10 dice has its own colors
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), tiles.SCORES)


class PlayerSetup(Screen):
    """The players by name, and the house rules that differ from the rule sheet. ROLL starts the game."""

    def __init__(self, app: "App", variant: "Variant", players: int) -> None:
        """`players`: how many play the variant."""
        super().__init__(app)
        self._choice, self._dropped = saved_choice(app.store, variant)
        self._names = PlayerNames(app.store, players)

    def tick(self, now_ms: int) -> bool:
        """Shows a notice when the house rules chosen last time had to be dropped."""
        if self._dropped:
            self.app.notify(self._dropped)
            self._dropped = ""
        return False

    def idle(self) -> bool:
        """Imports the modules of the game while the players read."""
        return preload(self._choice.variant.dice_set.engine)

    def press(self, button: int) -> None:
        """ROLL starts, a KEEP button changes the name next to it, MENU opens the house rules."""
        if button == ROLL:
            self._start()
        elif button == MENU:
            self.app.open("house_rules", self._choice)
        elif button <= KEEP6 and button < len(self._names.names):
            self.app.open("name_entry", self._names, button)
        elif button == BANK:
            self.app.close()
        else:
            self.refuse()

    def _start(self) -> None:
        """Starts the game; names and variant are saved for the next time."""
        name = self._choice.variant.name
        records: dict[str, object] = {RECORD: self._names.record(), LAST: name}
        self.app.new_game(name, self._choice.row, list(self._names.names), records)

    def draw(self) -> None:
        """Draws the names two in a row with the numbers of their buttons; below, what differs from the rule sheet."""
        canvas = self.app.canvas
        names = self._names.names
        self.head("WHO PLAYS?", "KEEP: name")
        for seat in range(len(names)):
            x = seat % 2 * _HALF
            canvas.at(x + _NAME_X, seat // 2 + 1, names[seat])
            canvas.cap(x, seat // 2 + 1, str(seat + 1))
        self._draw_rules(4 if len(names) > 4 else 3)
        self.labels("start", "back")

    def _draw_rules(self, row: int) -> None:
        """Draws from `row` on how many house rules differ, and those of them that fit."""
        canvas = self.app.canvas
        differing = self._choice.differing()
        title = f"{len(differing)} house rule" + ("" if len(differing) == 1 else "s") if differing else "house rules"
        canvas.at(canvas.cap(0, row, "MENU") + 4, row, title)
        if not differing:
            canvas.at(0, row + 1, "none: as on the sheet")
        room = _LAST_ROW - row
        listed = len(differing) if len(differing) <= room else room - 1
        for option in differing[:listed]:
            row += 1
            canvas.both(row, option.label, shown(self._choice.values[option.key]))
        if listed < len(differing):
            canvas.at(0, row + 1, f"and {len(differing) - listed} more")

    def paint(self) -> None:
        """Paints a die with the number, in the player's color, above the KEEP button of each."""
        palette.load(self.app.board.palette, self._choice.variant.ink)
        for tile in range(tiles.TILES):
            state = tiles.SCORES if tile < len(self._names.names) else tiles.OFF
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), state, palette.SEAT + tile)
