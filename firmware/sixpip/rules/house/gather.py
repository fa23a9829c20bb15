"""The house rule straight gathered: one of each face over the rolls of a set (TG-10)."""

from sixpip.rules.checks import MOST, whole, wholes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game import Event, Game
    from sixpip.rules.sheet import Sheet


class GatherStraight:
    """The dice kept since the last full roll, all different, and those just rolled may make a straight.

    The points of the kept dice are then replaced by those of the straight; points from before the set stay.
    """

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.worth = options["straight"]
        self.points = 0
        self.kept = 0

    def keeps_found(self, game: "Game", sheet: "Sheet") -> None:
        """Enter the keep of the whole roll when it completes the straight."""
        if self.kept and self.kept == game.kept and self._one_of_each(game):
            sheet.enter(game.key_of(game.rolled), self.worth - self.points)

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """Count what this set has gathered; hot dice begin a new set."""
        if game.kept == game.all:
            self.points = self.kept = 0
        else:
            self.points += points
            self.kept = game.kept

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """The next turn begins a new set."""
        self.points = self.kept = 0

    def record(self) -> "list[int]":
        """Points and positions kept in this set by this player."""
        return [self.points, self.kept]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.points, self.kept = wholes(record, 2, 0, MOST, "straight_gather")
        whole(self.kept, 0, game.all, "straight_gather")

    def _one_of_each(self, game: "Game") -> bool:
        faces = len(game.variant.table.faces)
        seen = 0
        for face in game.faces:
            seen |= 1 << face
        return game.dice == faces and seen == (1 << faces) - 1
