"""From a variant into a game: how many play, who they are, and by which house rules."""

from sixpip.app import game_screens
from sixpip.app.rule_choice import RuleChoice, remembered, shown
from sixpip.app.session import LAST, Session
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.engine import new_game
from sixpip.screens.names import Names
from sixpip.screens.screen import Screen
from sixpip.storage.records import StorageError, StorageFull
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import Variant

_HALF = const(64)
_NAME_X = const(10)
_LAST_ROW = const(6)


class PlayerCountScreen(Screen):
    """How many play: KEEP n for n players."""

    def __init__(self, app: "App", variant: "Variant", after: Screen) -> None:
        """`variant`: what they play; `after`: where to go back to."""
        super().__init__(app)
        self._variant = variant
        self._after = after

    def press(self, button: int) -> None:
        """A KEEP button answers, BANK goes back."""
        if button <= KEEP6:
            self.app.acknowledge_press()
            choice, dropped = remembered(self.app, self._variant)
            self.app.go(PlayerSetupScreen(self.app, choice, button + 1, self))
            if dropped:
                self.app.say(dropped)
        elif button == BANK:
            self.app.go(self._after)
        else:
            self.refuse()

    def draw(self) -> None:
        """The question."""
        canvas = self.app.canvas
        self.head(self._variant.title)
        canvas.center(2, "How many players?")
        canvas.center(4, "press the button")
        canvas.center(5, "under the number")
        self.labels("", "back")

    def paint(self) -> None:
        """A die with the number over each KEEP button."""
        palette.load(self.app.board.palette, self._variant.ink)  # phase dice have colours of their own
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), tiles.SCORES)


class PlayerSetupScreen(Screen):
    """The players by name, and the house rules that differ from the sheet. ROLL starts."""

    def __init__(self, app: "App", choice: RuleChoice, players: int, after: Screen) -> None:
        """`choice`: the variant and its house rules; `players`: how many; `after`: where to go back to."""
        super().__init__(app)
        self._choice = choice
        self._names = Names(app.store, players)
        self._after = after
        self._fetched = 0

    def idle(self) -> bool:
        """Fetch the game's screen while the players read this one."""
        self._fetched += 1
        return game_screens.fetch(self._choice.variant.dice_set, self._fetched - 1)

    def press(self, button: int) -> None:
        """ROLL starts, a KEEP button changes the name beside it, MENU the house rules."""
        if button == ROLL:
            self.app.acknowledge_press()
            self._start()
        elif button == MENU:
            self.app.acknowledge_press()
            from sixpip.screens.house_rules import HouseRulesScreen

            self.app.go(HouseRulesScreen(self.app, self._choice, self))
        elif button <= KEEP6 and button < len(self._names.names):
            self.app.acknowledge_press()
            from sixpip.screens.names import NameScreen

            self.app.go(NameScreen(self.app, self._names, button, self))
        elif button == BANK:
            self.app.go(self._after)
        else:
            self.refuse()

    def _start(self) -> None:
        """Begin the game; then keep the names and which game it was."""
        app = self.app
        names = list(self._names.names)
        app.session = Session(new_game(self._choice.variant.name, self._choice.row, len(names)), names)
        app.go(game_screens.play(app))
        self._names.keep(app)
        try:
            app.store.save(LAST, self._choice.variant.name)
        except (StorageFull, StorageError) as error:
            app.say(error.args[0])

    def draw(self) -> None:
        """The names two in a row with the number of their button; below, what differs from the sheet."""
        canvas = self.app.canvas
        names = self._names.names
        self.head("WHO PLAYS?", "KEEP: name")
        for seat in range(len(names)):
            x = seat % 2 * _HALF
            canvas.at(x + _NAME_X, seat // 2 + 1, names[seat])
            canvas.cap(x, seat // 2 + 1, str(seat + 1))
        self._rules(4 if len(names) > 4 else 3)
        self.labels("start", "back")

    def _rules(self, row: int) -> None:
        """From `row` on: how many house rules differ, and as many of them as there is room for."""
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
        """A die with the number, in the player's colour, over the KEEP button of each."""
        palette.load(self.app.board.palette, self._choice.variant.ink)
        for tile in range(tiles.TILES):
            state = tiles.SCORES if tile < len(self._names.names) else tiles.OFF
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), state, palette.SEAT + tile)
