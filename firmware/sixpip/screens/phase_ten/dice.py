"""The ten dice of Phase 10 on the tiles: each die with its own faces in their own colours, five dice a page."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice
from sixpip.rules.stages import READY, bits
from sixpip.screens.dice_view import DiceView
from sixpip.view import animation, palette, tiles
from sixpip.view.faces import face, signed
from sixpip.view.faces import letter as letter_face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.phase_ten.game import Game

_SIDES = const(6)
_PAGE = const(5)
_LEVELS = bytes((4, 1, 3, 0, 2))  # of the dot that stands for a die on another page, by its state
_SHOWN = bytes((6 * 6 + 4, 0 * 6 + 3, 3 * 6 + 5, 7 * 6 + 2, 4 * 6 + 0, 5 * 6 + 4))
"""What the tiles show in menus: W, 8, 10, 3, 5, 9, each a place in the pool."""


def pool_of(signs: bool) -> "list[bytes]":
    """The pictures of all faces, six a die, with the sign of their colour or without."""
    pool: list[bytes] = []
    known: dict[int, bytes] = {}
    for die in range(dice.DICE):
        for side in range(_SIDES):
            colour = dice.color(die, side)
            value = dice.number(die, side)
            key = value * 4 + (colour if signs else 0)
            if key not in known:
                drawn = face(str(value) if value else "W", "phase")
                known[key] = signed(drawn, colour) if signs else drawn
            pool.append(known[key])
    return pool


def ramp_of(place: int) -> int:
    """The ramp of a face, by its place in the pool."""
    return palette.DICE[dice.color(place // _SIDES, place % _SIDES)]


def show(app: "App") -> None:
    """Six of the faces on the tiles, in their colours, for menus."""
    values = app.settings.values
    palette.load_phase(app.board.palette, values["hues"])
    pool = pool_of(values["signs"] == 1)
    for tile in range(tiles.TILES):
        place = _SHOWN[tile]
        tiles.paint_own(app.board.pixels, tile, pool[place], tiles.SCORES, ramp_of(place))


class PhaseTenDice(DiceView):
    """A tray whose dice are set aside and taken back. `used`: the dice that make the phase, or come nearest."""

    arrow = palette.MARK

    def __init__(self, app: "App", game: "Game") -> None:
        """The dice of `game`."""
        self.used = 0
        super().__init__(app, game, [])
        self._ramps = bytearray([ramp_of(place) for place in range(dice.DICE * _SIDES)])
        self._looks = (-1, -1)
        self._colours = b""
        self.dress()

    def dress(self) -> None:
        """Take up the settings for the looks of the dice, and the colours if another screen had its own."""
        values = self._app.settings.values
        looks = (values["hues"], values["signs"])
        colours = self._app.board.palette
        if looks[1] != self._looks[1]:
            self._pool = pool_of(looks[1] == 1)
        if looks != self._looks:
            self._looks = looks
            palette.load_phase(colours, looks[0])
            palette.seat(colours, self._game.player)
            self._colours = bytes(colours)
        elif colours != self._colours:
            colours[:] = self._colours

    # What is shown at rest

    def look(self, name: str) -> None:
        """The dice as the game has them; before the first roll of a turn the first letters of the player's name."""
        game = self._game
        self.falling = 0
        self._spread(game.start is not None)
        fresh = game.stage == READY and not game.start
        self.spell(name if fresh else "", game.player)
        if fresh:
            return
        self.faces[:] = game.faces
        if game.start:
            for place in range(game.dice):
                thrown = place < game.players and game.start.thrown[place] >= 0
                self.states[place] = tiles.SCORES if thrown else tiles.OFF
        else:
            self.choose(game.kept)

    def _spread(self, starting: bool) -> None:
        """Six dice a page for the throws before the game, one for each player."""
        self.per_page = tiles.TILES if starting else _PAGE
        self.pages = 1 if starting else dice.DICE // _PAGE
        self.page = min(self.page, self.pages - 1)

    def spell(self, name: str, player: int) -> None:
        """The first letters of a player's name, in his colour."""
        super().spell(name, player)
        if name:
            self.page = 0
        self._colours = bytes(self._app.board.palette)

    def choose(self, chosen: int) -> None:
        """Show which dice are set aside, and which of the others are in `used`."""
        for place in range(dice.DICE):
            if chosen >> place & 1:
                self.states[place] = tiles.KEPT if self._game.kept >> place & 1 else tiles.CHOSEN
            else:
                self.states[place] = tiles.SCORES if self.used >> place & 1 else tiles.DULL

    def roll(self, faces: "bytes | bytearray", thrown: int) -> None:
        """The dice at `thrown` tumble; for the start only one does."""
        self._spread(bits(thrown) == 1 and self._game.rolls == 0)
        self.tumble(faces, thrown)

    def made(self, used: int) -> None:
        """The phase is made with these dice: the others go out."""
        for place in range(dice.DICE):
            self.states[place] = tiles.CHOSEN if used >> place & 1 else tiles.OFF
        self._turn_to(used)

    # On the pixels

    def picture(self, place: int) -> bytes:
        """The face that a die shows."""
        return self._pool[self._end(place)]

    def _end(self, place: int) -> int:
        return place * _SIDES + self.faces[place]

    def _die(self, pixels: bytearray, tile: int, place: int) -> None:
        tiles.paint_own(pixels, tile, self.picture(place), self.states[place], self._ramps[self._end(place)])

    def _letter(self, pixels: bytearray, tile: int, letter: str) -> None:
        tiles.paint_own(pixels, tile, letter_face(letter), tiles.OFF if letter == " " else tiles.TUMBLING, palette.HUE)

    def _dot(self, place: int) -> int:
        state = self.states[place]
        return palette.OFF if state == tiles.OFF else self._ramps[self._end(place)] + _LEVELS[state]

    def _roller(self, final: bytearray, seed: int, speed: int) -> animation.Tumble:
        sets = bytearray([max(0, self.place(tile)) * _SIDES for tile in range(tiles.TILES)])
        moves = self._app.settings.moves()
        tumble: animation.Tumble = moves.Tumble(self._pool, final, seed, speed, sets, self._ramps)
        return tumble
