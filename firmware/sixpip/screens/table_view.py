"""Shows dice and events without a game in play: the faces of any dice, and what has happened in a few words."""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core import events
from sixpip.rules.core.actions import bits
from sixpip.rules.rulebook.variant import PHASE_KIND
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.core.events import Event
    from sixpip.rules.rulebook.variant import DiceSet


class DicePictures:
    """The pictures and colors of a set of dice. `ramps` has one for each picture of `pool`; it is b"" for dice of one
    color.
    """

    def __init__(self, app: "App", dice_set: "DiceSet", ink: bytes) -> None:
        """`ink` is the color of the dice in their variant; those of Phase 10 have colors of their own."""
        self._app = app
        self._ink = ink
        self.ramps = b""
        if dice_set.kind == PHASE_KIND:
            from sixpip.screens.phase_ten.faces import pool_of, ramp_of

            self.pool = pool_of(app.settings.values["signs"] == 1)
            self.ramps = bytes([ramp_of(place) for place in range(len(self.pool))])
        else:
            self.pool = [face(name, dice_set.kind) for name in dice_set.faces]

    def load_colors(self, player: int = 0) -> None:
        """Loads the palette of the dice, with the color of a player around those that are chosen or kept."""
        colors = self._app.board.palette
        if self.ramps:
            palette.load_dice_colors(colors, self._app.settings.values["hues"])
        else:
            palette.load(colors, self._ink)
        palette.set_player(colors, player)

    def paint(self, tile: int, place: int, number: int, state: int) -> None:
        """Paints a face of the die at a tray position on a tile."""
        pixels = self._app.board.pixels
        if self.ramps:
            at = place * tiles.TILES + number
            tiles.paint_in_color(pixels, tile, self.pool[at], state, self.ramps[at])
        else:
            tiles.paint(pixels, tile, self.pool[number], state)


_WORDS = {
    events.ROLLED: "rolls {dice}",
    events.KEPT: "keeps +{points}",
    events.HOT: "hot dice",
    events.BUST: "bust",
    events.BANKED: "banks {points}",
    events.TOOK: "takes over {points}",
    events.BONUS: "{why} {points}",
    events.PENALTY: "{name} {points}: {why}",
    events.ASIDE: "{dice} set aside",
    events.MADE: "phase {number} made, {points}",
    events.MISSED: "phase {number} missed",
    events.AGAIN: "{why}",
    events.CALLED: "calls {why}",
    events.CALL_MISSED: "{why}",
    events.THREW: "throws {points}",
    events.OUT: "out: {why}",
    events.LIMIT: "{why}",
    events.WON: "{why}",
    events.CLOSING: "last turns",
    events.GAME_OVER: "{name} wins",
}


def events_text(happened: "list[Event]", names: "list[str]") -> str:
    """Returns what has happened, such as "bust, ANNA -500: 3 busts in a row"; `names` are those of all players."""
    told = []
    for each in happened:
        if each.kind in _WORDS:
            name = names[each.player] if each.player >= 0 else "no one"
            dice = f"{bits(each.positions)} dice" if bits(each.positions) != 1 else "1 die"
            values = {
                "points": points_text(each.points),
                "number": each.number,
                "why": each.why,
                "name": name,
                "dice": dice,
            }
            told.append(_WORDS[each.kind].format(**values))
    return ", ".join(told)
