"""The base class of the screens at the end of a game: places, a light show for the winner, another game."""

from sixpip.app.games.lineup import is_match_decided
from sixpip.board.contract import BANK, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, Stopwatch, const
from sixpip.rules.core.actions import OVER
from sixpip.screens.screen import Screen, load_color, match_words
from sixpip.storage.record_store import StorageError, StorageFull
from sixpip.view import light_shows, sound
from sixpip.view.text import CUP, WIDTH, points_text, text_width

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.people.statistics import FinishedGame

_LAST_ROW = const(6)
_GUARD_MS = const(1000)  # after the game has ended
_SHORT = const(8)  # letters of a name in large letters, or in the news
_PAGE_MS = const(2500)  # of the points and of the help, in turn


class Ranking(Screen):
    """Places and scores of the game that is over. ROLL plays again, BANK goes to the menu, MENU opens the score curves.

    For players whom the coach helped, the points and how often it did are shown in turn, because there is no room for
    both.
    """

    more = "score curves"
    """What MENU opens, in at most 16 letters."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.session = app.playing
        show = light_shows.ReducedCheer if app.settings.values["calm"] else light_shows.Cheer
        self._show = show(app.board.ticks_ms())
        self._watch = Stopwatch()  # of the light show
        self._guard = Stopwatch()
        self._page = Stopwatch()
        self._shows_help = False
        self._won = self.session.game.winner >= 0
        self.fallen = ""
        """Which records fell with this game, in at most 21 letters; "" for none."""
        self._to_add = self.session.game.stage == OVER
        self._adding: FinishedGame | None = None
        self._frames = 0
        self._prepares = True
        self.is_guarded = True
        """Whether ROLL and BANK are ignored: a press too many must not leave the ranking."""
        self._guard.start(app.board.ticks_ms())
        if self._won:
            load_color(app, self.session.game.winner)
        app.sound.play(sound.WIN if self._won else sound.BUST)

    def press(self, button: int) -> None:
        """Plays again, goes to the menu or opens the score curves."""
        if self.is_guarded and button in (ROLL, BANK):
            self.refuse("Press it again")
            return
        while self._to_add:
            self._add_next()
        if button == ROLL:
            self.app.load_game_start().play_another(self.app)
        elif button == BANK:
            self.app.load_parking().leave_game(self.app)
        elif button == MENU:
            self.app.open("score_curves")
        else:
            self.refuse()

    def tick(self, now_ms: int) -> bool:
        """Paints the light show, if a player has won; between frames adds the game to the statistics."""
        if self.is_guarded and self._guard.step(now_ms) >= _GUARD_MS:
            self.is_guarded = False
        if self._page.step(now_ms) >= _PAGE_MS and any(self.session.helped):
            self._page.start(now_ms)
            self._shows_help = not self._shows_help
            self.app.redraw()
        if self._to_add and not self.session.unsaved:
            self._frames += 1
            if self._frames > 1:  # the end is on the OLED
                self._add_next()
        elif self._prepares:
            self._prepares = self.app.prepare(self.session.engine)  # for another game
        if not self._won:
            return False
        if self._watch.step(now_ms) >= self._show.LENGTH_MS:
            self._watch.start(now_ms)
        self._show.frame(self.app.board.pixels, self._watch.ms)
        return True

    def _add_next(self) -> None:
        """Does the next step of adding the game to the statistics; its end must be saved before it is added."""
        app = self.app
        try:
            self.session.save(app.store)
            if self._adding is None:
                from sixpip.app.people.statistics import FinishedGame

                self._adding = FinishedGame(self.session, app.store)
                return
            if self._adding.step():
                return
            self.fallen = self._adding.words
        except (StorageFull, StorageError) as error:
            app.notify(error.args[0])
        self._to_add = False
        self._adding = None
        app.redraw()

    def paint(self) -> None:
        """Leaves the dice to the light show, or makes them dark if there is no winner."""
        if not self._won:
            super().paint()

    def draw(self) -> None:
        """Draws the winner, one line for each other player in the order of places, then how the game ended."""
        canvas = self.app.canvas
        session = self.session
        places = session.ranking()
        if self._won:
            self._draw_winner(len(places) == _LAST_ROW)
        else:
            canvas.head("NO ONE WINS", "")
        for place in range(1 if self._won else 0, len(places)):
            seat = places[place]
            helped, wins = self._help_of(seat), self._wins(seat)
            cups = f" {CUP}{wins}" if wins and not helped else ""
            points = f"coach {helped}" if helped else self._points_of(seat)
            canvas.entry(place + 1, f"{place + 1} ", session.names[seat], points, cups)
        self._draw_end(_LAST_ROW - len(places))
        self.app.canvas.choice("again", "menu")

    def _draw_winner(self, full: bool) -> None:
        """Draws the name of the winner in large letters, and the points. With `full`, no row is left for the news."""
        canvas = self.app.canvas
        winner = self.session.game.winner
        helped, wins = self._help_of(winner), self._wins(winner)
        verdict = "wins!"  # at most six letters: there is no room for more beside a long name
        if full and self._match_is_won():
            verdict = "champ!"
        elif full and self.fallen and "coach" not in self.fallen:
            verdict = "record"
        elif wins:
            verdict = f"{CUP}{wins}"
        name = self.session.names[winner]
        end = canvas.large(0, name) if len(name) <= _SHORT else canvas.at(0, 0, name)
        if verdict[0] == CUP and end + text_width(verdict + " wins") <= WIDTH:
            verdict += " win" if wins == 1 else " wins"
        canvas.right(0, "coach" if helped else verdict)
        canvas.right(1, helped or self._points_of(winner))

    def _points_of(self, seat: int) -> str:
        game = self.session.game
        return "out" if game.out[seat] else points_text(game.scores[seat])

    def _help_of(self, seat: int) -> str:
        """Returns how often the coach helped a player, while that is shown; "" for a player without help."""
        count = self.session.helped[seat]
        return f"{count}x" if count and self._shows_help else ""

    def _draw_end(self, rows: int) -> None:
        """Draws the news, what MENU shows and how the game ended, as far as there is room in the free `rows`."""
        canvas = self.app.canvas
        row = _LAST_ROW
        news = self.fallen or match_words(self.session.match)
        if self._match_is_won():
            news = f"match: {self.session.names[self.session.game.winner][:_SHORT]} wins!"
        if rows > (1 if news else 0):
            canvas.at(canvas.cap(0, row, "MENU") + 4, row, self.more)
            row -= 1
        if rows > 1 or (news and rows):
            canvas.center(row, news or self.summary())

    def _match_is_won(self) -> bool:
        match = self.session.match
        return self._won and len(match) > 0 and is_match_decided(match)

    def _wins(self, seat: int) -> int:
        """Returns the games that a player has won in the match, or since power-on from the second game on; else 0."""
        if self.session.match:
            return self.session.match[1 + seat]
        wins = self.app.wins
        return wins.get(self.session.names[seat], 0) if sum(wins.values()) > 1 else 0

    def summary(self) -> str:
        """Returns how the game ended, in at most 21 letters."""
        return ""
