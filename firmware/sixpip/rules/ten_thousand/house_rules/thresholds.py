"""House rules that refuse a bank that is too small or too early."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.validators import MOST, wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game


class Opening:
    """A first bank needs so many points in one turn; once on the table, on it for the game (DT-02)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.needed = options["opening"]

    def refuse_bank(self, game: "Game", points: int, keep: int) -> "str | None":
        """The reason why `points` do not open, or None."""
        if game.opened[game.player] or points >= self.needed:
            return None
        return f"{self.needed - points} more to get in"


class Rolls:
    """A first bank needs so many rolls in the turn (TG-08)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.needed = options["opening_rolls"]

    def refuse_bank(self, game: "Game", points: int, keep: int) -> "str | None":
        """The reason why it is too early, or None."""
        missing = self.needed - game.rolls
        if game.opened[game.player] or missing <= 0:
            return None
        return f"{missing} more rolls first" if missing > 1 else "1 more roll first"


class LeastBank:
    """Every bank needs so many points; below them the player must roll on (DT-03)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.needed = options["bank_min"]
        self.exactly = options["target"] if options["end"] == "exact" else None

    def refuse_bank(self, game: "Game", points: int, keep: int) -> "str | None":
        """The reason why `points` cannot be banked, or None. What hits the target exactly wins, however few (TT-23)."""
        if points >= self.needed or game.scores[game.player] + points == self.exactly:
            return None
        return f"{self.needed - points} more to bank"


class Grow:
    """A bank must be more than the previous player banked in his last scoring turn (HR-04)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.last: list[int] = []

    def refuse_bank(self, game: "Game", points: int, keep: int) -> "str | None":
        """The reason why `points` are too few, or None."""
        if not self.last or game.players == 1:
            return None
        before = (game.player - 1) % game.players
        while game.out[before]:
            before = (before - 1) % game.players
        if before == game.player or points > self.last[before]:
            return None
        return f"Bank more than {self.last[before]}"

    def banked(self, game: "Game", points: int, events: "list[Event]") -> None:
        """Remember a scoring turn."""
        if not self.last:
            self.last = [0] * game.players
        if points:
            self.last[game.player] = points

    def record(self) -> "list[int]":
        """The last bank of each player (none before the first)."""
        return list(self.last)

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.last = wholes(record, game.players, 0, MOST, "grow") if record != [] else []
