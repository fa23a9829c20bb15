"""A table without a game in hand: the dice of any set on the tiles, and what has happened in a game in a few words."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.game import events
from sixpip.rules.stages import bits
from sixpip.rules.variant import PHASE
from sixpip.screens.game.game_screen import DiceView
from sixpip.view import palette, tiles
from sixpip.view.game.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.game.events import Event
    from sixpip.rules.variant import DiceSet
    from sixpip.view.game import animation


class TableDice(DiceView):
    """The dice of any set. `player`: the seat in whose color chosen and kept dice are framed."""

    player = 0

    def __init__(self, app: "App", dice_set: "DiceSet", dice: int, ink: bytes) -> None:
        """`dice` dice of a set, in the color `ink` of their variant; those of Phase 10 have colors of their own."""
        self._ink = ink
        self._ramps = b""
        if dice_set.engine == PHASE.engine:
            from sixpip.screens.phase_ten.faces import pool_of, ramp_of

            pool = pool_of(app.settings.values["signs"] == 1)
            self._ramps = bytes([ramp_of(place) for place in range(len(pool))])
        else:
            pool = [face(name, dice_set.kind) for name in dice_set.faces]
        super().__init__(app, dice, pool)

    def load_colors(self) -> None:
        """Loads the colors of the dice and of the player into the palette."""
        colors = self._app.board.palette
        if self._ramps:
            palette.load_dice_colors(colors, self._app.settings.values["hues"])
        else:
            palette.load(colors, self._ink)
        palette.set_player(colors, self.player)

    def _end(self, place: int) -> int:
        return (place * tiles.TILES if self._ramps else 0) + self.faces[place]

    def _die(self, pixels: bytearray, tile: int, place: int, state: int) -> None:
        if self._ramps:
            tiles.paint_in_color(pixels, tile, self.picture(place), state, self._ramps[self._end(place)])
        else:
            super()._die(pixels, tile, place, state)

    def _tumble(self, final: bytearray, seed: int, speed: int) -> "animation.Tumble":
        places = [max(0, self.place(tile)) for tile in range(tiles.TILES)]
        sets = bytes([place * tiles.TILES for place in places] if self._ramps else ())
        moves = self._app.settings.animations()
        tumble: animation.Tumble = moves.Tumble(self._pool, final, seed, speed, sets, self._ramps)
        return tumble


_WORDS = {
    events.ROLLED: "rolls {dice}",
    events.KEPT: "keeps +{points}",
    events.HOT: "hot dice",
    events.BUST: "bust",
    events.BANKED: "banks {points}",
    events.OPENED: "is in",
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
    events.WON: "{why}",
    events.CLOSING: "last turns",
    events.GAME_OVER: "{name} wins",
}


def in_words(happened: "list[Event]", names: "list[str]") -> str:
    """What has happened, such as "bust, ANNA -500: 3 busts in a row"; `names`: of all players."""
    told = []
    for each in happened:
        words = _WORDS.get(each.kind, "")  # not every kind is told
        name = names[each.player] if each.player >= 0 else "no one"
        dice = f"{bits(each.positions)} dice" if bits(each.positions) != 1 else "1 die"
        if words:
            told.append(words.format(points=each.points, number=each.number, why=each.why, name=name, dice=dice))
    return ", ".join(told)
