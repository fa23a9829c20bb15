"""The base class of the screens at the end of a game: places, a light show for the winner, another game."""

from sixpip.board.buttons import BANK, ROLL
from sixpip.port import TYPE_CHECKING, const, ticks_diff
from sixpip.screens.game.player_color import load_color
from sixpip.screens.screen import Screen
from sixpip.view import light_shows, sound
from sixpip.view.text import COLUMNS, STAR, points

if TYPE_CHECKING:
    from sixpip.app.app import App

_LAST_ROW = const(6)


class Ranking(Screen):
    """Places and scores of the game in hand. ROLL plays again, BANK goes to the menu."""

    def __init__(self, app: "App") -> None:
        """Starts the tune and the light show. Raises ValueError when there is no game."""
        super().__init__(app)
        if app.session is None:
            raise ValueError("no game has ended")
        self.session = app.session
        show = light_shows.ReducedCheer if app.settings.values["calm"] else light_shows.Cheer
        self._show = show(app.board.ticks_ms())
        self._since: int | None = None
        self._won = self.session.game.winner >= 0
        if self._won:
            load_color(app, self.session.game.winner)
        app.sound.play(sound.WIN if self._won else sound.BUST)

    def press(self, button: int) -> None:
        """Plays again or goes to the menu."""
        if button == ROLL:
            self.app.acknowledge_press()  # the import takes a while
            from sixpip.app import last_game  # unloaded with this screen

            last_game.play_again(self.app, self.session.as_last_game())
        elif button == BANK:
            self.app.acknowledge_press()
            from sixpip.app import parking  # unloaded with this screen

            parking.leave_game(self.app)
        else:
            self.refuse()

    def tick(self, now_ms: int) -> bool:
        """Paints the light show, if a player has won."""
        if not self._won:
            return False
        if self._since is None:
            self._since = now_ms
        elapsed_ms = ticks_diff(now_ms, self._since) % self._show.LENGTH_MS
        self._show.frame(self.app.board.pixels, elapsed_ms)
        return True

    def paint(self) -> None:
        """Leaves the dice to the light show; dark if there is no winner."""
        if not self._won:
            super().paint()

    def draw(self) -> None:
        """Draws one line a player from the first place, then how the game ended."""
        canvas = self.app.canvas
        session = self.session
        game = session.game
        places = session.ranking()
        for place in range(len(places)):
            seat = places[place]
            score = points(game.scores[seat])
            name = session.names[seat] + self._wins_of(session.names[seat])
            canvas.both(place, f"{place + 1} {name}", "out" if game.out[seat] else score)
        if self._won:
            canvas.invert(0)
        if any(session.helped):
            canvas.center(min(len(places), _LAST_ROW), self._help_line())
        if len(places) < _LAST_ROW or not any(session.helped):
            canvas.center(_LAST_ROW, self.summary())
        self.labels("again", "menu")

    def _wins_of(self, name: str) -> str:
        """A star and the games that a player has won since power-on, from the second game of the evening on."""
        wins = self.app.wins
        return f" {STAR}{wins[name]}" if name in wins and sum(wins.values()) > 1 else ""

    def _help_line(self) -> str:
        """Whom the coach advised and how often, in at most 21 letters."""
        session = self.session
        helped = [seat for seat in session.ranking() if session.helped[seat]]
        words = "coach: " + ", ".join([f"{session.names[seat]} {session.helped[seat]}x" for seat in helped])
        if len(words) > COLUMNS:
            words = "coach " + " ".join([f"{session.names[seat][:3]} {session.helped[seat]}" for seat in helped])
        return words if len(words) <= COLUMNS else f"coach: asked {sum(session.helped)} times"

    def summary(self) -> str:
        """How the game ended, in at most 21 letters."""
        return ""
