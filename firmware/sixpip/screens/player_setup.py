"""From a variant to a game: the number of players, who they are, and the house rules.

A single person is asked for an opponent (opponent.py). A seat is changed in seat.py.
"""

from sixpip.app.groups import RECORD as GROUPS
from sixpip.app.rule_choice import saved_choice, shown
from sixpip.app.settings import AGREEMENTS
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.players.styles import OFFERED, color_of
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.new_game import GameSetup, head_starts
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
        choice, dropped = saved_choice(self.app.store, self._variant)
        self.app.open("how_to_play", choice)
        if dropped:
            self.app.notify(dropped)

    def draw(self) -> None:
        """Draws the question."""
        canvas = self.app.canvas
        self.head(self._variant.title)
        canvas.center(1, "How many players?")
        canvas.center(2, "press the button")
        canvas.center(3, "under the number")
        canvas.at(canvas.cap(0, 5, "MENU") + 4, 5, "how to play")
        self.labels("groups" if self._has_groups else "", "back")

    def paint(self) -> None:
        """Paints a die with the number above each KEEP button."""
        palette.load(self.app.board.palette, self._variant.ink)  # the preview of Phase 10 dice has its own colors
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), tiles.SCORES)


class PlayerSetup(GameSetup):
    """The players by name, and what they have agreed on. ROLL starts the game."""

    def press(self, button: int) -> None:
        """ROLL starts, a KEEP button changes the player next to it, MENU opens the agreements."""
        names = self.names
        if button == ROLL:
            self.begin(names.lineup(head_starts(self.choice)))
        elif button == MENU:
            self.app.open("agreements", self)
        elif button <= KEEP6 and button < len(names.names):
            self._change(button)
        elif button == BANK:
            self.app.close()
        else:
            self.refuse()

    def _change(self, seat: int) -> None:
        """Asks who plays in a seat; where no computer can, for the name only."""
        if self.names.offered:
            self.app.open("seat", self.names, seat, head_starts(self.choice))
        else:
            self.app.open("name_entry", self.names, seat)

    def draw(self) -> None:
        """Draws the names two in a row with the numbers of their buttons; below, what is agreed on.

        A name with a head start has a plus.
        """
        canvas = self.app.canvas
        names = self.names.shown()
        self.head("WHO PLAYS?", "1-6: pick" if self.names.offered else "1-6: name")
        for seat in range(len(names)):
            x = seat % 2 * _HALF
            canvas.at(x + _NAME_X, seat // 2 + 1, names[seat] + ("+" if self.names.head_start[seat] else ""))
            canvas.cap(x, seat // 2 + 1, str(seat + 1))
        self._draw_agreed(4 if len(names) > 4 else 3)
        self.labels("start", "back")

    def _draw_agreed(self, row: int) -> None:
        """Draws from `row` on what MENU opens, and as much as fits of what was chosen there."""
        canvas = self.app.canvas
        canvas.at(canvas.cap(0, row, "MENU") + 4, row, "rules and more")
        agreed = self._agreed()
        if not agreed:
            canvas.at(0, row + 1, "standard rules")
        room = _LAST_ROW - row
        listed = len(agreed) if len(agreed) <= room else room - 1
        for label, value in agreed[:listed]:
            row += 1
            canvas.both(row, label, value)
        if listed < len(agreed):
            canvas.at(0, row + 1, f"and {len(agreed) - listed} more")

    def _agreed(self) -> "list[tuple[str, str]]":
        """What differs from a plain game: teams, match and clock, then the house rules; label and value of each."""
        agreed = []
        players = len(self.names.names)
        if self.names.teams and self.names.can_be_teams():
            half = players // 2
            agreed.append(("Teams", " ".join([f"{seat + 1}+{seat + half + 1}" for seat in range(half)])))
        for setting in AGREEMENTS:
            value = self.app.settings.values[setting.name]
            if value and setting.name != "starts" and (players > 1 or setting.name != "match"):
                agreed.append((setting.label, setting.choices[value]))
        return agreed + [(option.label, shown(self.choice.values[option.key])) for option in self.choice.differing()]

    def paint(self) -> None:
        """Paints a die with the number, in the color of the player or the team, above the KEEP button of each."""
        colors = self.app.board.palette
        palette.load(colors, self.choice.variant.ink)
        styles = self.names.styles
        teams = self.names.teams and self.names.can_be_teams()
        for tile in range(tiles.TILES):
            if tile < len(styles) and styles[tile]:
                palette.set_seat(colors, tile, color_of(styles[tile]))
            state = tiles.SCORES if tile < len(styles) else tiles.OFF
            seat = tile % (len(styles) // 2) if teams else tile
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), state, palette.SEAT + seat)
