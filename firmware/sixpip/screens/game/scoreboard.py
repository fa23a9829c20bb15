"""The scores as they are shown: they follow the events on screen, while the game is already further."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import events

if TYPE_CHECKING:
    from sixpip.rules.engine import AnyGame
    from sixpip.rules.events import Event


class Scoreboard:
    """Who plays, all scores and the turn points, as they are after the events shown so far."""

    def __init__(self, game: "AnyGame") -> None:
        """As in the game now."""
        self.read(game)

    def read(self, game: "AnyGame") -> None:
        """Reads the game: all its events have been shown."""
        self.player = game.player
        self.scores = list(game.scores)
        self.points = game.points

    @property
    def score(self) -> int:
        """The score of the player who plays."""
        return self.scores[self.player]

    def show(self, event: "Event") -> None:
        """Changes with the event that is shown next."""
        kind = event.kind
        if kind == events.TURN:
            self.player = event.player
            self.points = 0
        elif kind in (events.KEPT, events.BONUS):
            self.points += event.points
        elif kind == events.TOOK:
            self.points = event.points
        elif kind == events.BANKED:
            self.scores[event.player] = event.number
        elif kind in (events.PENALTY, events.MADE):
            self.scores[event.player] += event.points
        elif kind == events.OUT:
            self.points = 0
