"""The dice as the tiles show them: which face, in which state, on which page, and what moves. No rule stands here.

What the dice of one game look like stands in keeps.py and phases/tray.py. The tray shows what the events have told
so far, which lags behind the game while they are shown. More dice than tiles stand on pages of five; the sixth tile
is then no die but turns the page.
"""

from sixpip.port import TYPE_CHECKING, const, ticks_diff
from sixpip.view import animation, palette, sound, tiles
from sixpip.view.faces import letter as letter_face

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App

_TURN_TILE = const(5)
_SEEN_MS = const(450)  # how long a page of fallen dice stands before the next page falls
_ON = b"\x30\x18\x0c\x0c\x18\x30"  # an angle that points to the right, row by row
_BACK = b"\x0c\x18\x30\x30\x18\x0c"
_DOT_ROW = const(56)
_DOTS = bytes(
    (palette.INK + 4, palette.INK + 1, palette.INK + 3, palette.HUE, palette.HUE + 2, palette.INK + 1)
)  # by state of the die


class DiceView:
    """The tiles of a game in play. `faces` and `states` (tiles.py) have one entry a die."""

    arrow = palette.INK + 1
    """The colour of the tile that turns the page."""

    def __init__(self, app: "App", game: "Any", pool: "list[bytes]") -> None:
        """Nothing is shown until `look` or an event says what. `pool`: the pictures that the dice can show."""
        self._app = app
        self._game = game
        self._pool = pool
        self.faces = bytearray(game.dice)
        self.states = bytearray(game.dice)
        self.falling = 0  # the dice that have not come to rest yet, one bit each
        self._thrown = 0
        self.per_page = game.dice if game.dice <= tiles.TILES else _TURN_TILE
        self.pages = (game.dice + self.per_page - 1) // self.per_page
        self.page = 0
        self.name = ""  # the letters that stand there in place of dice
        self.moving: animation.Tumble | animation.Hot | animation.Drain | None = None
        self._since: int | None = None
        self._lifted = False  # the first frame is out
        self._over_ms = -1
        self._ticked = 0

    # What is shown at rest: a game's own tray says what the game has

    def look(self, name: str) -> None:
        """The dice as the game has them; before the first roll of a turn the first letters of the player's name."""

    def dress(self) -> None:
        """Put on the colours of this game, if another screen had its own."""

    def choose(self, chosen: int) -> None:
        """Turn the chosen dice inside out, and the others back."""

    def keep(self, kept: int) -> None:
        """Dice that have been kept."""
        for place in range(len(self.states)):
            if kept >> place & 1:
                self.states[place] = tiles.KEPT

    def spell(self, name: str, player: int) -> None:
        """The first letters of a player's name, in his colour."""
        self.moving = None
        self.name = name
        palette.set_player(self._app.board.palette, player)

    def rest(self) -> None:
        """Dice that were not kept go dim: the turn is over."""
        for place in range(len(self.states)):
            if self.states[place] != tiles.KEPT:
                self.states[place] = tiles.DULL

    def picture(self, place: int) -> bytes:
        """The face that a die shows."""
        return self._pool[self.faces[place]]

    def _die(self, pixels: bytearray, tile: int, place: int) -> None:
        """Paint a die at rest."""
        tiles.paint(pixels, tile, self.picture(place), self.states[place])

    def _letter(self, pixels: bytearray, tile: int, letter: str) -> None:
        """Paint a letter of a name."""
        tiles.paint(pixels, tile, letter_face(letter), tiles.OFF if letter == " " else tiles.TUMBLING)

    def _dot(self, place: int) -> int:
        """The colour of the dot that stands for a die on another page."""
        return _DOTS[self.states[place]]

    def _roller(self, final: bytearray, seed: int, speed: int) -> "animation.Tumble":
        """What rolls the dice of this page to their `final` faces (animation.Tumble)."""
        tumble: animation.Tumble = self._app.settings.moves().Tumble(self._pool, final, seed, speed)
        return tumble

    def _end(self, place: int) -> int:
        """The place in the pool of the face that a die comes to rest with."""
        return self.faces[place]

    # Pages

    def turns(self, tile: int) -> bool:
        """Whether the button under this tile turns the page."""
        return tile == _TURN_TILE and self.pages > 1 and not self.name

    def turn(self) -> None:
        """Show the next page."""
        self.page = (self.page + 1) % self.pages

    def place(self, tile: int) -> int:
        """The tray position of the die on a tile, -1 when there is none."""
        place = self.page * self.per_page + tile
        return place if tile < self.per_page and place < len(self.faces) else -1

    def _on_page(self, page: int) -> int:
        """The dice of a page, one bit each."""
        return ((1 << self.per_page) - 1) << (page * self.per_page) & self._game.all

    def _turn_to(self, dice: int) -> None:
        """Show a page that has one of these dice: this one, or the first."""
        if not self._on_page(self.page) & dice:
            self.page = 0
            while self.page + 1 < self.pages and not self._on_page(self.page) & dice:
                self.page += 1

    # On the pixels

    def paint(self) -> None:
        """Paint the tiles at rest; what moves is painted by `move`."""
        if not self.moving:
            self._paint()

    def _paint(self) -> None:
        pixels = self._app.board.pixels
        for tile in range(tiles.TILES):
            place = self.place(tile)
            if self.name:
                self._letter(pixels, tile, self.name[tile] if tile < len(self.name) else " ")
            elif place < 0:
                tiles.clear_tile(pixels, tile)
            else:
                self._die(pixels, tile, place)
        if self.pages > 1 and not self.name:
            self._paint_turn(pixels)
            tiles.page_mark(pixels, self.page, self.pages)

    def _paint_turn(self, pixels: bytearray) -> None:
        """The tile that turns the page: an angle, and below it a dot for each die that is not on this page."""
        arrow = _ON if self.page + 1 < self.pages else _BACK
        start = _TURN_TILE * tiles.TILE
        for row in range(len(arrow)):
            for x in range(8):
                if arrow[row] << x & 0x80:
                    pixels[start + row * 8 + x] = self.arrow
        away = self._game.all & ~self._on_page(self.page)
        at = start + _DOT_ROW + 1
        for place in range(len(self.states)):
            if away >> place & 1:
                pixels[at] = self._dot(place)
                at += 1

    # What moves

    def tumble(self, faces: "bytes | bytearray", thrown: int) -> None:
        """The dice at `thrown` tumble and come to rest at their `faces`; the others lie still.

        With pages the last page falls first, so that the choice begins on the first.
        """
        for place in range(len(faces)):
            if thrown >> place & 1:
                self.faces[place] = faces[place]
                self.states[place] = tiles.SCORES
            elif self.name:
                self.states[place] = tiles.OFF
        self.name = ""
        self.falling = self._thrown = thrown
        if self._app.settings.values["tumble"] == animation.STILL:
            self._turn_to(thrown)
            self.falling &= self._on_page(self.page)
        self._fall()

    def _fall(self) -> None:
        """Let the last page that has dice to fall do so."""
        self.page = self.pages - 1
        while not self._on_page(self.page) & self.falling:
            self.page -= 1
        final = bytearray(tiles.TILES)
        for tile in range(tiles.TILES):
            place = self.place(tile)
            falls = place >= 0 and self.falling >> place & 1
            final[tile] = self._end(place) if falls else animation.RESTS
        seed = self._app.board.ticks_ms() & 0xFFFF
        self._start(self._roller(final, seed, self._app.settings.values["tumble"]))

    def hot(self) -> None:
        """A light runs across all dice."""
        self._start(self._app.settings.moves().Hot(self._shown()))

    def drain(self) -> None:
        """The dice that were not kept run out."""
        which = 0
        for tile in range(tiles.TILES):
            place = self.place(tile)
            if place >= 0 and self.states[place] not in (tiles.KEPT, tiles.OFF):
                which |= 1 << tile
        for place in range(len(self.states)):
            if self.states[place] != tiles.KEPT:
                self.states[place] = tiles.OFF
        self._start(self._app.settings.moves().Drain(self._shown(), which))

    def _shown(self) -> "list[bytes]":
        """The pictures of the dice on this page."""
        places = [self.place(tile) for tile in range(tiles.TILES)]
        return [self.picture(place) for place in places if place >= 0]

    def _start(self, moving: "animation.Tumble | animation.Hot | animation.Drain") -> None:
        self._paint()
        self.moving = moving
        self._since = None
        self._lifted = False
        self._over_ms = -1
        self._ticked = 0

    def move(self, now_ms: int) -> bool:
        """Paint the frame for this moment; False when nothing moves any more.

        The first frame stands while the throw is drawn and saved, which takes its time; then the dice begin to move.
        """
        if not self.moving:
            return False
        if self._lifted and self._since is None:
            self._since = now_ms
        self._lifted = True
        gone_ms = 0 if self._since is None else ticks_diff(now_ms, self._since)
        over = self.moving.frame(self._app.board.pixels, gone_ms)
        if isinstance(self.moving, animation.Tumble) and self.moving.stopped > self._ticked:
            self._ticked = self.moving.stopped
            self._app.sound.play(sound.TICK)
        if over:
            over = self._settle(gone_ms)
        if over:
            self.moving = None
        return not over

    def _settle(self, gone_ms: int) -> bool:
        """The dice of this page lie still; False while another page is to fall."""
        if self._over_ms < 0:
            self._over_ms = gone_ms
            self.falling &= ~self._on_page(self.page)
            self._app.redraw()
        if self.falling and gone_ms - self._over_ms >= _SEEN_MS:
            self._fall()
            self._app.redraw()
            return False
        return not self.falling

    def finish(self) -> None:
        """Bring what moves to its end at once."""
        if self.falling:
            self.page = 0
            self._turn_to(self._thrown)
        self.falling = 0
        self.moving = None
