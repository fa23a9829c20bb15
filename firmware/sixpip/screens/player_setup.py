"""Who plays, and what they have agreed on: the last screen before a game.

How many play is asked in player_count.py, a single person's opponent in opponent.py. A seat is changed in seat.py.
"""

from sixpip.app.rules_in_force import shown
from sixpip.app.settings import AGREEMENTS
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.players.styles import color_of
from sixpip.port import const
from sixpip.screens.new_game import GameSetup, head_starts
from sixpip.view import palette, tiles
from sixpip.view.faces import face

_HALF = const(64)
_NAME_X = const(10)
_LAST_ROW = const(6)


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
            canvas.at(x + _NAME_X, seat // 2 + 1, names[seat] + ("+" if self.names.head_start_sizes[seat] else ""))
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
