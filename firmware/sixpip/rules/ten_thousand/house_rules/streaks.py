"""House rules that count a player's bad turns running: three busts (DT-05), three cold starts (CT-06)."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.validators import wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game

_RUNNING = const(3)
_COLD_PRICE = const(-1000)


class _Running:
    """Counts something for each player; every third in turns running costs points, then the count starts again."""

    key = ""  # set when the rule is made for a game

    def __init__(self) -> None:
        self.running: list[int] = []
        self.counted = False  # in this turn; turn_ended follows before anything is saved

    def count(self, game: "Game") -> bool:
        """One more for the player whose turn it is; True when it is the third."""
        self.counted = True
        running = self._of(game)
        running[game.player] = (running[game.player] + 1) % _RUNNING
        return running[game.player] == 0

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """Any other turn starts the player's count again."""
        if not self.counted:
            self._of(game)[game.player] = 0
        self.counted = False

    def record(self) -> "list[int]":
        """The counts, one a player (none before the first turn has ended)."""
        return list(self.running)

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.running = wholes(record, game.players, 0, _RUNNING - 1, self.key) if record != [] else []

    def _of(self, game: "Game") -> "list[int]":
        if not self.running:
            self.running = [0] * game.players
        return self.running


class ThreeZilches(_Running):
    """Every third bust of a player in turns running costs what the option says."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        super().__init__()
        self.price = options["busts"]

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """Count a bust, and take the price of the third."""
        if self.count(game):
            cost = -max(game.scores[game.player], 0) if self.price == "all" else self.price
            game.change_score(game.player, cost, "3 busts running", events)


class ColdStart(_Running):
    """Three turns running whose first roll scores nothing cost 1000."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        super().__init__()

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """Count a first roll with nothing, and take the price of the third; a later bust is none."""
        if game.rolls == 1 and self.count(game):
            game.change_score(game.player, _COLD_PRICE, "3 cold starts", events)
