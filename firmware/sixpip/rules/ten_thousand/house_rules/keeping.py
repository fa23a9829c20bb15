"""House rules on what may be kept: every scoring die (HR-01), dice that extend an earlier triple (HR-10)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.flash import joined_by_sun
from sixpip.rules.ten_thousand.scorer import count, fits, size
from sixpip.rules.validators import wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game
    from sixpip.rules.ten_thousand.scorer import Scorer


class KeepAll:
    """Every scoring die of a roll must be kept (HR-01)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""

    def keeps_found(self, game: "Game", scorer: "Scorer") -> None:
        """Drop every keep that leaves out a die that could score with it."""
        most = max([size(scorer.keys[i]) for i in range(scorer.found)] + [0])
        for i in range(scorer.found - 1, -1, -1):
            if size(scorer.keys[i]) < most:
                scorer.drop(i)

    def why_not_keep(self, game: "Game", key: int) -> "str | None":
        """The reason, when the dice score but are not all that do."""
        for i in range(game.scorer.found):
            if key and fits(key, game.scorer.keys[i]):
                return "Keep all that score"
        return None


class Extend:
    """A die equal to a triple kept earlier in the same set joins it: what that adds is its worth (HR-10)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.sets: list[int] = []

    def alike_rows(self, game: "Game") -> "list[list[int]] | None":
        """The rows of dice alike, with those that extend a kept triple worth what they add."""
        if not any(self.sets):
            return None
        rows = []
        for face in range(len(game.scorer.alike)):
            row = list(game.scorer.alike[face])
            have = self.sets[face]
            if have:
                for more in range(1, len(row) - have):
                    row[more] = max(row[more], game.scorer.alike[face][have + more] - game.scorer.alike[face][have])
            rows.append(row)
        return rows

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """Note triples and what extends them; hot dice begin a new set."""
        if not self.sets or game.kept == game.all:
            self.sets = [0] * len(game.scorer.alike)
        if game.kept != game.all:
            joined = joined_by_sun(game, key)
            for face in range(len(self.sets)):
                kept = count(key, face) + (1 if face == joined else 0)
                if self.sets[face] or kept >= 3:
                    self.sets[face] += kept

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """The next turn begins a new set."""
        self.sets = []

    def record(self) -> "list[int]":
        """How many alike have been kept as a set, one entry a face (none before the first keep of a turn)."""
        return list(self.sets)

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.sets = wholes(record, len(game.scorer.alike), 0, game.dice, "extend") if record != [] else []
