"""The dice as the tiles show them: which face, in which state, and what moves. No rule stands here.

The tray shows what the events have told so far, which lags behind the game while they are shown.
"""

from sixpip.port import const, ticks_diff
from sixpip.rules.position import READY
from sixpip.view import animation, palette, sound, tiles
from sixpip.view.faces import face
from sixpip.view.faces import letter as letter_face

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App
    from sixpip.rules.game import Game

_NEVER = const(1 << 20)  # later than the end of any animation


class Tray:
    """The six tiles of a game in play."""

    def __init__(self, app: "App", game: "Game") -> None:
        """Nothing is shown until `look` or an event says what."""
        self._app = app
        self._game = game
        self._pool = [face(name, game.table.kind) for name in game.table.faces]
        self._shown = [self._pool[0]] * tiles.TILES
        self._states = bytearray(tiles.TILES)
        self._final = bytearray(tiles.TILES)
        self.moving: animation.Tumble | animation.Hot | animation.Drain | None = None
        self._since: int | None = None
        self._ticked = 0
        palette.load(app.board.palette, game.variant.name)

    # What is shown at rest

    def look(self, name: str) -> None:
        """The dice as the game has them; before the first roll of a turn the first letters of the player's name."""
        game = self._game
        self.moving = None
        palette.seat(self._app.board.palette, game.player)
        offered = game.offered()
        if game.stage == READY and not game.kept and not offered:
            self._letters(name)
            return
        kept = game.all & ~offered if offered else game.kept
        free = offered or (game.all if game.stage == READY else game.can_score())
        self._faces(game.faces)
        for place in range(tiles.TILES):
            self._states[place] = tiles.SCORES if free >> place & 1 else tiles.DULL
            if kept >> place & 1:
                self._states[place] = tiles.KEPT

    def choose(self, chosen: int) -> None:
        """Turn the chosen dice inside out, and the others back."""
        can = self._game.can_score()
        for place in range(tiles.TILES):
            if self._game.rolled >> place & 1:
                free = tiles.SCORES if can >> place & 1 else tiles.DULL
                self._states[place] = tiles.CHOSEN if chosen >> place & 1 else free

    def keep(self, kept: int) -> None:
        """Dice that have been kept."""
        for place in range(tiles.TILES):
            if kept >> place & 1:
                self._states[place] = tiles.KEPT

    def rest(self) -> None:
        """Dice that were not kept go dim: the turn is over."""
        for place in range(tiles.TILES):
            if self._states[place] != tiles.KEPT:
                self._states[place] = tiles.DULL

    def paint(self) -> None:
        """Paint the tiles at rest; what moves is painted by `move`."""
        if self.moving:
            return
        for tile in range(tiles.TILES):
            tiles.paint(self._app.board.pixels, tile, self._shown[tile], self._states[tile])

    # What moves

    def tumble(self, faces: bytes, rolled: int) -> None:
        """The dice at `rolled` tumble and come to rest at their `faces`; the others lie still."""
        self.moving = None
        self._faces(faces)
        for place in range(tiles.TILES):
            falls = rolled >> place & 1
            self._final[place] = faces[place] if falls else animation.RESTS
            self._states[place] = tiles.SCORES if falls else tiles.KEPT
        self.paint()
        seed = self._app.board.ticks_ms() & 0xFFFF
        self._start(animation.Tumble(self._pool, self._final, seed, self._app.settings.values["tumble"]))

    def hot(self) -> None:
        """A light runs across all dice."""
        self._start(animation.Hot(self._shown))

    def drain(self) -> None:
        """The dice that were not kept run out."""
        which = 0
        for place in range(tiles.TILES):
            if self._states[place] != tiles.KEPT:
                which |= 1 << place
                self._states[place] = tiles.OFF
        self._start(animation.Drain(self._shown, which))

    def move(self, now_ms: int) -> bool:
        """Paint the frame for this moment; False when nothing moves any more."""
        if not self.moving:
            return False
        if self._since is None:
            self._since = now_ms
        over = self.moving.frame(self._app.board.pixels, ticks_diff(now_ms, self._since))
        if isinstance(self.moving, animation.Tumble) and self.moving.stopped > self._ticked:
            self._ticked = self.moving.stopped
            self._app.sound.play(sound.TICK)
        if over:
            self.moving = None
        return not over

    def finish(self) -> None:
        """Bring what moves to its end at once."""
        if self.moving:
            self.moving.frame(self._app.board.pixels, _NEVER)
            self.moving = None

    def _start(self, moving: "animation.Tumble | animation.Hot | animation.Drain") -> None:
        self.moving = moving
        self._since = None
        self._ticked = 0

    def _faces(self, faces: "bytes | bytearray") -> None:
        for place in range(tiles.TILES):
            self._shown[place] = self._pool[faces[place]]

    def _letters(self, name: str) -> None:
        """The name across the tiles, so that everybody sees whose turn it is."""
        for place in range(tiles.TILES):
            letter = name[place] if place < len(name) else " "
            self._shown[place] = letter_face(letter)
            self._states[place] = tiles.TUMBLING if letter != " " else tiles.OFF
