"""The end of a game: who came where, and another one."""

from sixpip.board.buttons import BANK, ROLL
from sixpip.console.screen import Screen
from sixpip.console.session import Session
from sixpip.port import ticks_diff
from sixpip.view import animation, palette, sound
from sixpip.view.text import points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App


class Ranking(Screen):
    """Places and scores; a light show for the winner. ROLL plays again, BANK goes to the menu."""

    def __init__(self, app: "App", session: Session) -> None:
        """`session`: the finished game."""
        super().__init__(app)
        self._session = session
        self._show = animation.Cheer(app.board.ticks_ms())
        self._since: int | None = None
        palette.seat(app.board.palette, session.game.winner)
        app.sound.play(sound.WIN)

    def press(self, button: int) -> None:
        """Again, or to the menu."""
        from sixpip.console.play import PlayScreen  # the two screens lead to each other

        if button == ROLL:
            self.app.session = self._session.again()
            self.app.go(PlayScreen(self.app))
        elif button == BANK:
            self.app.leave()
        else:
            self.refuse()

    def tick(self, now_ms: int) -> bool:
        """The light show."""
        if self._since is None:
            self._since = now_ms
        gone = ticks_diff(now_ms, self._since) % animation.Cheer.LENGTH_MS
        self._show.frame(self.app.board.pixels, gone)
        return True

    def draw(self) -> None:
        """One line a player from the first place, the turns and the best one."""
        canvas = self.app.canvas
        session = self._session
        game = session.game
        places = session.ranking()
        for place in range(len(places)):
            seat = places[place]
            canvas.both(place, f"{place + 1} {session.names[seat]}", points(game.scores[seat]))
        canvas.invert(0)
        turns = max(game.turns)
        canvas.centre(6, f"{turns} turns, best {points(session.best)}" if turns > 1 else "won in one turn")
        self.labels("again", "menu")
