"""The dice of a game on the tiles: at rest, by page, and while they move."""

from sixpip.compat import TYPE_CHECKING, Stopwatch, const
from sixpip.screens.screen import load_color
from sixpip.view import animation, palette, sound, tiles
from sixpip.view.tiles import letter

if TYPE_CHECKING:
    from sixpip.app.app import App


_SIDES = const(6)
_TURN_TILE = const(5)
_SEEN_MS = const(450)  # how long a page of dice at rest is shown before those of the next page fall
_ON = const(b"\x30\x18\x0c\x0c\x18\x30")  # an angle that points to the right, row by row
_BACK = const(b"\x0c\x18\x30\x30\x18\x0c")
_DOT_ROW = const(56)
# By state of the die
_DOTS = bytes(
    (palette.INK + 4, palette.INK + 1, palette.INK + 3, palette.HUE, palette.HUE + 2, palette.INK, palette.RED)
)


class DiceView:
    """The tiles of a game in play. `faces` and `states` (tiles.py) have one entry per die."""

    arrow = palette.INK + 1

    def __init__(self, app: "App", dice: int, pool: "list[bytes]", ramps: "bytes | bytearray" = b"") -> None:
        """`dice` is the number of dice in the game, and `pool` has the pictures that they can show.

        For dice with faces and colors of their own, `pool` has six pictures per die, and `ramps` has the ramp of each.
        """
        self._app = app
        self._pool = pool
        self._ramps = ramps
        self._all = (1 << dice) - 1
        self.faces = bytearray(dice)
        self.states = bytearray(dice)
        self.advised = 0  # the dice that the coach would keep, one bit each
        self.falling = 0  # the dice that have not come to rest yet, one bit each
        self.pace = 0
        """The least value of the setting "tumble" for the next throw."""
        self._thrown = 0
        self.per_page = dice if dice <= tiles.TILES else _TURN_TILE
        self.pages = (dice + self.per_page - 1) // self.per_page
        self.page = 0
        self.name = ""  # letters that are shown in place of dice
        self.moving: animation.Tumble | animation.Hot | animation.Drain | None = None
        self._watch = Stopwatch()
        self._first_shown = False  # whether the first frame of what moves is painted
        self._over_ms = -1
        self._ticked = 0
        self._calm = -1  # the value of the setting whose animations are imported

    # At rest

    def load_colors(self) -> None:
        """Loads the colors of this game into the palette, if another screen has changed it."""

    def show_kept(self, kept: int) -> None:
        """Shows dice as kept."""
        for place in range(len(self.states)):
            if kept >> place & 1:
                self.states[place] = tiles.KEPT

    def spell(self, name: str, player: int) -> None:
        """Shows the first letters of a player's name in the player's color; "" for dice."""
        self.moving = None
        self.name = name
        load_color(self._app, player)

    def dim_rest(self) -> None:
        """Dims the dice that were not kept, because the turn is over."""
        for place in range(len(self.states)):
            if self.states[place] != tiles.KEPT:
                self.states[place] = tiles.DULL

    def _die(self, pixels: bytearray, tile: int, place: int, state: int) -> None:
        at = self._end(place)
        if self._ramps:
            tiles.paint_in_color(pixels, tile, self._pool[at], state, self._ramps[at])
        else:
            tiles.paint(pixels, tile, self._pool[at], state)

    def _dot(self, place: int) -> int:
        """Returns the color of the dot for a die on another page."""
        return _DOTS[self.states[place]]

    def _end(self, place: int) -> int:
        """Returns the index in the pool of the face that a die comes to rest with."""
        return place * _SIDES + self.faces[place] if self._ramps else self.faces[place]

    # Pages

    def is_page_button(self, tile: int) -> bool:
        """Returns whether the button under this tile turns the page."""
        return tile == _TURN_TILE and self.pages > 1 and not self.name

    def turn_page(self) -> None:
        """Shows the next page."""
        self.page = (self.page + 1) % self.pages

    def place(self, tile: int) -> int:
        """Returns the tray position of the die on a tile, -1 when there is none."""
        place = self.page * self.per_page + tile
        return place if tile < self.per_page and place < len(self.faces) else -1

    def _on_page(self, page: int) -> int:
        """Returns the dice of a page, one bit each."""
        return ((1 << self.per_page) - 1) << (page * self.per_page) & self._all

    def turn_to(self, dice: int) -> None:
        """Shows a page that has one of these dice: this one, or the first."""
        if not self._on_page(self.page) & dice:
            self.page = 0
            while self.page + 1 < self.pages and not self._on_page(self.page) & dice:
                self.page += 1

    # On the pixels

    def paint(self) -> None:
        """Paints the tiles at rest; what moves is painted by `move`."""
        if self.moving:
            return
        pixels = self._app.board.pixels
        for tile in range(tiles.TILES):
            place = self.place(tile)
            if self.name:
                drawn = letter(self.name[tile] if tile < len(self.name) else " ")
                tiles.paint(pixels, tile, drawn, tiles.SCORES, palette.HUE)
            elif place < 0:
                tiles.clear_tile(pixels, tile)
            else:
                advised = self.advised >> place & 1
                state = self.states[place]
                self._die(pixels, tile, place, tiles.ADVISED if advised and state <= tiles.DULL else state)
                if advised:
                    tiles.advice_mark(pixels, tile)
        if self.pages > 1 and not self.name:
            self._paint_turn(pixels)
            tiles.page_mark(pixels, self.page, self.pages)

    def _paint_turn(self, pixels: bytearray) -> None:
        """Paints the tile that turns the page: an angle, and below it a dot for each die on another page."""
        arrow = _ON if self.page + 1 < self.pages else _BACK
        start = _TURN_TILE * tiles.TILE
        for row in range(len(arrow)):
            for x in range(8):
                if arrow[row] << x & 0x80:
                    pixels[start + row * 8 + x] = self.arrow
        away = self._all & ~self._on_page(self.page)
        at = start + _DOT_ROW + 1
        for place in range(len(self.states)):
            if away >> place & 1:
                pixels[at] = self._dot(place)
                at += 1

    # What moves

    def tumble(self, faces: "bytes | bytearray", thrown: int) -> None:
        """Starts to roll the dice at `thrown`, which come to rest at their `faces`.

        The last page falls first, so that the choice begins on the first page.
        """
        for place in range(len(faces)):
            if thrown >> place & 1:
                self.faces[place] = faces[place]
                self.states[place] = tiles.SCORES
            elif self.name:
                self.states[place] = tiles.OFF
        self.name = ""
        self.falling = self._thrown = thrown
        if self._speed() == animation.STILL:
            self.turn_to(thrown)
            self.falling &= self._on_page(self.page)
        self._start_fall()

    def _start_fall(self) -> None:
        """Starts the animation of the last page that has dice to fall."""
        self.page = self.pages - 1
        while not self._on_page(self.page) & self.falling:
            self.page -= 1
        final = bytearray(tiles.TILES)
        sets = bytearray(tiles.TILES if self._ramps else 0)
        for tile in range(tiles.TILES):
            place = self.place(tile)
            falls = place >= 0 and self.falling >> place & 1
            final[tile] = self._end(place) if falls else animation.RESTS
            if falls and sets:
                sets[tile] = place * _SIDES
        settings = self._app.settings
        seed = self._app.board.ticks_ms() & 0xFFFF
        moves = settings.animations()
        self._start(moves.Tumble(self._pool, final, seed, self._speed(), sets, self._ramps))

    def _speed(self) -> int:
        return max(self._app.settings.values["tumble"], self.pace)

    def hot(self) -> None:
        """Starts the light that runs across all dice."""
        self._start(self._app.settings.animations().Hot(self._shown()))

    def drain(self) -> None:
        """Starts to drain the dice that were not kept."""
        which = 0
        for tile in range(tiles.TILES):
            place = self.place(tile)
            if place >= 0 and self.states[place] not in (tiles.KEPT, tiles.OFF):
                which |= 1 << tile
        self.dim_rest()
        self._start(self._app.settings.animations().Drain(self._shown(), which))

    def _shown(self) -> "list[bytes]":
        places = [self.place(tile) for tile in range(tiles.TILES)]
        return [self._pool[self._end(place)] for place in places if place >= 0]

    def _start(self, moving: "animation.Tumble | animation.Hot | animation.Drain") -> None:
        self.moving = None
        self.paint()
        self.moving = moving
        self._watch.start()
        self._first_shown = False
        self._over_ms = -1
        self._ticked = 0

    def move(self, now_ms: int) -> bool:
        """Paints the frame for this moment. Returns False when nothing moves any more.

        The first frame stays while the throw is drawn and saved; then the dice begin to move.
        """
        if not self.moving:
            settings = self._app.settings
            if self._calm != settings.values["calm"]:
                self._calm = settings.values["calm"]
                settings.animations()  # imported before a roll, which lies deep on the stack
            return False
        elapsed_ms = self._watch.step(now_ms) if self._first_shown else 0
        self._first_shown = True
        over = self.moving.frame(self._app.board.pixels, elapsed_ms)
        if isinstance(self.moving, animation.Tumble) and self.moving.stopped > self._ticked:
            self._ticked = self.moving.stopped
            self._app.sound.play(sound.TICK)
        if over:
            over = self._settle(elapsed_ms)
        if over:
            self.moving = None
        return not over

    def _settle(self, elapsed_ms: int) -> bool:
        """Notes that the dice of this page are at rest. Returns False while another page is to fall."""
        if self._over_ms < 0:
            self._over_ms = elapsed_ms
            self.falling &= ~self._on_page(self.page)
            self._app.redraw()
        if self.falling and elapsed_ms - self._over_ms >= _SEEN_MS:
            self._start_fall()
            self._app.redraw()
            return False
        return not self.falling

    def finish(self) -> None:
        """Ends what moves at once."""
        if self.falling:
            self.page = 0
            self.turn_to(self._thrown)
        self.falling = 0
        self.moving = None
