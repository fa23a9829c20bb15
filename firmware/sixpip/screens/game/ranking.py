"""The base class of the screens at the end of a game: places, a light show for the winner, another game."""

from sixpip.board.buttons import BANK, ROLL
from sixpip.port import TYPE_CHECKING, const, loaded_modules, ticks_diff, unload_modules
from sixpip.rules.stages import OVER
from sixpip.screens.screen import Screen, load_color
from sixpip.storage.records import StorageError, StorageFull
from sixpip.view import light_shows, sound
from sixpip.view.text import COLUMNS, STAR, points

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.finished_game import FinishedGame

_LAST_ROW = const(6)
_STATISTICS = ("sixpip.app.finished_game", "sixpip.app.statistics")


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
        self.fallen = ""
        """Which records fell with this game, in at most 21 letters; "" for none."""
        self._to_add = self.session.game.stage == OVER
        self._adding: FinishedGame | None = None
        self._frames = 0
        if self._won:
            load_color(app, self.session.game.winner)
        app.sound.play(sound.WIN if self._won else sound.BUST)

    def press(self, button: int) -> None:
        """Plays again or goes to the menu."""
        while self._to_add:
            self._add_next()
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
        """Paints the light show, if a player has won; between frames adds the game to the statistics."""
        if self._to_add and not self.session.unsaved:
            self._frames += 1
            if self._frames > 1:  # the end is on the OLED
                self._add_next()
        if not self._won:
            return False
        if self._since is None:
            self._since = now_ms
        elapsed_ms = ticks_diff(now_ms, self._since) % self._show.LENGTH_MS
        self._show.frame(self.app.board.pixels, elapsed_ms)
        return True

    def _add_next(self) -> None:
        """Does the next step of adding the game to the statistics; its end must be saved before it is added."""
        app = self.app
        try:
            self.session.save(app.store)
            if self._adding is None:
                from sixpip.app.finished_game import FinishedGame  # only now, and unloaded below

                self._adding = FinishedGame(self.session, app.store)
                return
            if self._adding.step():
                return
            self.fallen = self._adding.words
        except (StorageFull, StorageError) as error:
            app.notify(error.args[0])
        self._to_add = False
        self._adding = None
        unload_modules([name for name in loaded_modules() if name in _STATISTICS])
        app.redraw()

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
            canvas.right(0, self._verdict() if full else self._wins_of(session.names[game.winner]) or "wins!")
            canvas.right(1, points(game.scores[game.winner]))
        else:
            canvas.head("NO ONE WINS", "")
        for place in range(1 if self._won else 0, len(places)):
            seat = places[place]
            name = session.names[seat] + self._wins_of(session.names[seat])
            name += "*" if full and session.helped[seat] else ""
            canvas.both(place + 1, f"{place + 1} {name}", "out" if game.out[seat] else points(game.scores[seat]))
        if not full:
            self._draw_end(len(places))
        self.labels("again", "menu")

    def _verdict(self) -> str:
        """What six players see beside the winner's name: there is no line for more."""
        if self.fallen:
            return "record!"
        return "*coach" if any(self.session.helped) else "wins!"

    def _draw_end(self, players: int) -> None:
        """Draws whom the coach helped and how the game ended, as far as there is room."""
        canvas = self.app.canvas
        two_lines = players + 1 < _LAST_ROW
        helped = any(self.session.helped) and (two_lines or not self.fallen)
        if helped:
            canvas.center(players + 1, self._help_line())
        if two_lines or not helped:
            canvas.center(_LAST_ROW, self.fallen or self.summary())

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
