"""The end of a game: who came where, and another one."""

from sixpip.app import game_screens
from sixpip.app.session import Session
from sixpip.board.buttons import BANK, ROLL
from sixpip.port import TYPE_CHECKING, ticks_diff
from sixpip.screens.screen import Screen
from sixpip.view import light_shows, palette, sound
from sixpip.view.text import COLUMNS, points

if TYPE_CHECKING:
    from sixpip.app.app import App


class Ranking(Screen):
    """Places and scores; a light show for the winner, if there is one. ROLL plays again, BANK goes to the menu."""

    def __init__(self, app: "App", session: Session) -> None:
        """`session`: the finished game."""
        super().__init__(app)
        self._session = session
        cheer = light_shows.ReducedCheer if app.settings.values["calm"] else light_shows.Cheer
        self._show = cheer(app.board.ticks_ms())
        self._since: int | None = None
        self._won = session.game.winner >= 0
        if self._won:
            palette.set_player(app.board.palette, session.game.winner)
        app.sound.play(sound.WIN if self._won else sound.BUST)

    def press(self, button: int) -> None:
        """Again, or to the menu."""
        if button == ROLL:
            self.app.acknowledge_press()
            self.app.session = self._session.again()
            self.app.go(game_screens.play(self.app))
        elif button == BANK:
            self.app.acknowledge_press()
            self.app.leave()
        else:
            self.refuse()

    def tick(self, now_ms: int) -> bool:
        """The light show, where somebody has won."""
        if not self._won:
            return False
        if self._since is None:
            self._since = now_ms
        gone = ticks_diff(now_ms, self._since) % self._show.LENGTH_MS
        self._show.frame(self.app.board.pixels, gone)
        return True

    def paint(self) -> None:
        """Dark where nobody has won."""
        if not self._won:
            super().paint()

    def draw(self) -> None:
        """One line a player from the first place, the turns and the best one."""
        canvas = self.app.canvas
        session = self._session
        game = session.game
        places = session.ranking()
        for place in range(len(places)):
            seat = places[place]
            score = points(game.scores[seat])
            canvas.both(place, f"{place + 1} {session.names[seat]}", "out" if game.out[seat] else score)
        if self._won:
            canvas.invert(0)
        canvas.center(6, self._summary())
        self.labels("again", "menu")

    def _summary(self) -> str:
        """How it ended, in one line."""
        turns = max(self._session.game.turns)
        best = points(self._session.best)
        if not self._won:
            return "nobody wins"
        if turns < 2:
            return "won in one turn" if self._session.game.turns[self._session.game.winner] else "won without a turn"
        words = f"{turns} turns, best {best}"
        return words if len(words) <= COLUMNS else f"{turns} turns, top {best}"
