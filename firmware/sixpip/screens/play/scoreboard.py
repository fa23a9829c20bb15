"""Notes who plays, all scores and the turn points while the events are shown one by one."""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core import events
from sixpip.rules.core.errors import MOST

if TYPE_CHECKING:
    from sixpip.rules.core.engine import Game
    from sixpip.rules.core.events import Event


class Scoreboard:
    """Who plays, all scores and the turn points, as they are after the events shown so far."""

    def __init__(self, game: "Game") -> None:
        self.leader = -1
        """The last player who was ahead of all others; -1 as long as no one was."""
        self.takes_lead = False
        """Whether the points of the event that is shown have put its player in the lead, which another one had."""
        self.read(game)

    def read(self, game: "Game") -> None:
        """Reads the game, once all its events have been shown."""
        self.player = game.player
        self.scores = list(game.scores)
        self.points = game.points
        self.out = list(game.out)
        self._find_leader()

    @property
    def score(self) -> int:
        """The score of the player who plays."""
        return self.scores[self.player]

    def show(self, event: "Event") -> None:
        """Updates the scores and the turn points with the event that is shown next."""
        kind = event.kind
        before = self.leader
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
            self.out[event.player] = True
        self._find_leader()
        self.takes_lead = 0 <= before != self.leader == event.player

    def _find_leader(self) -> None:
        """Finds the player with the most points; of equal ones, the one who led before stays the leader."""
        playing = [player for player in range(len(self.scores)) if not self.out[player]]
        best = max([self.scores[player] for player in playing] + [-MOST])
        ahead = [player for player in playing if self.scores[player] == best]
        if len(ahead) == 1:
            self.leader = ahead[0]
