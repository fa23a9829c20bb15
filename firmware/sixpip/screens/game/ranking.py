"""The base class of the screens at the end of a game: places, a light show for the winner, another game."""

from sixpip.board.buttons import BANK, ROLL
from sixpip.port import TYPE_CHECKING, const, ticks_diff
from sixpip.screens.game.player_color import load_color
from sixpip.screens.screen import Screen
from sixpip.view import light_shows, sound
from sixpip.view.text import COLUMNS, points

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
            game = self.session.game
            self.app.new_game(game.variant.name, game.row, self.session.names, None, self.session.seats)
        elif button == BANK:
            self.app.leave_game()
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
        """Draws the winner, one line for each other player in the order of places, then how the game ended."""
        canvas = self.app.canvas
        session = self.session
        game = session.game
        places = session.ranking()
        full = len(places) == _LAST_ROW  # no line is left for the coach
        if self._won:
            canvas.large(0, session.names[game.winner])
            canvas.right(0, "*coach" if full and any(session.helped) else "wins!")
            canvas.right(1, points(game.scores[game.winner]))
        else:
            canvas.head("NO ONE WINS", "")
        for place in range(1 if self._won else 0, len(places)):
            seat = places[place]
            name = session.names[seat] + ("*" if full and session.helped[seat] else "")
            canvas.both(place + 1, f"{place + 1} {name}", "out" if game.out[seat] else points(game.scores[seat]))
        if not full:
            self._draw_end(len(places))
        self.labels("again", "menu")

    def _draw_end(self, players: int) -> None:
        """Draws whom the coach helped and how the game ended, as far as there is room."""
        canvas = self.app.canvas
        helped = any(self.session.helped)
        if helped:
            canvas.center(players + 1, self._help_line())
        if players + 1 < _LAST_ROW or not helped:
            canvas.center(_LAST_ROW, self.summary())

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
