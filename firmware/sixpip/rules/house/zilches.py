"""The house rule three zilches: busts in turns running cost points (DT-05)."""

from sixpip.port import const
from sixpip.rules.checks import wholes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game import Event, Game

_RUNNING = const(3)


class ThreeZilches:
    """Every third bust of a player in turns running costs what the option says; then the count starts again."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.price = options["busts"]
        self.running: list[int] = []

    def banked(self, game: "Game", points: int, events: "list[Event]") -> None:
        """A bank ends the count."""
        self._of(game)[game.player] = 0

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """Count a bust, and take the price of the third."""
        running = self._of(game)
        player = game.player
        running[player] += 1
        if running[player] == _RUNNING:
            running[player] = 0
            cost = -max(game.scores[player], 0) if self.price == "all" else self.price
            game.change_score(player, cost, "3 busts running", events)

    def record(self) -> "list[int]":
        """Busts running, one entry a player (none before the first turn has ended)."""
        return list(self.running)

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.running = wholes(record, game.players, 0, _RUNNING - 1, "busts") if record != [] else []

    def _of(self, game: "Game") -> "list[int]":
        if not self.running:
            self.running = [0] * game.players
        return self.running
